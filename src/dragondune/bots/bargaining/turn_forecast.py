"""How a seat's turn may go, within what contracts allow: the best it can do, and its odds to win.

Everything is judged from one view: what others hold is guessed as in ``board_worth``.
"""

from typing import Final, NamedTuple

from dragondune.bots.bargaining.restrictions import Terms, still_acts
from dragondune.bots.steward.board_worth import CASTLE_LIST, CASTLE_PLACE, BoardWorth
from dragondune.bots.steward.recruitment import reach_of
from dragondune.bots.steward.weights import Weights
from dragondune.model.board import CASTLES, OF_NUMBER, ORCISH
from dragondune.model.powers import HIRES, RAISES
from dragondune.rules.reckoning import hire_price, most_hired, revived_free, within
from dragondune.views.view import View

HIRES_KEPT: Final = 4  # that are thought through with a movement after them
MOVES_KEPT: Final = 6
MOST_STACKS: Final = 8
PEACE: Final = 0.4  # of an army that may come but not attack, what it is still to be feared


class Prospect(NamedTuple):
    """The best turn a seat can hope for: its worth, and the odds to hold enough castles."""

    worth: float
    win: float


def prospect(view: View, f: int, w: Weights, terms: Terms) -> Prospect:
    """What faction ``f`` may make of this turn under these terms."""
    seat, up, vis, bank, gold = view.seat, view.up, view.vis, view.bank, view.gold
    view.seat = f
    try:
        if terms.joins or any(terms.gone) or any(terms.gold):
            _rearrange(view, terms)
        return _best_turn(board_under(view, w, terms), terms)
    finally:
        view.seat, view.up, view.vis, view.bank, view.gold = seat, up, vis, bank, gold


def _rearrange(view: View, terms: Terms) -> None:
    """Gold paid, places left, units hired as promised; the view gets lists of its own for it."""
    view.up, view.vis = [*view.up], [*view.vis]
    view.bank, view.gold = [*view.bank], [*view.gold]
    for f in range(4):
        view.gold[f] = max(0, view.gold[f] + terms.gold[f])
        if terms.gone[f]:
            for t in range(28):
                if terms.gone[f] >> t & 1 and view.up[f * 28 + t]:
                    view.bank[f] += view.up[f * 28 + t]
                    view.up[f * 28 + t] = 0
                    view.vis[f] &= ~(1 << t)
    for f, t, n in terms.joins:
        some = min(n, view.bank[f], view.gold[f])
        if some > 0:
            view.bank[f] -= some
            view.gold[f] -= some
            view.up[f * 28 + t] += some
            view.vis[f] |= 1 << t


def board_under(view: View, w: Weights, terms: Terms) -> BoardWorth:
    """The board of ``view.seat`` where others bring only the armies that contracts let them."""
    board = BoardWorth(view, w)
    changed = False
    for g, forces in board.forces.items():
        changed = _restrain(board, g, forces, terms) or changed
    if changed:
        board.forget_rivals()
    return board


def _restrain(board: BoardWorth, g: int, forces: list[int], terms: Terms) -> bool:
    # Peace on one side is none: who is not bound has to attack whomever it meets [V1].
    both = terms.peace[g] >> board.me & terms.peace[board.me] >> g & 1
    enter, hire, peace = terms.enter[g], terms.hire[g], both
    if terms.shield[g] >> board.me & 1:
        enter |= CASTLES
    if not (enter | hire) & CASTLES and not peace:
        return False
    afoot = board.reach(g)
    for place, t in enumerate(CASTLE_LIST):
        if enter >> t & 1:
            forces[place] = 0
            continue
        if hire >> t & 1:
            forces[place] = min(forces[place], afoot[place])
        if peace and board.mine[t]:
            forces[place] = int(forces[place] * PEACE)
    return True


# --- a turn --------------------------------------------------------------------------------


def _best_turn(board: BoardWorth, terms: Terms) -> Prospect:
    best, win = board.worth({}), winning(board, {})
    if not still_acts(board.view, board.me):
        return Prospect(best, win)
    hires = _hires(board, terms)
    moves = _moves(board, terms)
    for worth, changes, _ in [*hires, *moves]:
        best, win = max(best, worth), max(win, winning(board, changes))
    hires.sort(key=_by_worth)
    moves.sort(key=_by_worth)
    for _, one, cost in hires[:HIRES_KEPT]:
        for _, two, _ in moves[:MOVES_KEPT]:
            both = dict(one)
            for t, n in two.items():
                both[t] = n + one.get(t, board.mine[t]) - board.mine[t]
            best = max(best, board.worth(both) - cost)
            win = max(win, winning(board, both))
    return Prospect(best, win)


Step = tuple[float, dict[int, int], float]  # worth with the cost taken off, standing, cost


def _by_worth(step: Step) -> float:
    return -step[0]


def winning(board: BoardWorth, changes: dict[int, int]) -> float:
    """Odds to hold enough castles at the end of the turn, standing like this."""
    counts = [board.mine[t] for t in CASTLE_LIST]
    for t, n in changes.items():
        if CASTLES >> t & 1:
            counts[CASTLE_PLACE[t]] = n
    if sum(1 for n in counts if n > 0) < board.needed:
        return 0.0
    return board.winning(counts)


def _closed(board: BoardWorth, terms: Terms, t: int) -> bool:
    """May this seat not come here, or not with any use?"""
    if terms.enter[board.me] >> t & 1:
        return True
    foe = board.foe[t]
    return bool(board.foe_units[t]) and foe < 4 and bool(terms.peace[board.me] >> foe & 1)


def _hires(board: BoardWorth, terms: Terms) -> list[Step]:
    view, w, me = board.view, board.w, board.me
    powers, gold = view.powers[me], view.gold[me]
    bank = view.bank[me] + min(view.grave[me], revived_free(view.rules, me, view.ally[me]))
    out: list[Step] = []
    for t in CASTLE_LIST:
        free = bool(powers & RAISES and ORCISH >> t & 1)
        if not free and not powers & HIRES:
            continue
        if OF_NUMBER[view.dragon] >> t & 1 or terms.hire[me] >> t & 1 or _closed(board, terms, t):
            continue
        most = bank if free else min(bank, most_hired(view.rules, powers, gold, True, False))
        for n in {most, (most + 1) // 2} - {0}:
            price = 0 if free else hire_price(view.rules, powers, t, n, False)
            cost = w.gold * price + w.bank_unit * n
            changes = {t: board.mine[t] + n}
            out.append((board.worth(changes) - cost, changes, cost))
    return out


def _moves(board: BoardWorth, terms: Terms) -> list[Step]:
    view = board.view
    reach = reach_of(board)
    out: list[Step] = []
    stacks = [t for t in range(28) if board.mine[t]][:MOST_STACKS]
    for t in stacks:
        n = board.mine[t]
        near = within(view.dragon, t, reach)
        for to in range(28):
            if not near >> to & 1 or not (CASTLES >> to & 1 or view.board_gold[to]):
                continue
            if _closed(board, terms, to):
                continue
            for some in {n, n - 1} - {0}:
                changes = {t: n - some, to: board.mine[to] + some}
                out.append((board.worth(changes), changes, 0.0))
    return out
