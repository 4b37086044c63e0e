"""A steward's hiding, coming out and flying: where its units show themselves, and when."""

from dragondune.bots.steward.board_worth import BoardWorth
from dragondune.bots.steward.recruitment import ENOUGH
from dragondune.model import actions as act
from dragondune.model.actions import card_of, count_of, from_of, kind_of, to_of
from dragondune.model.board import CASTLES, FORESTS, NAMES, NUMBER
from dragondune.model.cards import NO_CARD
from dragondune.model.frames import frame_place, frame_units
from dragondune.views.view import View

Answer = tuple[int, str]


def choose_hiding(board: BoardWorth, legal: list[int]) -> Answer:
    """Fight for the place, or vanish before a stronger army and save the units."""
    t = frame_place(board.view.stack[-1])
    n = board.mine[t]
    hides = [action for action in legal if kind_of(action) == act.HIDE]
    if not hides:
        return legal[0], "I cannot hide."
    if act.PASS not in legal:
        return hides[0], "The castle is full: my units hide there."
    if 0 < board.foe_units[t] <= n:
        return act.PASS, f"In {NAMES[t]} they are no stronger than I am."
    w = board.w
    hidden = board.worth({t: 0}) + n * w.unit * w.hidden
    if card_of(hides[0]) != NO_CARD:
        hidden -= w.ace * w.gold
    if hidden > board.worth({}) + ENOUGH:
        return hides[0], f"Against such odds my units vanish in {NAMES[t]}."
    return act.PASS, f"I mean to stand in {NAMES[t]}."


def choose_emerging(board: BoardWorth, legal: list[int]) -> Answer:
    """Come out where that is worth more than staying unseen."""
    best, gain = act.PASS, board.worth({}) + ENOUGH
    for action in legal:
        if kind_of(action) == act.EMERGE:
            t, n = from_of(action), int(count_of(action))
            value = board.worth({t: board.mine[t] + n}) - n * board.w.unit * board.w.hidden
            if value > gain:
                best, gain = action, value
    return best, "The moment has come to show ourselves." if best else "Unseen is safer."


def choose_status(board: BoardWorth, legal: list[int]) -> Answer:
    """Whether hidden units that moved come out."""
    entry = board.view.stack[-1]
    t, n = frame_place(entry), int(frame_units(entry))
    out = board.worth({t: board.mine[t] + n}) - n * board.w.unit * board.w.hidden
    if out > board.worth({}):
        return act.COME_OUT * act.KIND, f"Here in {NAMES[t]} we come out."
    return act.PASS, "Unseen is safer."


def choose_flight(board: BoardWorth, legal: list[int]) -> Answer:
    """Ride, carry [OR5, OR10] or steer the dragons [O11] where that gains much."""
    view, w = board.view, board.w
    best, gain = act.PASS, board.worth({}) + ENOUGH
    for action in legal:
        kind = kind_of(action)
        if kind == act.RIDE:
            t, cost = view.red_at, 0.0
        elif kind == act.CARRY:
            t, cost = from_of(action), 2 * w.ace * w.gold
        else:
            continue
        n, to = int(count_of(action)), to_of(action)
        if n < board.mine[t] - 1 or not _landing(board, to):
            continue
        value = board.worth({t: board.mine[t] - n, to: board.mine[to] + n}) - cost
        if value > gain:
            best, gain = action, value
    if best != act.PASS:
        return best, f"From {NAMES[to_of(best)]} my units can do more."
    return _steer(view, legal)


def _landing(board: BoardWorth, to: int) -> bool:
    return bool((CASTLES | FORESTS) >> to & 1) or board.view.board_gold[to] > 0


def _steer(view: View, legal: list[int]) -> Answer:
    """Let the dragons fly where they burn others and not this seat [O11]."""
    best, gain = act.PASS, 2.5
    for action in legal:
        if kind_of(action) == act.STEER:
            value = _burnt(view, int(count_of(action)))
            if value > gain:
                best, gain = action, value
    if best == act.PASS:
        return best, "Let the dragons fly as they will."
    return best, "That far the dragons burn others and not me."


def _burnt(view: View, distance: int) -> float:
    """Others' units in the dragons' way, less this seat's own."""
    total = 0.0
    safe = CASTLES & ~view.broken | FORESTS
    for t in range(28):
        ahead = (NUMBER[t] - view.dragon) % 18
        if not 1 <= ahead <= distance or safe >> t & 1:
            continue
        for f in view.order:
            total += view.up[f * 28 + t] * (-3 if f == view.seat else 1)
    return total
