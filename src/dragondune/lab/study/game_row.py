"""One game of a study: which one it is, how it is played, and the row it leaves behind.

Nothing here needs more than the standard library, so that a worker starts quickly.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from time import process_time
from typing import Final

from dragondune.bots.arena.match import deal_order, seat_bots
from dragondune.bots.arena.registry import make_bot
from dragondune.bots.arena.table import Outcome, course, finish
from dragondune.bots.base import Bot
from dragondune.editions.build import build
from dragondune.game import Game
from dragondune.lab.figures.counts import Count
from dragondune.lab.problems import LabError
from dragondune.lab.study.seating import seats_of
from dragondune.lab.study.side_by_side import Round
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State

FACTIONS: Final = 4
FEWEST: Final = 2  # players
# A seed is a 64-bit column in the table, and a bot's own seed is four times as large.
LARGEST_SEED: Final = 2**60


@dataclass(frozen=True)
class Setting:
    """Everything that decides how the games of a study go. Bots stand in the factions' order."""

    edition: str
    options: tuple[str, ...]
    lineups: tuple[tuple[str, ...], ...]  # each deal is played once by each line-up
    factions: tuple[str, ...] = FACTION_NAMES
    drawn_order: bool = True  # a player order for each deal, or always the one given
    first_seed: int = 0
    contracts: bool = False  # may the bots make binding contracts?
    even_order: bool = False  # do all player orders come equally often? Not in studies of old
    players: int = 0  # how many of the factions sit at each table; 0: all of them

    @property
    def seated(self) -> int:
        """How many play each game."""
        return self.players or len(self.factions)

    def check(self) -> None:
        """LabError with a sentence when such a game cannot be played."""
        try:
            build(self.edition, self.options)
            Game.new(self.edition, self.factions, self.options, 0)
            for name in {name for lineup in self.lineups for name in lineup}:
                make_bot(name)
                _check_repeatable(name)
        except ValueError as wrong:
            raise LabError(str(wrong)) from None
        if not 0 <= self.first_seed <= LARGEST_SEED:
            raise LabError(f"The first seed must be from 0 to {LARGEST_SEED}.")
        if not FEWEST <= self.seated <= len(self.factions):
            raise LabError(f"From {FEWEST} to {len(self.factions)} of these factions can play.")

    def seed_of(self, game: int) -> int:
        """The deal of a game."""
        return self.first_seed + game // len(self.lineups)

    def lineup_of(self, game: int) -> tuple[str, ...]:
        """Who plays it, in the factions' order."""
        return self.lineups[game % len(self.lineups)]

    def order_of(self, seed: int) -> list[str]:
        """The player order of a deal: the same whoever plays it and under whichever options."""
        if not self.drawn_order:
            return list(self.factions[: self.seated])
        if self.even_order:
            return list(seats_of(seed, self.factions, self.seated))
        return [name for name in deal_order(seed) if name in self.factions]


def _check_repeatable(name: str) -> None:
    if name == "warlord":
        raise ValueError(
            "The warlord thinks by the clock and would not play the same game again: "
            "say how many trials it gets for a decision, for example warlord:8."
        )


@dataclass(frozen=True)
class Row:
    """One game as the table keeps it. Lists of four are in the factions' order."""

    game: int
    seed: int
    edition: str
    options: list[str]
    factions: list[str]  # in player order
    bots: list[str]  # in player order
    winners: list[str]
    way: str
    turn: int
    castles: list[int]
    gold: list[int]
    units: list[int]  # on the board, seen or hidden
    battles: int
    treacheries: int
    alliances: int
    contracts: int
    decisions: int
    castles_by_turn: list[list[int]]
    gold_by_turn: list[list[int]]
    gold_flows: list[list[int]]  # faction × kind of flow
    battles_at: list[int]  # by territory
    dragon_kills_at: list[int]
    red_kills_at: list[int]


COLUMNS: Final = tuple(field.name for field in fields(Row))


