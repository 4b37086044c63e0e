"""What a game's events add up to: battles, losses, gold and castles, turn by turn.

Everything is counted from the log when the game is over, so that play pays for nothing but the
log. Gold and visible units are followed from the set-up on; who controls a castle at the end of a
turn is asked of the engine, on a position with the units of that moment.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from dragondune.engine.pieces import bits, controlled, holder_of
from dragondune.model import events
from dragondune.model.board import CASTLES, TERRITORIES
from dragondune.model.codes import BY_DRAGONS, BY_RED_DRAGON
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
Told = TypeVar("Told", bound=Event)


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

    def listen(self, told: list[Event]) -> None:
        """Enter the events of a whole game."""
        for event in told:
            entry = ENTRIES.get(type(event))
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


def _turn(c: Count, e: events.TurnBegan) -> None:
    if e.number > 1:
        c.end_turn()


def _paid(c: Count, e: events.Paid) -> None:
    """DW1, G3: to the seller, less what an option sends to the bank; its own to the bank."""
    c.flow(e.faction, BOUGHT, -e.gold)
    if c.seller not in (e.faction, NOBODY):
        c.flow(c.seller, SOLD, proceeds(c.rules, e.gold))


def _hired(c: Count, e: events.Hired) -> None:
    """GO1: to those who sell mercenaries, their own to the bank."""
    c.put(e.faction, e.place, e.units)
    c.flow(e.faction, HIRED, -e.gold)
    if c.hirer not in (e.faction, NOBODY):
        c.flow(c.hirer, HIRED_OUT, e.gold)


def _lost(c: Count, e: events.UnitsLost) -> None:
    c.put(e.faction, e.place, -e.units)
    if e.cause == BY_DRAGONS:
        c.dragon_kills_at[e.place] += e.units
    elif e.cause == BY_RED_DRAGON:
        c.red_kills_at[e.place] += e.units


def _moved(c: Count, e: events.Moved) -> None:
    if not e.hidden:
        c.travel(e.faction, e.source, e.target, e.units)


def _joined_hidden(c: Count, e: events.StayedHidden) -> None:
    """EL9: newcomers take the status of the hidden units they join."""
    if c.rules.uniform_stacks and c.up[e.faction * TERRITORIES + e.place]:
        c.put(e.faction, e.place, -e.units)


def _disbanded(c: Count, e: events.Disbanded) -> None:
    if not e.hidden:
        c.put(e.faction, e.place, -e.units)
    c.flow(e.faction, DISBANDED, -e.gold)


def _gave(c: Count, e: events.Gave | events.ContractPaid) -> None:
    c.flow(e.faction, GIVEN, -e.gold)
    c.flow(e.other, GIVEN, e.gold)


def _battle(c: Count, e: events.BattleBegan) -> None:
    c.battles_at[e.place] += 1


def _battle_won(c: Count, e: events.BattleWon) -> None:
    if e.treachery:
        c.treacheries += 1
        c.flow(e.winner, BETRAYED, c.rules.treachery_gold)


def _allied(c: Count, e: events.Allied) -> None:
    c.alliances += 1


def _agreed(c: Count, e: events.ContractSigned) -> None:
    c.contracts += 1


def entry(
    kind: type[Told], enter: Callable[[Count, Told], None]
) -> tuple[type[Event], Callable[[Count, Any], None]]:
    """What a kind of event adds to the account."""
    return kind, enter


ENTRIES: Final = dict(
    (
        entry(events.TurnBegan, _turn),
        entry(events.Placed, lambda c, e: c.put(e.faction, e.place, e.units)),
        entry(events.Conscripted, lambda c, e: c.put(e.faction, e.place, e.units)),
        entry(events.Raised, lambda c, e: c.put(e.faction, e.place, e.units)),
        entry(events.Hired, _hired),
        entry(events.Moved, _moved),
        entry(events.Carried, lambda c, e: c.travel(e.faction, e.source, e.target, e.units)),
        entry(events.Rode, lambda c, e: c.travel(e.faction, e.source, e.target, e.units)),
        entry(events.StayedHidden, _joined_hidden),
        entry(events.Hid, lambda c, e: c.put(e.faction, e.place, -e.units)),
        entry(events.CameOut, lambda c, e: c.put(e.faction, e.place, e.units)),
        entry(events.UnitsLost, _lost),
        entry(events.Disbanded, _disbanded),
        entry(events.Revived, lambda c, e: c.flow(e.faction, GRAVES, -e.gold)),
        entry(events.Paid, _paid),
        entry(events.Collected, lambda c, e: c.flow(e.faction, GATHERED, e.gold)),
        entry(events.Income, lambda c, e: c.flow(e.faction, INCOME, e.gold)),
        entry(events.PlunderSold, lambda c, e: c.flow(e.faction, PLUNDERED, e.gold)),
        entry(events.Gave, _gave),
        entry(events.ContractPaid, _gave),
        entry(events.BattleBegan, _battle),
        entry(events.BattleWon, _battle_won),
        entry(events.Allied, _allied),
        entry(events.ContractSigned, _agreed),
    )
)
