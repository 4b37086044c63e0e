"""A steward's recruitment turn: graveyard, conscripts, hire, movement, disbanding.

Each step looks ahead to the steps that follow it, as far as that is cheap: conscripts to the hire,
the hire to the movement.
"""

from typing import Final

from dragondune.bots.steward.board_worth import CASTLE_LIST, BoardWorth
from dragondune.model import actions as act
from dragondune.model.actions import (
    card_of,
    count_of,
    elites_of,
    from_of,
    hidden_units_of,
    is_hidden,
    kind_of,
    to_of,
    who_of,
)
from dragondune.model.board import CASTLES, FORESTS, NAMES, OF_NUMBER
from dragondune.model.cards import NO_CARD
from dragondune.model.plurals import units
from dragondune.rules.reckoning import (
    disband_price,
    hire_price,
    most_hired,
    movement,
    revived_free,
    within,
)
from dragondune.views.view import View

Changes = dict[int, int]
MOVES_LOOKED_AT: Final = 10  # after each hire
ENOUGH: Final = 0.05  # a gain below this is none


def strongest_variants(legal: list[int]) -> list[int]:
    """Of actions that differ in their elites alone, the one that takes most of them."""
    best: dict[int, int] = {}
    for action in legal:
        key = action - elites_of(action) * act.ELITE
        if action >= best.get(key, 0):
            best[key] = action
    return list(best.values())


def with_units(board: BoardWorth, changes: Changes, t: int, n: int) -> Changes:
    """The same way of standing with ``n`` more units somewhere."""
    fresh = dict(changes)
    fresh[t] = fresh.get(t, board.mine[t]) + n
    return fresh


# --- graveyard and conscripts --------------------------------------------------------------


def choose_revival(board: BoardWorth, legal: list[int]) -> tuple[int, str]:
    """All that come free; paid ones while gold is plenty."""
    view, w = board.view, board.w
    best, gain = act.PASS, 0.0
    free = revived_free(view.rules, board.me, view.ally[board.me])
    for action in legal:
        if kind_of(action) == act.REVIVE:
            n = int(count_of(action))
            spare = view.bank[board.me] < 3
            value = n * (w.bank_unit - w.grave_unit) - max(0, n - free) * w.gold * (
                0.4 if spare else 1.1
            )
            if value > gain:
                best, gain = action, value
    if best == act.PASS:
        best = revive_by_card(board, legal)
    if best == act.PASS:
        return best, "My dead can wait: I have units enough, or better uses for gold."
    if kind_of(best) == act.REVIVE:
        return best, f"I take {units(count_of(best))} out of the graveyard while that is cheap."
    return best, "My bank is empty: a card brings units back from the graveyard."


def revive_by_card(board: BoardWorth, legal: list[int]) -> int:
    """An ace or six for two units, when the bank is empty and the graveyard full [DW5, O12]."""
    view = board.view
    if view.bank[board.me] > 1 or view.grave[board.me] < 4:
        return act.PASS
    found = [action for action in legal if kind_of(action) == act.SPECIAL_REVIVE]
    return found[-1] if found else act.PASS


def choose_conscripts(board: BoardWorth, legal: list[int]) -> tuple[int, str]:
    """Where free units help most, the hire that may follow included."""
    options = _placings(board, legal, act.CONSCRIPT, True)
    best, gain = act.PASS, board.worth({}) + ENOUGH
    later = _guess_hires(board)
    for action, changes in options:
        value = board.worth(changes) - board.w.bank_unit * int(count_of(action))
        for t, n in later:
            left = min(n, board.view.bank[board.me] - int(count_of(action)))
            if left > 0:
                more = board.worth(with_units(board, changes, t, left))
                value = max(value, more - (board.w.gold + board.w.bank_unit) * left)
        if value > gain:
            best, gain = action, value
    return best, _why_here(best, "conscript")


def _guess_hires(board: BoardWorth) -> list[tuple[int, int]]:
    """Castles this seat could hire into after its conscripts, and how many units."""
    view = board.view
    hired = most_hired(view.rules, view.powers[board.me], view.gold[board.me], True, False)
    n = min(view.bank[board.me], hired)
    return [(t, n) for t in CASTLE_LIST if n > 0 and not OF_NUMBER[view.dragon] >> t & 1]


