"""A battle played through in the engine, question by question, beside the models of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from models import battle, treachery
from models.battle import Outcome, Plan
from models.beside.comparing import act, choose, hands, lines, open_step, same, some_gold, visible
from models.beside.drawing import of_game
from models.books import rank
from models.positions import NONE, Position, minus, plus

from dragondune.game import Game

BEFORE = ("bless", "ask", "answer", "deny")
AFTER = ("chaos", "lend", "treachery", "exchange", "deny", "spend", "spoils", "plunder")


@dataclass
class Battle:
    """Who fights where, what was answered, and what was done once the plans were shown."""

    p: Position
    attacker: str
    defender: str
    place: str
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    betrayals: dict[str, str] = field(default_factory=dict)
    lent: str = "pass"
    chaos: str = ""
    spent: dict[str, set[str]] = field(default_factory=dict)
    plunder_asked: bool = False
    plundered: str = ""

    @property
    def sides(self) -> list[str]:
        """Attacker and defender."""
        return [self.attacker, self.defender]

    @property
    def blessed(self) -> bool:
        """O5: is this battle blessed?"""
        return "miracles" in self.p.more

    def foe(self, name: str) -> str:
        """The other side."""
        return self.defender if name == self.attacker else self.attacker


def until_plans(game: Game, fight: Battle, rng: random.Random) -> bool:
    """Everything that comes before the plans, at random; the answers are kept in mind."""
    while open_step(game)[1] in BEFORE:
        seat, step = open_step(game)
        line = act(game, seat, choose(game, seat, rng, keen=0.4))
        if step == "answer":
            what, said = line.removeprefix("answer-").split()
            fight.answers.setdefault(seat, {})[what] = said
    fight.p = of_game(game)
    return open_step(game)[1] == "plans"


def compare_plans(game: Game, fight: Battle) -> dict[str, list[Plan]]:
    """Both sides' whole lists."""
    found = {}
    for name in fight.sides:
        told = battle.plans(fight.p, name, fight.place, fight.answers.get(name, {}))
        same(f"plans of the {name}", {plan.line for plan in told}, lines(game, name, "plan"))
        found[name] = sorted(told, key=lambda plan: plan.line)
    return found


def through(game: Game, fight: Battle, rng: random.Random, keen: float) -> None:
    """Hand in both plans and answer everything that follows; how keen is it on treachery?"""
    for name in rng.sample(fight.sides, 2):
        act(game, name, fight.plans[name].line)
    while open_step(game)[1] in AFTER:
        seat, step = open_step(game)
        ANSWERS.get(step, _answer_anything)(game, fight, seat, rng, keen)


def _answer_anything(game: Game, fight: Battle, seat: str, rng: random.Random, keen: float) -> None:
    line = act(game, seat, choose(game, seat, rng))
    fight.spent.setdefault(seat, set()).update(line.split()[1:])


def _answer_chaos(game: Game, fight: Battle, seat: str, rng: random.Random, keen: float) -> None:
    told = {"chaos"} if battle.calls_chaos(fight.p, seat, fight.plans) else set()
    same(f"chaos of the {seat}", told, lines(game, seat, "chaos"))
    if act(game, seat, choose(game, seat, rng, 0.5)) == "chaos":
        fight.chaos = seat


def _answer_treachery(
    game: Game, fight: Battle, seat: str, rng: random.Random, keen: float
) -> None:
    for decision in game.pending():
        name = decision.seat
        same(f"treachery of the {name}", may_betray(fight, name), lines(game, name, "betray"))
        line = act(game, name, choose(game, name, rng, keen))
        if line != "pass":
            fight.betrayals[name] = line


def _answer_lend(game: Game, fight: Battle, seat: str, rng: random.Random, keen: float) -> None:
    """DW6 in first: the Dwarves decide in secret, before their ally."""
    ally = fight.p.ally[seat]
    foe = fight.foe(ally)
    told = treachery.lent(fight.p, ally, foe, fight.plans[foe].card)
    told = set() if foe == "elves" and fight.blessed else told
    same("treachery for the ally", told, lines(game, seat, "betray"))
    fight.lent = act(game, seat, choose(game, seat, rng, keen))


def traitors(fight: Battle) -> dict[str, tuple[str, str]]:
    """Who has betrayed in the end, and with which cards."""
    found = {}
    for name in fight.sides:
        lent = fight.lent if treachery.may_be_lent(fight.p, name, fight.foe(name)) else "pass"
        cards = treachery.combined(fight.betrayals.get(name, "pass"), lent)
        if cards:
            found[name] = cards
    return found