def begin(setting: Setting, game: int) -> tuple[Game, Sequence[str]]:
    """The game at its start, and its player order."""
    seed = setting.seed_of(game)
    order = setting.order_of(seed)
    return Game.new(setting.edition, order, setting.options, seed, setting.contracts), order


def seat(setting: Setting, game: int) -> tuple[Game, dict[str, Bot]]:
    """The game at its start, and who sits where."""
    table, order = begin(setting, game)
    bots = seat_bots(setting.lineup_of(game), setting.seed_of(game))
    return table, {name: bot for name, bot in bots.items() if name in order}


def play(setting: Setting, game: int) -> tuple[Game, Row]:
    """Play one game of a study to its end."""
    table, bots = seat(setting, game)
    outcome = finish(table, bots)
    return table, _row(setting, game, table, outcome)


def _row(setting: Setting, game: int, table: Game, outcome: Outcome) -> Row:
    s = table.state
    assert s.log is not None
    count = Count(s)
    count.listen(s.log.events)
    lineup = dict(zip(FACTION_NAMES, setting.lineup_of(game), strict=True))
    return Row(
        game=game,
        seed=setting.seed_of(game),
        edition=setting.edition,
        options=list(setting.options),
        factions=list(table.seats),
        bots=[lineup[name] for name in table.seats],
        winners=list(outcome.winners),
        way=outcome.way,
        turn=outcome.turn,
        castles=count.castles_by_turn[-1],
        gold=[int(amount) for amount in s.gold],
        units=[_units(s, f) for f in range(FACTIONS)],
        battles=sum(count.battles_at),
        treacheries=count.treacheries,
        alliances=count.alliances,
        contracts=count.contracts,
        decisions=outcome.decisions,
        castles_by_turn=count.castles_by_turn,
        gold_by_turn=count.gold_by_turn,
        gold_flows=count.flows,
        battles_at=count.battles_at,
        dragon_kills_at=count.dragon_kills_at,
        red_kills_at=count.red_kills_at,
    )


def _units(s: State, f: int) -> int:
    there = slice(f * 28, f * 28 + 28)
    return int(sum(s.up[there]) + sum(s.hid[there]))


@dataclass(frozen=True)
class Job:
    """Some games of one study, for one worker."""

    study: int
    setting: Setting
    games: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """The games of a job, and how many seconds of a processor they took."""

    rows: list[Row]
    seconds: float


def play_job(job: Job) -> Played:
    """What a worker does."""
    began = process_time()
    if gathers(job.setting):
        rows = _played_together(job.setting, job.games)
    else:
        rows = [_row_or_name(job.setting, game) for game in job.games]
    return Played(rows, process_time() - began)


def gathers(setting: Setting) -> bool:
    """Do these bots ask a network that can be asked by many games at once?"""
    return any(_gathers(name) for lineup in setting.lineups for name in lineup)


@cache
def _gathers(name: str) -> bool:
    return make_bot(name).gathers


def _played_together(setting: Setting, games: Sequence[int]) -> list[Row]:
    seated = [seat(setting, game) for game in games]
    together = Round([course(table, bots) for table, bots in seated])
    together.play()
    for number, error in together.failed.items():
        raise _named(setting, games[number], error) from error
    rows = zip(games, seated, strict=True)
    return [
        _row(setting, game, table, together.outcomes[n])
        for n, (game, (table, _)) in enumerate(rows)
    ]


def _row_or_name(setting: Setting, game: int) -> Row:
    """A game that breaks off is a fault of the program: say which, so that it can be looked at."""
    try:
        return play(setting, game)[1]
    except LabError:
        raise
    except Exception as error:
        raise _named(setting, game, error) from error


def _named(setting: Setting, game: int, error: Exception) -> LabError:
    options = f" --options {','.join(setting.options)}" if setting.options else ""
    return LabError(
        f"Game {game} broke off ({type(error).__name__}: {error}); every finished game is kept. "
        f"This is a fault of the program. The game alone: --edition {setting.edition}{options} "
        f"--bots {','.join(setting.lineup_of(game))} --seed {setting.seed_of(game)} --games 1"
        f"{' --contracts' if setting.contracts else ''}"
    )
