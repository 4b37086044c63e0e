"""Sentences about recruitment, movement, hiding, special cards and battle."""

from typing import Final

from dragondune.model import events
from dragondune.model.cards import NO_CARD, RANK, SUIT, card_name
from dragondune.model.codes import (
    AGAINST_EARLY_DISBAND,
    AGAINST_EXCHANGE,
    AGAINST_HIRING,
    AGAINST_QUESTION,
    AGAINST_RED_DRAGON,
)
from dragondune.model.ruleset import ASK_COLOUR, ASK_NUMBER, ASK_VALUE, Ruleset
from dragondune.telling.rounds import court
from dragondune.telling.teller import Tellers, teller
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


def _revived(e: events.Revived, rules: Ruleset) -> str:
    by = f"spend {card_name(e.card)} to bring" if e.card != NO_CARD else "bring"
    cost = f" for {gold(e.gold)}" if e.gold else ""
    return f"{The(e.faction)} {by} {units(e.units)} back from the graveyard{cost}."


def _disbanded(e: events.Disbanded, rules: Ruleset) -> str:
    cost = f" for {gold(e.gold)}" if e.gold else ""
    what = count(e.units, "hidden unit") if e.hidden else units(e.units)
    return f"{The(e.faction)} disband {what} in {place(e.place)}{cost}."


def _mercenaries(number: int) -> str:
    return f"{number} {'mercenary' if number == 1 else 'mercenaries'}"


def _hired(e: events.Hired, rules: Ruleset) -> str:
    cost = f"for {gold(e.gold)}" if e.gold else "for nothing"
    ace = f" (half price with {card_name(e.card)})" if e.card != NO_CARD else ""
    return f"{The(e.faction)} hire {_mercenaries(e.units)} in {place(e.place)} {cost}{ace}."


def _raised(e: events.Raised, rules: Ruleset) -> str:
    by = f"play {card_name(e.card)} to raise" if e.card != NO_CARD else "raise"
    return f"{The(e.faction)} {by} {units(e.units)} in {place(e.place)}."


def _moved(e: events.Moved, rules: Ruleset) -> str:
    what = count(e.units, "hidden unit") if e.hidden else units(e.units)
    return f"{The(e.faction)} move {what} from {place(e.source)} to {place(e.target)}."


def _hid(e: events.Hid, rules: Ruleset) -> str:
    by = f"play {card_name(e.card)} to hide" if e.card != NO_CARD else "hide"
    return f"{The(e.faction)} {by} {units(e.units)} in {place(e.place)}."


# --- special cards -------------------------------------------------------------------------

# What an ace forbids; the blank is the one it is played against
_DENIALS: Final = {
    AGAINST_QUESTION: "{} may not ask their question",
    AGAINST_RED_DRAGON: "the Red Dragon will not spare {}",
    AGAINST_EARLY_DISBAND: "{} may not disband yet",
    AGAINST_EXCHANGE: "{} may not exchange Queen and Jack",
    AGAINST_HIRING: "{} may not hire mercenaries this turn",
}


def _denied(e: events.Denied, rules: Ruleset) -> str:
    return f"{The(e.faction)} play {card_name(e.card)}: {_DENIALS[e.window].format(the(e.other))}."


def honest_question(question: int) -> str:
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
    return f"have you predicted that {the(question - 36)} win?"


def _honest_answer(e: events.HonestAnswer, rules: Ruleset) -> str:
    return f"{The(e.faction)} answer honestly: {'yes' if e.yes else 'no'}."


def _special_paid(e: events.SpecialPaid, rules: Ruleset) -> str:
    return f"{The(e.faction)} pay with {card_name(e.card)}."


# --- battle --------------------------------------------------------------------------------


def _battle_began(e: events.BattleBegan, rules: Ruleset) -> str:
    attack = varied(("attack", "fall upon", "challenge"), e.attacker, e.defender, e.place)
    return f"{The(e.attacker)} {attack} {the(e.defender)} in {place(e.place)}!"


def _asked(e: events.Asked, rules: Ruleset) -> str:
    asked = []
    if e.topics & ASK_COLOUR:
        asked.append(f"the colour of the {FACTIONS[e.other]}' artifact")
    if e.topics & ASK_NUMBER:
        asked.append(f"how many units {the(e.other)} will send")
    if e.topics & ASK_VALUE:
        asked.append(f"the value of the {FACTIONS[e.other]}' artifact")
    verb = f"play {card_name(e.card)} to ask both" if e.card != NO_CARD else "ask"
    return f"{The(e.faction)} {verb} {listed(asked)}."


def _answered(e: events.Answered, rules: Ruleset) -> str:
    if e.topic == ASK_NUMBER:
        answer = units(e.answer) if e.answer else "none at all"
    elif e.topic == ASK_COLOUR:
        answer = ("no artifact", "red, which is Fire", "black, which is Ice")[e.answer]
    else:
        answer = f"a {e.answer}" if e.answer > 1 else "an ace" if e.answer else "no artifact"
    return f"{The(e.faction)} answer: {answer}."


def army(number: int, card: int, elites: int) -> str:
    """``3 units (one elite) and 5♦ (Fire)``: what a plan sends into battle."""
    sent = units(number)
    if elites:
        sent += f" ({elites} elite)"
    return f"{sent} with {artifact(card)}" if card != NO_CARD else f"{sent} and no artifact"


