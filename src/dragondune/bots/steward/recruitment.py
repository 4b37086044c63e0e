"""A steward's recruitment turn: graveyard, conscripts, hire, movement, disbanding.

Each step looks ahead to the steps that follow it, as far as that is cheap: conscripts to the hire,
the hire to the movement.
"""

from typing import Final

from dragondune.bots.steward.board_worth import CASTLE_LIST, Scene
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


def with_units(scene: Scene, changes: Changes, t: int, n: int) -> Changes:
    """The same way of standing with ``n`` more units somewhere."""
    fresh = dict(changes)
    fresh[t] = fresh.get(t, scene.mine[t]) + n
    return fresh


# --- graveyard and conscripts --------------------------------------------------------------


def choose_revival(scene: Scene, legal: list[int]) -> tuple[int, str]:
    """All that come free; paid ones while gold is plenty."""
    view, w = scene.view, scene.w
    best, gain = act.PASS, 0.0
    free = revived_free(view.rules, scene.me, view.ally[scene.me])
    for action in legal:
        if kind_of(action) == act.REVIVE:
            n = int(count_of(action))
            spare = view.bank[scene.me] < 3
            value = n * (w.bank_unit - w.grave_unit) - max(0, n - free) * w.gold * (
                0.4 if spare else 1.1
            )
            if value > gain:
                best, gain = action, value
    if best == act.PASS:
        best = revive_by_card(scene, legal)
    if best == act.PASS:
        return best, "My dead can wait: I have units enough, or better uses for gold."
    if kind_of(best) == act.REVIVE:
        return best, f"I take {units(count_of(best))} out of the graveyard while that is cheap."
    return best, "My bank is empty: a card brings units back from the graveyard."


def revive_by_card(scene: Scene, legal: list[int]) -> int:
    """An ace or six for two units, when the bank is empty and the graveyard full [DW5, O12]."""
    view = scene.view
    if view.bank[scene.me] > 1 or view.grave[scene.me] < 4:
        return act.PASS
    found = [action for action in legal if kind_of(action) == act.SPECIAL_REVIVE]
    return found[-1] if found else act.PASS


def choose_conscripts(scene: Scene, legal: list[int]) -> tuple[int, str]:
    """Where free units help most, the hire that may follow included."""
    options = _placings(scene, legal, act.CONSCRIPT, True)
    best, gain = act.PASS, scene.worth({}) + ENOUGH
    later = _guess_hires(scene)
    for action, changes in options:
        value = scene.worth(changes) - scene.w.bank_unit * int(count_of(action))
        for t, n in later:
            left = min(n, scene.view.bank[scene.me] - int(count_of(action)))
            if left > 0:
                more = scene.worth(with_units(scene, changes, t, left))
                value = max(value, more - (scene.w.gold + scene.w.bank_unit) * left)
        if value > gain:
            best, gain = action, value
    return best, _why_here(best, "conscript")


def _guess_hires(scene: Scene) -> list[tuple[int, int]]:
    """Castles this seat could hire into after its conscripts, and how many units."""
    view = scene.view
    hired = most_hired(view.rules, view.powers[scene.me], view.gold[scene.me], True, False)
    n = min(view.bank[scene.me], hired)
    return [(t, n) for t in CASTLE_LIST if n > 0 and not OF_NUMBER[view.dragon] >> t & 1]


def _placings(scene: Scene, legal: list[int], kind: int, full: bool) -> list[tuple[int, Changes]]:
    """Actions of a kind that put units somewhere useful, and how one would stand then."""
    view = scene.view
    most = max((int(count_of(action)) for action in legal if kind_of(action) == kind), default=0)
    out = []
    for action in legal:
        if kind_of(action) != kind:
            continue
        n, t = int(count_of(action)), to_of(action)
        if full and n < most:
            continue
        if kind != act.CONSCRIPT and not _useful(scene, t, n):
            continue
        if view.hid[scene.me * 28 + t]:
            continue
        out.append((action, {t: scene.mine[t] + n}))
    return out


def _useful(scene: Scene, t: int, n: int) -> bool:
    """Is a hire there worth a thought: castles, gold, and places where a battle is coming?"""
    if CASTLES >> t & 1:
        return True
    gold = scene.view.board_gold[t]
    if gold:
        return n <= (gold + 1) // 2 + scene.foe_units[t] + 1
    return bool(scene.mine[t]) and bool(scene.foe_units[t])


# --- hire ----------------------------------------------------------------------------------


def hire_cost(view: View, action: int) -> float:
    """The price of a hire, its ace apart [IV4, GO2, D2]."""
    if kind_of(action) != act.HIRE:
        return 0.0
    ace = card_of(action) != NO_CARD
    return hire_price(view.rules, view.powers[view.seat], to_of(action), count_of(action), ace)


def choose_hire(scene: Scene, legal: list[int]) -> tuple[int, str]:
    """The hire that leaves the best turn, with the best movement after it."""
    view, w = scene.view, scene.w
    options: list[tuple[float, int, Changes]] = [(scene.worth({}), act.PASS, {})]
    for kind in (act.HIRE, act.RAISE, act.ACE_PLACE):
        for action, changes in _placings(scene, legal, kind, False):
            cost = w.gold * hire_cost(view, action) + w.bank_unit * int(count_of(action))
            if card_of(action) != NO_CARD and kind != act.RAISE:
                cost += w.ace * w.gold
            options.append((scene.worth(changes) - cost, action, changes))
    if len(options) == 1:
        return act.PASS, "There is nobody to hire where I need them."
    best = _best_with_move(scene, options)
    return best, _why_here(best, "raise" if kind_of(best) == act.RAISE else "hire")


