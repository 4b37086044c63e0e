"""Uniformly random play inside the module: the quickest way to the end of a game."""

from dragondune.engine.agenda import current, keeper, settle, step_of
from dragondune.ints import i64
from dragondune.model.state import State


def playout(s: State, luck: i64) -> i64:
    """Play on at random to the end of the game; how many decisions that took.

    ``luck`` seeds a small generator of its own (Lehmer's, 31 bits): good enough to choose among
    legal actions, and the same compiled or not. Dice and shuffles stay with the state's seed.
    """
    decisions: i64 = 0
    luck = luck % 2147483646 + 1
    while s.stack:
        step = current(s)
        waiting = step.actors(s)
        f: i64 = 0
        while not waiting >> f & 1:
            f += 1
        choices = step.legal(s, f)
        luck = luck * 48271 % 2147483647
        if s.watched:
            choices = keeper().kept(s, f, step_of(s.stack[-1]), choices)
            keeper().play(s, f, choices[luck % len(choices)])
        else:
            step.play(s, f, choices[luck % len(choices)])
        settle(s)
        decisions += 1
    return decisions
