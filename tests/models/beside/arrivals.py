"""Units that arrive: every question about hiding that follows, and where all stand at last."""

from __future__ import annotations

import random

from models import hiding
from models.beside.comparing import act, hands, open_step, same, visible
from models.beside.drawing import of_game
from models.positions import Position, minus, total

from dragondune.game import Game

# The numbers of the rounds in the notation.
DRAGON, RECRUITMENT = "1", "4"


def compare_arrival(
    game: Game,
    expected: Position,
    asking: hiding.Asking,
    line: str,
    rng: random.Random,
    in_round: str = RECRUITMENT,
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
    same(f"{line}: another question", False, open_step(game)[1] in ("hide", "status"))
    after = of_game(game)
    # A troll may strike as soon as the turn is over, and more once everyone has had theirs.
    struck = in_round == RECRUITMENT and bool(expected.trolls)
    if after.more.get("round") == in_round and not struck:
        same(f"{line}: visible units", visible(expected), visible(after))
        same(f"{line}: hidden units", expected.hidden, after.hidden)
        same(f"{line}: hands", hands(expected), hands(after))
        same(f"{line}: banks", expected.bank, after.bank)
        same(f"{line}: gold", expected.gold, after.gold)


def carried(expected: Position, units: tuple[int, int], start_at: str, to: str) -> hiding.Asking:
    """Visible Orcs leave one territory and arrive in another."""
    left = minus(expected.open.pop(("orcs", start_at)), units)
    if total(left):
        expected.open["orcs", start_at] = left
    return hiding.arrive(expected, "orcs", units, to)