def _best_with_move(scene: Scene, options: list[tuple[float, int, Changes]]) -> int:
    moves = _moves_after(scene)
    options.sort(key=lambda option: -option[0])
    best, gain = options[0][1], options[0][0]
    for value, action, changes in options[:MOVES_LOOKED_AT]:
        before = scene.worth(changes)
        for t, to, n in moves:
            fresh = dict(changes)
            here = fresh.get(t, scene.mine[t])
            if here < n:
                continue
            fresh[t] = here - n
            fresh[to] = fresh.get(to, scene.mine[to]) + n
            total = value + scene.worth(fresh) - before
            if total > gain + ENOUGH:
                best, gain = action, total
    return best


def reach_of(scene: Scene) -> int:
    """How far this seat's units move [B4, OR2, D3]."""
    view = scene.view
    return movement(view.powers[scene.me], view.controlled(scene.me), view.reach_bonus)


def _moves_after(scene: Scene) -> list[tuple[int, int, int]]:
    """The few movements that look best as things stand."""
    view = scene.view
    steps = reach_of(scene)
    base = scene.worth({})
    found = []
    for t in range(28):
        n = scene.mine[t]
        if not n:
            continue
        mask = within(view.dragon, t, steps)
        for to in range(28):
            if mask >> to & 1 and _worth_going(scene, t, to):
                for some in {n, n - 1, (n + 1) // 2} - {0}:
                    value = scene.worth({t: n - some, to: scene.mine[to] + some})
                    found.append((value - base, t, to, some))
    found.sort(reverse=True)
    return [(t, to, some) for _, t, to, some in found[:MOVES_LOOKED_AT]]


def _worth_going(scene: Scene, t: int, to: int) -> bool:
    bit = 1 << to
    if CASTLES & bit or scene.view.board_gold[to] or scene.mine[to]:
        return True
    return bool(FORESTS & bit) and scene.risk[t] > 0


# --- movement ------------------------------------------------------------------------------


def choose_move(scene: Scene, legal: list[int]) -> tuple[int, str]:
    """The movement that leaves this seat standing best; an ace to go further if it wins much."""
    best, gain = act.PASS, scene.worth({}) + ENOUGH
    extend = act.PASS
    for action in legal:
        kind = kind_of(action)
        if kind == act.MOVE:
            value = move_worth(scene, action)
            if value > gain:
                best, gain = action, value
        elif kind in (act.EXTEND, act.SECOND_MOVE, act.SPEND):
            extend = action
    if extend != act.PASS and _further_helps(scene, extend, gain):
        return extend, "One card more takes my units where they decide the turn."
    if best == act.PASS:
        return best, "My units stand well where they are."
    to = to_of(best)
    return best, f"Going to {NAMES[to]} leaves me standing best at the end of this turn."


def move_worth(scene: Scene, action: int) -> float:
    """How this seat stands after a movement."""
    t, to, n = from_of(action), to_of(action), int(count_of(action))
    me = scene.me
    if who_of(action) >= act.BOTH:
        return _mixed_worth(scene, action)
    if is_hidden(action):  # hidden units: worth something only where they come out
        if scene.view.hid[me * 28 + to]:
            return -1.0
        return scene.worth({to: scene.mine[to] + n}) - n * scene.w.unit * scene.w.hidden
    if scene.view.hid[me * 28 + to]:
        return -1.0
    if n < scene.mine[t] and not _worth_going(scene, t, to):
        return -1e9
    return scene.worth({t: scene.mine[t] - n, to: scene.mine[to] + n})


def _mixed_worth(scene: Scene, action: int) -> float:
    """Open and hidden units together, the hidden ones taken to come out there."""
    t, to, hidden = from_of(action), to_of(action), int(hidden_units_of(action))
    n = int(count_of(action)) - hidden
    if scene.view.hid[scene.me * 28 + to]:
        return -1.0
    if n < scene.mine[t] and not _worth_going(scene, t, to):
        return -1e9
    after = {t: scene.mine[t] - n, to: scene.mine[to] + n + hidden}
    return scene.worth(after) - hidden * scene.w.unit * scene.w.hidden


def _further_helps(scene: Scene, extend: int, gain: float) -> bool:
    """Would one more step (or movement) be worth a card?"""
    view = scene.view
    if kind_of(extend) == act.EXTEND:
        view.reach_bonus += 1
        moves = _moves_after(scene)
        view.reach_bonus -= 1
    elif view.moves_left:
        return False
    else:
        moves = _moves_after(scene)
    best = gain + 3 * scene.w.ace * scene.w.gold
    for t, to, n in moves[:3]:
        if scene.worth({t: scene.mine[t] - n, to: scene.mine[to] + n}) > best:
            return True
    return False


# --- disbanding ----------------------------------------------------------------------------


def choose_disbanding(scene: Scene, legal: list[int]) -> tuple[int, str]:
    """Units the dragons are about to burn, or that a castle does not need: to be hired elsewhere."""
    view, w = scene.view, scene.w
    price = w.gold * disband_price(view.rules, view.powers[scene.me])
    best, gain = act.PASS, scene.worth({}) + 4 * ENOUGH
    for action in legal:
        if kind_of(action) != act.DISBAND or hidden_units_of(action):
            continue
        t, n = from_of(action), int(count_of(action))
        if not scene.risk[t] and scene.mine[t] - n < w.garrison:
            continue
        value = scene.worth({t: scene.mine[t] - n}) + n * (w.bank_unit - price)
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
