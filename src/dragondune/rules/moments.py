"""Where play stands, for those who have to say why something is not done now."""

from dragondune.engine.agenda import (
    RECRUIT_LIST,
    STEPS,
    a_of,
    c_of,
    seat_of,
    step_of,
)
from dragondune.engine.steps import RECRUITMENT, SEQUENCE
from dragondune.model.factions import NOBODY
from dragondune.model.refusal import Refusal
from dragondune.model.state import State


def on_top(s: State, *steps: int) -> bool:
    """Is one of these steps the one that waits for a choice?"""
    return step_of(s.stack[-1]) in steps


def here(s: State, f: int, *steps: int) -> bool:
    """Does one of these steps wait for this player's choice?"""
    number = step_of(s.stack[-1])
    return number in steps and bool(STEPS[number].actors(s) >> f & 1)


def pending(s: State, step: int, f: int = NOBODY) -> bool:
    """Is this step under way, perhaps interrupted (and the named player's)?"""
    return any(step_of(entry) == step and (f == NOBODY or seat_of(entry) == f) for entry in s.stack)


def in_battle(s: State, f: int) -> bool:
    """Is this player one of the two who fight now?"""
    return f in (s.attacker, s.defender)


# --- one's own turn of the recruitment round -----------------------------------------------


def turn_at(s: State, f: int) -> int:
    """How far this player's recruitment turn has come in its list of steps; -1 outside of it."""
    for entry in s.stack:
        if step_of(entry) == SEQUENCE and a_of(entry) == RECRUIT_LIST and seat_of(entry) == f:
            return int(c_of(entry)) - 1
    return -1


def own_turn(s: State, f: int) -> bool:
    """Is it this player's turn in the recruitment round?"""
    return turn_at(s, f) >= 0


def not_your_turn(s: State, f: int, rule: str, doing: str) -> Refusal:
    """B9, ruling 23: each player recruits and moves in a turn of their own."""
    if not pending(s, RECRUITMENT):
        return Refusal(rule, f"{doing} is for your own turn in the recruitment round.")
    if s.turns_taken >> f & 1:
        return Refusal(rule, f"{doing} is for your own turn, and you have had it in this round.")
    return Refusal(rule, f"{doing} is for your own turn, and it has not come yet.")


def out_of_step(s: State, f: int, rule: str, step: int, doing: str) -> Refusal:
    """Ruling 23: the steps of a turn come in order, and none is gone back to."""
    at = turn_at(s, f)
    if at < 0:
        return not_your_turn(s, f, rule, doing)
    place = s.rules.recruit_steps.index(step)
    if at == place:
        return Refusal(rule, f"{doing} has to wait until the current decision is made.")
    if at < place:
        return Refusal(rule, f"{doing} comes later in your turn: pass until it is due.")
    return Refusal(rule, f"{doing} is over for this turn: each step of a turn comes once.")


def in_any_step(s: State, f: int, rule: str, doing: str) -> Refusal | None:
    """What may be done in any step of one's own turn (ruling 69); None when that is now."""
    at = turn_at(s, f)
    if at < 0:
        return not_your_turn(s, f, rule, doing)
    if here(s, f, s.rules.recruit_steps[at]):
        return None
    return Refusal(rule, f"{doing} has to wait until the current decision is made.")
