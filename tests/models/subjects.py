"""The ten subjects: what each sets up in the engine, and what is compared."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from models import (
    board,
    books,
    collection,
    dragon,
    event,
    fighting,
    graveyard,
    hiding,
    hiring,
    movement,
    trolls,
    victory,
)
from models.battle import Plan
from models.comparing import (
    Comparison,
    DifferenceError,
    act,
    choose,
    hands,
    lines,
    numbers,
    open_step,
    same,
    some_gold,
    stacks,
    start,
    visible,
)
from models.drawing import of_game
from models.fighting import Battle, compare_after, compare_plans, through, until_plans
from models.positions import NONE, Position, minus, plus, read_units, total

from dragondune.game import Game

RECRUITMENT = "4"
DECIDED = "decider on the Great Mountain"

# --- movement ------------------------------------------------------------------------------------


def compare_movement(p: Position, rng: random.Random) -> bool:
    """The whole list of one player's movements, and where the units stand after one of them."""
    mover = rng.choice(p.order)
    p = p.copy()
    p.more["moves_left"] = str(rng.choice((1, 1, 1, 2)))
    if rng.random() < 0.3 and not p.book.first:
        p.more["reach_bonus"] = str(rng.randint(1, 3))
    moves, cards = movement.moves(p, mover), movement.cards(p, mover)
    game = start(p, f"{mover}.move")
    if open_step(game) != (mover, "move"):
        same("movements of a player who is not asked", moves, set())
        return False
    same(f"movements of the {mover}", moves, lines(game, mover, "move"))
    same(f"cards of the {mover}", cards, lines(game, mover, "extend", "second-move"))
    if moves:
        _compare_a_move(p, game, rng.choice(sorted(moves)), mover, rng)
    return True


def _compare_a_move(p: Position, game: Game, line: str, mover: str, rng: random.Random) -> None:
    """Who stays, who hides or comes out on the way, and how everything stands in the end."""
    words = line.split()
    start_at, to = words[2], words[3]
    seen, unseen = movement.read_mixed(words[1], hidden=words[4:] == ["hidden"])
    expected = p.copy()
    for standing, units in ((expected.open, seen), (expected.hidden, unseen)):
        left = minus(standing.pop((mover, start_at), NONE), units)
        if total(left):
            standing[mover, start_at] = left
    act(game, mover, line)
    compare_arrival(game, expected, hiding.arrive(expected, mover, seen, to, unseen), line, rng)


def compare_arrival(
    game: Game, expected: Position, asking: hiding.Asking, line: str, rng: random.Random
) -> None:
    """Every question about hiding, one after the other, and where all units stand at last."""
    answer: str | None = None
    while True:
        try:
            question = asking.send(answer) if answer is not None else next(asking)
        except StopIteration:
            break
        same(f"{line}: who is asked", (question.seat, question.step), open_step(game))
        told = {str(action) for action in game.legal(question.seat)}
        same(f"{line}: what the {question.seat} may answer", set(question.answers), told)
        answer = act(game, question.seat, rng.choice(sorted(told)))
    after = of_game(game)
    # A troll may strike as soon as the turn is over, and more once everyone has had theirs.
    if after.more.get("round") == RECRUITMENT and not expected.trolls:
        same(f"{line}: visible units", visible(expected), visible(after))
        same(f"{line}: hidden units", expected.hidden, after.hidden)
        same(f"{line}: hands", hands(expected), hands(after))
        same(f"{line}: banks", expected.bank, after.bank)
        same(f"{line}: gold", expected.gold, after.gold)


# --- graveyard -----------------------------------------------------------------------------------


def compare_graveyard(p: Position, rng: random.Random) -> bool:
    """What may be taken out of the graveyard, and what it costs."""
    owner = rng.choice(p.order)
    revivals, special = graveyard.revivals(p, owner), graveyard.special(p, owner)
    game = start(p, f"{owner}.revive")
    if open_step(game) != (owner, "revive"):
        same("revivals of a player who is not asked", revivals | special, set())
        return False
    same(f"revivals of the {owner}", revivals, lines(game, owner, "revive"))
    same(f"special revivals of the {owner}", special, lines(game, owner, "special-revive"))
    if revivals | special:
        _compare_a_revival(p, game, owner, rng.choice(sorted(revivals | special)))
    return True


