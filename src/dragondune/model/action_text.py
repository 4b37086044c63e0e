"""Actions as short lines: ``move 3 10★ 9•``. One canonical line per action, and back.

A line is the kind's name and then its fields in the order of ``FIELDS``. Units are written as
ordinary ones plus elites: ``3`` is three ordinary units, ``2+1e`` is two ordinary units and one
elite, three in all. Open and hidden units that move or are disbanded together are ``3+2h``, with
elites ``2+1e+1h+1eh``. Reading takes any case, extra blanks and plain letters too: ``10*``, ``9.``,
``AH``.
"""

from collections.abc import Callable, Sequence
from typing import Final

from dragondune.model import actions as act
from dragondune.model.board import INDEX, NAMES, PLAIN_INDEX, TERRITORIES
from dragondune.model.cards import CARD_NAMES, CARD_OF_NAME, NO_CARD
from dragondune.model.factions import FACTION_LETTERS, FACTION_NAMES

# What stands behind each kind's name, in this order; a kind that is not listed stands alone.
#   units    ordinary units + elites            number, amount, turn   a number
#   to, from, castle, place   a territory       card, ace   a card (ace: left out for none)
#   who      a faction                          hidden      the word, where hidden units are meant
#   second, third   of a split, the other numbers; the third, which is what is left, may be left out
FIELDS: Final[dict[int, tuple[str, ...]]] = {
    act.PLACE: ("number", "second", "third"),
    act.PREDICT: ("who", "castle", "turn"),
    act.CARRY: ("units", "from", "to", "card"),
    act.STEER: ("number",),
    act.DENY: ("card",),
    act.RIDE: ("units", "to"),
    act.PROPOSE: ("who",),
    act.BID: ("amount",),
    act.PAY_ACE: ("card",),
    act.EMERGE: ("units", "from"),
    act.REVIVE: ("units",),
    act.DISBAND: ("units", "from", "hidden"),
    act.CONSCRIPT: ("units", "to"),
    act.HIRE: ("units", "to", "ace"),
    act.RAISE: ("units", "to"),
    act.ACE_PLACE: ("units", "to", "card"),
    act.EXTEND: ("card",),
    act.SECOND_MOVE: ("ace",),
    act.MOVE: ("units", "from", "to", "hidden"),
    act.HIDE: ("ace",),
    act.SPECIAL_REVIVE: ("units", "card"),
    act.WALLS: ("to",),
    act.QUESTION: ("who", "amount"),
    act.LOSE: ("units",),
    act.FIGHT: ("place", "who"),
    act.ASK: ("topic",),
    act.ASK_BOTH: ("card",),
    act.ANSWER_COLOUR: ("colour",),
    act.ANSWER_NUMBER: ("number",),
    act.ANSWER_VALUE: ("value",),
    act.PLAN: ("units", "card"),
    act.BETRAY: ("card", "sabotage"),
    act.DISCARD: ("card",),
    act.KEEP: ("card",),
    act.LOOK: ("who",),
    act.GIVE: ("who", "amount"),
    act.SPEND: ("card",),
}

TOPICS: Final = {"colour": 1, "number": 2, "value": 4}
COLOURS: Final = {"none": 0, "red": 1, "black": 2}
KIND_OF_NAME: Final = {name: kind for kind, name in enumerate(act.KIND_NAMES)}


# --- words ---------------------------------------------------------------------------------


def read_number(word: str, most: int) -> int:
    """A whole number from 0 to ``most``."""
    if word.isascii() and word.isdigit() and len(word) < 19 and int(word) <= most:
        return int(word)
    raise ValueError(f"{word!r} is no number from 0 to {most}")


def read_territory(word: str) -> int:
    """``10★``, or plainly ``10*`` or ``10c``; forests ``9•``, ``9.`` or ``9f``."""
    found = INDEX.get(word, PLAIN_INDEX.get(word.lower(), -1))
    if found < 0:
        raise ValueError(f"{word!r} is no territory; write them like 7, 3★ or 9•")
    return found


def read_card(word: str) -> int:
    """``10♥`` or ``10H``; ``none`` for no card."""
    if word.lower() == "none":
        return NO_CARD
    found = CARD_OF_NAME.get(word.upper(), -1)
    if found < 0:
        raise ValueError(f"{word!r} is no card; write them like 4♥ or A♣")
    return found


def read_faction(word: str) -> int:
    """A faction's name or its first letter."""
    low = word.lower()
    for faction, name in enumerate(FACTION_NAMES):
        if low == name or low == FACTION_LETTERS[faction].lower():
            return faction
    raise ValueError(f"{word!r} is no faction; there are {', '.join(FACTION_NAMES)}")


