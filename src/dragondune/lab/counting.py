"""What a game's events add up to: battles, losses, gold and castles, turn by turn.

Everything is counted from the log when the game is over, so that play pays for nothing but the
log. Gold and visible units are followed from the set-up on; who controls a castle at the end of a
turn is asked of the engine, on a position with the units of that moment.
"""

from collections.abc import Callable
from typing import Final

from dragondune.engine.pieces import bits, controlled, holder_of
from dragondune.model.board import CASTLES, TERRITORIES
from dragondune.model.events import Event
from dragondune.model.factions import NOBODY
from dragondune.model.powers import SELLS_ARTIFACTS, SELLS_MERCENARIES
from dragondune.model.state import State
from dragondune.rules.reckoning import proceeds

FACTIONS: Final = 4
# Where gold comes from and where it goes; what a faction starts with is not a flow.
FLOWS: Final = (
    "income",
    "gathered",
    "artifacts sold",
    "artifacts bought",
    "mercenaries sold",
    "mercenaries hired",
    "graveyard",
    "disbanding",
    "treachery",
    "plunder",
    "gifts and deals",
)
(
    *(INCOME, GATHERED, SOLD, BOUGHT, HIRED_OUT, HIRED, GRAVES, DISBANDED, BETRAYED, PLUNDERED),
    GIVEN,
) = range(len(FLOWS))
BY_DRAGONS: Final = 1
BY_RED_DRAGON: Final = 3
BY_TREACHERY: Final = 1
HIDDEN: Final = 1


class Count:
    """The account of one game."""

    def __init__(self, s: State) -> None:
        self.seller = holder_of(s, SELLS_ARTIFACTS)
        self.hirer = holder_of(s, SELLS_MERCENARIES)
        self.rules = s.rules
        self.gold = [s.rules.gold[f] if f in s.order else 0 for f in range(FACTIONS)]
        self.up = [0] * (FACTIONS * TERRITORIES)
        self.flows = [[0] * len(FLOWS) for _ in range(FACTIONS)]
        self.battles_at = [0] * TERRITORIES
        self.dragon_kills_at = [0] * TERRITORIES
        self.red_kills_at = [0] * TERRITORIES
        self.treacheries = self.alliances = self.contracts = 0
        self.castles_by_turn: list[list[int]] = []
        self.gold_by_turn: list[list[int]] = []
        self._board = State(s)

    def listen(self, events: list[Event]) -> None:
        """Enter the events of a whole game."""
        for event in events:
            entry = ENTRIES.get(event.kind)
            if entry is not None:
                entry(self, event)
        self.end_turn()

    def flow(self, f: int, what: int, amount: int) -> None:
        """Gold into a purse, or out of it."""
        self.gold[f] += amount
        self.flows[f][what] += amount

    def travel(self, f: int, t: int, to: int, n: int) -> None:
        """Visible units from one territory to another."""
        self.up[f * TERRITORIES + t] -= n
        self.up[f * TERRITORIES + to] += n

    def put(self, f: int, t: int, n: int) -> None:
        """Visible units come to the board, or with a number below 0 leave it."""
        self.up[f * TERRITORIES + t] += n

    def end_turn(self) -> None:
        """Write down castles and gold as they stand."""
        board = self._board
        for f in range(FACTIONS):
            stacks = self.up[f * TERRITORIES : (f + 1) * TERRITORIES]
            board.vis[f] = sum(1 << t for t, n in enumerate(stacks) if n)
        castles = [int(bits(controlled(board, f) & CASTLES)) for f in range(FACTIONS)]
        self.castles_by_turn.append(castles)
        self.gold_by_turn.append(self.gold[:])


# --- one entry per kind of event that counts ------------------------------------------------


def _turn(c: Count, e: Event) -> None:
    if e.a > 1:
        c.end_turn()


def _paid(c: Count, e: Event) -> None:
    """DW1, G3: to the seller, less what an option sends to the bank; its own to the bank."""
    c.flow(e.a, BOUGHT, -e.b)
    if c.seller not in (e.a, NOBODY):
        c.flow(c.seller, SOLD, proceeds(c.rules, e.b))


def _hired(c: Count, e: Event) -> None:
    """GO1: to those who sell mercenaries, their own to the bank."""
    c.put(e.a, e.b, e.c)
    c.flow(e.a, HIRED, -e.d)
    if c.hirer not in (e.a, NOBODY):
        c.flow(c.hirer, HIRED_OUT, e.d)


def _lost(c: Count, e: Event) -> None:
    c.put(e.a, e.b, -e.c)
    if e.d == BY_DRAGONS:
        c.dragon_kills_at[e.b] += e.c
    elif e.d == BY_RED_DRAGON:
        c.red_kills_at[e.b] += e.c


def _moved(c: Count, e: Event) -> None:
    if e.e != HIDDEN:
        c.travel(e.a, e.b, e.c, e.d)


def _joined_hidden(c: Count, e: Event) -> None:
    """EL9: newcomers take the status of the hidden units they join."""
    if c.rules.uniform_stacks and c.up[e.a * TERRITORIES + e.b]:
        c.put(e.a, e.b, -e.c)


def _disbanded(c: Count, e: Event) -> None:
    if e.e != HIDDEN:
        c.put(e.a, e.b, -e.c)
    c.flow(e.a, DISBANDED, -e.d)


def _gave(c: Count, e: Event) -> None:
    c.flow(e.a, GIVEN, -e.c)
    c.flow(e.b, GIVEN, e.c)


def _battle(c: Count, e: Event) -> None:
    c.battles_at[e.c] += 1


def _battle_won(c: Count, e: Event) -> None:
    if e.d == BY_TREACHERY:
        c.treacheries += 1
        c.flow(e.a, BETRAYED, c.rules.treachery_gold)


def _allied(c: Count, e: Event) -> None:
    c.alliances += 1


def _agreed(c: Count, e: Event) -> None:
    c.contracts += 1


ENTRIES: Final[dict[str, Callable[[Count, Event], None]]] = {
    "turn_began": _turn,
    "placed": lambda c, e: c.put(e.a, e.b, e.c),
    "conscripted": lambda c, e: c.put(e.a, e.b, e.c),
    "raised": lambda c, e: c.put(e.a, e.b, e.c),
    "hired": _hired,
    "moved": _moved,
    "leapt": lambda c, e: c.travel(e.a, e.b, e.c, e.d),
    "rode": lambda c, e: c.travel(e.a, e.b, e.c, e.d),
    "stayed_hidden": _joined_hidden,
    "hid": lambda c, e: c.put(e.a, e.b, -e.c),
    "came_out": lambda c, e: c.put(e.a, e.b, e.c),
    "units_lost": _lost,
    "disbanded": _disbanded,
    "revived": lambda c, e: c.flow(e.a, GRAVES, -e.c),
    "paid": _paid,
    "collected": lambda c, e: c.flow(e.a, GATHERED, e.c),
    "income": lambda c, e: c.flow(e.a, INCOME, e.b),
    "plunder_sold": lambda c, e: c.flow(e.a, PLUNDERED, e.c),
    "gave": _gave,
    "agreement_paid": _gave,
    "battle_began": _battle,
    "battle_won": _battle_won,
    "allied": _allied,
    "agreed": _agreed,
}