def _placings(
    board: BoardWorth, legal: list[int], kind: int, full: bool
) -> list[tuple[int, Changes]]:
    """Actions of a kind that put units somewhere useful, and how one would stand then."""
    view = board.view
    most = max((int(count_of(action)) for action in legal if kind_of(action) == kind), default=0)
    out = []
    for action in legal:
        if kind_of(action) != kind:
            continue
        n, t = int(count_of(action)), to_of(action)
        if full and n < most:
            continue
        if kind != act.CONSCRIPT and not _useful(board, t, n):
            continue
        if view.hid[board.me * 28 + t]:
            continue
        out.append((action, {t: board.mine[t] + n}))
    return out


def _useful(board: BoardWorth, t: int, n: int) -> bool:
    """Is a hire there worth a thought: castles, gold, and places where a battle is coming?"""
    if CASTLES >> t & 1:
        return True
    gold = board.view.board_gold[t]
    if gold:
        return n <= (gold + 1) // 2 + board.foe_units[t] + 1
    return bool(board.mine[t]) and bool(board.foe_units[t])


# --- hire ----------------------------------------------------------------------------------


def hire_cost(view: View, action: int) -> float:
    """The price of a hire, its ace apart [IV4, GO2, D2]."""
    if kind_of(action) != act.HIRE:
        return 0.0
    ace = card_of(action) != NO_CARD
    return hire_price(view.rules, view.powers[view.seat], to_of(action), count_of(action), ace)


def choose_hire(board: BoardWorth, legal: list[int]) -> tuple[int, str]:
    """The hire that leaves the best turn, with the best movement after it."""
    view, w = board.view, board.w
    options: list[tuple[float, int, Changes]] = [(board.worth({}), act.PASS, {})]
    for kind in (act.HIRE, act.RAISE, act.ACE_PLACE):
        for action, changes in _placings(board, legal, kind, False):
            cost = w.gold * hire_cost(view, action) + w.bank_unit * int(count_of(action))
            if card_of(action) != NO_CARD and kind != act.RAISE:
                cost += w.ace * w.gold
            options.append((board.worth(changes) - cost, action, changes))
    if len(options) == 1:
        return act.PASS, "There is nobody to hire where I need them."
    best = _best_with_move(board, options)
    return best, _why_here(best, "raise" if kind_of(best) == act.RAISE else "hire")


def _best_with_move(board: BoardWorth, options: list[tuple[float, int, Changes]]) -> int:
    moves = _moves_after(board)
    options.sort(key=lambda option: -option[0])
    best, gain = options[0][1], options[0][0]
    for value, action, changes in options[:MOVES_LOOKED_AT]:
        before = board.worth(changes)
        for t, to, n in moves:
            fresh = dict(changes)
            here = fresh.get(t, board.mine[t])
            if here < n:
                continue
            fresh[t] = here - n
            fresh[to] = fresh.get(to, board.mine[to]) + n
            total = value + board.worth(fresh) - before
            if total > gain + ENOUGH:
                best, gain = action, total
    return best


def reach_of(board: BoardWorth) -> int:
    """How far this seat's units move [B4, OR2, D3]."""
    view = board.view
    return movement(view.powers[board.me], view.controlled(board.me), view.reach_bonus)