def read_seats(names: Sequence[str]) -> tuple[int, ...]:
    """Factions in player order; ValueError for a table that cannot be."""
    if isinstance(names, str):
        raise ValueError(f"Name the factions in a list, not as {names!r}.")
    seats = tuple(read_faction(name) for name in names)
    if len(set(seats)) != len(seats) or not 2 <= len(seats) <= 4:
        raise ValueError("Two to four different factions play.")
    return seats


def read_units(word: str) -> tuple[int, int]:
    """How many units in all, and how many of them elite: ``2+1e`` is (3, 1)."""
    low = word.lower()
    ordinary, plus, elite = low.partition("+")
    if not plus and low.endswith("e"):
        ordinary, elite = "0", low
    if (plus or elite) and not elite.endswith("e"):
        raise ValueError(f"{word!r} are no units; write them like 3 or 2+1e (one of three elite)")
    elites = read_number(elite[:-1], 31) if elite else 0
    return read_number(ordinary, 31 - elites) + elites, elites


def units_text(units: int, elites: int) -> str:
    """``3``, or ``2+1e`` for three of which one is elite."""
    return f"{units - elites}+{elites}e" if elites else str(units)


def read_stack(word: str) -> tuple[int, int, int, int]:
    """Open units and the elites among them, then hidden ones: ``3+1h+1eh`` is (3, 0, 2, 1)."""
    parts = word.lower().split("+")
    opened = [part for part in parts if not part.endswith("h")]
    hidden = [part[:-1] for part in parts if part.endswith("h")]
    n, elites = read_units("+".join(opened)) if opened else (0, 0)
    unseen, unseen_elites = read_units("+".join(hidden)) if hidden else (0, 0)
    if n + unseen > 31 or unseen_elites > act.MOST_HIDDEN_ELITES:
        raise ValueError(f"{word!r} are more units than there are")
    return n, elites, unseen, unseen_elites


def stack_text(n: int, elites: int, hidden: int, hidden_elites: int) -> str:
    """``3+2h`` for three open and two hidden units; elites as ``1e`` and ``1eh``."""
    words = [units_text(n, elites)]
    if hidden > hidden_elites:
        words.append(f"{hidden - hidden_elites}h")
    if hidden_elites:
        words.append(f"{hidden_elites}eh")
    return "+".join(words)


def territory_text(index: int) -> str:
    """``10★``."""
    if not 0 <= index < TERRITORIES:
        raise ValueError(f"there is no territory with the number {index}")
    return NAMES[index]


def card_text(index: int) -> str:
    """``10♥``; ``none`` for no card."""
    if index == NO_CARD:
        return "none"
    if not 0 <= index < 52:
        raise ValueError(f"there is no card with the number {index}")
    return CARD_NAMES[index]


def faction_text(faction: int) -> str:
    """``orcs``."""
    if not 0 <= faction < 4:
        raise ValueError(f"there is no faction with the number {faction}")
    return FACTION_NAMES[faction]


def word_of(words: dict[str, int], value: int) -> str:
    """The word that stands for a small number."""
    for word, meaning in words.items():
        if meaning == value:
            return word
    raise ValueError(f"no word for {value} among {', '.join(words)}")


def _read_word(words: dict[str, int], word: str) -> int:
    if word.lower() not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return words[word.lower()]


# --- fields --------------------------------------------------------------------------------


def _write_ace(code: int) -> str:
    card = act.card_of(code)
    return "" if card == NO_CARD else card_text(card)


def _write_value(code: int) -> str:
    return str(act.count_of(code)) if act.count_of(code) else "none"


def _write_third(code: int) -> str:
    told = act.third_of(code)
    return str(told) if told >= 0 else ""


def _write_units(code: int) -> str:
    if act.kind_of(code) not in (act.MOVE, act.DISBAND) or act.who_of(code) < act.BOTH:
        return units_text(act.count_of(code), act.elites_of(code))
    hidden, elites = act.hidden_units_of(code), act.hidden_elites_of(code)
    return stack_text(act.count_of(code) - hidden, act.elites_of(code) - elites, hidden, elites)


