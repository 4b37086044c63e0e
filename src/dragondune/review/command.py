"""``dragon-dune review``: a finished game explained, from its record."""

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from dragondune.advice.phrases import percent, points
from dragondune.asking import add_workers, ignore_interrupts, on_a_screen, whole
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.review.result import GameReview, Mistake, ReviewTotal, Swing
from dragondune.review.review import assemble
from dragondune.review.work import EFFORTS, Found, do, read, tasks, usual_effort
from dragondune.telling.scenes import ROUND_TITLES
from dragondune.telling.words import FACTIONS, capital, listed

PIECE = 12  # tasks that are done at a time


def run_review(argv: Sequence[str]) -> int:
    """Print the review of a record; 2 where it cannot be read."""
    asked = _parser().parse_args(argv)
    try:
        record = Path(asked.record).read_text(encoding="utf-8")
        review = make_review(record, asked.effort, asked.workers, _progress)
    except OSError as error:
        return _refused(f"{asked.record} cannot be read: {error.strerror}.")
    except ValueError as error:
        return _refused(f"{asked.record} is no record that can be reviewed: {error}")
    if asked.json:
        print(json.dumps(review.data(), ensure_ascii=False))
    else:
        print("\n".join(summary(review)))
    return 0


def _refused(why: str) -> int:
    print(f"dragon-dune review: {why}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dragon-dune review",
        description="Chances to win, luck and skill, and the worst moments of a finished game.",
    )
    parser.add_argument("record", help="the record of a game, as a table or game.record() gives it")
    parser.add_argument(
        "--effort", choices=list(EFFORTS), default=usual_effort(), help="how many worlds to look at"
    )
    add_workers(parser, 1)
    parser.add_argument("--jobs", dest="workers", type=whole(), help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    return parser


def _progress(done: int, whole: int) -> None:
    if on_a_screen(sys.stderr):
        print(f"\r{100 * done // whole} %", end="" if done < whole else "\r", file=sys.stderr)


def make_review(
    record: str, effort: str, jobs: int = 1, tell: Callable[[int, int], None] = lambda a, b: None
) -> GameReview:
    """Review a record; ``tell`` hears how many tasks of how many are done."""
    told = read(record)
    whole = len(tasks(told))
    found: list[Found] = []
    for piece in _pieces(record, effort, jobs, whole):
        found += piece
        tell(len(found), whole)
    return assemble(told, found)


def _pieces(record: str, effort: str, jobs: int, whole: int) -> Iterator[list[Found]]:
    begins = range(0, whole, PIECE)
    if jobs <= 1:
        yield from (do(record, effort, begin, PIECE) for begin in begins)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, ignore_interrupts) as pool:
        waiting = [pool.submit(do, record, effort, begin, PIECE) for begin in begins]
        yield from (piece.result() for piece in waiting)


# --- in words ------------------------------------------------------------------------------


def summary(review: GameReview) -> list[str]:
    """The review for a terminal."""
    won = listed([_people(seat) for seat in review.winners])
    lines = [f"{capital(won)} won in turn {review.turns} ({review.way}).", ""]
    lines += ["Chances to win at the start of each turn:", *_turns(review), ""]
    lines += ["Luck and skill, in percentage points:", *_totals(review), ""]
    lines += ["Turning points:", *[_swing(one) for one in review.turning], ""]
    for seat in review.seats:
        for mistake in review.worst[seat][:3]:
            lines += _mistake(mistake)
    if review.treachery:
        lines += ["Treachery that almost happened:"]
        lines += [f"  Turn {hint.turn}: {hint.text}" for hint in review.treachery]
    return [*lines, f"Judged in {review.worlds} worlds a position."]


def _people(seat: str) -> str:
    return f"the {FACTIONS[FACTION_OF_NAME[seat]]}"


def _turns(review: GameReview) -> list[str]:
    rows = ["  turn  " + "".join(f"{seat:>10}" for seat in review.seats)]
    seen = -1
    for point in review.curve:
        if point.turn != seen and (point.turn or point is review.curve[-1]):
            seen = point.turn
            chances = "".join(f"{percent(point.chances[seat]):>10}" for seat in review.seats)
            rows.append(f"  {point.turn:>4}  {chances}   ±{round(100 * point.spread)}")
    return rows


def _totals(review: GameReview) -> list[str]:
    head = f"  {'':10}{'start':>7}{'luck':>7}{'own':>7}{'others':>8}{'end':>7}{'given away':>12}"
    return [head, *(_total(seat, review.totals[seat]) for seat in review.seats)]


def _total(seat: str, total: ReviewTotal) -> str:
    ways = f"{points(total.luck):>7}{points(total.own):>7}{points(total.others):>8}"
    given = (
        f"{points(-total.cost):>12}  in {total.choices} choices, {total.mistakes} of them costly"
    )
    return f"  {seat:10}{percent(total.start):>7}{ways}{percent(total.end):>7}{given}"


def _swing(swing: Swing) -> str:
    changes = [
        f"{seat} {points(change)}" for seat, change in swing.change.items() if round(100 * change)
    ]
    return f"  Turn {swing.turn}, {ROUND_TITLES[swing.round]}: {swing.text} ({', '.join(changes)})"


def _mistake(mistake: Mistake) -> list[str]:
    where = f"Turn {mistake.turn}, {ROUND_TITLES[mistake.round]}"
    return [
        f"{where}: {_people(mistake.seat)} chose to {mistake.played}.",
        f"  A strong bot would {mistake.better}: {percent(mistake.better_chance)} to win instead of "
        f"{percent(mistake.chance)} (±{round(100 * mistake.spread)}).",
        *(f"  {reason}" for reason in mistake.why),
        "",
    ]