def _compare_a_revival(p: Position, game: Game, owner: str, line: str) -> None:
    words = line.split()
    units = read_units(words[1])
    cost = graveyard.price(p, owner, total(units)) if words[0] == "revive" else 0
    expected = graveyard.revived(p, owner, units, cost)
    act(game, owner, line)
    after = of_game(game)
    same(f"{line}: graveyard", expected.grave, after.grave)
    same(f"{line}: bank", expected.bank, after.bank)
    same(f"{line}: gold", expected.gold, after.gold)
    spent = set(words[2:])
    same(f"{line}: card", set(p.hand[owner]) - spent, set(after.hand[owner]))


# --- hiring --------------------------------------------------------------------------------------


def compare_hiring(p: Position, rng: random.Random) -> bool:
    """Conscripts in their step, everything that is hired, raised or placed in the next."""
    owner = rng.choice(p.order)
    if rng.random() < 0.3:
        return _compare_conscripts(p, owner, rng)
    p = p.copy()
    if rng.random() < 0.2:
        p.more["hire_stopped"] = owner[0].upper()
    told = hiring.hires(p, owner) | hiring.raises(p, owner) | hiring.places_by_ace(p, owner)
    game = start(p, f"{owner}.hire")
    if open_step(game) != (owner, "hire"):
        same("hires of a player who is not asked", told, set())
        return False
    same(f"hires of the {owner}", told, lines(game, owner, "hire", "raise", "ace-place"))
    if told:
        _compare_a_hire(p, game, owner, rng.choice(sorted(told)), rng)
    return True


def _compare_conscripts(p: Position, owner: str, rng: random.Random) -> bool:
    told = hiring.conscripts(p, owner)
    game = start(p, f"{owner}.conscript")
    if open_step(game) != (owner, "conscript"):
        same("conscripts of a player who is not asked", told, set())
        return False
    same(f"conscripts of the {owner}", told, lines(game, owner, "conscript"))
    if told:
        line = act(game, owner, rng.choice(sorted(told)))
        _compare_arrivals(p, game, owner, line, dict(p.gold), rng)
    return True


def _compare_a_hire(p: Position, game: Game, owner: str, line: str, rng: random.Random) -> None:
    words = line.split()
    cost = 0
    if words[0] == "hire":
        number = total(read_units(words[1]))
        cost = hiring.price(p, owner, words[2], number, ace=len(words) > 3)
    act(game, owner, line)
    if open_step(game)[1] == "deny" and _stopped(game, p, owner, rng):
        return
    _compare_arrivals(p, game, owner, line, hiring.purses(p, owner, cost), rng)


def _stopped(game: Game, p: Position, owner: str, rng: random.Random) -> bool:
    """GO7: only the Goblins' ace stops a hire; then nothing is paid and nobody comes."""
    seat = open_step(game)[0]
    same("who may stop a hire", "goblins", seat)
    aces = {f"deny {ace}" for ace in p.aces("goblins")}
    same("with which aces", aces, lines(game, seat, "deny"))
    if act(game, seat, choose(game, seat, rng)) == "pass":
        return False
    after = of_game(game)
    if after.more.get("round") == RECRUITMENT:
        same("gold after a stopped hire", p.gold, after.gold)
        same("bank after a stopped hire", p.bank, after.bank)
        same("hand after a stopped hire", sorted(p.hand[owner]), sorted(after.hand[owner]))
    return True


def _compare_arrivals(
    p: Position, game: Game, owner: str, line: str, gold: dict[str, int], rng: random.Random
) -> None:
    """Units out of the bank stand there, hidden or not, and everyone has been paid."""
    words = line.split()
    units = read_units(words[1])
    expected = p.copy()
    expected.bank[owner] = minus(p.bank[owner], units)
    expected.gold = gold
    expected.hand[owner] = [card for card in p.hand[owner] if card not in words[3:]]
    asking = hiding.arrive(expected, owner, units, words[2])
    compare_arrival(game, expected, asking, line, rng)


