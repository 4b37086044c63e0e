"""What a seat's standing orders answer to a decision that is open, if they do.

An order says only what its player would say. When it is said is not decided here: the driver lets as
much time go by as people take (``fairness/veil.py``), so that nobody can tell an order from a person.
"""

from typing import Final

from dragondune.game import Game
from dragondune.model.action_text import action_text
from dragondune.model.actions import (
    BID,
    DENY,
    KEEP,
    PASS,
    PAY_GOLD,
    amount_of,
    card_of,
    kind_of,
)
from dragondune.model.cards import RANK
from dragondune.model.codes import AGAINST_HIRING
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.frames import frame_against, frame_purpose, frame_units
from dragondune.model.state import State
from dragondune.server.wire.incoming import OrderSet

# Where an order for one turn keeps questions about aces away.
ACE_STEPS: Final = frozenset(("deny", "dragon_acts", "chaos"))


def ordered(orders: OrderSet, game: Game, seat: str, step: str, codes: list[int]) -> str | None:
    """The line that these orders give at this step, out of the legal ones; None: ask the player."""
    code = _choice(orders, game.state, FACTION_OF_NAME[seat], step, codes)
    return None if code is None or code not in codes else action_text(code)


def _choice(orders: OrderSet, s: State, seat: int, step: str, codes: list[int]) -> int | None:
    if step == "bid":
        return _bid(orders, s, seat, codes)
    if step == "deny" and orders.stop_hires is not None and _is_hire(s):
        return _stop(orders, s, codes)
    if step in ACE_STEPS and orders.no_aces_turn == s.turn:
        return PASS
    return _usual(step, codes) if step in orders.quiet else None


# --- bids ----------------------------------------------------------------------------------


def _bid(orders: OrderSet, s: State, seat: int, codes: list[int]) -> int | None:
    """As little as is needed, up to the limit and never above the purse; then pass."""
    lot = orders.lot
    if lot is not None and lot.turn == s.turn and lot.left in (None, s.cards_left):
        return _up_to(lot.limit, s.gold[seat], codes)
    if orders.bid_limit is None:
        return None
    if orders.bid_for_me:
        return _up_to(orders.bid_limit, s.gold[seat], codes)
    return PASS if s.high_bid >= orders.bid_limit else None


def _up_to(limit: int, purse: int, codes: list[int]) -> int:
    bids = [code for code in codes if kind_of(code) == BID]
    least = min(bids, key=amount_of, default=PASS)
    return least if least != PASS and amount_of(least) <= min(limit, purse) else PASS


# --- aces ----------------------------------------------------------------------------------


def _is_hire(s: State) -> bool:
    return bool(frame_purpose(s.stack[-1]) == AGAINST_HIRING)


def _stop(orders: OrderSet, s: State, codes: list[int]) -> int:
    """An ace against those whom the order names, where enough units come; else let it happen."""
    wanted = orders.stop_hires
    assert wanted is not None
    whose, units = FACTION_NAMES[frame_against(s.stack[-1])], frame_units(s.stack[-2])
    meant = whose in wanted.against and units >= wanted.least
    aces = [code for code in codes if kind_of(code) == DENY]
    return aces[0] if meant and aces else PASS


# --- what is not asked ---------------------------------------------------------------------


def _usual(step: str, codes: list[int]) -> int | None:
    """Passing; gold for a card that is won; for prying eyes the best card is kept back."""
    if step == "pay":
        return next((code for code in codes if kind_of(code) == PAY_GOLD), None)
    if step == "keep":
        return max((code for code in codes if kind_of(code) == KEEP), key=_dearness, default=None)
    return PASS


def _dearness(code: int) -> tuple[bool, int]:
    rank = RANK[card_of(code)]
    return rank == 1, rank  # an ace before all
