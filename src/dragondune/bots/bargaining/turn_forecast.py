"""How a seat's turn may go, within what contracts allow: the best it can do, and its odds to win.

Everything is judged from one view: what others hold is guessed as in ``board_worth``.
"""

from typing import Final, NamedTuple

from dragondune.bots.bargaining.restrictions import Terms
from dragondune.bots.steward.board_worth import CASTLE_LIST, CASTLE_PLACE, RECRUITMENT, Scene
from dragondune.bots.steward.recruitment import reach_of
from dragondune.bots.steward.weights import Weights
from dragondune.engine.agenda import seat_of
from dragondune.model.board import CASTLES, OF_NUMBER, ORCISH
from dragondune.model.powers import HIRES, RAISES
from dragondune.rules.reckoning import hire_price, most_hired, within
from dragondune.views.view import View

HIRES_KEPT: Final = 4  # that are thought through with a movement after them
MOVES_KEPT: Final = 6
MOST_STACKS: Final = 8
PEACE: Final = 0.4  # of an army that may come but not attack, what it is still to be feared


class Prospect(NamedTuple):
    """The best turn a seat can hope for: its worth, and the odds to win by three castles."""

    worth: float
    win: float


def prospect(view: View, f: int, w: Weights, terms: Terms) -> Prospect:
    """What faction ``f`` may make of this turn under these terms."""
    seat, up, vis, bank, gold = view.seat, view.up, view.vis, view.bank, view.gold
    view.seat = f
    try:
        if terms.joins or any(terms.gone) or any(terms.gold):
            _rearrange(view, terms)
        return _best_turn(scene_under(view, w, terms), terms)
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


def scene_under(view: View, w: Weights, terms: Terms) -> Scene:
    """The scene of ``view.seat`` where others bring only the armies that contracts let them."""
    scene = Scene(view, w)
    changed = False
    for g, forces in scene.forces.items():
        changed = _restrain(scene, g, forces, terms) or changed
    if changed:
        scene.forget_rivals()
    return scene


def _restrain(scene: Scene, g: int, forces: list[int], terms: Terms) -> bool:
    enter, hire, peace = terms.enter[g], terms.hire[g], terms.peace[g] >> scene.me & 1
    if not (enter | hire) & CASTLES and not peace:
        return False
    afoot = scene.reach(g)
    for place, t in enumerate(CASTLE_LIST):
        if enter >> t & 1:
            forces[place] = 0
            continue
        if hire >> t & 1:
            forces[place] = min(forces[place], afoot[place])
        if peace and scene.mine[t]:
            forces[place] = int(forces[place] * PEACE)
    return True


# --- a turn --------------------------------------------------------------------------------


def still_acts(view: View, f: int) -> bool:
    """Has this seat its recruitment turn before it, or is it in it?"""
    if view.round != RECRUITMENT:
        return view.round < RECRUITMENT
    if not view.turns_taken >> f & 1:
        return True
    return bool(view.stack) and seat_of(view.stack[-1]) == f


def _best_turn(scene: Scene, terms: Terms) -> Prospect:
    best, win = scene.worth({}), winning(scene, {})
    if not still_acts(scene.view, scene.me):
        return Prospect(best, win)
    hires = _hires(scene, terms)
    moves = _moves(scene, terms)
    for worth, changes, _ in [*hires, *moves]:
        best, win = max(best, worth), max(win, winning(scene, changes))
    hires.sort(key=_by_worth)
    moves.sort(key=_by_worth)
    for _, one, cost in hires[:HIRES_KEPT]:
        for _, two, _ in moves[:MOVES_KEPT]:
            both = dict(one)
            for t, n in two.items():
                both[t] = n + one.get(t, scene.mine[t]) - scene.mine[t]
            best = max(best, scene.worth(both) - cost)
            win = max(win, winning(scene, both))
    return Prospect(best, win)


Step = tuple[float, dict[int, int], float]  # worth with the cost taken off, standing, cost


def _by_worth(step: Step) -> float:
    return -step[0]


def winning(scene: Scene, changes: dict[int, int]) -> float:
    """Odds to hold three castles at the end of the turn, standing like this."""
    counts = [scene.mine[t] for t in CASTLE_LIST]
    for t, n in changes.items():
        if CASTLES >> t & 1:
            counts[CASTLE_PLACE[t]] = n
    if sum(1 for n in counts if n > 0) < 3:
        return 0.0
    return scene.winning(counts)


def _closed(scene: Scene, terms: Terms, t: int) -> bool:
    """May this seat not come here, or not with any use?"""
    if terms.enter[scene.me] >> t & 1:
        return True
    foe = scene.foe[t]
    return bool(scene.foe_units[t]) and foe < 4 and bool(terms.peace[scene.me] >> foe & 1)


def _hires(scene: Scene, terms: Terms) -> list[Step]:
    view, w, me = scene.view, scene.w, scene.me
    powers, bank, gold = view.powers[me], view.bank[me], view.gold[me]
    out: list[Step] = []
    for t in CASTLE_LIST:
        free = bool(powers & RAISES and ORCISH >> t & 1)
        if not free and not powers & HIRES:
            continue
        if OF_NUMBER[view.dragon] >> t & 1 or terms.hire[me] >> t & 1 or _closed(scene, terms, t):
            continue
        most = bank if free else min(bank, most_hired(view.rules, powers, gold, True, False))
        for n in {most, (most + 1) // 2} - {0}:
            price = 0 if free else hire_price(view.rules, powers, t, n, False)
            cost = w.gold * price + w.bank_unit * n
            changes = {t: scene.mine[t] + n}
            out.append((scene.worth(changes) - cost, changes, cost))
    return out


def _moves(scene: Scene, terms: Terms) -> list[Step]:
    view = scene.view
    reach = reach_of(scene)
    out: list[Step] = []
    stacks = [t for t in range(28) if scene.mine[t]][:MOST_STACKS]
    for t in stacks:
        n = scene.mine[t]
        near = within(view.dragon, t, reach)
        for to in range(28):
            if not near >> to & 1 or not (CASTLES >> to & 1 or view.board_gold[to]):
                continue
            if _closed(scene, terms, to):
                continue
            for some in {n, n - 1} - {0}:
                changes = {t: n - some, to: scene.mine[to] + some}
                out.append((scene.worth(changes), changes, 0.0))
    return out