# --- dragon --------------------------------------------------------------------------------------


BEFORE_FLIGHT = ("dragon_acts", "hide", "spend")


def compare_dragon(p: Position, rng: random.Random) -> bool:
    """Cards played before the flight, how far it goes, and everything that is lost on the way."""
    p = calm(p, rng)
    game = start(p, "dragon")
    before, steered = p, None
    while open_step(game)[1] in BEFORE_FLIGHT:
        seat, step = open_step(game)
        if step == "dragon_acts":
            told = dragon.acts(before, seat)
            if steered is not None:  # of two volunteers the first (ruling 79)
                told = {line for line in told if not line.startswith("steer")}
            same(f"what the {seat} may do first", told, lines(game, seat, "carry", "steer"))
        line = act(game, seat, choose(game, seat, rng, keen=0.3))
        if line.startswith("steer"):
            steered = int(line.split()[1])
        if line != "pass" and open_step(game)[1] in BEFORE_FLIGHT:
            before = of_game(game)
    _compare_flight(before, game, steered, rng)
    return True


def calm(p: Position, rng: random.Random) -> Position:
    """No Red Dragon this turn, and something to bid for, so that the engine stops before more."""
    p = p.copy()
    cards = rng.sample(list(board.EVENTS), 16)
    if p.book.first:
        cards.sort(key=lambda c: books.colour(c) != books.colour("K" + p.book.suit[p.first]))
    if p.edition == "r6":
        cards.sort(key=lambda c: books.colour(c) != "red")
    p.past, p.events = [], cards
    rich = max(p.order, key=lambda name: len(p.hand[name]))
    p.discard += p.hand[rich]
    p.hand[rich] = []
    p.deck += p.discard[3:]
    p.discard = p.discard[:3]
    if rng.random() < 0.1:
        p.deck, p.discard = [], p.deck + p.discard
    return p


def _compare_flight(before: Position, game: Game, steered: int | None, rng: random.Random) -> None:
    while open_step(game)[1] == "lose":
        seat = open_step(game)[0]
        act(game, seat, choose(game, seat, rng))
    after = of_game(game)
    flown = (after.dragon - before.dragon) % 18
    steps = _expected_steps(before, after, steered, flown)
    same("how far the dragon flew", steps, flown)
    expected = dragon.after(before, steps)
    same("units after the dragon", dragon.counted(expected), dragon.counted(after))
    same("hidden units", before.hidden, after.hidden)
    same("graveyards", numbers(expected.grave), numbers(after.grave))
    same("banks", numbers(expected.bank), numbers(after.bank))
    for place, gold in event.turned_up(expected).gold.items():
        expected.gold_at[place] = expected.gold_at.get(place, 0) + gold
    same("gold on the board", some_gold(expected), some_gold(after))


def _expected_steps(before: Position, after: Position, steered: int | None, flown: int) -> int:
    """A die shows 1 to 6; a card lies on the discard afterwards, whoever steered turned none."""
    if steered is not None:
        return steered
    if not before.book.late:
        if not 1 <= flown <= 6:
            raise DifferenceError(f"a die showed {flown}")
        return flown
    steps = dragon.steps_of_card(before)
    if steps is not None and before.deck:
        same("the discard", [*before.discard, before.deck[-1]], after.discard)
        return steps
    return books.rank(after.discard[-1]) if after.discard else 1


# --- event ---------------------------------------------------------------------------------------


