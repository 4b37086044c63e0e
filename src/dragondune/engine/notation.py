"""Positions as one line: ``order=OEDG turn=2 dragon=7 O=1★5,9•2h gold=O3 at=orcs.move``.

Fields are ``key=value``, separated by blanks, in any order; what is left at its default is left
out. Units that are not named are in their bank, artifacts and events that are not named lie in
their decks, Queens and Jacks that are not named are dealt in a fixed way. Reading checks that no
piece is in two places. ``docs/notation.md`` tells all of it to people.

What happens next stands in ``at=`` (short words, see ``notation_at``) or, exactly, in ``stack=``.
What dice and shuffles will come to may stand in ``chances=`` (see ``script``). The log and the
script of a replay are no part of a position.
"""

import json
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import quote, unquote

from dragondune.engine.agenda import TURN_LIST, a_of, keeper, settle, step_of
from dragondune.engine.notation_at import frames_text, read_frames, set_agenda
from dragondune.engine.notation_fields import (
    READERS,
    WRITERS,
    faction_units_text,
    read_faction_units,
)
from dragondune.engine.notation_words import (
    CARD_PATTERN,
    PLAIN,
    apart,
    belong,
    cards_text,
    each,
    each_text,
    mask_of,
    plain_text,
    read_card_set,
    read_cards,
    read_factions,
    read_plain,
)
from dragondune.engine.script import read_script, script_text
from dragondune.engine.steps import SEQUENCE
from dragondune.model.action_text import card_text, read_card, read_faction
from dragondune.model.cards import (
    ARTIFACT_MASK,
    ARTIFACTS,
    EVENT_MASK,
    EVENTS,
    JACKS,
    NO_CARD,
    QUEENS,
    cards_in,
)
from dragondune.model.events import Log
from dragondune.model.factions import FACTION_LETTERS, FACTION_NAMES, NOBODY
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State

BOTTOM: Final = "|"  # before the first card of a deck: nothing lies below it
FACE_DOWN: Final = "?"  # behind a card of the discard: not everybody knows it
_HIDDEN_CARD: Final = re.compile(CARD_PATTERN + r"(?=\?)", re.IGNORECASE)


# --- decks ---------------------------------------------------------------------------------


def _pile(s: State, key: str) -> list[int]:
    return s.deck if key == "deck" else s.event_deck


def _elsewhere(s: State, key: str) -> int:
    """The cards of this kind that are not in the deck."""
    if key == "events":
        return mask_of([*s.event_discard, s.event_first, s.event_second])
    mask = mask_of([*s.discard, s.sale])
    for f in range(4):
        apart(s.hand[f], mask)
        mask |= s.hand[f]
    return mask


def _unnamed(s: State, key: str, named: int) -> list[int]:
    taken = _elsewhere(s, key) | named
    return [card for card in (ARTIFACTS if key == "deck" else EVENTS) if not taken >> card & 1]


def _pile_text(s: State, key: str) -> str:
    pile = _pile(s, key)
    if pile == _unnamed(s, key, 0):
        return ""
    below = _unnamed(s, key, mask_of(pile))
    return f"{key}={BOTTOM if below else ''}{cards_text(pile)}"


def _read_pile(s: State, key: str, text: str) -> None:
    """The cards named lie on top, the last one uppermost; the unnamed ones below them."""
    named = read_cards(text.removeprefix(BOTTOM))
    pile = [*named] if text.startswith(BOTTOM) else [*_unnamed(s, key, mask_of(named)), *named]
    if key == "deck":
        s.deck = pile
    else:
        s.event_deck = pile
    apart(mask_of(named), _elsewhere(s, key))
    belong(mask_of(named) | _elsewhere(s, key), ARTIFACT_MASK if key == "deck" else EVENT_MASK)


def _discard_text(s: State) -> str:
    public = _known_to_all(s)
    words = [card_text(card) + ("" if public >> card & 1 else FACE_DOWN) for card in s.discard]
    return "".join(words)


