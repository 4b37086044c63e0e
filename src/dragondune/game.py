"""The small public face: one game, as every bot, server, environment and test uses it."""

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dragondune import records
from dragondune.action import Action
from dragondune.contracts.keeper import KeeperOfContracts
from dragondune.contracts.talk import Talk, is_spoken, seat_number
from dragondune.editions.build import NEWEST, build
from dragondune.editions.files import resolved
from dragondune.engine import agenda
from dragondune.engine.notation import before_a_step, position_text, set_up
from dragondune.engine.pieces import hand_size
from dragondune.engine.script import Chance, chances_text, read_script
from dragondune.engine.steps import NO_STEP, STEP_NAMES, step_named
from dragondune.engine.storage import state_from_dict, state_to_dict, without
from dragondune.factions import dwarves, elves, goblins, orcs
from dragondune.model.action_text import read_faction, read_seats
from dragondune.model.actions import GIVE, LOOK, PLACE, could_be_action, kind_of
from dragondune.model.codes import WAY_NAMES
from dragondune.model.events import Event, Log
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.records import RULES_VERSION as RULES_VERSION
from dragondune.records import Header as Header
from dragondune.rules import not_now, setup, standing
from dragondune.views.by_name import ByName
from dragondune.views.view import SPECTATOR, View, view_of

agenda.install(KeeperOfContracts())
_PLAYED_BY: Final = (dwarves, elves, goblins, orcs)  # importing them makes their steps playable


@dataclass(frozen=True)
class Decision:
    """One seat has to choose: at which step of the agenda, under which rule.

    Attributes:
        seat: The faction that has to choose.
        step: The name of the step, as in ``at=`` of a position.
        rule: The id of the rule that this decision stands under.
        question: What the seat is asked, in a sentence.
        passing: What passing means here.
    """

    seat: str
    step: str
    rule: str
    question: str = field(default="", repr=False)
    passing: str = field(default="", repr=False)


