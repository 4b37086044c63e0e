"""``lab drama``: games of a study played again and looked at more closely: is it exciting?

Each game is seen at the beginning of every turn; when all have been, a formula for the chances to win
is fitted to them (``fitting.py``), each half of the games judged by what the other half taught, so that
no game is judged by its own end. Besides, it counts who decides how often, how long the others wait,
and what ever happens. Whether skill decides is measured by carelessness: one player leaves every tenth
decision to chance and plays against three of its kind who do not, in each faction in turn.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import polars as pl

from dragondune.bots.arena.match import seat_bots
from dragondune.bots.arena.table import Observer, finish, share_of
from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.base import Bot
from dragondune.bots.warlord.evaluation import position
from dragondune.lab.figures.drama import EVENTS, SECONDS, USUAL_SECONDS, WaitClock
from dragondune.lab.problems import LabError
from dragondune.lab.study.balance import BASE, folder_of, is_balance
from dragondune.lab.study.balance import told as balance_told
from dragondune.lab.study.disk import write_safely
from dragondune.lab.study.game_row import Setting, begin
from dragondune.lab.study.progress import Progress
from dragondune.lab.study.seating import Table
from dragondune.lab.study.storage import MANIFEST, Study, program_print
from dragondune.lab.study.workers import begin_worker
from dragondune.model.actions import KIND_NAMES, kind_of
from dragondune.model.contracts import Contract
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.views.view import View

DRAMA: Final = "drama.parquet"
SLIPS: Final = "slips.parquet"
SLIP: Final = 0.1  # how often the careless one acts by lot
CHUNK: Final = 20
FEWEST: Final = 20  # games below which no formula can be fitted
Seen = dict[str, Any]


class Beside(Bot):
    """Does all that another bot does."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.seed)
        self._bot, self.talks_always = bot, bot.talks_always

    def choose(self, view: View, legal: list[int]) -> int:
        return self._bot.choose(view, legal)

    def anytime(self, view: View, legal: list[int]) -> int | None:
        return self._bot.anytime(view, legal)

    def answer_offer(self, view: View, offer: Contract, mood: Mood) -> Reply:
        return self._bot.answer_offer(view, offer, mood)

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        return self._bot.make_offer(view, mood)


class Watched(Beside):
    """A bot that is watched while it plays as ever."""

    def __init__(self, bot: Bot, f: int, clock: WaitClock) -> None:
        super().__init__(bot)
        self._f, self._clock = f, clock

    def choose(self, view: View, legal: list[int]) -> int:
        choice = super().choose(view, legal)
        kind = KIND_NAMES[kind_of(choice)]
        self._clock.decided(self._f, SECONDS.get(kind, USUAL_SECONDS))
        return choice


class Careless(Beside):
    """A bot that leaves some of its decisions to chance."""

    def choose(self, view: View, legal: list[int]) -> int:
        if self.rng.random() < SLIP:
            return legal[int(self.rng.random() * len(legal))]
        return super().choose(view, legal)


class TurnWatch(Observer):
    """Looks at the position when a turn begins."""

    def __init__(self) -> None:
        self.turn = 1
        self.positions: list[list[float]] = []

    def before_step(self, s: State) -> None:
        if s.turn > self.turn:
            self.turn = int(s.turn)
            self.positions.append(position(s))


def watch(setting: Setting, game: int) -> Seen:
    """One game again, and what is seen of it."""
    seed, lineup = setting.seed_of(game), setting.lineup_of(game)
    table, order = begin(setting, game)
    clock, turns = WaitClock(len(FACTION_NAMES)), TurnWatch()
    bots = seat_bots(lineup, seed)
    seats = {
        name: Watched(bots[name], f, clock) for f, name in enumerate(FACTION_NAMES) if name in order
    }
    outcome = finish(table, seats, turns)
    clock.end()
    counts = dict.fromkeys(EVENTS, 0)
    assert table.state.log is not None
    for event in table.state.log.events:
        name = type(event).__name__
        if name in counts:
            counts[name] += 1
    return {
        "game": game,
        "winners": list(outcome.winners),
        "turn": outcome.turn,
        "positions": turns.positions,
        "decisions": clock.decisions,
        "seconds": clock.seconds,
        "longest wait": clock.longest,
        "events": list(counts.values()),
    }


def slip(setting: Setting, game: int) -> Seen:
    """One deal with a careless player in each faction in turn: its shares of the victory."""
    seed, lineup = setting.seed_of(game), setting.lineup_of(game)
    shares = []
    for name in setting.order_of(seed):
        table, order = begin(setting, game)
        table.state.log = None  # nobody listens
        seats = {seat: bot for seat, bot in seat_bots(lineup, seed).items() if seat in order}
        seats[name] = Careless(seats[name])
        shares.append(finish(table, seats).share(name))
    return {"game": game, "shares": shares}


Look = Callable[[Setting, int], Seen]


def _look_some(look: Look, setting: Setting, games: Sequence[int]) -> list[Seen]:
    return [look(setting, game) for game in games]


