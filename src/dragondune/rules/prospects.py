"""Where a game is heading, from what lies open: battles to come, who is about to win, and the end.

Pure queries of the ruleset and plain numbers, as in ``reckoning``: whoever has a state or a view asks.
"""

from collections.abc import Sequence
from typing import NamedTuple

from dragondune.engine.pieces import bits
from dragondune.ints import i64
from dragondune.model.board import CASTLES, MOUNTAIN
from dragondune.model.factions import NOBODY
from dragondune.model.powers import DEFAULT_WINNER, SHARES_DEFAULT
from dragondune.model.ruleset import Ruleset
from dragondune.rules.reckoning import castles_to_win, do_fight, win_together


class Threat(NamedTuple):
    """Who wins at the end of this turn as things stand, or by winning battles for ``contested``."""

    winners: int
    castles: int
    needed: int
    contested: int


def alone(order: Sequence[int], vis: list[i64], f: i64) -> int:
    """The territories where a faction stands alone with a visible unit [B3]."""
    others: i64 = 0
    for g in order:
        if g != f:
            others |= vis[g]
    return int(vis[f] & ~others)


def disputed(rules: Ruleset, order: Sequence[int], vis: list[i64], ally: list[i64], f: i64) -> int:
    """V1, B1: where a faction has battles to fight; never on the Great Mountain."""
    found: i64 = 0
    for g in order:
        if g != f and do_fight(rules, ally[f], g):
            found |= vis[f] & vis[g]
    return int(found & ~(1 << MOUNTAIN))


def threats(rules: Ruleset, order: Sequence[int], vis: list[i64], ally: list[i64]) -> list[Threat]:
    """VII1: everyone who has castles enough, or stands in enough of them to fight for the rest."""
    found: list[Threat] = []
    for f in order:
        one = _threat(rules, order, vis, ally, f)
        if one.castles + one.contested.bit_count() >= one.needed and one not in found:
            found.append(one)
    return found


def _threat(
    rules: Ruleset, order: Sequence[int], vis: list[i64], ally: list[i64], f: i64
) -> Threat:
    winners: i64 = 1 << f
    held: i64 = alone(order, vis, f) & CASTLES
    contested: i64 = disputed(rules, order, vis, ally, f) & CASTLES
    friend = ally[f]
    if win_together(rules, friend):
        winners |= 1 << friend
        held |= alone(order, vis, friend) & CASTLES
        contested |= disputed(rules, order, vis, ally, friend) & CASTLES
    castles, needed = int(bits(held)), castles_to_win(rules, friend)
    # Who has enough already needs no battle for another.
    return Threat(int(winners), castles, needed, 0 if castles >= needed else int(contested))


def default_winners(rules: Ruleset, order: Sequence[int], ally: list[i64]) -> int:
    """VII2, OR9: who wins if nobody has after the last turn, alone or shared [OR12]; 0 for nobody."""
    for f in order:
        if rules.powers[f] & DEFAULT_WINNER:
            friend = ally[f]
            shares = friend != NOBODY and rules.ally_powers[f] & SHARES_DEFAULT
            return 1 << f | (1 << int(friend) if shares else 0)
    return 0
