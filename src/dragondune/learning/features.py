"""Numbers for the network, from rows and from actions: with numpy for play, with torch for training.

Both spell the few operations alike through ``Arrays``. A feature is a scaled number, a bit of a set,
or "is this number that value?"; which of them there are is listed once, below, by field names.
"""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from dragondune.engine.steps import STEP_COUNT
from dragondune.learning.layout import (
    ADVISED,
    BYTE_AT,
    BYTES,
    LATER_AT,
    LATER_BYTES,
    RULE_FIELDS,
    SIZE_OF,
    WORD_AT,
    WORDS,
)
from dragondune.model.actions import KIND_NAMES

ARTIFACTS: Final = [suit * 13 + rank for suit in range(4) for rank in range(6)]
EVENTS: Final = [suit * 13 + rank for suit in range(4) for rank in range(6, 10)]
QUEENS: Final = [suit * 13 + 11 for suit in range(4)]
JACKS: Final = [suit * 13 + 10 for suit in range(4)]
CASTLES: Final = (2, 6, 9, 17, 23)
FORESTS: Final = (0, 4, 8, 13, 15, 19, 25)
UNSEEN, NONE = 62, 63
SEATS: Final = (0, 1, 2, 3, 7)
CARDS: Final = [*ARTIFACTS, UNSEEN, NONE]
LAND: Final = 13  # numbers of a territory, as an action sees it
POWERS: Final = 35

# Frames come apart into step, seat and four numbers, which stand behind the bytes.
FRAME_AT: Final = BYTES
FRAME_SIZE: Final = 6

SCALED: Final = {
    "up": 0.25,
    "hid": 0.25,
    "elites": 0.5,
    "board_gold": 0.25,
    "gold": 0.1,
    "grave": 0.2,
    "bank": 0.2,
    "elite_grave": 0.5,
    "elite_bank": 0.5,
    "hand_sizes": 0.25,
    "turn": 0.12,
    "cards_left": 0.3,
    "high_bid": 0.2,
    "passes": 0.3,
    "plan_units": 0.25,
    "combat_losses": 0.3,
    "deck": 0.1,
    "discard": 0.1,
    "event_deck": 0.1,
    "rules": 0.2,
}
BITS: Final[dict[str, Iterable[int]]] = {
    "hands": ARTIFACTS,
    "seen_by": ARTIFACTS,
    "kept": ARTIFACTS,
    "public": ARTIFACTS,
    "knows": [*ARTIFACTS, *EVENTS],
    "powers": range(POWERS),
    "proposed": range(17),
    "trolls": range(28),
    "broken": CASTLES,
    "fresh": range(28),
    "emerged": range(28),
}
VALUES: Final[dict[str, Iterable[int]]] = {
    "seat": range(4),
    "up": (0,),
    "hid": (0,),
    "gold": range(8),
    "bank": range(3),
    "grave": range(3),
    "hand_sizes": range(6),
    "ally": SEATS,
    "usurper": [*QUEENS, UNSEEN, NONE],
    "sabotage": [*JACKS, UNSEEN, NONE],
    "predictions": range(3),
    "place_in_order": (0, 1, 2, 3, 7),
    "turn": range(9),
    "round": range(8),
    "dragon": range(19),
    "cards_left": range(5),
    "bidder": range(5),
    "high_bid": range(12),
    "high_bidder": SEATS,
    "passes": range(5),
    "sale": CARDS,
    "rights_used": range(16),
    "hire_stopped": range(16),
    "turns_taken": range(16),
    "disbanded": (0, 1),
    "reach_bonus": range(4),
    "moves_left": range(3),
    "red_at": range(30),
    "event_first": [*EVENTS, NONE],
    "event_second": [*EVENTS, NONE],
    "steered": range(12),
    "attacker": SEATS,
    "defender": SEATS,
    "place": range(28),
    "answers": range(8),
    "plan_made": range(3),
    "plan_units": range(8),
    "plan_card": CARDS,
    "betrayal": range(4),
    "miracles": range(4),
    "blessed": (0, 1),
    "looked": range(16),
    "victor": SEATS,
    "lent": range(4),
    "next_event": [*EVENTS, UNSEEN, NONE],
    "rules": (0, 1),
}
FRAME_VALUES: Final = (
    (range(STEP_COUNT), SEATS, range(64), range(64), range(16), range(8)),
    (range(STEP_COUNT), SEATS, range(64), range(64), range(16), range(8)),
    (range(STEP_COUNT), SEATS, (), (), (), ()),
)

