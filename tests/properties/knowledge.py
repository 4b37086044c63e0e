"""What a seat cannot know must not reach it: two worlds it cannot tell apart stay so.

A second world is drawn from the seat's own view. The seat must see the same view there, have the
same choices, and after the same action of anybody hear the same events, up to the first event that
rightly tells it something new (a plan shown, a card turned up, a die). Where nothing new was told,
the two worlds must still look the same afterwards: so nobody learns from a window whether another
holds an ace (ruling 11).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from properties.laws import broken_laws

from dragondune.engine import agenda
from dragondune.engine.steps import KEEP, TREACHERY
from dragondune.model.action_text import action_text
from dragondune.model.events import Event, Log
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.rules import standing
from dragondune.views.sample import sample
from dragondune.views.view import SECRET, SPECTATOR, View, view_of

# Events that rightly tell something which was hidden before: dice, cards, plans and answers.
REVEALING = {
    "dealt",
    "dragon_placed",
    "dragon_die",
    "dragon_card",
    "event_turned",
    "omen_turned",
    "shown_sale",
    "shown_event",
    "shown_card",
    "got_card",
    "plundered_card",
    "plunder_sold",
    "plan_shown",
    "betrayed",
    "lent",
    "honest_answer",
    "hired",
    "contract_card",
    "contract_no_card",
    "contract_size",
}


def secrets_kept(s: State, rng: random.Random) -> Iterator[str]:
    """Compare the world with another one that a random seat, or a spectator, cannot tell apart."""
    seat = rng.choice((*s.order, SPECTATOR))
    view = view_of(s, seat)
    other = sample(view, rng)
    name = FACTION_NAMES[seat] if seat >= 0 else "a spectator"
    for wrong in [*_unlike(view, view_of(other, seat)), *_unlawful(other)]:
        yield f"drawn for {name}: {wrong}"
    if seat >= 0:
        yield from (f"for {name}: {wrong}" for wrong in _other_choices(s, other, seat))
    if _turns_on_a_secret(s, view):
        return
    for f in s.order:
        action = _common_action(s, other, f, rng)
        if action >= 0:
            line = f"{FACTION_NAMES[f]} {action_text(action)!r}"
            wrongs = _other_news(s, other, seat, f, action)
            yield from (f"for {name} after {line}: {wrong}" for wrong in wrongs)


def _unlike(one: View, two: View) -> list[str]:
    first, second = one.to_dict(), two.to_dict()
    names = [name for name in first if first[name] != second[name]]
    return [f"{name} is seen as {first[name]} and as {second[name]}" for name in names]


def _unlawful(s: State) -> list[str]:
    return [f"unlawful world: {wrong}" for wrong in broken_laws(s)]


def _other_choices(s: State, other: State, seat: int) -> Iterator[str]:
    if agenda.actors(s) != agenda.actors(other):
        yield "other players act"
    if agenda.legal(s, seat) != agenda.legal(other, seat):
        yield "other legal actions"
    if standing.anytime(s, seat) != standing.anytime(other, seat):
        yield "other gifts or looks"


def _turns_on_a_secret(s: State, view: View) -> bool:
    """Will the next action meet a choice that was made in secret, with nothing said before?"""
    if not s.stack or s.stack[-1] & 127 == KEEP:
        return True
    return s.stack[-1] & 127 == TREACHERY and SECRET in view.betrayals


def _common_action(s: State, other: State, f: int, rng: random.Random) -> int:
    """Something this player may do in both worlds, passing as often as anything else; or -1."""
    there = set(agenda.legal(other, f))
    both = [code for code in agenda.legal(s, f) if code in there]
    if both and both[0] == 0 and rng.random() < 0.5:
        return 0
    return rng.choice(both) if both else -1


def _other_news(s: State, other: State, seat: int, f: int, action: int) -> Iterator[str]:
    one, two = _after(s, f, action), _after(other, f, action)
    heard, there = _heard(one, seat), _heard(two, seat)
    for mine, theirs in zip(heard, there, strict=False):
        if mine.kind in REVEALING and mine.kind == theirs.kind:
            return
        if mine != theirs:
            yield f"hears {mine}, there {theirs}"
            return
    if len(heard) != len(there):
        yield f"hears {heard}, there {there}"
    else:
        yield from _unlike(view_of(one, seat), view_of(two, seat))


def _after(s: State, f: int, action: int) -> State:
    copy = s.copy()
    copy.log = Log()
    agenda.apply(copy, f, action)
    return copy


def _heard(s: State, seat: int) -> list[Event]:
    assert s.log is not None
    return [event for event in s.log.events if event.reaches(seat)]