def compare_event(p: Position, rng: random.Random) -> bool:
    """Whether the Red Dragon comes and where, who survives or rides, and the gold and the piles."""
    p = with_units_at_the_last_event(p, rng)
    if len(p.events) < 2:
        return False
    told = event.turned_up(p)
    game = start(p, "event")
    seen = Seen()
    while open_step(game)[1] in ("deny", "ride", "hide", "council_turn", "proposal"):
        _one_answer(game, told, seen, rng)
    same("does the Red Dragon come", told.red, seen.council or (told.red and len(p.order) == 2))
    orcs_there = bool(told.struck) and p.visible("orcs", told.struck or "") > 0
    same("may it be denied", orcs_there and not p.book.first, seen.deny)
    same("may they ride", orcs_there and not seen.denied, seen.ride)
    _compare_after_event(p, game, told, seen)
    return True


@dataclass
class Seen:
    """What was asked and answered while the Red Dragon struck."""

    council: bool = False
    deny: bool = False
    denied: bool = False
    ride: bool = False
    rode: str = ""


def with_units_at_the_last_event(p: Position, rng: random.Random) -> Position:
    """Some of everyone where the Red Dragon could strike, and something to bid for."""
    p = p.copy()
    rich = max(p.order, key=lambda name: len(p.hand[name]))
    p.discard += p.hand[rich][2:]
    p.hand[rich] = p.hand[rich][:2]
    p.deck, p.discard = p.deck + p.discard[1:], p.discard[:1]
    if p.past:
        place = event.territory(p.past[-1])
        for name in p.order:
            if rng.random() < 0.5:
                send(p, name, place, rng.randint(1, 3))
    return p


def send(p: Position, name: str, place: str, number: int) -> bool:
    """Ordinary units out of the bank or the graveyard to where own units do not hide."""
    if p.book.from_r6 and (name, place) in p.hidden:
        return False
    for pile in (p.bank, p.grave):
        ordinary, elite = pile[name]
        if ordinary >= number:
            pile[name] = (ordinary - number, elite)
            p.open[name, place] = plus(p.open.get((name, place), NONE), (number, 0))
            return True
    return False


def _one_answer(game: Game, told: event.TurnedUp, seen: Seen, rng: random.Random) -> None:
    seat, step = open_step(game)
    keen = {"deny": 0.5, "ride": 0.8, "hide": 0.3}.get(step, 0.0)
    if step == "ride":
        now = of_game(game)
        same("where they may ride", event.rides(now, told.struck or ""), lines(game, seat, "ride"))
    line = act(game, seat, choose(game, seat, rng, keen))
    seen.council |= step == "council_turn"
    seen.deny |= step == "deny"
    seen.denied |= step == "deny" and line != "pass"
    seen.ride |= step == "ride"
    seen.rode = line if line.startswith("ride") else seen.rode


def _compare_after_event(p: Position, game: Game, told: event.TurnedUp, seen: Seen) -> None:
    after = of_game(game)
    expected = p.copy()
    if told.struck:
        rode = read_units(seen.rode.split()[1]) if seen.rode else NONE
        expected = event.after_strike(p, told.struck, seen.denied, rode)
        if seen.rode:
            to = seen.rode.split()[2]
            expected.open["orcs", to] = plus(expected.open.get(("orcs", to), NONE), rode)
    for place, gold in told.gold.items():
        expected.gold_at[place] = expected.gold_at.get(place, 0) + gold
    same("gold on the board", some_gold(expected), some_gold(after))
    same("the event discard", told.past, after.past)
    same("the event deck", told.events, after.events)
    same("units", stacks(expected), stacks(after))
    same("graveyards", expected.grave, after.grave)
    same("the dragon marker", p.dragon, after.dragon)


# --- trolls --------------------------------------------------------------------------------------


def compare_trolls(p: Position, rng: random.Random) -> bool:
    """Who loses how many units to which troll, and which trolls go."""
    p = with_trolls(p, rng)
    if p.edition == "r2":
        whose: str | None = rng.choice(p.order)
        p.first = str(whose)
        game = start(p, f"{whose}.disband")
        if open_step(game) == (whose, "disband"):
            act(game, str(whose), "pass")
    else:
        whose = None
        game = start(p, "trolls")
    while open_step(game)[1] == "lose":
        seat = open_step(game)[0]
        act(game, seat, choose(game, seat, rng))
    after = of_game(game)
    if after.turn != p.turn or game.over:
        return False
    _compare_struck(p, after, whose)
    return True


