"""Questions put to a position in passing: refusals, copies, storage, and every listed action."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from properties.laws import broken_laws

from dragondune.action import Action
from dragondune.engine import agenda
from dragondune.engine.notation import position_text, read_position
from dragondune.engine.storage import state_from_dict, state_to_dict
from dragondune.game import Game
from dragondune.model.action_text import action_text, parse_action
from dragondune.model.actions import KIND_NAMES
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules import standing

# The log, the script of a replay and the rules are no part of a position. The names are asked of
# the class itself, plain or compiled, so that no field a later rule adds is forgotten.
NO_POSITION = {"log", "script", "rules"}
POSITION = tuple(
    name
    for name in dir(State)
    if name[0] != "_" and name not in NO_POSITION and not callable(getattr(State, name))
)
RULE_ID = re.compile(r"(ruling \d+|(A|B|DW|EL|GO|OR|D|O|G|I|II|III|IV|V|VI|VII)\d+)")
FIELD_BITS = ((0, 5), (5, 5), (10, 5), (15, 5), (20, 6), (26, 3), (29, 6))
JUNK = ("", "0", "-1", "99", "1023", "4e", "2+1e", "none", "hidden", "♥", "5★", "0•", "orcs", "٣")


def fingerprint(s: State) -> tuple[object, ...]:
    """All of a position, in values that later play cannot change."""
    values = [getattr(s, name) for name in POSITION]
    return tuple([tuple(value) if type(value) is list else value for value in values])


def differing(one: State, two: State) -> list[str]:
    """The fields in which two positions differ."""
    return [name for name in POSITION if getattr(one, name) != getattr(two, name)]


# --- refusals ------------------------------------------------------------------------------


def refusals(game: Game, rng: random.Random) -> Iterator[str]:
    """What is not listed is refused with a rule and a sentence, and nothing changes."""
    s = game.state
    before = fingerprint(s)
    told = len(s.log.events) if s.log is not None else 0
    tries: list[tuple[str, Action | str]] = [*_wrong_codes(s, rng), *_wrong_lines(s, rng)]
    for seat, action in tries:
        answer = game.play(seat, action)
        if not isinstance(answer, Refusal):
            yield f"{seat} {action!r} was not listed and yet accepted"
        elif not RULE_ID.fullmatch(answer.rule) or not _is_sentence(answer.text):
            yield f"{seat} {action!r} was refused with {answer!r}"
    if fingerprint(s) != before or s.log is None or len(s.log.events) != told:
        yield "a refusal changed the game"


def _is_sentence(text: str) -> bool:
    return len(text) > 10 and text[0].isupper() and text.endswith((".", "!", "?"))


def _listed(s: State, f: int) -> set[int]:
    return {*agenda.legal(s, f), *standing.anytime(s, f)}


def _wrong_codes(s: State, rng: random.Random) -> Iterator[tuple[str, Action]]:
    every = [code for f in s.order for code in agenda.legal(s, f)]
    for _ in range(4):
        f = rng.choice(s.order)
        code = rng.choice(every) if every and rng.random() < 0.8 else rng.getrandbits(35)
        if rng.random() < 0.8:
            code = _mutated(code, rng)
        elif rng.random() < 0.1:
            code = rng.choice((-1, -(1 << 40), 1 << 36, 48 << 29, 1 << 70))
        if code not in _listed(s, f):
            yield FACTION_NAMES[f], Action(code)


def _mutated(code: int, rng: random.Random) -> int:
    low, width = rng.choice(FIELD_BITS)
    value = rng.getrandbits(width)
    if low == 29:
        value %= len(KIND_NAMES)
    return code & ~(((1 << width) - 1) << low) | value << low


def _wrong_lines(s: State, rng: random.Random) -> Iterator[tuple[str, str]]:
    every = [code for f in s.order for code in agenda.legal(s, f)]
    for _ in range(3):
        f = rng.choice(s.order)
        words = action_text(rng.choice(every)).split() if every else [rng.choice(KIND_NAMES)]
        _spoil(words, rng)
        line = " ".join(words)
        try:
            listed = parse_action(line) in _listed(s, f)
        except ValueError:
            listed = False
        if not listed:
            yield FACTION_NAMES[f], line
    yield "nobody", "pass"


def _spoil(words: list[str], rng: random.Random) -> None:
    at = rng.randrange(len(words))
    way = rng.randrange(4)
    if way == 0:
        words[at] = rng.choice(JUNK)
    elif way == 1:
        words.insert(at, rng.choice(JUNK))
    elif way == 2:
        del words[at]
    else:
        words[at] = words[at][::-1].upper()


# --- storage and copies --------------------------------------------------------------------


def round_trips(s: State) -> Iterator[str]:
    """Copy, JSON and notation give back the identical position."""
    ways = {
        "copy": s.copy(),
        "JSON": state_from_dict(state_to_dict(s), s.rules),
        "notation": read_position(position_text(s), s.rules),
    }
    for name, back in ways.items():
        wrong = differing(s, back)
        # A position does not say how far a replay has got.
        if wrong and (name != "notation" or wrong != ["script_at"]):
            yield f"{name} gives back another {', '.join(wrong)}"


def independence(s: State, rng: random.Random, actions: int) -> Iterator[str]:
    """Playing on a copy leaves the original as it is, and the other way round."""
    before = fingerprint(s)
    copy = s.copy()
    wander(copy, rng, actions)
    if fingerprint(s) != before:
        yield "play on a copy changed the original"
    later, kept = copy.copy(), fingerprint(copy)
    wander(copy, rng, actions)
    if fingerprint(later) != kept:
        yield "play on the original changed its copy"


def wander(s: State, rng: random.Random, actions: int) -> None:
    """Play a few random actions."""
    for _ in range(actions):
        acting = [f for f in range(4) if agenda.actors(s) >> f & 1]
        if not acting:
            return
        f = rng.choice(acting)
        agenda.apply(s, f, rng.choice(agenda.legal(s, f)))


# --- every listed action -------------------------------------------------------------------


def listed_actions(s: State, rng: random.Random, most: int) -> Iterator[str]:
    """Each listed action can be written, read and played, and leads to a lawful position."""
    for f in s.order:
        codes = agenda.legal(s, f)
        if len(set(codes)) < len(codes):
            yield f"an action is listed twice: {sorted(codes)}"
        for code in codes if len(codes) <= most else rng.sample(codes, most):
            line = action_text(code)
            if parse_action(line) != code:
                yield f"{line!r} reads back as another action"
            after = s.copy()
            agenda.apply(after, f, code)
            for wrong in [*broken_laws(after), *dead_ends(after)]:
                yield f"after {FACTION_NAMES[f]} {line!r}: {wrong}"


def dead_ends(s: State) -> Iterator[str]:
    """Somebody has to choose, and has a choice; who has nothing to decide has none."""
    acting = agenda.actors(s)
    if bool(acting) != bool(s.stack):
        yield "a game that goes on waits for nobody"
    for f in range(4):
        listed = agenda.legal(s, f)
        if bool(listed) != bool(acting >> f & 1):
            yield f"faction {f} acts: {acting >> f & 1}, but has {len(listed)} choices"
        if acting >> f & 1 and f not in s.order:
            yield f"faction {f} acts and does not play"