# What came later stands behind all others, so that weights made without it can leave it out.
LATER_SCALED: Final = {
    "bid_now": 0.2,
    "paid": 0.2,
    "paid_before": 0.2,
    "bought": 0.3,
    "told_turn": 0.12,
    "shown": 0.25,
}
LATER_BITS: Final[dict[str, Iterable[int]]] = {"lacks": ARTIFACTS}
LATER_BYTE_BITS: Final[dict[str, Iterable[int]]] = {"silent": range(4)}
LATER_VALUES: Final[dict[str, Iterable[int]]] = {
    "told_colour": range(1, 4),
    "told_value": range(1, 8),
}


def _scaled(fields: dict[str, float]) -> list[tuple[int, float]]:
    return [
        (BYTE_AT[name] + k, scale) for name, scale in fields.items() for k in range(SIZE_OF[name])
    ]


def _bits(fields: dict[str, Iterable[int]], at: dict[str, int]) -> list[tuple[int, int]]:
    return [
        (at[name] + k, bit)
        for name, bits in fields.items()
        for k in range(SIZE_OF[name])
        for bit in bits
    ]


def _values() -> list[tuple[int, int]]:
    plain = [
        (BYTE_AT[name] + k, value)
        for name, values in VALUES.items()
        for k in range(SIZE_OF[name])
        for value in values
    ]
    framed = [
        (FRAME_AT + FRAME_SIZE * frame + part, value)
        for frame, parts in enumerate(FRAME_VALUES)
        for part, values in enumerate(parts)
        for value in values
    ]
    return plain + framed


_SCALED, _BITS, _VALUES = _scaled(SCALED), _bits(BITS, WORD_AT), _values()
_LATER: Final[tuple[list[tuple[int, Any]], ...]] = (
    _scaled(LATER_SCALED),
    _bits(LATER_BITS, WORD_AT),
    _bits(LATER_BYTE_BITS, BYTE_AT),
    _bits(LATER_VALUES, BYTE_AT),
)
# The later bytes are taken out of a row by themselves; words are counted from its beginning.
_LATER_FIRST = (LATER_AT - 8 * WORDS, 0, LATER_AT - 8 * WORDS, LATER_AT - 8 * WORDS)
_LATER_KINDS = (np.float32, np.int64, np.int32, np.int32)
RELATIVE: Final = 28 * 5 + 24 + 20 + 24  # own faction first: lands, wealth, castles, counts
FIRST_FEATURES: Final = len(_SCALED) + len(_BITS) + len(_VALUES) + RELATIVE
STATE_FEATURES: Final = FIRST_FEATURES + sum(len(table) for table in _LATER)
COUNTS: Final = 21
ELITES: Final = 3
FIRST_ACTION_FEATURES: Final = len(KIND_NAMES) + COUNTS + ELITES + 32 + 32 + 53 + 8 + 2 * LAND + 12
ACTION_FEATURES: Final = FIRST_ACTION_FEATURES + 1  # what came later: would a steward choose it?
BELIEFS: Final = 4 * (len(ARTIFACTS) + len(QUEENS) + len(JACKS))  # the first secrets
SECRET_FEATURES: Final = 4 * len(ARTIFACTS) + 4 * 4 + 4 * 4 + len(EVENTS) + len(ARTIFACTS) * 2


