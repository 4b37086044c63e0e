"""A position as plain JSON types, and back: for saved games.

What follows from the rest (powers, where units stand) is not stored but computed. Reading trusts
nothing: types, lengths, ranges, frames, and that every piece is in one place only. The rules are
the caller's to store and to give back; log and script are no part of a position.
"""

from collections.abc import Callable
from typing import Final

from dragondune.engine.agenda import a_of, c_of, keeper, seat_of, step_of
from dragondune.engine.notation import bind, check_seats
from dragondune.engine.notation_fields import check_units
from dragondune.engine.notation_words import apart, belong, mask_of
from dragondune.engine.steps import SEQUENCE, STEP_COUNT
from dragondune.model.action_text import card_text, territory_text
from dragondune.model.actions import PLAN, card_of, count_of, elites_of, kind_of
from dragondune.model.board import EVERYWHERE, NOWHERE
from dragondune.model.cards import ALL_CARDS, ARTIFACT_MASK, EVENT_MASK, JACKS, NO_CARD, QUEENS
from dragondune.model.choices import predicted_castle, sabotage_in, usurper_of
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.memory import MEMORY, PLACES
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import INT_FIELDS, LIST_FIELDS, State

YOUNG: Final = ("memory", "lacks")  # older positions are without them, and nothing is remembered
COMPUTED: Final = ("powers", "vis", "hidm")
TUPLES: Final = ("order", "usurper", "sabotage")
MANY: Final = 10**6
ASKED_SELF: Final = 1 << 0 | 1 << 5 | 1 << 10 | 1 << 15
FRAME: Final = (1 << 42) - 1

# the least and the most a number may be
INT_RANGES: Final[dict[str, tuple[int, int]]] = {
    "turn": (0, 99),
    "first": (0, 3),
    "round": (0, 7),
    "dragon": (1, 18),
    "trolls": (0, EVERYWHERE),
    "broken": (0, EVERYWHERE),
    "sale": (0, NO_CARD),
    "cards_left": (0, 4),
    "bidder": (0, 99),
    "high_bid": (0, 1023),
    "high_bidder": (0, NOBODY),
    "passes": (0, 99),
    "proposed": (0, (1 << 17) - 1),
    "rights_used": (0, 15),
    "hire_stopped": (0, 15),
    "turns_taken": (0, 15),
    "disbanded": (0, 1),
    "reach_bonus": (0, 99),
    "moves_left": (0, 99),
    "red_at": (-1, 31),
    "event_first": (0, NO_CARD),
    "event_second": (0, NO_CARD),
    "steered": (-1, 31),
    "attacker": (0, NOBODY),
    "defender": (0, NOBODY),
    "place": (0, 31),
    "miracles": (0, 3),
    "lent": (0, 1 << 12),
    "blessed": (0, 99),
    "combat_losses": (0, MANY),
    "looked": (0, 15),
    "victor": (0, NOBODY),
    "winners": (0, 15),
    "way": (0, 99),
    "draws": (0, 10**15),
    "script_at": (0, 10**15),
}
# the length (or -1 for any), and the least and the most of its numbers
LIST_RANGES: Final[dict[str, tuple[int, int, int]]] = {
    "up": (112, 0, 31),
    "hid": (112, 0, 31),
    "elite_up": (112, 0, 31),
    "elite_hid": (112, 0, 31),
    "board_gold": (28, 0, MANY),
    "gold": (4, 0, MANY),
    "hand": (4, 0, ALL_CARDS),
    "knows": (4, 0, ALL_CARDS),
    "grave": (4, 0, 31),
    "elite_grave": (4, 0, 31),
    "bank": (4, 0, 31),
    "elite_bank": (4, 0, 31),
    "ally": (4, 0, NOBODY),
    "kept": (4, 0, ALL_CARDS),
    "fresh": (4, 0, EVERYWHERE),
    "emerged": (4, 0, EVERYWHERE),
    "predictions": (4, -1, (1 << 12) - 1),
    "answers": (6, -1, 31),
    "memory": (MEMORY, 0, MANY),
    "lacks": (4 * PLACES, 0, ALL_CARDS),
    "plans": (2, -1, (1 << 35) - 1),
    "betrayals": (2, -1, 1 << 12),
    "deck": (-1, 0, 51),
    "discard": (-1, 0, 51),
    "event_deck": (-1, 0, 51),
    "event_discard": (-1, 0, 51),
    "stack": (-1, 0, FRAME),
    "order": (-1, 0, 3),
    "usurper": (4, 0, NO_CARD),
    "sabotage": (4, 0, NO_CARD),
}


CONTRACTS: Final = ("contracts", "agreements")  # and how older positions call them


def state_to_dict(s: State) -> dict[str, object]:
    """The position in numbers, lists of numbers and one text."""
    data: dict[str, object] = {"seed": s.seed}
    for name in INT_FIELDS:
        data[name] = int(getattr(s, name))
    for name in (*TUPLES, *LIST_FIELDS):
        if name not in COMPUTED:
            data[name] = [int(number) for number in getattr(s, name)]
    contracts = keeper().stored(s)
    return data | {"contracts": contracts} if contracts else data


def state_from_dict(data: object, rules: Ruleset) -> State:
    """The position stored, or a ``ValueError`` that says what is wrong with it."""
    if not isinstance(data, dict):
        raise ValueError("a stored position is an object with named fields")
    _check_names(data)
    s = State(None, rules)
    s.seed = _text(data["seed"])
    for name, (least, most) in INT_RANGES.items():
        setattr(s, name, _number(name, data[name], least, most))
    for name in LIST_RANGES:
        if name not in data:
            continue
        numbers = _numbers(name, data[name])
        setattr(s, name, tuple(numbers) if name in TUPLES else numbers)
    _check(s)
    for name in CONTRACTS:
        if name in data:
            keeper().restore(s, data[name])
    return s


