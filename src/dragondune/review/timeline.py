"""A finished game taken apart: choices, what chance decided between them, and the scenes of a game.

A record is played again, and every step of the agenda is looked at by itself, so that a die, a card
that is turned over and an event each have their own moment. A moment is numbered by how many lines of
the record were played before it.
"""

from dataclasses import dataclass, field
from typing import Final

from dragondune.action import Action
from dragondune.bots.steward.steward import Steward
from dragondune.contracts.talk import is_spoken
from dragondune.engine import agenda, steps
from dragondune.engine.agenda import step_of
from dragondune.engine.steps import STEP_NAMES
from dragondune.game import Game, at_start
from dragondune.model.actions import GIVE, LOOK, kind_of
from dragondune.model.events import Event, Log
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.records import actions_of
from dragondune.review.judge import Spot
from dragondune.views.view import view_of

TEMPERS_TRIED: Final = 6  # of a steward that draws lots: so many agree, or it is no foregone choice
BATTLES: Final = 5  # the round of them
DRAWS_LOTS: Final = frozenset({steps.BID, steps.PLANS})


@dataclass(frozen=True)
class Decision:
    """A choice that somebody had: where, and what was chosen."""

    at: int
    faction: int
    code: int
    legal: list[int]
    state: State

    @property
    def step(self) -> int:
        """The step of the agenda."""
        return step_of(self.state.stack[-1])

    @property
    def step_name(self) -> str:
        """Its name."""
        return STEP_NAMES[self.step]

    @property
    def action(self) -> Action:
        """What was played."""
        return Action.of(self.code)


@dataclass(frozen=True)
class Turnout:
    """Something that changed the chances: a choice of a faction, or chance (faction -1).

    ``spot`` is the position after it, in which its outcome has shown as far as it is told here.
    """

    at: int
    faction: int
    spot: Spot
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Scene:
    """A moment at which each seat's own knowledge is judged."""

    at: int
    state: State

    @property
    def concerned(self) -> tuple[int, ...]:
        """Whose knowledge it is about: in a battle the two who fight, else everybody."""
        s = self.state
        fighters = (int(s.attacker), int(s.defender))
        fights = s.round == BATTLES and all(f in s.order for f in fighters)
        return fighters if fights else s.order


@dataclass
class Timeline:
    """All of a game that a review asks about."""

    game: Game
    start: State
    start_at: int = 0
    turnouts: list[Turnout] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)
    battles: list[tuple[int, State]] = field(default_factory=list)  # once both plans are made
    clock: list[tuple[int, int]] = field(default_factory=list)  # turn and round of each moment

    @property
    def end(self) -> State:
        """The last position."""
        return self.game.state

    @property
    def order(self) -> tuple[int, ...]:
        """Who plays."""
        return self.end.order

    def step_at(self, turnout: Turnout) -> int:
        """The step at which a choice was made."""
        return step_of(turnout.spot.state.stack[-1])


def timeline(record: dict[str, object]) -> Timeline:
    """Play a record again and take it apart; ValueError where it is none, or not played out."""
    game = at_start(record)
    told = Timeline(game, game.state.copy())
    _note_time(told)
    for at, (seat, line) in enumerate(actions_of(record)):
        before = game.state.copy()
        if isinstance(game.play(seat, line), Refusal):
            raise ValueError(f"Line {at + 1} of the record, {seat} {line!r}, cannot be replayed.")
        if is_spoken(line) or kind_of(Action.parse(line).code) in (GIVE, LOOK):
            _note_word(told, at, FACTION_OF_NAME[seat], before)
        else:
            _note_play(told, at, before)
        _note_time(told)
    if not game.over:
        raise ValueError("This game is not over: only a finished game is reviewed.")
    return told


def _note_time(told: Timeline) -> None:
    s = told.game.state
    told.clock.append((int(s.turn), int(s.round)))
    if not s.stack:
        return
    last = told.scenes[-1].state if told.scenes else None
    if last is None or _scene_of(last) != _scene_of(s):
        told.scenes.append(Scene(len(told.clock) - 1, s.copy()))


def _scene_of(s: State) -> tuple[int, ...]:
    """A round, or a battle in it."""
    return (s.turn, s.round, s.attacker, s.place)


def _note_word(told: Timeline, at: int, f: int, before: State) -> None:
    """A contract, a gift or a look: no choice among listed ones, but it may change the game."""
    s = told.game.state
    if s.contracts != before.contracts or s.gold != before.gold:
        told.turnouts.append(Turnout(at + 1, f, Spot(s.copy()), ()))


def _note_play(told: Timeline, at: int, before: State) -> None:
    f, code = told.game.history[-1]
    legal = agenda.legal(before, f)
    if len(legal) > 1:
        told.decisions.append(Decision(at, f, code, legal, before))
    pieces = _pieces(before, f, code)
    if len(legal) > 1 and not _foregone(before, f, code, legal):
        told.turnouts.append(Turnout(at + 1, f, Spot(before, (f, code)), pieces[0].events))
    after = pieces[0].after
    if step_of(before.stack[-1]) == steps.PLANS and min(after.plans) >= 0:
        told.battles.append((at + 1, after))
    for piece in pieces:
        if piece.chance:
            automatic = piece is not pieces[-1]
            told.turnouts.append(
                Turnout(at + 1, -1, Spot(piece.after, None, automatic), piece.events)
            )


@dataclass(frozen=True)
class _Piece:
    after: State
    events: tuple[Event, ...]
    chance: bool


def _pieces(before: State, f: int, code: int) -> list[_Piece]:
    """What one choice led to, step by step; the last one stands where the next choice is."""
    s = before.copy()
    s.log = log = Log()
    was = _unknown(before)
    agenda.play_top(s, f, code)
    pieces: list[_Piece] = []
    waits = False
    while True:
        now = _unknown(s)
        happened = tuple(log.events)
        drawn = bool(log.chances) or now != was
        log.events.clear()
        log.chances.clear()
        if happened or drawn or not pieces:
            pieces.append(_Piece(s.copy(), happened, drawn))
        was = now
        if waits or not s.stack:
            break
        waits = agenda.open_top(s)
    last = pieces[-1]
    pieces[-1] = _Piece(s.copy(), last.events, last.chance)
    return pieces


def _unknown(s: State) -> tuple[int, int]:
    """What lies face down: a card less means that one was turned over."""
    return len(s.deck), len(s.event_deck)


def _foregone(before: State, f: int, code: int, legal: list[int]) -> bool:
    """Would the players of the playouts have done the same for sure? Then nothing changes by it."""
    tries = TEMPERS_TRIED if step_of(before.stack[-1]) in DRAWS_LOTS else 1
    view = view_of(before, f)
    return all(Steward(luck).choose(view, legal) == code for luck in range(tries))


def name_of(faction: int) -> str:
    """``orcs``."""
    return FACTION_NAMES[faction]
