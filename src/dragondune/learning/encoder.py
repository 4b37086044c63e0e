"""Writes rows: what a seat sees, and what the critic may see besides in training (``layout.py``).

Everything but the critic's row is read from a view, so a row cannot hold what its seat may not know.
"""

from typing import Final

from librt.strings import BytesWriter, write_i64_le

from dragondune.engine import agenda
from dragondune.ints import i64, u8
from dragondune.learning.layout import (
    BYTES,
    FIRST_ROW,
    LATER_AT,
    LATER_BYTES,
    ROW,
    RULE_FIELDS,
    SIZE_OF,
    WORDS,
)
from dragondune.model.actions import card_of, count_of
from dragondune.model.factions import NOBODY
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.views.view import SECRET, View

_RULES: dict[int, tuple[Ruleset, bytes]] = {}
_RULES_SIZE = SIZE_OF["rules"]
_PADDING = bytes(FIRST_ROW - 8 * WORDS - BYTES)
_LAST_PADDING = bytes(ROW - LATER_AT - LATER_BYTES)
_NO_UNITS = bytes(2 * 112 + 28)
_HIDDEN: Final = 112  # behind the visible units
_ELITES: Final = 224
_NOWHERE = bytes([NOBODY]) * 4


def encode(v: View, out: BytesWriter) -> None:
    """Write a view as one row."""
    _words(v, out)
    out.append(u8(v.seat))
    _units(v, out)
    _many(out, v.board_gold)
    _fours(v, out)
    _course(v, out)
    _battle(v, out)
    _piles(v, out)
    out.write(rules_row(v.rules))
    out.write(_PADDING)
    for cards in v.lacks:
        write_i64_le(out, cards)
    _many(out, v.memory)
    out.write(_LAST_PADDING)


def legal_into(s: State, f: i64, out: BytesWriter) -> i64:
    """Write what a seat may choose, eight bytes each; how many there are."""
    choices = agenda.legal(s, f)
    for code in choices:
        write_i64_le(out, code)
    return len(choices)


# Bytes are appended one by one without a function between: that is what makes a row quick. Only what may
# be more than 255 (gold, bids) is looked at first, by statements: an expression would make objects.


def _many(out: BytesWriter, numbers: list[int]) -> None:
    """Numbers without an upper bound."""
    for number in numbers:
        small: i64 = number
        if small > 255:
            small = 255
        out.append(u8(small))


def _few(out: BytesWriter, numbers: list[int]) -> None:
    """Numbers that are small by the rules: units, cards, factions."""
    for number in numbers:
        small: i64 = number
        out.append(u8(small))


def _words(v: View, out: BytesWriter) -> None:
    for cards in v.hands:
        write_i64_le(out, cards)
    for cards in v.seen_by:
        write_i64_le(out, cards)
    write_i64_le(out, v.kept)
    write_i64_le(out, v.knows)
    write_i64_le(out, v.public)
    for powers in v.powers:
        write_i64_le(out, powers)
    write_i64_le(out, v.trolls)
    write_i64_le(out, v.broken)
    write_i64_le(out, v.fresh[v.seat])
    write_i64_le(out, v.emerged[v.seat])
    write_i64_le(out, v.proposed)
    depth: i64 = len(v.stack)
    for back in range(1, 4):
        if depth >= back:
            write_i64_le(out, v.stack[depth - back])
        else:
            write_i64_le(out, 0)


def _units(v: View, out: BytesWriter) -> None:
    """Units stand in few places: only those are written over a blank board."""
    first: i64 = len(out)
    out.write(_NO_UNITS)
    for f in range(4):
        at: i64 = f * 28
        _stacks(out, v.vis[f], v.up, at, first + at)
        _stacks(out, v.hidm[f], v.hid, at, first + _HIDDEN + at)
    played = v.rules.elites
    if played[0] or played[1] or played[2] or played[3]:
        _elites(v, out, first + _ELITES)


def _stacks(out: BytesWriter, where: i64, units: list[int], at: i64, place: i64) -> None:
    while where:
        if where & 1:
            small: i64 = units[at]
            out[place] = u8(small)
        where >>= 1
        at += 1
        place += 1


def _elites(v: View, out: BytesWriter, first: i64) -> None:
    up, hid = v.elite_up, v.elite_hid
    for t in range(28):
        here: i64 = 0
        for f in range(4):
            here += up[f * 28 + t] + hid[f * 28 + t]
        out[first + t] = u8(here)


