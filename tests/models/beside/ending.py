"""Collection and victory: how a turn ends, or the game."""

from __future__ import annotations

import random

from models import board, collection, victory
from models.beside.comparing import act, choose, lines, open_step, same, some_gold, start
from models.beside.drawing import of_game, send
from models.beside.fighting import Battle, compare_plans, outcome, through, until_plans
from models.positions import NONE, Position, plus

from dragondune.game import Game

DECIDED = "decider on the Great Mountain"

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
    if p.book.has("oracles") and rng.random() < 0.02:
        return _compare_predictions(p, rng)
    p = with_castles_held(p, rng)
    told = victory.verdict(p)
    game = start(p, "victory")
    if told.duel:
        return _compare_decider(p, game, told, rng)
    same("winners", told.winners, set(game.winners))
    same("the way", told.way, game.way)
    same("is it over", bool(told.winners), game.over)
    if not game.over:
        after = of_game(game)
        same("the first player", victory.next_first(p), after.first)
        same("the turn", p.turn + 1, after.turn)
    return True


def _compare_predictions(p: Position, rng: random.Random) -> bool:
    """O1: what can be predicted before the game: any player, any castle, any turn."""
    game = Game.new(p.edition, p.order, p.options, rng.getrandbits(32), contracts=False)
    while open_step(game)[1] == "place":
        seat = open_step(game)[0]
        act(game, seat, choose(game, seat, rng))
    asked = []
    while open_step(game)[1] == "predict":
        seat = open_step(game)[0]
        asked.append(seat)
        same(f"predictions of the {seat}", victory.predictions(p), lines(game, seat, "predict"))
        act(game, seat, choose(game, seat, rng))
    same("who may be an oracle", sorted(p.order), sorted(asked))
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
    for name in p.order:
        if rng.random() < 0.5:
            send(p, name, board.MOUNTAIN, rng.randint(1, 3))
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


def _compare_decider(p: Position, game: Game, told: victory.Verdict, rng: random.Random) -> bool:
    """VII3: the tied players fight one after another; who is earlier in player order attacks."""
    fighters = told.duel or []
    champion: str | None = fighters[0]
    for challenger in fighters[1:]:
        champion = _duel(p, game, champion, challenger, fighters, rng)
    won = victory.Verdict({champion}, DECIDED) if champion else victory.by_order(told.tied or [])
    after = victory.predicted(of_game(game), won)
    same("winner of the decider", after.winners, set(game.winners))
    same("the way", after.way, game.way)
    return True


def _duel(
    p: Position,
    game: Game,
    champion: str | None,
    challenger: str,
    fighters: list[str],
    rng: random.Random,
) -> str | None:
    """Who stays: nobody where both were betrayed or a chaos monster came."""
    if champion is None:
        return challenger
    attacker, defender = sorted((champion, challenger), key=fighters.index)
    fight = Battle(p, attacker, defender, board.MOUNTAIN)
    same("is there a duel", True, until_plans(game, fight, rng))
    lists = compare_plans(game, fight)
    fight.plans = {name: rng.choice(lists[name]) for name in fight.sides}
    through(game, fight, rng, keen=0.3)
    return outcome(fight).winner