def _moves_after(board: BoardWorth) -> list[tuple[int, int, int]]:
    """The few movements that look best as things stand."""
    view = board.view
    steps = reach_of(board)
    base = board.worth({})
    found = []
    for t in range(28):
        n = board.mine[t]
        if not n:
            continue
        mask = within(view.dragon, t, steps)
        for to in range(28):
            if mask >> to & 1 and _worth_going(board, t, to):
                for some in {n, n - 1, (n + 1) // 2} - {0}:
                    value = board.after_move(t, n - some, to, board.mine[to] + some)
                    found.append((value - base, t, to, some))
    found.sort(reverse=True)
    return [(t, to, some) for _, t, to, some in found[:MOVES_LOOKED_AT]]


def _worth_going(board: BoardWorth, t: int, to: int) -> bool:
    bit = 1 << to
    if CASTLES & bit or board.view.board_gold[to] or board.mine[to]:
        return True
    return bool(FORESTS & bit) and board.risk[t] > 0


# --- movement ------------------------------------------------------------------------------


def choose_move(board: BoardWorth, legal: list[int]) -> tuple[int, str]:
    """The movement that leaves this seat standing best; an ace to go further if it wins much."""
    best, gain = act.PASS, board.worth({}) + ENOUGH
    extend = act.PASS
    for action in legal:
        kind = kind_of(action)
        if kind == act.MOVE:
            value = move_worth(board, action)
            if value > gain:
                best, gain = action, value
        elif kind in (act.EXTEND, act.SECOND_MOVE, act.SPEND):
            extend = action
    if extend != act.PASS and _further_helps(board, extend, gain):
        return extend, "One card more takes my units where they decide the turn."
    if best == act.PASS:
        return best, "My units stand well where they are."
    to = to_of(best)
    return best, f"Going to {NAMES[to]} leaves me standing best at the end of this turn."


def move_worth(board: BoardWorth, action: int) -> float:
    """How this seat stands after a movement."""
    t, to, n = from_of(action), to_of(action), int(count_of(action))
    me = board.me
    if who_of(action) >= act.BOTH:
        return _mixed_worth(board, action)
    if is_hidden(action):  # hidden units: worth something only where they come out
        if board.view.hid[me * 28 + to]:
            return -1.0
        return board.worth({to: board.mine[to] + n}) - n * board.w.unit * board.w.hidden
    if board.view.hid[me * 28 + to]:
        return -1.0
    if n < board.mine[t] and not _worth_going(board, t, to):
        return -1e9
    return board.after_move(t, board.mine[t] - n, to, board.mine[to] + n)


def _mixed_worth(board: BoardWorth, action: int) -> float:
    """Open and hidden units together, the hidden ones taken to come out there."""
    t, to, hidden = from_of(action), to_of(action), int(hidden_units_of(action))
    n = int(count_of(action)) - hidden
    if board.view.hid[board.me * 28 + to]:
        return -1.0
    if n < board.mine[t] and not _worth_going(board, t, to):
        return -1e9
    after = {t: board.mine[t] - n, to: board.mine[to] + n + hidden}
    return board.worth(after) - hidden * board.w.unit * board.w.hidden


def _further_helps(board: BoardWorth, extend: int, gain: float) -> bool:
    """Would one more step (or movement) be worth a card?"""
    view = board.view
    if kind_of(extend) == act.EXTEND:
        view.reach_bonus += 1
        moves = _moves_after(board)
        view.reach_bonus -= 1
    elif view.moves_left:
        return False
    else:
        moves = _moves_after(board)
    best = gain + 3 * board.w.ace * board.w.gold
    for t, to, n in moves[:3]:
        if board.after_move(t, board.mine[t] - n, to, board.mine[to] + n) > best:
            return True
    return False


# --- disbanding ----------------------------------------------------------------------------


def choose_disbanding(board: BoardWorth, legal: list[int]) -> tuple[int, str]:
    """Units the dragons are about to burn, or that a castle does not need: to be hired elsewhere."""
    view, w = board.view, board.w
    price = w.gold * disband_price(view.rules, view.powers[board.me])
    best, gain = act.PASS, board.worth({}) + 4 * ENOUGH
    for action in legal:
        if kind_of(action) != act.DISBAND or hidden_units_of(action):
            continue
        t, n = from_of(action), int(count_of(action))
        if not board.risk[t] and board.mine[t] - n < w.garrison:
            continue
        value = board.worth({t: board.mine[t] - n}) + n * (w.bank_unit - price)
        if value > gain:
            best, gain = action, value
    return (
        best,
        "They serve me better where I hire them next." if best else "I keep my units on the board.",
    )


def _why_here(action: int, verb: str) -> str:
    if action == act.PASS:
        return "More units would not help me this turn."
    n = units(int(count_of(action)))
    return f"I {verb} {n} in {NAMES[to_of(action)]}, where that helps me most."