def _looked(look: Look, study: Study, games: list[int], workers: int, title: str) -> list[Seen]:
    """What is seen of these games, in their order."""
    parts = [games[at : at + CHUNK] for at in range(0, len(games), CHUNK)]
    setting, seen = study.setting, []
    with Progress(f"{setting.edition}, {setting.lineups[0][0]}, {title}", len(games)) as progress:
        for part in _in_order(look, setting, parts, workers):
            seen += part
            progress.advance(len(part))
    return seen


def _in_order(
    look: Look, setting: Setting, parts: list[list[int]], workers: int
) -> Iterator[list[Seen]]:
    if workers == 1:
        yield from (_look_some(look, setting, part) for part in parts)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), begin_worker) as pool:
        yield from pool.map(partial(_look_some, look, setting), parts)


# --- studies -------------------------------------------------------------------------------


def studies_of(root: Path) -> list[Study]:
    """The study that lies there, or those of the plain rules in a study of the balance."""
    if not is_balance(root):
        return [Study.open(root)]
    known = balance_told(root)
    folders = [
        folder_of(root, edition, Table(**table).folder(bots), BASE)
        for edition in known["editions"]
        for bots in known["bots"]
        for table in known.get("tables", [{}])
    ]
    return [Study.open(folder) for folder in folders if (folder / MANIFEST).exists()]


def drama(root: Path, games: int, deals: int, workers: int) -> None:
    """Look at so many games of each study there, and play so many deals carelessly."""
    studies = studies_of(root)
    for study in studies:
        _check(study, games)
    for study in studies:
        rows = study.table()
        numbers = rows["game"].to_list()
        if _known(study.folder / DRAMA) < min(games, len(numbers)):
            seen = _looked(watch, study, numbers[:games], workers, "looked at")
            _check_ends(study, rows, seen)
            _with_chances(seen)
            _keep(study.folder / DRAMA, seen)
        if _known(study.folder / SLIPS) < min(deals, len(numbers)):
            slips = _looked(slip, study, numbers[:deals], workers, "played carelessly")
            _keep(study.folder / SLIPS, slips)


def _check(study: Study, games: int) -> None:
    if len(study.setting.lineups) > 1:
        raise LabError(f"{study.folder} holds a tournament; drama needs games among equals.")
    there = study.table()["game"].to_list()
    if min(len(there), games) < FEWEST:
        raise LabError(f"Chances cannot be fitted to fewer than {FEWEST} games ({study.folder}).")
    if study.program != program_print():
        raise LabError(
            f"{study.folder} was played with another version of the program, whose games cannot be "
            "looked at again."
        )


def _known(path: Path) -> int:
    found = _kept(path)
    return 0 if found is None else found.height


def _kept(path: Path) -> pl.DataFrame | None:
    if not path.exists():
        return None
    try:
        return pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError):
        raise LabError(f"{path} is damaged; delete it and run lab drama again.") from None


def looked_at(folder: Path) -> pl.DataFrame | None:
    """What was seen of the games in a folder; None where nobody has looked."""
    return _kept(folder / DRAMA)


def slips(folder: Path) -> pl.DataFrame | None:
    """The shares of careless players beside the games in a folder; None where there are none."""
    return _kept(folder / SLIPS)


def _check_ends(study: Study, rows: pl.DataFrame, seen: list[Seen]) -> None:
    ends = dict(zip(rows["game"].to_list(), rows["winners"].to_list(), strict=True))
    for one in seen:
        if one["winners"] != ends[one["game"]]:
            raise LabError(
                f"Game {one['game']} of {study.folder} does not come out as its row says."
            )


def _with_chances(seen: list[Seen]) -> None:
    for one, chances in zip(seen, _cross_fitted(seen), strict=True):
        one["chances"] = chances
        del one["positions"]


def _keep(path: Path, seen: list[Seen]) -> None:
    content = io.BytesIO()
    pl.DataFrame(seen, infer_schema_length=None).write_parquet(content, compression="zstd")
    write_safely(path, content.getvalue())


def _cross_fitted(seen: list[Seen]) -> list[list[list[float]]]:
    """The chances at the beginning of each turn from the second on, by the other half's formula."""
    import numpy as np

    from dragondune.lab.study.fitting import chances, softmax_fit

    formulas = []
    for half in (1, 0):
        taught = [one for one in seen if one["game"] % 2 == half and one["positions"]]
        x = np.array([row for one in taught for row in one["positions"]])
        y = np.array([_shares(one) for one in taught for _ in one["positions"]])
        constants, rows = softmax_fit(x, y)
        formulas.append(np.hstack([constants[:, None], rows]))
    found = []
    for one in seen:
        wide = np.array([[1.0, *row] for row in one["positions"]])
        told: Any = chances(wide, formulas[one["game"] % 2]) if len(wide) else []
        found.append([[round(float(chance), 4) for chance in row] for row in told])
    return found


def _shares(one: Seen) -> list[float]:
    return [share_of(name, one["winners"]) for name in FACTION_NAMES]