class Game(Talk, ByName):
    """A game in play. Seats are named by their factions: ``game.play("orcs", action)``.

    A faction is its name or its first letter; a territory or a card is written as in the notation.
    Games begin with ``Game.new`` or ``Game.at``, or come back by ``Game.replay`` and ``from_json``.

    Attributes:
        header: Edition, options, and whether contracts are played.
        state: The position as the engine holds it, in numbers, with every secret.
    """

    def __init__(self, header: Header, state: State) -> None:
        self.header = header
        self.state = state
        self.history: list[tuple[int, int]] = []
        self.spoken: list[tuple[int, int, str]] = []
        self.talks = header.contracts
        self.drawn = False  # was the player order drawn at random?
        self.start = ""  # the position it was set up from, where it did not begin at the beginning
        self.scripted = False  # were dice and shuffles decided by the caller?
        self.earlier = 0  # the version of the rules by which it came to that position, if another

    # --- beginnings ------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        edition: str = NEWEST,
        factions: Sequence[str] | None = None,
        options: Iterable[str] = (),
        seed: int | str | None = None,
        contracts: bool = True,
        chances: Iterable[Chance] = (),
    ) -> "Game":
        """Sit down: two to four factions in player order, or all four in a random one.

        Without a seed a secret one is drawn, so that nobody can foresee dice and shuffles.
        ``chances`` decides the first ones, as in ``set_chances``.
        """
        header = Header(*resolved(edition, _listed(options)), contracts)
        rules = build(header.edition, header.options)
        seats = () if factions is None else read_seats(factions)
        state = setup.new_state(rules, seats, secrets.token_hex(32) if seed is None else str(seed))
        game = cls(header, state)
        game.drawn = factions is None
        game.set_chances(chances)
        state.log = Log()
        setup.begin(state)
        return game

    @classmethod
    def at(
        cls,
        position: str,
        edition: str = NEWEST,
        options: Iterable[str] = (),
        contracts: bool = True,
        chances: Iterable[Chance] = (),
    ) -> "Game":
        """Set up any position from its notation (docs/notation.md).

        A position that names a player, as ``at=orcs.move``, goes on to what that player is asked.
        One that names a part of the turn, as ``at=collection``, stays right before it: nothing is
        pending until ``go_on()``. ``chances`` decides dice and shuffles, as in ``set_chances``.
        """
        header = Header(*resolved(edition, _listed(options)), contracts)
        script = "".join([f" chances={chances_text(chances)}"] if chances else [])
        rules = build(header.edition, header.options)
        game = cls(header, set_up(position + script, rules, Log()))
        game.scripted = game.state.script is not None
        game._start_here()
        return game

    def _start_here(self) -> None:
        """What came before is told, but a record begins at the position that stands now."""
        self.start = position_text(self.state)
        if self.state.log is not None:
            self.state.log.chances.clear()

    # --- play ------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the turn, counted from 1; 0 before the first one begins."""
        return self.state.turn

    @property
    def round(self) -> int:
        """The part of the turn: 1 dragons, 2 events, 3 bidding, 4 recruitment, 5 battles, 6 end."""
        return self.state.round

    @property
    def dragon(self) -> int:
        """The number the dragon marker stands on."""
        return self.state.dragon

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return not self.state.stack

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won: one faction, or two where an edition lets allies win together."""
        return tuple(FACTION_NAMES[f] for f in range(4) if self.state.winners >> f & 1)

    @property
    def way(self) -> str:
        """How the game was won, in words; empty while it lasts."""
        return WAY_NAMES[self.state.way]

    @property
    def next_step(self) -> str:
        """The automatic step that a set-up position stands before; empty once play goes on."""
        number = agenda.next_in_list(self.state)
        return "" if number < 0 else STEP_NAMES[number]

    def go_on(self, until: str = "") -> tuple[Event, ...]:
        """Run from a position set up before an automatic step to the first choice; what happened.

        With ``until`` it stops before that step of the turn, where it comes to it. Where somebody
        has to choose already, nothing happens.
        """
        step = step_named(until) if until else NO_STEP
        if step == -1:
            raise ValueError(f"There is no step {until!r}; there are {', '.join(STEP_NAMES[1:])}.")
        if not before_a_step(self.state):
            return ()
        if self._follows_script():
            agenda.settle_until(self.state.copy(), step)
        log = self.state.log
        before = len(log.events) if log is not None else 0
        agenda.settle_until(self.state, step)
        self._start_here()
        return tuple(log.events[before:]) if log is not None else ()

    def set_chances(self, chances: Iterable[Chance]) -> None:
        """Decide the next dice, draws and shuffles; after them luck goes on from the seed.

        A number is what a die shows, or which one of several is taken, counted from 1. Cards, as
        ``"4♥6♣"``, are what is drawn, or lie on top after a shuffle, the last one uppermost.
        ``"OEDG"`` is the player order. None leaves one to luck. A text instead of a list is read as
        the notation writes it, ``"4,-,4♥6♣"``. What does not fit raises a ``ValueError`` when its
        moment comes, and the game stays as it is.
        """
        script = read_script(chances)
        self.scripted = bool(script)
        self.state.script, self.state.script_at = script or None, 0

    def _follows_script(self) -> bool:
        """Then everything is tried on a copy first: a chance that does not fit changes nothing."""
        script = self.state.script
        return self.scripted and script is not None and self.state.script_at < len(script)

    def pending(self) -> list[Decision]:
        """The decisions open now, one per seat that has to choose (two while plans are made)."""
        mask = agenda.actors(self.state)
        if not mask or before_a_step(self.state):
            return []
        number = agenda.step_of(self.state.stack[-1])
        step = agenda.STEPS[number]
        deciding = [f for f in self.state.order if mask >> f & 1]
        said = (STEP_NAMES[number], step.rule_now(self.state), step.question, step.passing)
        return [Decision(FACTION_NAMES[f], *said) for f in deciding]

    @property
    def step(self) -> str:
        """The name of the step at which somebody has to choose now; empty where nobody has to."""
        number = agenda.open_step(self.state)
        return "" if number == NO_STEP else STEP_NAMES[number]

    def legal(self, seat: str) -> list[Action]:
        """That seat's legal actions; empty when it has nothing to decide."""
        return [Action.of(code) for code in agenda.legal(self.state, read_faction(seat))]

    def codes(self) -> dict[str, list[int]]:
        """The legal actions of every seat that has to choose now, as the engine's numbers."""
        state = self.state
        if agenda.open_step(state) == NO_STEP:
            return {}
        mask = agenda.actors(state)
        return {FACTION_NAMES[f]: agenda.legal(state, f) for f in state.order if mask >> f & 1}

    def anytime(self, seat: str) -> list[Action]:
        """What that seat may do besides its decisions: give gold [B11], look at a hand [EL2]."""
        if before_a_step(self.state):
            return []
        return [Action.of(code) for code in standing.anytime(self.state, read_faction(seat))]

    def play(self, seat: str, action: "Action | str") -> "tuple[Event, ...] | Refusal":
        """Carry out an action and answer with its events, or refuse it and change nothing."""
        if isinstance(action, str) and is_spoken(action):
            return self.speak(seat, action)
        refusal = self.why_not(seat, action)
        if refusal is not None:
            return refusal
        f = read_faction(seat)
        code = self._code_of(f, action)
        log = self.state.log
        before = len(log.events) if log is not None else 0
        self.carry_out(f, code)
        return tuple(log.events[before:]) if log is not None else ()

    def carry_out(self, f: int, code: int) -> None:
        """Carry out an action that is known to be legal, by the numbers of faction and action."""
        if kind_of(code) in (GIVE, LOOK):
            standing.play_anytime(self.state, f, code)
        else:
            if self._follows_script():
                agenda.apply(self.state.copy(), f, code)
            agenda.apply(self.state, f, code)
        self.history.append((f, code))

    def why_not(self, seat: str, action: "Action | str") -> Refusal | None:
        """The refusal this action would meet, or None when it is legal."""
        if isinstance(action, str) and is_spoken(action):
            return self.why_not_say(seat, action)
        f = seat_number(seat)
        if f not in self.state.order:
            return Refusal("A7", f"No seat {seat!r} plays here; {', '.join(self.seats)} do.")
        if before_a_step(self.state):
            return _not_yet(self)
        try:
            code = self._code_of(f, action)
        except ValueError as error:
            return not_now.unreadable(self.state, str(action), str(error))
        if not could_be_action(code):
            return Refusal("B9", f"That is not an action: nothing has the number {code}.")
        if kind_of(code) in (GIVE, LOOK):
            if code in standing.anytime(self.state, f):
                return None
            return standing.why_not_anytime(self.state, f, code)
        if code in agenda.legal(self.state, f):
            return None
        return not_now.why_not(self.state, f, code)

    def why_not_say(self, seat: str, line: str) -> Refusal | None:
        """The refusal a line about contracts would meet, or None."""
        return _not_yet(self) if before_a_step(self.state) else super().why_not_say(seat, line)

    def _code_of(self, f: int, action: "Action | str") -> int:
        code = Action.parse(action).code if isinstance(action, str) else action.code
        split = could_be_action(code) and kind_of(code) == PLACE
        return setup.settled_split(self.state, f, code) if split else code

    def play_forced(self) -> int:
        """Play every choice that has one legal action only; how many there were."""
        played = 0
        while True:
            mask = agenda.actors(self.state)
            forced = [
                (f, choices[0])
                for f in self.state.order
                if mask >> f & 1 and len(choices := agenda.legal(self.state, f)) == 1
            ]
            if not forced:
                return played
            self.carry_out(*forced[0])
            played += 1

    # --- knowledge -------------------------------------------------------------------------

    def view(self, seat: str | None = None) -> View:
        """What that seat may know, and nothing else; without a seat, what a spectator sees."""
        return view_of(self.state, SPECTATOR if seat is None else read_faction(seat))

    def _numbers(self) -> State:
        return self.state

    def _known_hand(self, faction: int) -> int:
        return self.state.hand[faction]

    def _hand_size(self, faction: int) -> int:
        return hand_size(self.state, faction)

    def events(self, seat: str | None = None, since: int = 0) -> list[Event]:
        """The events that seat may hear of; without a seat, those everyone may."""
        log = self.state.log
        if log is None:
            return []
        number = SPECTATOR if seat is None else read_faction(seat)
        return [event for event in log.events[since:] if event.reaches(number)]

    # --- copies and storage ----------------------------------------------------------------

    def copy(self, history: bool = False) -> "Game":
        """An independent game from here on, silent: it tells no events and keeps no record.

        With ``history`` it knows what came before: it has the same record, and goes on with it.
        """
        other = Game(self.header, self.state.copy())
        if history:
            self._hand_on(other)
        return other

    def _hand_on(self, other: "Game") -> None:
        vars(other).update(vars(self) | {"state": other.state})
        other.history, other.spoken = list(self.history), list(self.spoken)
        if self.state.log is not None:
            other.state.log = self.state.log.copy()

    def __copy__(self) -> "Game":
        return self.copy(history=True)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.header, self.state), vars(self)

    def position(self) -> str:
        """The position in one line (docs/notation.md)."""
        return position_text(self.state)

    def record(self) -> dict[str, Any]:
        """The game as played: header, seats, actions, and dice and shuffles as results.

        It replays with no random source. It holds every secret of the game.
        """
        log = self.state.log
        if log is None:
            raise ValueError("This copy keeps no record; one made by copy(history=True) does.")
        return (
            self.header.to_dict()
            | {
                "format": records.RECORD_FORMAT,
                "seats": list(self.seats),
                "drawn": self.drawn,
                "start": self.start,
                "actions": self.lines(),
                "chances": [list(map(int, result)) for result in log.chances],
            }
            | ({"earlier_version": self.earlier} if self.earlier else {})
        )

    @classmethod
    def replay(cls, record: object) -> "Game":
        """Play a record again; ValueError says why one cannot be played."""
        return replay_record(cls, record)

    def to_json(self) -> str:
        """The whole game, secrets and luck included, as text to store."""
        data = self.record() | {"format": records.GAME_FORMAT, "state": state_to_dict(self.state)}
        if self.scripted:
            data["script"] = self.state.script
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Game":
        """Read a stored game back; ValueError says what is wrong with the text."""
        return read_game(cls, text)

    def __repr__(self) -> str:
        """Where it stands, for whoever looks at it while writing a script."""
        asked = [f"{decision.seat}: {decision.step}" for decision in self.pending()]
        where = ", ".join(asked) or ("over" if self.over else f"before {self.next_step}")
        return f"<Game {self.header.edition}, turn {self.turn}, {where}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and other.header == self.header
            and state_to_dict(other.state) == state_to_dict(self.state)
        )

    __hash__ = None  # type: ignore[assignment]  # a game changes while it is played


