"""VII. Victory round [VII0-VII3, B8, OR9, O1]: who has won, how, and with whom."""

from dragondune.engine.agenda import (
    TURN_LIST,
    Step,
    push_sequence,
    push_with,
    register,
)
from dragondune.engine.pieces import bits, controlled
from dragondune.engine.steps import DECIDER, VICTORY
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.board import CASTLES, MOUNTAIN
from dragondune.model.choices import predicted_castle, predicted_turn, predicted_winner
from dragondune.model.codes import (
    ALLIED_CASTLES,
    BY_DEFAULT,
    DECIDED_IN_BATTLE,
    FIRST_IN_ORDER,
    MOST_CASTLES,
    PREDICTED,
    THREE_CASTLES,
)
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_duel, frame_ready, frame_tied
from dragondune.model.state import State
from dragondune.rules.battle import start_battle
from dragondune.rules.common import player_at
from dragondune.rules.prospects import default_winners
from dragondune.rules.reckoning import castles_to_win, win_together


class Victory(Step):
    """VII0-VII2: pass the first player on, look for a winner, end the game or begin a turn."""

    rule = "VII1"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.round = 7
        s.first = (s.first + 1) % len(s.order)
        if _castles_win(s):
            return False
        if s.turn < s.rules.turns:
            s.stack.clear()  # the list of the turn that ends here lies below, walked through
            push_sequence(s, TURN_LIST, NOBODY)
        else:
            _last_turn(s)
        return False


def castles_of(s: State, f: i64) -> i64:
    """How many castles a faction controls."""
    return bits(controlled(s, f) & CASTLES)


def _castles_win(s: State) -> bool:
    for f in s.order:
        ally = s.ally[f]
        needed = castles_to_win(s.rules, ally)
        if not win_together(s.rules, ally):
            if castles_of(s, f) >= needed:
                _won_or_predicted(s, 1 << f, THREE_CASTLES)
                return True
        elif castles_of(s, f) + castles_of(s, ally) >= needed:
            _won_or_predicted(s, 1 << f | 1 << ally, ALLIED_CASTLES)
            return True
    return False


def _won_or_predicted(s: State, winners: i64, way: i64) -> None:
    """O1, ruling 47: exactly one right oracle wins instead of the player it named.

    Who predicted nobody but themselves wins as anybody would.
    """
    right: i64 = 0
    for f in s.order:
        if s.rules.oracles and _came_true(s, s.predictions[f], winners):
            right |= 1 << f
    if bits(right) == 1 and right != winners:
        _end(s, right, PREDICTED)
    else:
        _end(s, winners, way)


def _came_true(s: State, told: i64, winners: i64) -> bool:
    """Winner, turn and a castle the winner controls now are as predicted [O1]."""
    winner = predicted_winner(told)
    if told < 0 or predicted_turn(told) != s.turn or not winners >> winner & 1:
        return False
    return bool(controlled(s, winner) >> predicted_castle(told) & 1)


def _end(s: State, winners: i64, way: i64) -> None:
    s.winners, s.way = winners, way
    s.stack.clear()
    if s.log is not None:
        s.log.add(events.GameWon(winners=winners, way=way))


def _last_turn(s: State) -> None:
    """VII2, OR9: the default winner, whom no oracle predicts (ruling 47).

    VII3 without one: most castles, then the decider.
    """
    winners = default_winners(s.rules, s.order, s.ally)
    if winners:
        _end(s, winners, BY_DEFAULT)
        return
    most: i64 = 0
    tied: i64 = 0
    for g in s.order:
        castles = castles_of(s, g)
        if castles > most:
            most, tied = castles, 0
        if castles == most:
            tied |= 1 << g
    if bits(tied) == 1:
        _won_or_predicted(s, tied, MOST_CASTLES)
    else:
        _begin_decider(s, tied)


def _begin_decider(s: State, tied: i64) -> None:
    """Those of the tied who have units on the mountain fight it out (rulings 48, 78)."""
    ready = _still_standing(s, tied)
    if s.log is not None:
        s.log.add(events.DeciderBegan(tied=tied, ready=ready))
    push_with(s, DECIDER, NOBODY, 0, tied, ready, 0)


class Decider(Step):
    """VII3: the ready fight in player order, the winner stays. Frame: b = tied, c = still in it.

    Frame d = 1 while a battle is being fought.
    """

    rule = "VII3"

    def open(self, s: State) -> bool:
        entry = s.stack.pop()
        tied, ready = frame_tied(entry), frame_ready(entry)
        if frame_duel(entry):
            ready = _still_standing(s, ready & ~frame_duel(entry))
            if s.victor != NOBODY:
                ready |= 1 << s.victor
        if bits(ready) > 1:
            _next_duel(s, tied, ready)
        elif ready:
            _won_or_predicted(s, ready, DECIDED_IN_BATTLE)
        else:
            _won_or_predicted(s, 1 << _first_of(s, tied), FIRST_IN_ORDER)
        return False


def _still_standing(s: State, ready: i64) -> i64:
    """Those of a set with units on the mountain: a chaos monster kills bystanders, too [O9]."""
    standing: i64 = 0
    for f in s.order:
        if s.vis[f] >> MOUNTAIN & 1:
            standing |= 1 << f
    return ready & standing


def _first_of(s: State, mask: i64) -> i64:
    for place in range(len(s.order)):
        f = player_at(s, place)
        if mask >> f & 1:
            return f
    return NOBODY


def _next_duel(s: State, tied: i64, ready: i64) -> None:
    """The earlier in player order attacks (house 5); allies fight here at all events (house 8)."""
    one = _first_of(s, ready)
    two = _first_of(s, ready & ~(1 << one))
    push_with(s, DECIDER, NOBODY, 0, tied, ready, 1 << one | 1 << two)
    start_battle(s, one, two, MOUNTAIN)


register(VICTORY, Victory())
register(DECIDER, Decider())
