"""V2 to V6: plans, points, and what a battle costs both sides."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.books import colour, rank
from models.positions import NONE, Position, Units, some_of, units_text

ICE, FIRE = "black", "red"
WEAK = {"orcs": ICE, "goblins": ICE, "elves": FIRE, "dwarves": FIRE}


@dataclass(frozen=True)
class Plan:
    """Units sent, and an artifact or none."""

    units: Units
    card: str | None

    @property
    def line(self) -> str:
        """As it is handed in."""
        return f"plan {units_text(self.units)} {self.card or 'none'}"


@dataclass
class Outcome:
    """Who won (nobody after double treachery or chaos) and what everybody lost."""

    winner: str | None
    lost: dict[str, Units] = field(default_factory=dict)
    discarded: set[str] = field(default_factory=set)
    gold: dict[str, int] = field(default_factory=dict)
    may_discard: str | None = None  # first: the winner's artifact, kept or not as it likes


def plans(p: Position, name: str, place: str, answers: dict[str, str]) -> set[Plan]:
    """Every plan that keeps the answers given."""
    armies = [NONE, *some_of(p.open.get((name, place), NONE))]
    cards: list[str | None] = [None, *(c for c in p.hand[name] if fights(p, c))]
    return {Plan(u, c) for u in armies for c in cards if keeps(Plan(u, c), answers)}


def fights(p: Position, card: str) -> bool:
    """D5: an ace fights as an artifact of value 1, but not in r9."""
    return card[0] != "A" or p.edition != "r9"


def keeps(plan: Plan, answers: dict[str, str]) -> bool:
    """EL3: does the plan keep what was answered?"""
    told = {
        "colour": colour(plan.card) if plan.card else "none",
        "value": str(rank(plan.card)) if plan.card else "none",
        "number": str(sum(plan.units)),
    }
    return all(told[what] == said for what, said in answers.items())


def counts(card: str | None, other: str | None) -> bool:
    """V3: alone in its colour, or the lower of two."""
    if card is None:
        return False
    return other is None or colour(other) != colour(card) or rank(card) < rank(other)


def points(p: Position, me: str, foe: str, mine: Plan, theirs: Plan, blessed: bool) -> int:
    """Units, artifact, bonuses and weakness."""
    book = p.book
    found = mine.units[0] * book.unit_points + mine.units[1] * book.elite_points
    if counts(mine.card, theirs.card) and mine.card:
        found += rank(mine.card)
    if me == "dwarves" and (foe != "orcs" or book.bonus_against_orcs):
        found += book.dwarf_bonus
    if me == "orcs":
        found += book.orc_bonus
    if me == "elves" and blessed:
        found += 1
    return found - (2 if suffers(p, me, mine, theirs) else 0)


def suffers(p: Position, me: str, mine: Plan, theirs: Plan) -> bool:
    """O2: in r6 when the weakness is played, otherwise when it counts."""
    if not p.book.has("weaknesses") or not theirs.card or colour(theirs.card) != WEAK[me]:
        return False
    return p.edition == "r6" or counts(theirs.card, mine.card)


def fought(
    p: Position, attacker: str, defender: str, place: str, hands: dict[str, Plan], blessed: bool
) -> Outcome:
    """The battle without treachery."""
    ours, theirs = hands[attacker], hands[defender]
    for_attacker = points(p, attacker, defender, ours, theirs, blessed)
    for_defender = points(p, defender, attacker, theirs, ours, blessed)
    winner = attacker if for_attacker >= for_defender else defender
    loser = defender if winner == attacker else attacker
    lost = {winner: hands[winner].units, loser: p.open.get((loser, place), NONE)}
    gone = clashed(p, ours.card, theirs.card)
    if hands[loser].card:
        gone.add(str(hands[loser].card))
    mine = hands[winner].card
    free = mine if p.book.first and mine not in gone else None
    return Outcome(winner, lost, gone, may_discard=free)


def clashed(p: Position, one: str | None, other: str | None) -> set[str]:
    """V4, from r2 on: of one colour the higher goes, equal ones both."""
    if p.book.first or not one or not other or colour(one) != colour(other):
        return set()
    highest = max(rank(one), rank(other))
    return {card for card in (one, other) if rank(card) == highest}


def betrayed(p: Position, traitor: str, victim: str, place: str, hands: dict[str, Plan]) -> Outcome:
    """V7: the traitor loses nothing and keeps its artifact; from r2 on two gold from the bank."""
    gone = {str(hands[victim].card)} if hands[victim].card else set()
    lost = {traitor: NONE, victim: p.open.get((victim, place), NONE)}
    return Outcome(traitor, lost, gone, {traitor: p.book.treachery_gold})


def both_betrayed(p: Position, sides: list[str], place: str, hands: dict[str, Plan]) -> Outcome:
    """Ruling 38: both lose everything there and their artifacts, and no gold is paid."""
    lost = {name: p.open.get((name, place), NONE) for name in sides}
    return Outcome(None, lost, {str(hands[n].card) for n in sides if hands[n].card})


def chaos(p: Position, place: str, hands: dict[str, Plan]) -> Outcome:
    """O9: all visible units there, whosever, and the artifacts; the gold there goes as well."""
    lost = {name: p.open[name, place] for name in p.present(place)}
    return Outcome(None, lost, {str(plan.card) for plan in hands.values() if plan.card})


def calls_chaos(p: Position, name: str, hands: dict[str, Plan]) -> bool:
    """O9: a six was played by either side, and two aces are in hand that do not fight."""
    six = any(plan.card and rank(plan.card) == 6 for plan in hands.values())
    spare = [ace for ace in p.aces(name) if ace != hands[name].card]
    return p.book.has("chaos-monster") and six and len(spare) >= 2
