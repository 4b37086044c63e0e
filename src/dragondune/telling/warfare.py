"""Sentences about recruitment, movement, hiding, special cards and battle."""

from typing import Final

from dragondune.model.cards import NO_CARD, RANK, SUIT, card_name
from dragondune.model.events import Event
from dragondune.model.ruleset import ASK_COLOUR, ASK_NUMBER, ASK_VALUE, Ruleset
from dragondune.telling.rounds import Teller, court
from dragondune.telling.words import (
    FACTIONS,
    SUITS,
    The,
    artifact,
    count,
    gold,
    listed,
    place,
    the,
    units,
    varied,
)

# --- recruitment and movement --------------------------------------------------------------


def _revived(e: Event, rules: Ruleset) -> str:
    by = f"spend {card_name(e.d)} to bring" if e.d != NO_CARD else "bring"
    cost = f" for {gold(e.c)}" if e.c else ""
    return f"{The(e.a)} {by} {units(e.b)} back from the graveyard{cost}."


def _disbanded(e: Event, rules: Ruleset) -> str:
    cost = f" for {gold(e.d)}" if e.d else ""
    what = count(e.c, "hidden unit") if e.e else units(e.c)
    return f"{The(e.a)} disband {what} in {place(e.b)}{cost}."


def _mercenaries(number: int) -> str:
    return f"{number} {'mercenary' if number == 1 else 'mercenaries'}"


def _hired(e: Event, rules: Ruleset) -> str:
    cost = f"for {gold(e.d)}" if e.d else "for nothing"
    ace = f" (half price with {card_name(e.e)})" if e.e != NO_CARD else ""
    return f"{The(e.a)} hire {_mercenaries(e.c)} in {place(e.b)} {cost}{ace}."


def _raised(e: Event, rules: Ruleset) -> str:
    by = f"play {card_name(e.d)} to raise" if e.d != NO_CARD else "raise"
    return f"{The(e.a)} {by} {units(e.c)} in {place(e.b)}."


def _moved(e: Event, rules: Ruleset) -> str:
    what = count(e.d, "hidden unit") if e.e else units(e.d)
    return f"{The(e.a)} move {what} from {place(e.b)} to {place(e.c)}."


def _hid(e: Event, rules: Ruleset) -> str:
    by = f"play {card_name(e.d)} to hide" if e.d != NO_CARD else "hide"
    return f"{The(e.a)} {by} {units(e.c)} in {place(e.b)}."


# --- special cards -------------------------------------------------------------------------

# What an ace forbids, by the number of the window; the blank is the one it is played against
_DENIALS: Final = {
    6: "{} may not ask their question",
    7: "the Red Dragon will not spare {}",
    8: "{} may not disband yet",
    9: "{} may not exchange Queen and Jack",
    10: "{} may not hire mercenaries this turn",
}


def _denied(e: Event, rules: Ruleset) -> str:
    return f"{The(e.a)} play {card_name(e.d)}: {_DENIALS[e.b].format(the(e.c))}."


def _honest(question: int) -> str:
    """A question of the fixed list, as one would put it."""
    if question < 24:
        return f"do you hold {card_name(question // 6 * 13 + question % 6)}?"
    if question < 28:
        kinds = ("an ace", "a six", "a Fire artifact", "an Ice artifact")
        return f"do you hold {kinds[question - 24]}?"
    if question < 32:
        return f"do you have a usurper among {the(question - 28)}?"
    if question < 36:
        return f"can you sabotage {SUITS[question - 32]}?"
    return f"have you foretold that {the(question - 36)} win?"


def _honest_answer(e: Event, rules: Ruleset) -> str:
    return f"{The(e.a)} answer honestly: {'yes' if e.c else 'no'}."


def _special_paid(e: Event, rules: Ruleset) -> str:
    return f"{The(e.a)} pay with {card_name(e.c)}."


# --- battle --------------------------------------------------------------------------------


def _battle_began(e: Event, rules: Ruleset) -> str:
    attack = varied(("attack", "fall upon", "challenge"), e.a, e.b, e.c)
    return f"{The(e.a)} {attack} {the(e.b)} in {place(e.c)}!"


def _asked(e: Event, rules: Ruleset) -> str:
    asked = []
    if e.c & ASK_COLOUR:
        asked.append(f"the colour of the {FACTIONS[e.b]}' artifact")
    if e.c & ASK_NUMBER:
        asked.append(f"how many units {the(e.b)} will send")
    if e.c & ASK_VALUE:
        asked.append(f"the value of the {FACTIONS[e.b]}' artifact")
    verb = f"play {card_name(e.d)} to ask both" if e.d != NO_CARD else "ask"
    return f"{The(e.a)} {verb} {listed(asked)}."


def _answered(e: Event, rules: Ruleset) -> str:
    if e.b == ASK_NUMBER:
        answer = units(e.c) if e.c else "none at all"
    elif e.b == ASK_COLOUR:
        answer = ("no artifact", "red, which is Fire", "black, which is Ice")[e.c]
    else:
        answer = f"a {e.c}" if e.c > 1 else "an ace" if e.c else "no artifact"
    return f"{The(e.a)} answer: {answer}."