def _strength(e: events.Strength, rules: Ruleset) -> str:
    if e.attack == e.defence:
        return f"Both sides reach {count(e.attack, 'point')}, and a tie goes to the attackers."
    return f"{The(e.attacker)} reach {count(e.attack, 'point')}, {the(e.defender)} {e.defence}."


def _betrayed(e: events.Betrayed, rules: Ruleset) -> str:
    usurper, sabotage = e.usurper, e.sabotage
    means = "turn an ace into sabotage" if RANK[sabotage] == 1 else "sabotage"
    return (
        f"Treachery! {The(e.faction)} unveil a usurper among {the(court(usurper, rules))} "
        f"({card_name(usurper)}) and {means} of {SUITS[SUIT[sabotage]]} ({card_name(sabotage)})."
    )


def _lent(e: events.Lent, rules: Ruleset) -> str:
    cards = [card_name(card) for card in (e.usurper, e.sabotage) if card != NO_CARD]
    return f"It was {the(e.faction)} who did that for their ally, with {' and '.join(cards)}."


def _battle_won(e: events.BattleWon, rules: Ruleset) -> str:
    if e.treachery:
        prize = f" and are paid {gold(rules.treachery_gold)}" if rules.treachery_gold else ""
        return f"{The(e.winner)} win the battle of {place(e.place)} by treachery{prize}."
    return f"{The(e.winner)} win the battle of {place(e.place)}."


TELLERS: Final[Tellers] = dict(
    (
        teller(events.Recruiting, lambda e, rules: f"{The(e.faction)} take their turn."),
        teller(events.Revived, _revived),
        teller(events.Disbanded, _disbanded),
        teller(
            events.Conscripted,
            lambda e, rules: f"{The(e.faction)} conscript {units(e.units)} in {place(e.place)}.",
        ),
        teller(
            events.HireAnnounced,
            lambda e, rules: (
                f"{The(e.faction)} mean to hire {_mercenaries(e.units)} in {place(e.place)}."
            ),
        ),
        teller(events.Hired, _hired),
        teller(
            events.HireStopped,
            lambda e, rules: f"{The(e.faction)} go without mercenaries this turn.",
        ),
        teller(events.Raised, _raised),
        teller(
            events.Extended,
            lambda e, rules: (
                f"{The(e.faction)} play {card_name(e.card)} to move one territory further."
            ),
        ),
        teller(
            events.ExtraMove,
            lambda e, rules: (
                f"{The(e.faction)} gain another movement"
                + (f" for {card_name(e.card)}." if e.card != NO_CARD else ".")
            ),
        ),
        teller(events.Moved, _moved),
        teller(events.Hid, _hid),
        teller(
            events.CameOut,
            lambda e, rules: (
                f"{The(e.faction)} bring {units(e.units)} out of hiding in {place(e.place)}."
            ),
        ),
        teller(
            events.StayedHidden,
            lambda e, rules: f"{The(e.faction)} keep {units(e.units)} hidden in {place(e.place)}.",
        ),
        teller(
            events.TrollLeft, lambda e, rules: f"Outnumbered, the troll leaves {place(e.place)}."
        ),
        teller(
            events.WallsBroken,
            lambda e, rules: f"{The(e.faction)} break down the walls of {place(e.place)}.",
        ),
        teller(
            events.HonestQuestion,
            lambda e, rules: f"{The(e.faction)} ask {the(e.other)}: {honest_question(e.question)}",
        ),
        teller(events.HonestAnswer, _honest_answer),
        teller(events.SpecialPaid, _special_paid),
        teller(events.Denied, _denied),
        teller(
            events.Looked,
            lambda e, rules: f"{The(e.faction)} demand to see the {FACTIONS[e.other]}' artifacts.",
        ),
        teller(
            events.HandShown,
            lambda e, rules: f"{The(e.other)} show {the(e.faction)} {count(e.cards, 'card')}.",
        ),
        teller(
            events.ShownCard,
            lambda e, rules: f"{The(e.faction)} see the {FACTIONS[e.other]}' {artifact(e.card)}.",
        ),
        teller(events.BattleBegan, _battle_began),
        teller(
            events.Blessed,
            lambda e, rules: f"{The(e.faction)} call down a blessing on this battle.",
        ),
        teller(events.Asked, _asked),
        teller(events.Answered, _answered),
        teller(events.Planned, lambda e, rules: f"{The(e.faction)} have made their plan."),
        teller(events.PlanMade, lambda e, rules: f"You will send {army(e.units, e.card, 0)}."),
        teller(
            events.PlanShown,
            lambda e, rules: f"{The(e.faction)} send {army(e.units, e.card, e.elites)}.",
        ),
        teller(
            events.Chaos,
            lambda e, rules: f"{The(e.faction)} summon a chaos monster to {place(e.place)}!",
        ),
        teller(events.Lent, _lent),
        teller(events.Betrayed, _betrayed),
        teller(events.Strength, _strength),
        teller(events.BattleWon, _battle_won),
        teller(events.BattleVoid, lambda e, rules: f"Nobody wins the battle of {place(e.place)}."),
        teller(
            events.Plundered,
            lambda e, rules: f"{The(e.faction)} plunder an artifact from {the(e.other)}.",
        ),
        teller(
            events.PlunderedCard, lambda e, rules: f"The plundered artifact is {artifact(e.card)}."
        ),
        teller(events.PlunderKept, lambda e, rules: f"{The(e.faction)} keep their plunder."),
        teller(
            events.PlunderSold,
            lambda e, rules: (
                f"{The(e.faction)} sell the plundered {card_name(e.card)} for {gold(e.gold)}."
            ),
        ),
    )
)