class Arrays:
    """What numpy and torch spell differently, and the tables where the numbers are."""

    def __init__(self, torch: Any = None, device: Any = None) -> None:
        self.torch, self.device = torch, device
        static = np.zeros((32, 2), np.float32)
        static[list(CASTLES), 0] = 1
        static[list(FORESTS), 1] = 1
        self.static = self._put(static)
        self.scaled_at = self._put([at for at, _ in _SCALED])
        self.scale = self._put(np.array([scale for _, scale in _SCALED], np.float32))
        self.bit_word = self._put([word for word, _ in _BITS])
        self.bit = self._put([bit for _, bit in _BITS])
        self.value_at = self._put([at for at, _ in _VALUES])
        self.value = self._put(np.array([value for _, value in _VALUES], np.int32))
        self.later = [
            (
                self._put([at - first for at, _ in table]),
                self._put(np.array([number for _, number in table], kind)),
            )
            for table, first, kind in zip(_LATER, _LATER_FIRST, _LATER_KINDS, strict=True)
        ]
        self.turned = self._put((np.arange(4)[:, None] + np.arange(4)[None]) % 4)
        self.castles = self._put(list(CASTLES))
        self.artifacts, self.events = self._put(ARTIFACTS), self._put(EVENTS)
        self.queens, self.jacks = self._put(QUEENS), self._put(JACKS)
        self.kinds, self.counts = self._put(range(len(KIND_NAMES))), self._put(range(COUNTS))
        self.elites, self.lands = self._put(range(ELITES)), self._put(range(32))
        self.cards, self.whos = self._put([*range(52), NONE]), self._put(range(8))

    def _put(self, values: Any) -> Any:
        array = np.ascontiguousarray(values if isinstance(values, np.ndarray) else list(values))
        return self.torch.from_numpy(array).to(self.device) if self.torch else array

    def floats(self, x: Any) -> Any:
        return x.float() if self.torch else x.astype(np.float32)

    def ints(self, x: Any) -> Any:
        return x.int() if self.torch else x.astype(np.int32)

    def index(self, x: Any) -> Any:
        return x.long() if self.torch else x

    def joined(self, parts: list[Any], axis: int = 1) -> Any:
        return self.torch.cat(parts, axis) if self.torch else np.concatenate(parts, axis)

    def arange(self, n: int) -> Any:
        return self.torch.arange(n, device=self.device) if self.torch else np.arange(n)

    def zeros(self, *shape: int) -> Any:
        if self.torch:
            return self.torch.zeros(*shape, device=self.device)
        return np.zeros(shape, np.float32)

    def words(self, rows: Any) -> Any:
        return rows.view(self.torch.int64 if self.torch else np.int64)


def _integers(o: Arrays, rows: Any, words: Any) -> Any:
    """The bytes of a row as integers, and its frames in parts."""
    parts = [o.ints(rows[:, 8 * WORDS : 8 * WORDS + BYTES])]
    first = WORD_AT["frames"]
    for word in range(first, first + 3):
        frame = words[:, word : word + 1]
        parts += [o.ints(frame & 127), o.ints(frame >> 7 & 7), o.ints(frame >> 10 & 63)]
        parts += [o.ints(frame >> 16 & 63), o.ints(frame >> 22 & 1023), o.ints(frame >> 32 & 1023)]
    return o.joined(parts)


def field(small: Any, name: str) -> Any:
    """One field of the integers of many rows."""
    return small[:, BYTE_AT[name] : BYTE_AT[name] + SIZE_OF[name]]