# --- reading what was stored ---------------------------------------------------------------


def replay_record(cls: type[Game], record: object) -> Game:
    """Rebuild a game action by action, with the recorded results in place of luck.

    A record of an older version is played by the rules of today. That works as long as every
    action is legal and takes just the dice and shuffles that the record holds.
    """
    data = records.checked_data(record, records.RECORD_FORMAT)
    try:
        return _replayed(cls, data)
    except ValueError as error:
        raise ValueError(f"{records.played_by(records.version_of(data))}{error}") from error


def _replayed(cls: type[Game], data: dict[str, object]) -> Game:
    chances = records.chances_of(data)
    game = _at_start(cls, data, chances)
    for number, (seat, text) in enumerate(records.actions_of(data), 1):
        _play_recorded(game, number, seat, text)
    if game.state.script_at != len(chances):
        raise ValueError("The record holds more dice and shuffles than the game needed.")
    if game.state.log is not None and len(game.state.log.chances) != len(chances):
        raise ValueError("The record holds fewer dice and shuffles than the game needed.")
    if game.state.log is not None and game.state.log.chances != chances:
        raise ValueError("The record leaves a shuffle half told.")
    game.state.script, game.scripted = None, False
    return game


def at_start(record: object) -> Game:
    """The game of a record before its first action, with what dice and shuffles will come to."""
    data = records.checked_data(record, records.RECORD_FORMAT)
    return _at_start(Game, data, records.chances_of(data))