def with_trolls(p: Position, rng: random.Random) -> Position:
    """Trolls where many stand, of one or several players."""
    p = p.copy()
    p.trolls = set(rng.sample(board.PLACES, rng.randint(1, 2)))
    for place in p.trolls:
        for name in rng.sample(p.order, rng.randint(0, 2)):
            send(p, name, place, rng.randint(1, 6))
    castles = [c for c in board.CASTLES if len(p.present(c)) > 2]
    for castle in castles:
        name = rng.choice(p.present(castle))
        p.bank[name] = plus(p.bank[name], p.open.pop((name, castle)))
    return p


def _compare_struck(p: Position, after: Position, whose: str | None) -> None:
    left, units, grave = set(p.trolls), dragon.counted(p), numbers(p.grave)
    for place in p.trolls:
        lost = trolls.losers(p, place, whose)
        for name, number in lost.items():
            units[name, place] -= number
            grave[name] += number
        if trolls.goes(p, place, lost):
            left.remove(place)
    same("visible units", {key: n for key, n in units.items() if n}, dragon.counted(after))
    same("hidden units", p.hidden, after.hidden)
    same("graveyards", grave, numbers(after.grave))
    same("trolls", left, after.trolls)


# --- collection ----------------------------------------------------------------------------------


def compare_collection(p: Position, rng: random.Random) -> bool:
    """Every purse, and the gold that stays on the board."""
    p = p.copy()
    for name, place in rng.sample(sorted(p.open), min(3, len(p.open))):
        p.gold_at[place] = rng.randint(1, 2 * sum(p.open[name, place]) + 2)
    purses, on_board = collection.after(p)
    after = of_game(start(p, "collection"))
    same("purses", purses, after.gold)
    if after.turn == p.turn:
        same("gold on the board", on_board, some_gold(after))
    return True


# --- victory -------------------------------------------------------------------------------------


def compare_victory(p: Position, rng: random.Random) -> bool:
    """Whether somebody has won, who and how; else whose turn it is to begin."""
    p = with_castles_held(p, rng)
    told = victory.verdict(p)
    game = start(p, "victory")
    if told.duel:
        return _compare_decider(p, game, told.duel, rng)
    same("winners", told.winners, set(game.winners))
    same("the way", told.way, game.way)
    same("is it over", bool(told.winners), game.over)
    if not game.over:
        after = of_game(game)
        same("the first player", victory.next_first(p), after.first)
        same("the turn", p.turn + 1, after.turn)
    return True


def with_castles_held(p: Position, rng: random.Random) -> Position:
    """Most castles in one hand or another, often at the end of the game, with and without oracles."""
    p = p.copy()
    p.turn = rng.choice((p.turn, p.book.turns))
    likely = rng.sample(p.order, 2)
    for castle in (*board.CASTLES, board.MOUNTAIN):
        for name in p.order:
            p.bank[name] = plus(p.bank[name], p.open.pop((name, castle), NONE))
        for name in rng.sample(p.order, rng.choice((0, 1, 1, 1, 1, 2))):
            send(p, rng.choice(likely) if rng.random() < 0.6 else name, castle, 1)
    p.predictions = {}
    if p.book.has("oracles"):
        for name in p.order:
            if rng.random() < 0.7:
                p.predictions[name] = draw_prediction(p, rng)
    return p


def draw_prediction(p: Position, rng: random.Random) -> tuple[str, str, int]:
    """Quite often a true one."""
    winner = rng.choice(p.order)
    castles = [c for c in board.CASTLES if p.controls(winner, c)] or list(board.CASTLES)
    return winner, rng.choice(castles), rng.choice((p.turn, p.turn, rng.randint(1, p.book.turns)))