class Seen:
    """What the network gets of some rows: features of the whole, and of each territory."""

    def __init__(self, o: Arrays, rows: Any, later: bool = True) -> None:
        """Without ``later`` the features of weights that were made before there was a memory."""
        words = o.words(rows)
        self.small = _integers(o, rows, words)
        n = rows.shape[0]
        self.seat = o.index(field(self.small, "seat")[:, 0])
        own_first = o.turned[self.seat]
        each = o.arange(n)[:, None]
        up = o.floats(field(self.small, "up")).reshape(n, 4, 28)[each, own_first] * 0.25
        hid = o.floats(field(self.small, "hid")).reshape(n, 4, 28)[each, own_first] * 0.25
        foes = up[:, 1:].sum(1)
        rivals = o.floats(up[:, 1:] > 0).sum(1)
        self.features = o.joined(
            [
                o.floats(self.small[:, o.scaled_at]) * o.scale,
                o.floats(words[:, o.bit_word] >> o.bit & 1),
                o.floats(self.small[:, o.value_at] == o.value),
                *(up[:, 0], hid[:, 0], o.floats(up[:, 0] > 0), foes, rivals),
                *self._standing(o, own_first, up, hid),
                *(self._later(o, rows, words) if later else []),
            ]
        )
        self.lands = self._lands(o, n, words, up, hid, rivals, foes)

    def _later(self, o: Arrays, rows: Any, words: Any) -> list[Any]:
        """What is remembered."""
        small = o.ints(rows[:, LATER_AT : LATER_AT + LATER_BYTES])
        scaled, bits, byte_bits, values = o.later
        return [
            o.floats(small[:, scaled[0]]) * scaled[1],
            o.floats(words[:, bits[0]] >> bits[1] & 1),
            o.floats(small[:, byte_bits[0]] >> byte_bits[1] & 1),
            o.floats(small[:, values[0]] == values[1]),
        ]

    def _standing(self, o: Arrays, own_first: Any, up: Any, hid: Any) -> list[Any]:
        """Wealth and castles of everyone, own faction first."""
        n = up.shape[0]
        each = o.arange(n)[:, None]
        names = ("gold", "grave", "bank", "hand_sizes", "place_in_order", "ally")
        wealth = [o.floats(field(self.small, name))[each, own_first] * 0.2 for name in names]
        held = o.floats(up[:, :, o.castles] > 0)
        alone = held * o.floats(held.sum(1) < 2)[:, None]
        several = [held.sum(2), o.floats(held.sum(2) >= 2), o.floats(held.sum(2) >= 3)]
        return [*wealth, held.reshape(n, 20), *several, alone.sum(2), hid.sum(2), up.sum(2)]

    def _lands(
        self, o: Arrays, n: int, words: Any, up: Any, hid: Any, rivals: Any, foes: Any
    ) -> Any:
        lands = o.zeros(n, 32, LAND)
        others = up[:, 1:].transpose(1, 2) if o.torch else up[:, 1:].transpose(0, 2, 1)
        lands[:, :28, 0], lands[:, :28, 1], lands[:, :28, 2:5] = up[:, 0], hid[:, 0], others
        lands[:, :28, 5] = hid[:, 1:].sum(1)
        lands[:, :28, 6] = o.floats(field(self.small, "board_gold")) * 0.25
        trolls = words[:, WORD_AT["trolls"]][:, None] >> o.lands & 1
        lands[:, :, 7] = o.floats(trolls)
        lands[:, :28, 8], lands[:, :28, 9] = rivals, foes
        lands[:, :, 10:12] = o.static
        lands[:, :28, 12] = o.floats(field(self.small, "elites")) * 0.5
        return lands

    def step(self, o: Arrays) -> Any:
        """The step that each row's decision belongs to."""
        return o.index(self.small[:, FRAME_AT])

    def actions(self, o: Arrays, codes: Any, of: Any, advice: bool = True) -> Any:
        """Features of actions; ``of`` names the row of each. Older weights know of no advice."""
        heard = [o.floats(codes >= ADVISED)[:, None]] if advice else []
        codes = codes & ADVISED - 1
        kind, count, elites = codes >> 29, codes & 31, codes >> 5 & 31
        to, origin, card, who = (codes >> shift & mask for shift, mask in _PARTS)
        purse = o.floats(field(self.small, "gold"))[o.arange(self.small.shape[0]), self.seat]
        amount, mine = o.floats(codes & 1023), purse[of]
        n = codes.shape[0]
        there, here = self.lands[of, to], self.lands[of, origin]
        sent = o.floats(count) * 0.25
        numbers = [
            *(sent, amount * 0.1, mine * 0.1, o.floats(amount >= mine)),
            *(o.floats(sent >= here[:, 0] - 0.01), here[:, 0] - sent, there[:, 0] + sent),
            *(there[:, 0] + sent - there[:, 9], o.floats(there[:, 0] + there[:, 9] < 0.01)),
            *(o.floats(card == NONE), o.floats(elites > 0), o.floats(card < 52)),
        ]
        return o.joined(
            [
                o.floats(kind[:, None] == o.kinds),
                o.floats(count[:, None] == o.counts),
                o.floats(elites[:, None] == o.elites),
                o.floats(to[:, None] == o.lands),
                o.floats(origin[:, None] == o.lands),
                o.floats(card[:, None] == o.cards),
                o.floats(who[:, None] == o.whos),
                *(there, here),
                o.joined([number.reshape(n, 1) for number in numbers]),
                *heard,
            ]
        )


_PARTS: Final = ((10, 31), (15, 31), (20, 63), (26, 7))


def secret_features(o: Arrays, secrets: Any) -> Any:
    """What the critic sees besides: all hands, Queens, Jacks, the next event and two cards."""
    words = o.words(secrets)[:, :4]
    small = o.ints(secrets[:, 32:])
    n = secrets.shape[0]
    return o.joined(
        [
            o.floats(words[:, :, None] >> o.artifacts & 1).reshape(n, -1),
            o.floats(small[:, :4, None] == o.queens).reshape(n, -1),
            o.floats(small[:, 4:8, None] == o.jacks).reshape(n, -1),
            o.floats(small[:, 8:9] == o.events),
            o.floats(small[:, 9:10] == o.artifacts),
            o.floats(small[:, 10:11] == o.artifacts),
        ]
    )


assert len(RULE_FIELDS) <= SIZE_OF["rules"]
