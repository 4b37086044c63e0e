"""Why an action is not done now: the one place that names the rule of what was tried.

For each kind of action a reason says whether this game knows it, whether this player may do it,
and when it is done. Where none of these hinders it, the open step itself explains what is wrong.
"""

from collections.abc import Callable
from typing import Final

from dragondune.engine.agenda import current, keeper
from dragondune.model import actions as act
from dragondune.model.action_text import action_text, name_today, parse_action
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules import not_now_battle as battle
from dragondune.rules import not_now_rounds as rounds
from dragondune.rules import not_now_turn as turn

Reason = Callable[[State, int, int], Refusal | None]


def _pass(s: State, f: int, action: int) -> Refusal | None:
    step = current(s)
    if step.actors(s) >> f & 1:
        return None
    return Refusal(step.rule_now(s), "It is not your turn to decide.")


REASONS: Final[dict[int, Reason]] = {
    act.PASS: _pass,
    act.PLACE: rounds.place,
    act.PREDICT: rounds.predict,
    act.CARRY: rounds.carry,
    act.STEER: rounds.steer,
    act.DENY: rounds.deny,
    act.RIDE: rounds.ride,
    act.PROPOSE: rounds.propose,
    act.ACCEPT: rounds.accept,
    act.BREAK: rounds.break_up,
    act.BID: rounds.bid,
    act.PAY_GOLD: rounds.pay_gold,
    act.PAY_ACE: rounds.pay_ace,
    act.PAY_RIGHT: rounds.pay_right,
    act.EMERGE: rounds.emerge,
    act.REVIVE: turn.revive,
    act.DISBAND: turn.disband,
    act.CONSCRIPT: turn.conscript,
    act.HIRE: turn.hire,
    act.RAISE: turn.raise_units,
    act.ACE_PLACE: turn.ace_place,
    act.EXTEND: turn.extend,
    act.SECOND_MOVE: turn.second_move,
    act.MOVE: turn.move,
    act.HIDE: turn.hide,
    act.COME_OUT: turn.come_out,
    act.SPECIAL_REVIVE: turn.special_revive,
    act.WALLS: turn.walls,
    act.QUESTION: turn.question,
    act.LOSE: rounds.lose,
    act.FIGHT: battle.fight,
    act.ASK: battle.ask,
    act.ASK_BOTH: battle.ask_both,
    act.ANSWER_COLOUR: battle.answer,
    act.ANSWER_NUMBER: battle.answer,
    act.ANSWER_VALUE: battle.answer,
    act.BLESS: battle.bless,
    act.PLAN: battle.plan,
    act.BETRAY: battle.betray,
    act.CHAOS: battle.chaos,
    act.TAKE: battle.plunder,
    act.SELL: battle.plunder,
    act.DISCARD: rounds.discard,
    act.KEEP: rounds.keep,
    act.TAKE_TURN: turn.take_turn,
    act.SPEND: turn.spend,
}

# The rule to read for who cannot write an action down.
RULE_OF_KIND: Final[dict[int, str]] = {
    act.PLACE: "A5",
    act.PREDICT: "O1",
    act.CARRY: "OR10",
    act.STEER: "O11",
    act.RIDE: "OR5",
    act.PROPOSE: "B7",
    act.BREAK: "B7",
    act.ACCEPT: "II4",
    act.BID: "III2",
    act.PAY_GOLD: "III3",
    act.PAY_ACE: "D1",
    act.PAY_RIGHT: "DW6",
    act.EMERGE: "IV0",
    act.REVIVE: "IV1",
    act.DISBAND: "IV6",
    act.CONSCRIPT: "IV3",
    act.HIRE: "IV4",
    act.RAISE: "OR1",
    act.ACE_PLACE: "EL6",
    act.ASK_BOTH: "EL6",
    act.EXTEND: "D3",
    act.SECOND_MOVE: "D3",
    act.MOVE: "IV5",
    act.HIDE: "EL8",
    act.COME_OUT: "EL5",
    act.SPECIAL_REVIVE: "DW5",
    act.WALLS: "O10",
    act.QUESTION: "O8",
    act.LOSE: "DW4",
    act.FIGHT: "V1",
    act.ASK: "EL3",
    act.ANSWER_COLOUR: "EL3",
    act.ANSWER_NUMBER: "EL3",
    act.ANSWER_VALUE: "EL3",
    act.BLESS: "O5",
    act.PLAN: "V2",
    act.BETRAY: "V7",
    act.CHAOS: "O9",
    act.TAKE: "OR11",
    act.SELL: "OR11",
    act.KEEP: "EL2",
    act.LOOK: "EL2",
    act.GIVE: "B11",
    act.TAKE_TURN: "O6",
    act.SPEND: "O7",
}


def why_not(s: State, f: int, action: int) -> Refusal:
    """The refusal of an action that is not listed [B6, B9]."""
    if not s.stack:
        return Refusal("VII1", "The game is over.")
    if not _has_a_line(action):
        return Refusal("B9", f"There is no action with the number {action}.")
    step = current(s)
    bound = keeper().why_not(s, f, action) if s.watched and step.actors(s) >> f & 1 else None
    if bound is not None:
        return bound
    refusal = REASONS[act.kind_of(action)](s, f, action)
    return step.why_not(s, f, action) if refusal is None else refusal


def _has_a_line(action: int) -> bool:
    """Callers may hold any number; only one that a line stands for can be explained."""
    try:
        return parse_action(action_text(action)) == action
    except ValueError:
        return False


def unreadable(s: State, text: str, wrong: str) -> Refusal:
    """A line that stands for no action names the rule of the action its first word means."""
    words = text.split()
    name = name_today(words) if words else ""
    kind = act.KIND_NAMES.index(name) if name in act.KIND_NAMES else -1
    rule = RULE_OF_KIND.get(kind, "B9")
    if kind == act.DENY:
        rule = "D11" if s.rules.denials else "GO7"
    elif kind == act.DISCARD:
        rule = "VI3" if s.rules.may_discard else "V6"
    return Refusal(rule, f"That is not an action: {wrong.rstrip('.')}.")
