"""Choices in words: what somebody chose to do, and what a bot would rather do."""

from collections.abc import Callable
from typing import Final

from dragondune.action import Action
from dragondune.engine import agenda
from dragondune.model.events import EVERYONE, Event
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.plurals import units
from dragondune.model.ruleset import Ruleset
from dragondune.telling.story import sentence
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


def phrase(action: Action, step: int) -> str:
    """``hire 2 units in 15★``: to be read after "chose to" or "would"."""
    if action.kind == "pass":
        label = agenda.STEPS[step].passing
        return _PASSING.get(label, label[:1].lower() + label[1:])
    say = _SAYINGS.get(action.kind)
    return say(action) if say is not None else str(action)


def _with(action: Action) -> str:
    return f" with {action.card}" if action.card else ""


def _number(action: Action) -> str:
    hidden = "hidden " if action.hidden else ""
    number = action.units or 0
    return units(number) if not hidden else f"{number} hidden unit{'' if number == 1 else 's'}"


def _whom(action: Action) -> str:
    return the(FACTION_OF_NAME[action.faction]) if action.faction else "nobody"


def _plan(action: Action) -> str:
    sent = units(action.units or 0) if action.units else "no units"
    return f"send {sent} {'with ' + action.card if action.card else 'and no artifact'}"


def _predict(action: Action) -> str:
    return f"predict that {_whom(action)} win in turn {action.fields.turn} with {action.target}"


_SAYINGS: Final[dict[str, Callable[[Action], str]]] = {
    "place": lambda a: f"place {a.amount} units in the first home",
    "predict": _predict,
    "carry": lambda a: f"carry {_number(a)} from {a.source} to {a.target}",
    "steer": lambda a: f"steer the dragons{_with(a)}",
    "deny": lambda a: f"stop it{_with(a)}",
    "ride": lambda a: f"ride with {_number(a)} to {a.target}",
    "propose": lambda a: f"propose an alliance to {_whom(a)}",
    "accept": lambda a: "accept the alliance",
    "break": lambda a: "break the alliance",
    "bid": lambda a: f"bid {a.amount}",
    "pay-gold": lambda a: "pay in gold",
    "pay-ace": lambda a: f"pay{_with(a)}",
    "pay-right": lambda a: "take it by right",
    "emerge": lambda a: f"bring {_number(a)} out of hiding in {a.source}",
    "come-out": lambda a: "come out of hiding",
    "revive": lambda a: f"bring {_number(a)} back from the graveyard",
    "special-revive": lambda a: f"bring {_number(a)} back{_with(a)}",
    "disband": lambda a: f"disband {_number(a)} in {a.source}",
    "conscript": lambda a: f"conscript {_number(a)} in {a.target}",
    "hire": lambda a: f"hire {_number(a)} in {a.target}{_with(a)}",
    "raise": lambda a: f"raise {_number(a)} in {a.target}",
    "ace-place": lambda a: f"place {_number(a)} in {a.target}{_with(a)}",
    "extend": lambda a: f"march farther{_with(a)}",
    "second-move": lambda a: f"move a second time{_with(a)}",
    "move": lambda a: f"move {_number(a)} from {a.source} to {a.target}",
    "hide": lambda a: "hide",
    "walls": lambda a: f"break the walls of {a.target}{_with(a)}",
    "lose": lambda a: f"lose {_number(a)}",
    "fight": lambda a: f"attack {_whom(a)} in {a.source or a.target}",
    "bless": lambda a: f"give a blessing{_with(a)}",
    "plan": _plan,
    "betray": lambda a: "declare treachery",
    "chaos": lambda a: f"call the chaos monster{_with(a)}",
    "take": lambda a: f"take {a.card or 'the card'}",
    "sell": lambda a: f"sell {a.card or 'the card'}",
    "discard": lambda a: f"discard {a.card or 'a card'}",
    "keep": lambda a: f"keep {a.card or 'the card'} secret",
    "give": lambda a: f"give {a.amount} gold to {_whom(a)}",
    "look": lambda a: f"look at the hand of {_whom(a)}",
    "take-turn": lambda a: "take the turn now",
    "ask": lambda a: f"ask about the {a.fields.topic}",
    "ask-both": lambda a: "ask about both",
}


def what_happened(events: tuple[Event, ...], rules: Ruleset) -> str:
    """The public side of it in a few sentences, and a card on sale, which lies open now."""
    said = [sentence(event, rules) for event in events]
    heard = [
        text
        for event, text in zip(events, said, strict=True)
        if event.audience == EVERYONE or not text.startswith("You")
    ]
    return " ".join(heard[-3:])


def percent(chance: float) -> str:
    """``34 %``."""
    return f"{round(100 * chance)} %"


def points(change: float) -> str:
    """``+12`` or ``−3``, in points of a hundred."""
    number = round(100 * change)
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}"