def without(data: object) -> list[str]:
    """The fields that a position stored by an older program is without."""
    return [name for name in YOUNG if isinstance(data, dict) and name not in data]


def _check_names(data: dict[object, object]) -> None:
    known = {"seed", *INT_RANGES, *LIST_RANGES}
    for name in known:
        if name not in data and name not in YOUNG:
            raise ValueError(f"{name}: this field is missing")
    for found in data:
        if found not in known and found not in CONTRACTS:
            raise ValueError(f"{found!r}: there is no such field")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("seed: a text is needed")
    return value


def _number(name: str, value: object, least: int, most: int) -> int:
    # True and False are numbers to the language, but nobody stores a count like that.
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name}: a whole number is needed")
    if not least <= value <= most:
        raise ValueError(f"{name}: {value} is not between {least} and {most}")
    return value


def _numbers(name: str, value: object) -> list[int]:
    length, least, most = LIST_RANGES[name]
    if not isinstance(value, list):
        raise ValueError(f"{name}: a list is needed")
    if length >= 0 and len(value) != length:
        raise ValueError(f"{name}: {length} numbers are needed, not {len(value)}")
    return [_number(name, number, least, most) for number in value]


# --- what the fields say together ----------------------------------------------------------


def _check(s: State) -> None:
    _check_table(s)
    for f in range(4):
        _check_faction(s, f)
    _named("cards", s, _check_cards)
    _named("plans", s, _check_plans)
    _named("betrayals", s, _check_betrayals)
    _named("places", s, _check_places)
    _named("stack", s, _check_frames)
    bind(s)
    check_seats(s)


def _check_table(s: State) -> None:
    if not 2 <= len(s.order) <= 4 or len(set(s.order)) < len(s.order):
        raise ValueError("order: two to four different factions play")
    if s.first >= len(s.order):
        raise ValueError("first: nobody has that seat")
    if s.turn > s.rules.turns:
        raise ValueError(f"turn: this game has {s.rules.turns} turns")
    for f in range(4):
        g = s.ally[f]
        if g != NOBODY and (g > 3 or g == f or s.ally[g] != f):
            raise ValueError("ally: alliances are pairs")
    if s.proposed & ASKED_SELF:
        raise ValueError("proposed: nobody proposes to themselves")
    for name in ("high_bidder", "attacker", "defender", "victor"):
        f = getattr(s, name)
        if f != NOBODY and f not in s.order:
            raise ValueError(f"{name}: faction {f} has no seat in this game")


def _check_faction(s: State, f: int) -> None:
    name = FACTION_NAMES[f]
    here = range(f * 28, f * 28 + 28)
    for at in here:
        if s.elite_up[at] > s.up[at] or s.elite_hid[at] > s.hid[at]:
            raise ValueError(f"units: more elite units than units of the {name} in one place")
    if s.elite_grave[f] > s.grave[f]:
        raise ValueError(f"elite_grave: more elite units than units of the {name}")
    if f not in s.order and sum(s.up[at] + s.hid[at] for at in here) + s.grave[f] > 0:
        raise ValueError(f"units: the {name.capitalize()} have no seat in this game")
    try:
        check_units(s, f)
    except ValueError as wrong:
        raise ValueError(f"units: {wrong}") from None


def _named(name: str, s: State, check: Callable[[State], None]) -> None:
    try:
        check(s)
    except ValueError as wrong:
        raise ValueError(f"{name}: {wrong}") from None


def _check_cards(s: State) -> None:
    """Every card is of the right kind and in one place only."""
    artifacts = mask_of([*s.deck, *s.discard, s.sale])
    for f in range(4):
        apart(artifacts, s.hand[f])
        artifacts |= s.hand[f]
    belong(artifacts, ARTIFACT_MASK)
    belong(mask_of([*s.event_deck, *s.event_discard, s.event_first, s.event_second]), EVENT_MASK)
    belong(mask_of([*s.usurper]), mask_of([*QUEENS]))
    belong(mask_of([*s.sabotage]), mask_of([*JACKS]))


def _check_frames(s: State) -> None:
    """Every frame names a step and somebody at the table; lists are not walked past their end."""
    lists = (s.rules.turn_steps, s.rules.recruit_steps, s.rules.battle_steps)
    for entry in s.stack:
        step, seat = step_of(entry), seat_of(entry)
        if step >= STEP_COUNT:
            raise ValueError(f"there is no step {step}")
        # 0 stands for nobody in particular, too, where a step has no seat of its own.
        if seat not in (0, NOBODY) and seat not in s.order:
            raise ValueError(f"faction {seat} has no seat in this game")
        if step == SEQUENCE and (a_of(entry) > 2 or c_of(entry) > len(lists[a_of(entry)])):
            raise ValueError("there is no such place in the list of steps")


def _check_plans(s: State) -> None:
    for plan in s.plans:
        if plan >= 0 and (kind_of(plan) != PLAN or elites_of(plan) > count_of(plan)):
            raise ValueError(f"{plan} is no battle plan")
        card_text(card_of(plan))


def _check_betrayals(s: State) -> None:
    for betrayal in s.betrayals:
        if betrayal > 0:
            card_text(usurper_of(betrayal))
            card_text(sabotage_in(betrayal))


def _check_places(s: State) -> None:
    """Where a battle is, where the Red Dragon strikes and what was predicted are on the map."""
    for t in (s.red_at, s.place):
        if t not in (-1, NOWHERE):
            territory_text(t)
    for told in s.predictions:
        if told >= 0:
            territory_text(predicted_castle(told))