def _at_start(cls: type[Game], data: dict[str, object], chances: list[list[int]]) -> Game:
    """The game before its first action: set up from a position, or dealt as recorded."""
    header, start = records.header_of(data), data.get("start", "")
    if not start:
        return _begin_scripted(cls, data, header, chances)
    game = cls.at(str(start), header.edition, header.options, header.contracts)
    game.earlier = records.earlier_version(data)
    game.state.script = chances
    return game


def _play_recorded(game: Game, number: int, seat: str, text: str) -> None:
    try:
        answer = game.play(seat, text)
    except Exception as error:  # what other rules led to may be anything to these
        raise ValueError(f"Action {number} of the record, {seat} {text!r}: {error}") from error
    if isinstance(answer, Refusal):
        raise ValueError(f"Action {number} of the record, {seat} {text!r}: {answer}")


def _begin_scripted(
    cls: type[Game], data: dict[str, object], header: Header, chances: list[list[int]]
) -> Game:
    rules = build(header.edition, header.options)
    seats = read_seats(records.words_of(data, "seats"))
    drawn = bool(data.get("drawn"))
    game = cls(header, setup.new_state(rules, () if drawn else seats, ""))
    game.drawn = drawn
    game.state.log = Log()
    game.state.script = chances
    setup.begin(game.state)
    return game


