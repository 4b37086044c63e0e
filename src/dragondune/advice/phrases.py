"""Choices in words: what somebody chose to do, and what a bot would rather do."""

from typing import Final

from dragondune.action import Action
from dragondune.engine import agenda
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.plurals import count, units
from dragondune.telling.words import the

# What passing means, where the label on a button is no good as part of a sentence
_PASSING: Final = {
    "Do not move": "move nobody",
    "End my turn": "end the turn",
    "Let them fly": "let the dragons fly",
    "No blessing": "give no blessing",
    "No conscripts": "take no conscripts",
    "No monster": "call no monster",
    "No prediction": "predict nothing",
    "No treachery": "declare no treachery",
    "The rest stays hidden": "leave the rest in hiding",
}

_ELEMENTS: Final = {"red": "Fire", "black": "Ice"}
# By the word of the notation, filled in with what the action names
_DEEDS: Final = {
    "place": "place {amount} units in the first home",
    "predict": "predict that {whom} win in turn {turn} with {target}",
    "carry": "carry {units} from {source} to {target}",
    "steer": "steer the dragons{paid}",
    "deny": "stop it{paid}",
    "ride": "ride with {units} to {target}",
    "propose": "propose an alliance to {whom}",
    "accept": "accept the alliance",
    "break": "break the alliance",
    "bid": "bid {amount}",
    "pay-gold": "pay in gold",
    "pay-ace": "pay{paid}",
    "pay-right": "take it by right",
    "emerge": "bring {units} out of hiding in {source}",
    "come-out": "come out of hiding",
    "revive": "bring {units} back from the graveyard",
    "special-revive": "bring {units} back{paid}",
    "disband": "disband {units} in {source}",
    "conscript": "conscript {units} in {target}",
    "hire": "hire {units} in {target}{paid}",
    "raise": "raise {units} in {target}",
    "ace-place": "place {units} in {target}{paid}",
    "extend": "march farther{paid}",
    "second-move": "move a second time{paid}",
    "move": "move {units} from {source} to {target}",
    "hide": "hide",
    "walls": "break the walls of {target}{paid}",
    "lose": "lose {units}",
    "fight": "attack {whom} in {place}",
    "bless": "give a blessing{paid}",
    "plan": "send {units} {artifact}",
    "betray": "declare treachery",
    "chaos": "call the chaos monster{paid}",
    "take": "take {card}",
    "sell": "sell {card}",
    "discard": "discard {card}",
    "keep": "keep {card} secret",
    "give": "give {amount} gold to {whom}",
    "look": "look at the hand of {whom}",
    "take-turn": "take the turn now",
    "ask": "ask about the {topic}",
    "ask-both": "ask about both",
    "answer-colour": "answer “{element}”",
    "answer-number": "answer “{units}”",
    "answer-value": "answer “{value}”",
}


def phrase(action: Action, step: int) -> str:
    """``hire 2 units in 15★``: to be read after "chose to" or "would"."""
    if action.kind == "pass":
        label = agenda.STEPS[step].passing
        return _PASSING.get(label, label[:1].lower() + label[1:])
    deed = _DEEDS.get(action.kind)
    return str(action) if deed is None else deed.format_map(_named(action))


def _named(action: Action) -> dict[str, object]:
    """Everything that an action may name, in words."""
    fields = action.fields
    return {
        "amount": fields.amount,
        "turn": fields.turn,
        "topic": fields.topic,
        "element": _ELEMENTS.get(fields.colour or "", "no artifact"),
        "value": fields.value or "no artifact",
        "source": fields.source,
        "target": fields.target,
        "place": fields.source or fields.target,
        "card": fields.card or "the card",
        "units": _units(action),
        "whom": the(FACTION_OF_NAME[fields.faction]) if fields.faction else "nobody",
        "paid": f" with {fields.card}" if fields.card else "",
        "artifact": f"with {fields.card}" if fields.card else "and no artifact",
    }


def _units(action: Action) -> str:
    number = action.units or 0
    return count(number, "hidden unit") if action.hidden and number else units(number)


def percent(chance: float) -> str:
    """``34 %``."""
    return f"{round(100 * chance)} %"


def points(change: float) -> str:
    """``+12`` or ``−3``, in points of a hundred."""
    number = round(100 * change)
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}"
