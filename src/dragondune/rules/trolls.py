"""Trolls [B10]: whoever stands beside one at the end loses up to four units."""

from dragondune.engine.agenda import (
    Step,
    register,
    seat_of,
)
from dragondune.engine.steps import (
    TROLLS,
    TURN_ENDS,
)
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.codes import BY_TROLL
from dragondune.model.state import State
from dragondune.rules.losses import lose_units


class TurnEnds(Step):
    """The end of one player's turn; in `r2` a troll strikes that player now [B10], ruling 51."""

    rule = "B10"

    def open(self, s: State) -> bool:
        f = seat_of(s.stack.pop())
        s.disbanded = s.reach_bonus = s.moves_left = 0
        if s.rules.troll_after_each_turn:
            _feed_trolls(s, 1 << f)
        return False


class Trolls(Step):
    """B10: after all turns every player with visible units beside a troll loses up to four."""

    rule = "B10"

    def open(self, s: State) -> bool:
        s.stack.pop()
        if not s.rules.troll_after_each_turn:
            _feed_trolls(s, 15)
        return False


def _feed_trolls(s: State, who: i64) -> None:
    for t in range(28):
        if s.trolls >> t & 1:
            _feed_troll(s, t, who)


def _feed_troll(s: State, t: i64, who: i64) -> None:
    """B10: those struck lose up to four each; if anybody's units are left the troll goes.

    It does not matter whose they are (ruling 32). Hidden units are neither struck nor "left"
    (ruling 76), and where nobody is struck the troll stays.
    """
    struck: i64 = 0
    left: i64 = 0
    for f in s.order:
        n = s.up[f * 28 + t]
        lost = min(4, n) if who >> f & 1 else 0
        struck += lost
        left += n - lost
        lose_units(s, f, t, lost, BY_TROLL)
    if struck and left:
        s.trolls &= ~(1 << t)
        if s.log is not None:
            s.log.add(events.TrollLeft(place=t))


register(TURN_ENDS, TurnEnds())
register(TROLLS, Trolls())