def may_betray(fight: Battle, name: str) -> set[str]:
    """What the model says; nobody betrays blessed Elves (O5)."""
    foe = fight.foe(name)
    if foe == "elves" and fight.blessed:
        return set()
    theirs, mine = fight.plans[foe].card, fight.plans[name].card
    return treachery.betrayals(fight.p, name, foe, theirs, mine)


def _answer_denial(game: Game, fight: Battle, seat: str, rng: random.Random, keen: float) -> None:
    """D9: the exchange is off; where the printed pair fits as well, it remains (ruling 72)."""
    line = act(game, seat, choose(game, seat, rng))
    if line != "pass":
        fight.spent.setdefault(seat, set()).add(line.split()[1])
        usurper, sabotage = fight.betrayals.pop("dwarves").split()[1:]
        printed = f"betray Q{usurper[-1]} J{sabotage[-1]}"
        if printed in may_betray(fight, "dwarves"):
            fight.betrayals["dwarves"] = printed


def _answer_plunder(game: Game, fight: Battle, seat: str, rng: random.Random, keen: float) -> None:
    fight.plunder_asked = True
    fight.plundered = act(game, seat, choose(game, seat, rng, 0.7))


ANSWERS = {
    "chaos": _answer_chaos,
    "lend": _answer_lend,
    "treachery": _answer_treachery,
    "deny": _answer_denial,
    "plunder": _answer_plunder,
}


# --- afterwards ----------------------------------------------------------------------------------


def outcome(fight: Battle) -> Outcome:
    """What the model says of the battle as it was fought."""
    p, place, plans = fight.p, fight.place, fight.plans
    if fight.chaos:
        return battle.chaos(p, place, plans)
    found = list(traitors(fight))
    if len(found) == 2:
        return battle.both_betrayed(p, fight.sides, place, plans)
    if found:
        return battle.betrayed(p, found[0], fight.foe(found[0]), place, plans)
    return battle.fought(p, fight.attacker, fight.defender, place, plans, fight.blessed)


def compare_after(game: Game, fight: Battle, gold_too: bool = True) -> Outcome:
    """Units, graveyards, hands, purses and the gold that lay there."""
    told, after = outcome(fight), of_game(game)
    expected = settled(fight, told)
    same("visible units", visible(expected), visible(after))
    same("graveyards", expected.grave, after.grave)
    same("hidden units", fight.p.hidden, after.hidden)
    _compare_plunder(fight, told, expected, after)
    _compare_chaos_price(fight, expected, after)
    same("hands", hands(expected), hands(after))
    held = {card for cards in after.hand.values() for card in cards}
    gone = {card for cards in fight.p.hand.values() for card in cards} - held
    same("discarded cards", gone, set(after.discard) - set(fight.p.discard))
    if gold_too:
        same("purses", expected.gold, after.gold)
        same("gold on the board", some_gold(expected), some_gold(after))
    return told


def settled(fight: Battle, told: Outcome) -> Position:
    """The position after the losses, before plunder."""
    q = fight.p.copy()
    for name, units in told.lost.items():
        q.open[name, fight.place] = minus(q.open.get((name, fight.place), NONE), units)
        q.grave[name] = plus(q.grave[name], units)
    gone = set(told.discarded).union(*fight.spent.values(), *traitors(fight).values())
    q.hand = {n: [c for c in cards if c not in gone] for n, cards in q.hand.items()}
    for name, gold in told.gold.items():
        q.gold[name] += gold
    if fight.chaos:
        q.gold_at.pop(fight.place, None)
    return q


def _compare_plunder(fight: Battle, told: Outcome, expected: Position, after: Position) -> None:
    """O3, OR11: one of the loser's cards, kept or turned into gold."""
    plunders = fight.p.book.first or fight.p.book.has("plunder")
    asked = plunders and told.winner == "orcs" and bool(expected.hand[fight.foe("orcs")])
    same("is there plunder", asked, fight.plunder_asked)
    if not asked or fight.plundered == "pass":
        return
    loser = fight.foe("orcs")
    taken = set(expected.hand[loser]) - set(after.hand[loser])
    same("cards plundered", 1, len(taken))
    card = taken.pop()
    expected.hand[loser].remove(card)
    if fight.plundered == "sell":
        expected.gold["orcs"] += rank(card) if fight.p.book.first else 1
    else:
        expected.hand["orcs"].append(card)


def _compare_chaos_price(fight: Battle, expected: Position, after: Position) -> None:
    """O9: the caller paid with two aces."""
    if not fight.chaos:
        return
    name = fight.chaos
    before = {card for card in fight.p.hand[name] if card[0] == "A"} - {fight.plans[name].card}
    paid = before - set(after.hand[name])
    same("aces for the chaos monster", 2, len(paid))
    expected.hand[name] = [card for card in expected.hand[name] if card not in paid]
