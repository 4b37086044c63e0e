"""One game in play: updates, undo and the past. It knows no clock, no network and no storage.

An *update* is what everyone sees happen at once: one action with the choices without choice that
follow from it. Updates are numbered from 1 and never taken away: an undo is an update too.
"""

import zlib
from bisect import bisect_right
from collections.abc import Collection
from typing import Any, Final, NamedTuple

import msgspec

from dragondune.action import Action
from dragondune.contracts.talk import is_spoken
from dragondune.game import Decision, Game
from dragondune.model import events
from dragondune.model.actions import PLACE, kind_of
from dragondune.model.codes import REASON_NAMES
from dragondune.model.events import Event, Log
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.server.audience.rights import hears, is_public
from dragondune.server.compiling import stays_open
from dragondune.server.play.numbering import PAGE, Numbering
from dragondune.server.wire.events import Heard, Moment

# Who carried an action out
PLAYER: Final = "act"
BOT: Final = "bot"
FORCED: Final = "forced"
ORDER: Final = "order"
SEAT: Final = "seat"  # nobody acted: a person or a bot has taken a seat over
IS_BACK: Final = "back"
RESIGNED: Final = "resigned"
REPLACED: Final = "replaced"
SUBSTITUTED: Final = "substituted"
ALSO: Final = (
    "also"  # the player, in one breath with the action before: both are taken back at once
)

# Where a single choice follows from what everyone can see; anywhere else it could tell of a hand.
OPEN_STEPS: Final = frozenset(
    (
        *("place", "predict", "emerge", "ride", "council_turn", "proposal", "status", "lose"),
        *("fight", "bless", "initiative", "decider"),
    )
)
MOST_UNDOS: Final = 40
PACKED: Final = 1 << 32  # in a mark: it was taken of the position as MessagePack, which is quick
pack: Final = msgspec.msgpack.Encoder().encode

Entry = tuple[str, str]  # a seat and its line: an action, or something said


def is_free(line: str) -> bool:
    """Is this no decision, but something that a seat may do besides?"""
    word = line.split(None, 1)[0].lower() if line.strip() else ""
    return word in ("give", "look") or is_spoken(line)


def code_of(action: Action | str) -> int:
    """The number of an action; -1 for a line that is none."""
    try:
        return (Action.parse(action) if isinstance(action, str) else action).code
    except ValueError:
        return -1


def answer_at(step: str, line: str) -> str:
    """The name under which times are kept: passing at a step, or one kind of action there."""
    word = line.split(None, 1)[0].lower() if line.strip() else "pass"
    return step if word == "pass" else f"{step} {word}"


class Back(NamedTuple):
    """Where an undo leads to."""

    seat: str
    state: State
    lines: int
    history: int
    spoken: int
    events: int
    chances: int


class Change(NamedTuple):
    """What an update did to the list of lines: cut it down to a length, then add these."""

    cut: int
    added: tuple[Entry, ...]


class Jump(NamedTuple):
    """The rules were changed, and what was played between these updates cannot be replayed."""

    shown: int
    n: int
    position: str


