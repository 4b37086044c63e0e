"""Writes rows: what a seat sees, and what the critic may see besides in training (``layout.py``).

Everything but the critic's row is read from a view, so a row cannot hold what its seat may not know.
"""

from librt.strings import BytesWriter, write_i64_le

from dragondune.ints import i64, u8
from dragondune.learning.layout import BYTES, ROW, RULE_FIELDS, SIZE_OF, WORDS
from dragondune.model.actions import card_of, count_of
from dragondune.model.factions import NOBODY
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.views.view import SECRET, View

_RULES: dict[int, tuple[Ruleset, bytes]] = {}
_RULES_SIZE = SIZE_OF["rules"]
_PADDING = bytes(ROW - 8 * WORDS - BYTES)


def encode(v: View, out: BytesWriter) -> None:
    """Write a view as one row."""
    _words(v, out)
    seat: i64 = v.seat
    _byte(out, seat)
    _bytes(out, v.up)
    _bytes(out, v.hid)
    _elites(v, out)
    _bytes(out, v.board_gold)
    _fours(v, out)
    _course(v, out)
    _battle(v, out)
    _piles(v, out)
    out.write(rules_row(v.rules))
    out.write(_PADDING)


def _byte(out: BytesWriter, number: i64) -> None:
    # Statements, not a conditional expression, which would make objects of the numbers.
    small = number
    if small > 255:
        small = 255
    if small < 0:
        small = 0
    out.append(u8(small))


def _bytes(out: BytesWriter, numbers: list[int]) -> None:
    for number in numbers:
        _byte(out, number)


def _set(out: BytesWriter, bits: i64) -> None:
    write_i64_le(out, bits)


def _words(v: View, out: BytesWriter) -> None:
    for cards in v.hands:
        write_i64_le(out, cards)
    for cards in v.seen_by:
        write_i64_le(out, cards)
    _set(out, v.kept)
    _set(out, v.knows)
    _set(out, v.public)
    for powers in v.powers:
        write_i64_le(out, powers)
    _set(out, v.trolls)
    _set(out, v.broken)
    _set(out, v.fresh[v.seat])
    _set(out, v.emerged[v.seat])
    _set(out, v.proposed)
    depth: i64 = len(v.stack)
    for back in range(1, 4):
        _set(out, v.stack[depth - back] if depth >= back else 0)


def _elites(v: View, out: BytesWriter) -> None:
    up, hid = v.elite_up, v.elite_hid
    played = v.rules.elites
    if not (played[0] or played[1] or played[2] or played[3]):
        out.write(bytes(28))
        return
    for t in range(28):
        here: i64 = 0
        for f in range(4):
            here += up[f * 28 + t] + hid[f * 28 + t]
        _byte(out, here)


def _fours(v: View, out: BytesWriter) -> None:
    """What there is once for each faction."""
    _bytes(out, v.gold)
    _bytes(out, v.grave)
    _bytes(out, v.bank)
    _bytes(out, v.elite_grave)
    _bytes(out, v.elite_bank)
    _bytes(out, v.hand_sizes)
    _bytes(out, v.ally)
    _bytes(out, v.usurper)
    _bytes(out, v.sabotage)
    for made in v.predictions:
        _byte(out, 1 if made == SECRET else 2 if made >= 0 else 0)
    players: i64 = len(v.order)
    for f in range(4):
        place: i64 = NOBODY
        for k in range(players):
            if v.order[k] == f:
                place = (k - v.first + players) % players
        _byte(out, place)


def _course(v: View, out: BytesWriter) -> None:
    """Where the game stands."""
    _byte(out, v.turn)
    _byte(out, v.round)
    _byte(out, v.dragon)
    _byte(out, v.cards_left)
    _byte(out, v.bidder)
    _byte(out, v.high_bid)
    _byte(out, v.high_bidder)
    _byte(out, v.passes)
    _byte(out, v.sale)
    _byte(out, v.rights_used)
    _byte(out, v.hire_stopped)
    _byte(out, v.turns_taken)
    _byte(out, v.disbanded)
    _byte(out, v.reach_bonus)
    _byte(out, v.moves_left)
    _byte(out, v.red_at + 1)
    _byte(out, v.event_first)
    _byte(out, v.event_second)
    _byte(out, v.steered + 1)


def _battle(v: View, out: BytesWriter) -> None:
    _byte(out, v.attacker)
    _byte(out, v.defender)
    _byte(out, v.place)
    for answer in v.answers:
        _byte(out, answer + 1)
    one, other = v.plans[0], v.plans[1]
    _byte(out, _made(one))
    _byte(out, _made(other))
    _byte(out, count_of(one) if one >= 0 else 0)
    _byte(out, count_of(other) if other >= 0 else 0)
    _byte(out, card_of(one) if one >= 0 else 63)
    _byte(out, card_of(other) if other >= 0 else 63)
    for choice in v.betrayals:
        _byte(out, 1 if choice == SECRET else 0 if choice < 0 else 3 if choice > 0 else 2)
    _byte(out, v.miracles)
    _byte(out, v.blessed)
    _byte(out, v.combat_losses)
    _byte(out, v.looked)
    _byte(out, v.victor)
    _byte(out, v.lent)


def _made(plan: i64) -> i64:
    return 2 if plan >= 0 else 1 if plan == SECRET else 0


def _piles(v: View, out: BytesWriter) -> None:
    _byte(out, len(v.deck))
    _byte(out, len(v.discard))
    _byte(out, len(v.event_deck))
    _byte(out, v.event_deck[-1] if v.event_deck else 63)


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
        _byte(out, card)
    for card in s.sabotage:
        _byte(out, card)
    _byte(out, s.event_deck[-1] if s.event_deck else 63)
    _byte(out, s.deck[-1] if s.deck else 63)
    _byte(out, s.sale)
    for _ in range(5):
        _byte(out, 0)


def row_of(v: View) -> bytes:
    """One row by itself."""
    out = BytesWriter()
    encode(v, out)
    return out.getvalue()