_WRITE: Final[dict[str, Callable[[int], str]]] = {
    "units": _write_units,
    "number": lambda code: str(act.count_of(code)),
    "turn": lambda code: str(act.count_of(code)),
    "second": lambda code: str(act.elites_of(code)),
    "third": _write_third,
    "amount": lambda code: str(act.amount_of(code)),
    "to": lambda code: territory_text(act.to_of(code)),
    "from": lambda code: territory_text(act.from_of(code)),
    "castle": lambda code: territory_text(act.from_of(code)),
    "place": lambda code: territory_text(act.from_of(code)),
    "card": lambda code: card_text(act.card_of(code)),
    "ace": _write_ace,
    "sabotage": lambda code: card_text(act.amount_of(code)),
    "who": lambda code: faction_text(act.who_of(code)),
    "hidden": lambda code: "hidden" if act.who_of(code) == act.HIDDEN else "",
    "topic": lambda code: word_of(TOPICS, act.count_of(code)),
    "colour": lambda code: word_of(COLOURS, act.count_of(code)),
    "value": _write_value,
}


def _read_units_field(word: str) -> int:
    units, elites = read_units(word)
    return units + elites * act.ELITE


def _read_stack_field(word: str) -> int:
    """Units of one stack, of which some may be hidden."""
    n, elites, hidden, hidden_elites = read_stack(word)
    code = n + hidden + (elites + hidden_elites) * act.ELITE
    if not hidden:
        return code
    if not n:
        return code + act.HIDDEN * act.WHO
    return code + hidden * act.CARD + (act.BOTH + hidden_elites) * act.WHO


def _read_hidden(word: str) -> int:
    return _read_word({"hidden": act.HIDDEN}, word) * act.WHO


_READ: Final[dict[str, Callable[[str], int]]] = {
    "units": _read_units_field,
    "number": lambda word: read_number(word, 31),
    "turn": lambda word: read_number(word, 31),
    "second": lambda word: read_number(word, 31) * act.ELITE,
    "third": lambda word: (read_number(word, 31) + 1) * act.TO,
    "amount": lambda word: read_number(word, 1023),
    "to": lambda word: read_territory(word) * act.TO,
    "from": lambda word: read_territory(word) * act.FROM,
    "castle": lambda word: read_territory(word) * act.FROM,
    "place": lambda word: read_territory(word) * act.FROM,
    "card": lambda word: read_card(word) * act.CARD,
    "ace": lambda word: read_card(word) * act.CARD,
    "sabotage": read_card,
    "who": lambda word: read_faction(word) * act.WHO,
    "hidden": _read_hidden,
    "topic": lambda word: _read_word(TOPICS, word),
    "colour": lambda word: _read_word(COLOURS, word),
    "value": lambda word: 0 if word.lower() == "none" else read_number(word, 31),
}
# What a field means that was left out; only last fields may be.
_LEFT_OUT: Final = {"ace": act.NO_CARD_FIELD, "hidden": 0, "third": 0}


def action_text(code: int) -> str:
    """The one line that stands for an action."""
    kind = act.kind_of(code) if act.could_be_action(code) else -1
    if not 0 <= kind < len(act.KIND_NAMES):
        raise ValueError(f"no action has the code {code}")
    words = [act.KIND_NAMES[kind]]
    for field in FIELDS.get(kind, ()):
        words.append(_WRITE[field](code))
    return " ".join(words).rstrip()


def parse_action(text: str) -> int:
    """The action a line stands for."""
    words = text.replace("\ufe0f", "").split()
    if not words:
        raise ValueError("An action begins with what is to be done, such as: pass.")
    kind = KIND_OF_NAME.get(name_today(words), -1)
    if kind < 0:
        raise ValueError(f"{words[0]!r} is nothing one can do; try: {', '.join(act.KIND_NAMES)}.")
    return kind * act.KIND + _read_fields(act.KIND_NAMES[kind], FIELDS.get(kind, ()), words[1:])


def name_today(words: list[str]) -> str:
    """How a kind is called now; older records say ``spend`` for a second movement, and ``leap``."""
    name = words[0].lower()
    if name == "spend" and len(words) == 1:
        return "second-move"
    return "carry" if name == "leap" else name


def _read_fields(name: str, fields: tuple[str, ...], words: list[str]) -> int:
    least = len([field for field in fields if field not in _LEFT_OUT])
    if not least <= len(words) <= len(fields):
        raise ValueError(f"Write it like this: {_usage(name, fields)}.")
    code = 0
    read = {**_READ, "units": _read_stack_field} if "hidden" in fields else _READ
    for at, field in enumerate(fields):
        if at >= len(words):
            code += _LEFT_OUT[field]
            continue
        try:
            if field == "hidden" and act.who_of(code):
                raise ValueError("what is hidden is told already")
            code += read[field](words[at])
        except ValueError as wrong:
            raise ValueError(f"{wrong}. Write it like this: {_usage(name, fields)}.") from None
    return code


def _usage(name: str, fields: tuple[str, ...]) -> str:
    shown = [f"[{field}]" if field in _LEFT_OUT else f"<{field}>" for field in fields]
    return " ".join([name, *shown])