@stays_open
class Session:
    """A game with everything its seats were told."""

    def __init__(
        self,
        edition: str,
        options: tuple[str, ...],
        order: list[str],
        seed: str,
        contracts: bool = True,
        position: str = "",
    ) -> None:
        self.order = tuple(order)
        self.position = position
        self.game = self.begin(edition, options, seed, contracts, position)
        self.n = 0
        self.heard: list[Heard] = []
        self.lines: list[Entry] = []
        self.changes: list[Change] = []
        self.legal: dict[str, list[int]] = {}
        self.board: tuple[object, Any] | None = None  # how the board was drawn last
        self.ordered: dict[str, str] = {}  # what standing orders answer to open decisions
        self.opened: dict[str, int] = {}
        self.asked: dict[str, int] = {}  # the same, but free acts meanwhile change nothing in it
        self.jumps: list[Jump] = []
        self.before: list[dict[str, object]] = []  # records of what was played before each of them
        self.stopped = ""  # what is told instead of whose turn it is, where the game cannot go on
        self.note = ""  # what anybody who looks at the game has to know of it
        self._backs: list[Back] = []
        self._older: list[Back] = []  # the ways back that the logs of older releases may take
        self._moment = Moment()
        if position:
            self._set_moment()
        self._numbering = Numbering()
        self._told = 0
        self._cut = 0
        self._acted: set[str] = set()
        self._decided = False
        self._hinted: dict[str, int] = {}
        self._top: dict[str, object] = {}
        self._codes: dict[str, list[int]] | None = None  # what is legal, if that is known already
        self.close_update()

    def begin(
        self, edition: str, options: tuple[str, ...], seed: str, contracts: bool, position: str
    ) -> Game:
        """The game before its first action: dealt, or set up from a position."""
        if position:
            game = Game.at(position, edition, options, contracts)
            game.go_on()
            return game
        return Game.new(edition, self.order, options, seed, contracts)

    def _set_moment(self) -> None:
        """Turn and round are those of the position that was set up."""
        self._moment.turn, self._moment.round = self.game.state.turn, self.game.state.round

    # --- looking -------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """What has happened, as the engine tells it."""
        log = self.game.state.log
        assert log is not None
        return log

    @property
    def mark(self) -> int:
        """A number that two different positions hardly share, whatever version made it."""
        s = self.game.state
        cards = (s.hand, s.deck, s.event_deck, s.usurper, s.draws)
        pieces = (s.turn, s.round, s.dragon, s.gold, s.up, s.hid, s.bank, s.grave)
        return PACKED | zlib.crc32(pack((cards, pieces)))

    def has_mark(self, mark: int) -> bool:
        """Is this the mark of the present position? Older releases took it of other letters."""
        if mark >= PACKED:
            return mark == self.mark
        s = self.game.state
        cards = (s.hand, s.deck, s.event_deck, s.usurper, s.draws)
        pieces = (s.turn, s.round, s.dragon, s.gold, s.up, s.hid, s.bank, s.grave)
        return mark == zlib.crc32(repr((cards, pieces)).encode())

    def pending(self) -> list[Decision]:
        """The decisions open now."""
        return self.game.pending()

    def waiting(self) -> list[str]:
        """The seats that have to decide now."""
        return list(self.legal)

    def step(self) -> str:
        """The name of the decision open now."""
        return self.game.step

    def is_stale(self, seat: str, n: int, line: str) -> bool:
        """Was this chosen before the decision that it answers was there? Free acts never are."""
        return not is_free(line) and seat in self.legal and n < self.opened[seat]

    def can_undo(self, seat: str) -> bool:
        """Was the last choice this seat's, and nothing revealed since?"""
        return bool(self._backs) and self._backs[-1].seat == seat

    # --- playing -------------------------------------------------------------------------

    def act(self, seat: str, action: Action | str, by: str = PLAYER) -> Refusal | None:
        """Carry out an action as part of the update under way, or refuse it."""
        codes = self._listed(seat)
        before, self._codes = self._here(seat), None
        veiled = by == FORCED and self.step() not in OPEN_STEPS
        # An order of former releases was part of another update, and no choice to be taken back.
        as_chosen = by == PLAYER or ((veiled or by == ORDER) and not self._acted)
        refusal = self._play(seat, action, codes)
        if refusal is not None:
            return refusal
        self._acted.add(seat)
        self._decided |= not is_free(str(action))
        self.lines.append((seat, str(action)))
        spoken = len(self.game.spoken) > before.spoken  # a word given is not taken back alone
        harmless = not spoken and by != BOT and self._harmless(before)
        open_step = by == FORCED and not veiled
        self._backs = _ways_back(self._backs, before, harmless, as_chosen, open_step)
        self._older = _ways_back(self._older, before, harmless, by == PLAYER, by == FORCED)
        return None

    def _listed(self, seat: str) -> list[int]:
        """What is known to be legal for a seat in the present position; empty where that is not known."""
        known = self.legal if self._codes is None and not self._acted else self._codes
        return [] if known is None else known.get(seat, [])

    def _play(self, seat: str, action: Action | str, listed: list[int]) -> Refusal | None:
        """Play it; what is listed as legal is not looked up once more."""
        code = code_of(action)
        if code in listed and kind_of(code) != PLACE:  # which the rules may read in two ways
            self.game.carry_out(FACTION_OF_NAME[seat], code)
            return None
        answer = self.game.play(seat, action)
        return answer if isinstance(answer, Refusal) else None

    def _here(self, seat: str) -> Back:
        game, log = self.game, self.log
        lengths = (len(self.lines), len(game.history), len(game.spoken))
        return Back(seat, game.state.copy(), *lengths, len(log.events), len(log.chances))

    def _harmless(self, before: Back) -> bool:
        """Nothing was drawn, shown or answered: taking it back gives nobody an advantage."""
        was, now = before.state, self.game.state
        return (
            len(self.log.chances) == before.chances
            and was.knows == now.knows
            and len(was.deck) == len(now.deck)
            and len(was.event_deck) == len(now.event_deck)
            and was.answers == now.answers
            and min(was.plans) < 0
            and min(now.plans) < 0
            and bool(now.stack)
            and all(is_public(e) or isinstance(e, events.PlanMade) for e in self._since(before))
        )

    def _since(self, before: Back) -> list[Event]:
        return self.log.events[before.events :]

    def undo(self, seat: str) -> Refusal | None:
        """Take the seat's last choice back, with what followed of itself."""
        if not self.can_undo(seat):
            return Refusal("B9", "You can take back only until others act or anything is revealed.")
        self._go_back(seat, self._backs[-1])
        return None

    def undo_as_before(self, seat: str) -> Refusal | None:
        """The same as older releases did it: what was forced was no choice to be taken back."""
        if not self._older or self._older[-1].seat != seat:
            return Refusal("B9", "Nothing could be taken back there.")
        self._go_back(seat, self._older[-1])
        return None

    def _go_back(self, seat: str, back: Back) -> None:
        self._codes = None
        self._backs = [one for one in self._backs if one.lines < back.lines]
        self._older = [one for one in self._older if one.lines < back.lines]
        log = self.log
        self._decided |= any(not is_free(line) for _, line in self.lines[back.lines :])
        self.game.state = back.state
        self.game.state.log = log
        del self.lines[back.lines :]
        del self.game.history[back.history :]
        del self.game.spoken[back.spoken :]
        del log.events[back.events :]
        del log.chances[back.chances :]
        self._cut = min(self._cut, back.lines)
        self._told = min(self._told, back.events)
        self._moment.round = int(back.state.round)
        self._tell(events.Undone(faction=FACTION_OF_NAME[seat]))
        self._acted.add(seat)

    def hint(self, seat: str) -> None:
        """The record shows, once a decision, that this seat asked what a bot would do."""
        if self._hinted.get(seat) != self.opened.get(seat):
            self._hinted[seat] = self.opened.get(seat, 0)
            self._tell(events.Hinted(faction=FACTION_OF_NAME[seat]))

    def seat_changed(self, seat: str, how: str) -> None:
        """The record shows that another plays here now: a bot and why, or the person again."""
        faction = FACTION_OF_NAME[seat]
        if how == IS_BACK:
            self._tell(events.PlayerBack(faction=faction))
        elif how == RESIGNED:
            self._tell(events.Resigned(faction=faction))
        elif how == REPLACED:
            self._tell(events.Replaced(faction=faction))
        elif how == SUBSTITUTED:
            self._tell(events.Substituted(faction=faction))
        else:
            why = next(code for code, name in REASON_NAMES.items() if name == how)
            self._tell(events.StandInBegan(faction=faction, why=why))

    def forced(self, veiled: Collection[str]) -> tuple[str, Action] | None:
        """A seat with one single choice; one that is ``veiled`` only if that tells of no hand."""
        told = self.step() in OPEN_STEPS
        self._codes = self.game.codes()
        for seat, codes in self._codes.items():
            if len(codes) == 1 and (told or seat not in veiled):
                return seat, Action.of(codes[0])
        return None

    # --- a change of the rules -----------------------------------------------------------

    def change_rules(self, n: int, text: str, version: int, position: str = "") -> None:
        """Tell in update ``n`` that the rules were changed, and go on from a position if need be."""
        shown, header = self.n, self.game.header
        agreed = (header.edition, header.options, header.contracts)
        game = Game.at(position, *agreed) if position else None
        while self.n < n - 1:
            self.close_update()
        if game is not None:
            game.earlier = version
            self._go_on_with(game)
            self.jumps.append(Jump(shown, n, position))
        self._tell(events.RulesChanged(words=text))
        self.close_update()

    def _go_on_with(self, game: Game) -> None:
        """Nothing leads back behind a position that was set up."""
        self.before.append(self.game.record() | {"rules_version": game.earlier})
        self.game, self.lines, self.legal, self.board = game, [], {}, None
        self._told = self._cut = 0
        self._backs, self._older = [], []
        self._hinted.clear()
        self._top.clear()
        self._codes = None
        self._set_moment()

    def stop(self, why: str) -> None:
        """The game cannot go on: nobody has anything to decide any more."""
        self.stopped, self.legal = why, {}
        self._backs, self._older = [], []

    def shown_at(self, update: int) -> int:
        """This update, or the last one before it after which the game can still be shown."""
        gaps = [jump.shown for jump in self.jumps if jump.shown < update < jump.n]
        return gaps[0] if gaps else update

    def start_of(self, update: int) -> str:
        """The position from which the lines of an update begin; empty for the deal."""
        starts = [jump.position for jump in self.jumps if jump.n <= update]
        return starts[-1] if starts else self.position

    # --- updates -------------------------------------------------------------------------

    def _tell(self, event: Event) -> None:
        self._numbering.add(event, len(self.heard))
        self.heard.append(self._moment.hear(event, self.n + 1))

    def close_update(self) -> None:
        """Everyone may know now: number what happened and list what may come next."""
        for event in self.log.events[self._told :]:
            self._tell(event)
        self.n += 1
        self._told = len(self.log.events)
        self.changes.append(Change(self._cut, tuple(self.lines[self._cut :])))
        self._cut = len(self.lines)
        self._list_legal()

    def _list_legal(self) -> None:
        top = self.game.state.stack[-1] if self.game.state.stack else 0
        legal = self.game.codes() if self._codes is None else self._codes
        legal = {} if self.stopped else legal
        self._codes = None
        for seat, codes in legal.items():
            same = self.legal.get(seat) == codes and self._top.get(seat) == top
            if not same or seat in self._acted:
                self.opened[seat] = self.n
                if self._decided or seat not in self.legal:
                    self.asked[seat] = self.n
            self._top[seat] = top
        self.legal = legal
        self._acted.clear()
        self._decided = False

    def lines_at(self, update: int) -> list[Entry]:
        """The lines as they stood after an update."""
        lines: list[Entry] = []
        for change in self.changes[:update]:
            del lines[change.cut :]
            lines.extend(change.added)
        return lines

    def heard_by(self, seat: int, since: int) -> tuple[int, list[Heard]]:
        """The number of the first, and the events a seat may know that came after an update."""
        begin = self.place_after(since)
        news = [heard for heard in self.heard[begin:] if hears(heard.event, seat)]
        return self._numbering.counts[seat] - len(news) + 1, news

    def place_after(self, update: int) -> int:
        """Where the events begin that came after an update."""
        return bisect_right(self.heard, update, key=_update_of)

    def number_at(self, seat: int, place: int) -> int:
        """The number that a seat gives to the first event which it heard from this place on."""
        return self._numbering.number_at(self.heard, seat, place)

    def recent(self, seat: int, since: int) -> int:
        """This update; or a later one, where more than a page was told to the seat since then."""
        last = self._numbering.counts[seat]
        if last - self.number_at(seat, self.place_after(since)) < PAGE:
            return since
        place = self._numbering.place_of(self.heard, seat, last - PAGE)
        return max(since, min(self.heard[place].update, self.n - 1))

    def page_before(self, seat: int, number: int) -> tuple[int, int, int]:
        """A page of a seat's events before that number: that of the first, and between which places."""
        end = min(number, self._numbering.counts[seat] + 1)
        first = max(1, end - PAGE)
        if end <= first:
            return 1, 0, 0
        places = [self._numbering.place_of(self.heard, seat, one) for one in (first, end - 1)]
        return first, places[0], places[1] + 1


def _ways_back(
    known: list[Back], before: Back, harmless: bool, chosen: bool, aside: bool
) -> list[Back]:
    """Where undo may lead after an action: others who act close the way, and so does what shows anything.

    A choice that cards nobody else knows left a seat without counts as chosen (ruling 11): were it
    skipped, or did it leave the others' ways open, an undo would tell that there was no choice.
    """
    if not harmless or (known and known[-1].seat != before.seat and not aside):
        known = []
    return [*known[-MOST_UNDOS:], before] if chosen and harmless else known


def _update_of(heard: Heard) -> int:
    return heard.update