def _fours(v: View, out: BytesWriter) -> None:
    """What there is once for each faction."""
    _many(out, v.gold)
    _few(out, v.grave)
    _few(out, v.bank)
    _few(out, v.elite_grave)
    _few(out, v.elite_bank)
    _few(out, v.hand_sizes)
    _few(out, v.ally)
    _few(out, v.usurper)
    _few(out, v.sabotage)
    for made in v.predictions:
        if made == SECRET:
            out.append(1)
        elif made >= 0:
            out.append(2)
        else:
            out.append(0)
    first: i64 = len(out)
    out.write(_NOWHERE)
    players: i64 = len(v.order)
    place: i64 = players - v.first
    for faction in v.order:
        seat: i64 = faction
        out[first + seat] = u8(place % players)
        place += 1


def _course(v: View, out: BytesWriter) -> None:
    """Where the game stands."""
    out.append(u8(v.turn))
    out.append(u8(v.round))
    out.append(u8(v.dragon))
    out.append(u8(v.cards_left))
    out.append(u8(v.bidder))
    bid: i64 = v.high_bid
    if bid > 255:
        bid = 255
    out.append(u8(bid))
    out.append(u8(v.high_bidder))
    out.append(u8(v.passes))
    out.append(u8(v.sale))
    out.append(u8(v.rights_used))
    out.append(u8(v.hire_stopped))
    out.append(u8(v.turns_taken))
    out.append(u8(v.disbanded))
    out.append(u8(v.reach_bonus))
    out.append(u8(v.moves_left))
    out.append(u8(v.red_at + 1))
    out.append(u8(v.event_first))
    out.append(u8(v.event_second))
    out.append(u8(v.steered + 1))


def _battle(v: View, out: BytesWriter) -> None:
    out.append(u8(v.attacker))
    out.append(u8(v.defender))
    out.append(u8(v.place))
    for answer in v.answers:
        told: i64 = answer
        out.append(u8(told + 1))
    one: i64 = v.plans[0]
    other: i64 = v.plans[1]
    out.append(u8(_made(one)))
    out.append(u8(_made(other)))
    out.append(u8(_units_of(one)))
    out.append(u8(_units_of(other)))
    out.append(u8(_card_of(one)))
    out.append(u8(_card_of(other)))
    for choice in v.betrayals:
        out.append(u8(_declared(choice)))
    out.append(u8(v.miracles))
    out.append(u8(v.blessed))
    losses: i64 = v.combat_losses
    if losses > 255:
        losses = 255
    out.append(u8(losses))
    out.append(u8(v.looked))
    out.append(u8(v.victor))
    lent: i64 = v.lent
    if lent > 255:
        lent = 255
    out.append(u8(lent))


def _made(plan: i64) -> i64:
    if plan >= 0:
        return 2
    return 1 if plan == SECRET else 0


def _units_of(plan: i64) -> i64:
    return count_of(plan) if plan >= 0 else 0


def _card_of(plan: i64) -> i64:
    return card_of(plan) if plan >= 0 else 63


def _declared(choice: i64) -> i64:
    if choice == SECRET:
        return 1
    if choice < 0:
        return 0
    return 3 if choice > 0 else 2


def _piles(v: View, out: BytesWriter) -> None:
    out.append(u8(len(v.deck)))
    out.append(u8(len(v.discard)))
    out.append(u8(len(v.event_deck)))
    next_event: i64 = 63
    if v.event_deck:
        next_event = v.event_deck[-1]
    out.append(u8(next_event))


def rules_row(rules: Ruleset) -> bytes:
    """A ruleset as bytes; they are made once for each."""
    known = _RULES.get(id(rules))
    if known is not None and known[0] is rules:
        return known[1]
    numbers: list[int] = []
    for name in RULE_FIELDS:
        value = getattr(rules, name)
        numbers.extend(value if isinstance(value, tuple) else (value,))
    row = bytes(min(max(int(number), 0), 255) for number in numbers).ljust(_RULES_SIZE, b"\0")
    _RULES[id(rules)] = (rules, row)
    return row


def encode_secrets(s: State, out: BytesWriter) -> None:
    """What no seat may know of the others: for the critic, in training alone."""
    for cards in s.hand:
        write_i64_le(out, cards)
    for card in s.usurper:
        out.append(u8(card))
    for card in s.sabotage:
        out.append(u8(card))
    out.append(u8(s.event_deck[-1] if s.event_deck else 63))
    out.append(u8(s.deck[-1] if s.deck else 63))
    out.append(u8(s.sale))
    for _ in range(5):
        out.append(0)


def row_of(v: View) -> bytes:
    """One row by itself."""
    out = BytesWriter()
    encode(v, out)
    return out.getvalue()