def _compare_decider(p: Position, game: Game, duel: list[str], rng: random.Random) -> bool:
    """VII3: the tied players fight one after another; who is earlier in player order attacks."""
    champion = duel[0]
    for challenger in duel[1:]:
        attacker, defender = sorted((champion, challenger), key=duel.index)
        fight = Battle(p, attacker, defender, board.MOUNTAIN)
        same("is there a duel", True, until_plans(game, fight, rng))
        lists = compare_plans(game, fight)
        fight.plans = {name: rng.choice(lists[name]) for name in fight.sides}
        through(game, fight, rng, keen=0.3)
        champion = str(fighting.outcome(fight).winner)
    after = victory.predicted(of_game(game), victory.Verdict({champion}, DECIDED))
    same("winner of the decider", after.winners, set(game.winners))
    same("the way", after.way, game.way)
    return True


# --- battle and treachery ------------------------------------------------------------------------


def compare_battle(p: Position, rng: random.Random) -> bool:
    """Both lists of plans, and what some pairs of plans lead to."""
    return _compare_fights(p, rng, pairs=2, keen=0)


def compare_treachery(p: Position, rng: random.Random) -> bool:
    """The same with Queens and Jacks that fit, used more often than not."""
    return _compare_fights(p, rng, pairs=2, keen=0.8)


def _compare_fights(p: Position, rng: random.Random, pairs: int, keen: float) -> bool:
    staged = stage(p, rng)
    if staged is None:
        return False
    if keen:
        make_traitors(staged, rng)
    fight = staged
    game = start(fight.p, f"battle:{fight.attacker}>{fight.defender}@{fight.place}")
    same("are plans made", True, until_plans(game, fight, rng))
    lists = compare_plans(game, fight)
    for _ in range(pairs):
        one = replace(
            fight, plans={n: rng.choice(lists[n]) for n in fight.sides}, betrayals={}, spent={}
        )
        if keen:
            one.plans = {n: _with_card(lists[n], one.plans[n], rng) for n in fight.sides}
        twin = game.copy()
        through(twin, one, rng, keen)
        compare_after(twin, one)
    return True


def _with_card(every: list[Plan], chosen: Plan, rng: random.Random) -> Plan:
    """Treachery needs artifacts to be played."""
    armed = [plan for plan in every if plan.card]
    return rng.choice(armed) if armed and rng.random() < 0.8 else chosen


def stage(p: Position, rng: random.Random) -> Battle | None:
    """Two players in one territory, and in another one too, so that the engine stops in between."""
    p = p.copy()
    attacker, defender = rng.sample(p.order, 2)
    place, other = rng.sample([t for t in board.PLACES if t != board.MOUNTAIN], 2)
    p.more["combat_losses"] = str(rng.randint(0, 5))
    if p.book.has("allies-at-peace") and p.allied(attacker, defender):
        return None
    for name in (attacker, defender):
        if not send(p, name, other, 1) or not send(p, name, place, rng.choice((1, 1, 2, 3))):
            return None
    for castle in {place, other} & set(board.CASTLES):
        for name in set(p.present(castle)) - {attacker, defender}:
            p.bank[name] = plus(p.bank[name], p.open.pop((name, castle)))
    return Battle(p, attacker, defender, place)


def make_traitors(fight: Battle, rng: random.Random) -> None:
    """Give both sides the Queen of the other, or for the Dwarves' exchange the Jack, often."""
    p = fight.p
    for cards in (p.usurper, p.sabotage):
        for name in rng.sample(fight.sides, 2):
            suit = p.book.suit[fight.foe(name)]
            other = next((n for n in p.order if cards.get(n) == suit), None)
            if rng.random() < (0.8 if cards is p.usurper else 0.2):
                old = cards[name]
                cards[name] = suit
                if other and other != name:
                    cards[other] = old


SUBJECTS: dict[str, Comparison] = {
    "movement": compare_movement,
    "graveyard": compare_graveyard,
    "hiring": compare_hiring,
    "dragon": compare_dragon,
    "event": compare_event,
    "trolls": compare_trolls,
    "collection": compare_collection,
    "victory": compare_victory,
    "battle": compare_battle,
    "treachery": compare_treachery,
}