# --- usurpers and sabotage -----------------------------------------------------------------


def _secret_text(s: State, held: tuple[int, ...]) -> str:
    words = [""] * 4
    for f in range(4):
        if f in s.order or held[f] != NO_CARD:
            words[f] = card_text(held[f])
    return each_text(words)


def _read_usurper(s: State, text: str) -> None:
    s.usurper = _deal(s, text, QUEENS)


def _read_sabotage(s: State, text: str) -> None:
    s.sabotage = _deal(s, text, JACKS)


def _deal(s: State, text: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards named go where they are named; the others to the seats without, lowest first."""
    held = [NO_CARD] * 4
    named = each(text)
    for f, word in named:
        held[f] = read_card(word)
    belong(mask_of(held), mask_of([*cards]))
    given = [f for f, _ in named]
    left = cards_in(mask_of([*cards]) & ~mask_of(held))
    for f in s.order:
        if f not in given:
            held[f] = left.pop(0)
    return tuple(held)


# --- knowledge -----------------------------------------------------------------------------


def _known_to_all(s: State) -> int:
    return s.knows[0] & s.knows[1] & s.knows[2] & s.knows[3]


def _known_by_place(s: State, f: int, face_down: int) -> int:
    """What a faction knows because of where cards are: its own, and what lies open."""
    own = s.hand[f] | mask_of([s.usurper[f], s.sabotage[f]])
    events = mask_of([*s.event_discard, s.event_first, s.event_second])
    return own | events | mask_of(s.discard) & ~face_down


def _knowledge_texts(s: State) -> list[str]:
    public = _known_to_all(s)
    base = [_known_by_place(s, f, ~public) for f in range(4)]
    seen = public & ~(base[0] & base[1] & base[2] & base[3])
    more = [cards_text(cards_in(s.knows[f] & ~base[f] & ~seen)) for f in range(4)]
    less = [cards_text(cards_in(base[f] & ~s.knows[f])) for f in range(4)]
    texts = {"seen": cards_text(cards_in(seen)), "knows": each_text(more)}
    texts["unknown"] = each_text(less)
    return [f"{key}={text}" for key, text in texts.items() if text]


def _read_discard(s: State, text: str) -> None:
    s.discard = read_cards(text.replace(FACE_DOWN, ""))
    belong(mask_of(s.discard), ARTIFACT_MASK)
    _all_know(s, mask_of(s.discard) & ~read_card_set("".join(_HIDDEN_CARD.findall(text))))


def _all_know(s: State, cards: int) -> None:
    for f in range(4):
        s.knows[f] |= cards


def _read_seen(s: State, text: str) -> None:
    """All cards are where they belong: everybody knows their own and what lies open."""
    _all_know(s, read_card_set(text))
    for f in range(4):
        s.knows[f] |= _known_by_place(s, f, -1)


def _read_knows(s: State, text: str) -> None:
    for f, word in each(text):
        s.knows[f] |= read_card_set(word)


def _read_unknown(s: State, text: str) -> None:
    for f, word in each(text):
        s.knows[f] &= ~read_card_set(word)


# --- the table -----------------------------------------------------------------------------


def _read_order(s: State, text: str) -> None:
    s.order = tuple(read_factions(text)) if text else (0, 1, 2, 3)
    if len(s.order) < 2:
        raise ValueError("two to four factions play, written like OEDG")


def _read_first(s: State, text: str) -> None:
    if text:
        f = read_faction(text)
        if f not in s.order:
            raise ValueError(f"{text!r} has no seat in this game")
        s.first = s.order.index(f)


def _read_turn(s: State, text: str) -> None:
    s.turn = read_plain("turn", text) if text else 1
    if s.turn > s.rules.turns:
        raise ValueError(f"this game has {s.rules.turns} turns")


def _read_seed(s: State, text: str) -> None:
    s.seed = unquote(text)


def _read_chances(s: State, text: str) -> None:
    s.script = read_script(text)


def _read_contracts(s: State, text: str) -> None:
    keeper().restore(s, json.loads(unquote(text)))


def _read_past(s: State, text: str) -> None:
    s.event_discard = read_cards(text)
    belong(mask_of(s.event_discard), EVENT_MASK)


def _read_deck(s: State, text: str) -> None:
    _read_pile(s, "deck", text)


def _read_events(s: State, text: str) -> None:
    _read_pile(s, "events", text)


def bind(s: State) -> None:
    """What follows from the rest: where units stand, and the powers of allies."""
    for f in range(4):
        for t in range(28):
            s.vis[f] |= (1 << t) if s.up[f * 28 + t] else 0
            s.hidm[f] |= (1 << t) if s.hid[f * 28 + t] else 0
        s.powers[f] = s.rules.powers[f]
        if s.ally[f] != NOBODY:
            s.powers[f] |= s.rules.ally_powers[s.ally[f]]


_OWN: Final[dict[str, Callable[[State, str], None]]] = {
    "order": _read_order,
    "first": _read_first,
    "turn": _read_turn,
    "seed": _read_seed,
    "usurper": _read_usurper,
    "sabotage": _read_sabotage,
    "discard": _read_discard,
    "past": _read_past,
    "deck": _read_deck,
    "events": _read_events,
    "seen": _read_seen,
    "knows": _read_knows,
    "unknown": _read_unknown,
    "contracts": _read_contracts,
    "agreements": _read_contracts,  # as older positions say
    "chances": _read_chances,
}
_UNITS: Final = {"d": 0, "e": 1, "g": 2, "o": 3}
# In the order in which they need each other; some do their work without a word, too.
_KEYS: Final = (*list(_OWN)[:4], *PLAIN[1:], *READERS, *_UNITS, *list(_OWN)[4:])
_ALWAYS: Final = ("order", "turn", *_UNITS, "usurper", "sabotage", "deck", "events", "seen")


# --- the whole -----------------------------------------------------------------------------


_LEFT_OUT: Final[list[tuple[dict[str, int], dict[str, str]]]] = []


def _left_out(rules: Ruleset) -> tuple[dict[str, int], dict[str, str]]:
    """The values and words of ordinary fields, which are left out; the same under all rules."""
    if not _LEFT_OUT:
        plain = State(None, rules)
        values = {key: int(getattr(plain, key)) for key in PLAIN}
        _LEFT_OUT.append((values, {key: writer(plain) for key, writer in WRITERS.items()}))
    return _LEFT_OUT[0]


def position_text(s: State) -> str:
    """The position in one line, exactly."""
    words = ["order=" + "".join(FACTION_LETTERS[f] for f in s.order), f"turn={s.turn}"]
    if s.first:
        words.append(f"first={FACTION_LETTERS[s.order[s.first]]}")
    plain, unwritten = _left_out(s.rules)
    for key in PLAIN:
        if key != "turn" and getattr(s, key) != plain[key]:
            words.append(f"{key}={plain_text(s, key)}")
    for f in s.order:
        words.append(f"{FACTION_LETTERS[f]}={faction_units_text(s, f)}")
    for key, writer in WRITERS.items():
        text = writer(s)
        if text != unwritten[key]:
            words.append(f"{key}={text}")
    words += _card_texts(s)
    if s.seed:
        words.append(f"seed={quote(s.seed, safe='')}")
    if script_text(s):
        words.append(f"chances={script_text(s)}")
    contracts = keeper().stored(s)
    if contracts:
        plainly = json.dumps(contracts, ensure_ascii=False, separators=(",", ":"))
        words.append(f"contracts={quote(plainly, safe='')}")
    words.append(f"stack={frames_text(s.stack)}" if s.stack else "at=over")
    return " ".join(words)


def _card_texts(s: State) -> list[str]:
    words = [f"usurper={_secret_text(s, s.usurper)}", f"sabotage={_secret_text(s, s.sabotage)}"]
    if s.discard:
        words.append(f"discard={_discard_text(s)}")
    if s.event_discard:
        words.append(f"past={cards_text(s.event_discard)}")
    words += [word for word in (_pile_text(s, "deck"), _pile_text(s, "events")) if word]
    return words + _knowledge_texts(s)


def read_position(text: str, rules: Ruleset) -> State:
    """The position a line stands for, gone on to its first choice; ValueError as in ``set_up``."""
    fields = _split(text)
    s = _set_up(fields, rules)
    if "at" in fields:
        settle(s)
    return s


def set_up(text: str, rules: Ruleset, log: Log | None = None) -> State:
    """The position a line stands for, or a ``ValueError`` that names the field that is wrong.

    A moment that names a player goes on to what that player is asked; the log hears what happens
    on the way. One that names a part of the turn stays before it, until it is settled.
    """
    fields = _split(text)
    s = _set_up(fields, rules)
    s.log = log
    if "at" in fields and not (before_a_step(s) and a_of(s.stack[-1]) == TURN_LIST):
        settle(s)
    return s


def before_a_step(s: State) -> bool:
    """Does it stand before an automatic step, so that nobody is asked until it goes on?"""
    return len(s.stack) > 0 and step_of(s.stack[-1]) == SEQUENCE


def _set_up(fields: dict[str, str], rules: Ruleset) -> State:
    s = State(None, rules)
    for key in _KEYS:
        if key in fields or key in _ALWAYS:
            _read_field(s, key, fields.get(key, ""))
    bind(s)
    check_seats(s)
    try:
        _set_next(s, fields)
    except ValueError as wrong:
        raise ValueError(f"{'stack' if 'stack' in fields else 'at'}: {wrong}") from None
    return s


def _set_next(s: State, fields: dict[str, str]) -> None:
    if "stack" in fields:
        s.stack = read_frames(fields["stack"])
    else:
        set_agenda(s, fields["at"], set(fields))


def _split(text: str) -> dict[str, str]:
    """The fields by their keys; what follows a comma behind ``at=`` is a field too."""
    fields: dict[str, str] = {}
    for word in text.replace("\ufe0f", "").split():
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} is no field; fields are written key=value")
        if key.lower() == "at":
            value, *more = value.split(",")
            for field in more:
                _add(fields, field.partition(":")[0], field.partition(":")[2])
        _add(fields, key, value)
    if ("at" in fields) == ("stack" in fields):
        raise ValueError("at: say what comes next, like at=orcs.move, or exactly with stack=")
    return fields


def _add(fields: dict[str, str], name: str, value: str) -> None:
    key = name.lower()
    if key in FACTION_NAMES:
        key = key[0]
    if key not in _KEYS and key not in ("at", "stack"):
        raise ValueError(f"{name}: there is no such field")
    if key in fields:
        raise ValueError(f"{name}: this field is written twice")
    fields[key] = value


def _read_field(s: State, key: str, text: str) -> None:
    try:
        if key in _OWN:
            _OWN[key](s, text)
        elif key in _UNITS:
            read_faction_units(s, _UNITS[key], text)
        elif key in READERS:
            READERS[key](s, text)
        else:
            setattr(s, key, read_plain(key, text))
    except ValueError as wrong:
        raise ValueError(f"{key.upper() if key in _UNITS else key}: {wrong}") from None


def check_seats(s: State) -> None:
    """Who does not play has nothing, and what is kept from a look is held."""
    for f in range(4):
        if f not in s.order and (s.gold[f] or s.hand[f] or s.ally[f] != NOBODY):
            raise ValueError(
                f"order: the {FACTION_NAMES[f].capitalize()} have no seat, but gold, cards or ally"
            )
        if s.kept[f] & ~s.hand[f]:
            raise ValueError(
                f"kept: the {FACTION_NAMES[f].capitalize()} do not hold all of these cards"
            )
    if len(s.order) == 2 and s.ally != [NOBODY] * 4:
        raise ValueError("ally: two players form no alliances")
