"""Which actions deserve a closer look: the steward's own favourites, best first."""

from collections.abc import Callable
from typing import Final

from dragondune.bots.steward.battle_plans import Battle, best_plans
from dragondune.bots.steward.board_worth import BoardWorth
from dragondune.bots.steward.recruitment import ENOUGH, hire_cost, move_worth, strongest_variants
from dragondune.bots.steward.weights import Weights
from dragondune.engine import steps
from dragondune.engine.agenda import step_of
from dragondune.model import actions as act
from dragondune.model.actions import card_of, count_of, from_of, kind_of, to_of
from dragondune.model.board import CASTLES, FORESTS
from dragondune.model.cards import NO_CARD
from dragondune.views.view import View

# Decisions where looking ahead was found to pay; all others are left to the steward. So is the late
# disbanding: trials end with the turn, and do not see what a castle stripped in it costs in the next.
SEARCHED: Final = frozenset(
    {
        steps.EMERGE,
        steps.DRAGON_ACTS,
        steps.RIDE,
        steps.REVIVE,
        steps.EARLY_DISBAND,
        steps.CONSCRIPT,
        steps.HIRE,
        steps.MOVE,
        steps.INITIATIVE,
        steps.HIDE,
        steps.STATUS,
        steps.DENY,
        steps.ASK,
        steps.ANSWER,
        steps.FIGHT,
    }
)
# Decisions that begin a plan: what a temper does next counts as much as its first step
OPENINGS: Final = frozenset({steps.EARLY_DISBAND, steps.CONSCRIPT, steps.HIRE})
MOST: Final = 8
BEST_PLANS: Final = 5


def candidates(
    view: View, w: Weights, legal: list[int], favourite: int, most: int = MOST
) -> list[int]:
    """The favourite first, then what else looks good, at most ``most`` in all."""
    step = step_of(view.stack[-1])
    if any(view.rules.elites):
        legal = strongest_variants(legal)
    rest = [action for action in legal if action != favourite]
    if len(rest) >= most:
        rest = _rank(view, w, step, rest)
    return [favourite, *rest[: most - 1]]


def _rank(view: View, w: Weights, step: int, legal: list[int]) -> list[int]:
    board = BoardWorth(view, w)
    if step == steps.MOVE:
        return _spread(board, legal, _move_score)
    if step in (steps.HIRE, steps.CONSCRIPT):
        return _spread(board, legal, _placing_score)
    if step in (steps.RIDE, steps.DRAGON_ACTS):
        return _spread(board, legal, _flight_score)
    return legal[:: max(1, len(legal) // MOST)]


def _spread(
    board: BoardWorth, legal: list[int], score: Callable[[BoardWorth, int], float]
) -> list[int]:
    """Best first, at most two for each place, so that not all are variants of one idea."""
    ranked = sorted(((score(board, action), action) for action in legal), reverse=True)
    taken: dict[tuple[int, int], int] = {}
    out = []
    for _, action in ranked:
        place = (from_of(action), to_of(action))
        taken[place] = taken.get(place, 0) + 1
        if taken[place] <= 2:
            out.append(action)
        if len(out) == MOST:
            break
    return out


def _other(board: BoardWorth, action: int) -> float:
    """Doing nothing is always a candidate; cards are spent only for a reason."""
    if action == act.PASS:
        return board.worth({}) + ENOUGH
    return board.worth({}) - 3.0


def _move_score(board: BoardWorth, action: int) -> float:
    return move_worth(board, action) if kind_of(action) == act.MOVE else _other(board, action)


def _placing_score(board: BoardWorth, action: int) -> float:
    if kind_of(action) not in (act.HIRE, act.RAISE, act.CONSCRIPT, act.ACE_PLACE):
        return _other(board, action)
    n, t = int(count_of(action)), to_of(action)
    cost = board.w.gold * hire_cost(board.view, action) + board.w.bank_unit * n
    if kind_of(action) == act.HIRE and card_of(action) != NO_CARD:
        cost += board.w.ace
    return board.worth({t: board.mine[t] + n}) - cost


def _flight_score(board: BoardWorth, action: int) -> float:
    kind = kind_of(action)
    if kind not in (act.RIDE, act.CARRY):
        return _other(board, action)
    t = board.view.red_at if kind == act.RIDE else from_of(action)
    n, to = int(count_of(action)), to_of(action)
    if not (CASTLES | FORESTS) >> to & 1 and not board.view.board_gold[to]:
        return -1e9
    return board.worth({t: board.mine[t] - n, to: board.mine[to] + n})


def plan_candidates(
    view: View, w: Weights, legal: list[int], first: list[int], most: int
) -> list[int]:
    """Battle plans worth a trial: the given ones, the best by arithmetic, the best of each card."""
    ranked = best_plans(Battle(view, w), legal, 1e9)
    found = list(first)
    for plan in ranked[:BEST_PLANS]:
        if plan not in found:
            found.append(plan)
    cards = {card_of(plan) for plan in found}
    for plan in ranked:
        if card_of(plan) not in cards:
            cards.add(card_of(plan))
            found.append(plan)
    return found[:most]