def read_game(cls: type[Game], text: str | bytes) -> Game:
    """Rebuild the record, then take over the stored position, which must be the same one.

    A game of an older version that leads elsewhere by the rules of today goes on from the position
    that was stored; what came before it is left behind.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ValueError(f"This is no stored game: {error}") from None
    checked = records.checked_data(data, records.GAME_FORMAT)
    try:
        return _read_whole(cls, checked)
    except ValueError:
        if records.version_of(checked) == RULES_VERSION:
            raise
    return _read_position_alone(cls, checked)


def _read_whole(cls: type[Game], data: dict[str, object]) -> Game:
    game = replay_record(cls, data | {"format": records.RECORD_FORMAT})
    stored = state_from_dict(data.get("state"), game.state.rules)
    stored.log = game.state.log
    game.state.seed, game.state.draws = stored.seed, stored.draws
    game.state.script_at = stored.script_at
    if "script" in data:
        game.state.script, game.scripted = records.script_of(data), True
    for name in without(data.get("state")):
        setattr(stored, name, getattr(game.state, name))
    if state_to_dict(game.state) != state_to_dict(stored):
        raise ValueError("The stored position is not the one its own record leads to.")
    return game


def _read_position_alone(cls: type[Game], data: dict[str, object]) -> Game:
    """The history begins at the stored position, as that of a game that was set up there."""
    header, version = records.header_of(data), records.version_of(data)
    try:
        stored = state_from_dict(data.get("state"), build(header.edition, header.options))
        game = cls.at(position_text(stored), header.edition, header.options, header.contracts)
    except ValueError as error:
        raise ValueError(
            f"{records.played_by(version)}Its position cannot be read: {error}"
        ) from None
    game.drawn, game.earlier = bool(data.get("drawn")), version
    return game


def _listed(options: Iterable[str]) -> tuple[str, ...]:
    if isinstance(options, str):
        raise ValueError(f"Name the options in a list, not as {options!r}.")
    return tuple(options)


def _not_yet(game: Game) -> Refusal:
    step = game.next_step.replace("_", " ")
    return Refusal("B9", f"Nobody is asked yet: the game stands before {step}. Let it go on first.")