def army(number: int, card: int, elites: int) -> str:
    """``3 units (one elite) and 5♦ (Fire)``: what a plan sends into battle."""
    sent = units(number)
    if elites:
        sent += f" ({elites} elite)"
    return f"{sent} with {artifact(card)}" if card != NO_CARD else f"{sent} and no artifact"


def _strength(e: Event, rules: Ruleset) -> str:
    if e.b == e.d:
        return f"Both sides reach {count(e.b, 'point')}, and a tie goes to the attackers."
    return f"{The(e.a)} reach {count(e.b, 'point')}, {the(e.c)} {e.d}."


def _betrayed(e: Event, rules: Ruleset) -> str:
    usurper, sabotage = e.c, e.d
    means = "turn an ace into sabotage" if RANK[sabotage] == 1 else "sabotage"
    return (
        f"Treachery! {The(e.a)} unveil a usurper among {the(court(usurper, rules))} "
        f"({card_name(usurper)}) and {means} of {SUITS[SUIT[sabotage]]} ({card_name(sabotage)})."
    )


def _lent(e: Event, rules: Ruleset) -> str:
    cards = [card_name(card) for card in (e.b, e.c) if card != NO_CARD]
    return f"It was {the(e.a)} who did that for their ally, with {' and '.join(cards)}."


def _battle_won(e: Event, rules: Ruleset) -> str:
    if e.d:
        prize = f" and are paid {gold(rules.treachery_gold)}" if rules.treachery_gold else ""
        return f"{The(e.a)} win the battle of {place(e.c)} by treachery{prize}."
    return f"{The(e.a)} win the battle of {place(e.c)}."


TELLERS: Final[dict[str, Teller]] = {
    "recruiting": lambda e, rules: f"{The(e.a)} take their turn.",
    "revived": _revived,
    "disbanded": _disbanded,
    "conscripted": lambda e, rules: f"{The(e.a)} conscript {units(e.c)} in {place(e.b)}.",
    "hire_announced": lambda e, rules: (
        f"{The(e.a)} mean to hire {_mercenaries(e.c)} in {place(e.b)}."
    ),
    "hired": _hired,
    "hire_stopped": lambda e, rules: f"{The(e.a)} go without mercenaries this turn.",
    "raised": _raised,
    "extended": lambda e, rules: f"{The(e.a)} play {card_name(e.b)} to move one territory further.",
    "extra_move": lambda e, rules: (
        f"{The(e.a)} gain another movement" + (f" for {card_name(e.b)}." if e.b < 52 else ".")
    ),
    "moved": _moved,
    "hid": _hid,
    "came_out": lambda e, rules: f"{The(e.a)} bring {units(e.c)} out of hiding in {place(e.b)}.",
    "stayed_hidden": lambda e, rules: f"{The(e.a)} keep {units(e.c)} hidden in {place(e.b)}.",
    "troll_left": lambda e, rules: f"Outnumbered, the troll leaves {place(e.a)}.",
    "walls_broken": lambda e, rules: f"{The(e.a)} break down the walls of {place(e.b)}.",
    "honest_question": lambda e, rules: f"{The(e.a)} ask {the(e.b)}: {_honest(e.c)}",
    "honest_answer": _honest_answer,
    "special_paid": _special_paid,
    "denied": _denied,
    "looked": lambda e, rules: f"{The(e.a)} demand to see the {FACTIONS[e.b]}' artifacts.",
    "hand_shown": lambda e, rules: f"{The(e.b)} show {the(e.a)} {count(e.c, 'card')}.",
    "shown_card": lambda e, rules: f"{The(e.a)} see the {FACTIONS[e.b]}' {artifact(e.c)}.",
    "battle_began": _battle_began,
    "blessed": lambda e, rules: f"{The(e.a)} call down a blessing on this battle.",
    "asked": _asked,
    "answered": _answered,
    "planned": lambda e, rules: f"{The(e.a)} have made their plan.",
    "plan_made": lambda e, rules: f"You will send {army(e.b, e.c, 0)}.",
    "plan_shown": lambda e, rules: f"{The(e.a)} send {army(e.b, e.c, e.d)}.",
    "chaos": lambda e, rules: f"{The(e.a)} summon a chaos monster to {place(e.b)}!",
    "lent": _lent,
    "betrayed": _betrayed,
    "strength": _strength,
    "battle_won": _battle_won,
    "battle_void": lambda e, rules: f"Nobody wins the battle of {place(e.c)}.",
    "plundered": lambda e, rules: f"{The(e.a)} plunder an artifact from {the(e.b)}.",
    "plundered_card": lambda e, rules: f"The plundered artifact is {artifact(e.c)}.",
    "plunder_kept": lambda e, rules: f"{The(e.a)} keep their plunder.",
    "plunder_sold": lambda e, rules: (
        f"{The(e.a)} sell the plundered {card_name(e.b)} for {gold(e.c)}."
    ),
}
