"""Fields of the position notation with a shape of their own: units, gold, alliances, battles."""

import re
from collections.abc import Callable
from typing import Final

from dragondune.engine.notation_words import (
    apart,
    belong,
    cards_text,
    each,
    each_text,
    places_text,
    read_card_set,
    read_cards,
    read_factions,
    read_places,
)
from dragondune.model.action_text import (
    card_text,
    read_card,
    read_faction,
    read_number,
    read_territory,
    read_units,
    territory_text,
    units_text,
)
from dragondune.model.actions import CARD, ELITE, KIND, PLAN, card_of, count_of, elites_of
from dragondune.model.cards import ARTIFACT_MASK, NO_CARD, QUEEN, RANK, cards_in
from dragondune.model.choices import (
    ALLIANCE_FORMED,
    betrayal,
    predicted_castle,
    predicted_turn,
    predicted_winner,
    prediction,
    sabotage_in,
    usurper_of,
)
from dragondune.model.factions import FACTION_LETTERS, FACTION_NAMES, NOBODY
from dragondune.model.memory import MEMORY, PLACES
from dragondune.model.state import State

MOST_GOLD: Final = 10**6
_STACK: Final = re.compile(r"(\d+)(?:([★•*.cf]):?|:)(.+)", re.IGNORECASE)


# --- units ---------------------------------------------------------------------------------


def faction_units_text(s: State, f: int) -> str:
    words: list[str] = []
    for t in range(28):
        at = f * 28 + t
        if not s.up[at] and not s.hid[at]:
            continue
        name = territory_text(t)
        name += ":" if name.isdigit() else ""
        if s.up[at]:
            words.append(name + units_text(s.up[at], s.elite_up[at]))
        if s.hid[at]:
            words.append(name + units_text(s.hid[at], s.elite_hid[at]) + "h")
    if s.grave[f]:
        words.append("grave:" + units_text(s.grave[f], s.elite_grave[f]))
    if (s.bank[f], s.elite_bank[f]) != rest_for_bank(s, f):
        words.append("bank:" + units_text(s.bank[f], s.elite_bank[f]))
    return ",".join(words)


def rest_for_bank(s: State, f: int) -> tuple[int, int]:
    """What is left for the bank when board and graveyard are counted."""
    if f not in s.order:
        return 0, 0
    here = slice(f * 28, f * 28 + 28)
    units = sum(s.up[here]) + sum(s.hid[here]) + s.grave[f]
    elites = sum(s.elite_up[here]) + sum(s.elite_hid[here]) + s.elite_grave[f]
    return s.rules.units[f] - units, s.rules.elites[f] - elites


def read_faction_units(s: State, f: int, text: str) -> None:
    if text and f not in s.order:
        raise ValueError("this faction has no seat in this game")
    s.bank[f], s.elite_bank[f] = -1, -1
    for word in text.split(",") if text else []:
        name, _, number = word.lower().partition(":")
        if name == "grave":
            s.grave[f], s.elite_grave[f] = read_units(number)
        elif name == "bank":
            s.bank[f], s.elite_bank[f] = read_units(number)
        else:
            _read_stack(s, f, word)
    if s.bank[f] < 0:
        s.bank[f], s.elite_bank[f] = rest_for_bank(s, f)
    check_units(s, f)


def _read_stack(s: State, f: int, word: str) -> None:
    found = _STACK.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} are no units in a place; write them like 3★5, 7:2 or 9•2h")
    number: str = found[3].lower()
    at = f * 28 + read_territory(found[1] + (found[2] or ""))
    if s.hid[at] if number.endswith("h") else s.up[at]:
        raise ValueError(f"{word!r} names a place for the second time")
    if number.endswith("h"):
        s.hid[at], s.elite_hid[at] = read_units(number[:-1])
    else:
        s.up[at], s.elite_up[at] = read_units(number)


def check_units(s: State, f: int) -> None:
    rest, elites = rest_for_bank(s, f)
    if s.bank[f] < 0 or s.bank[f] > rest:
        raise ValueError(
            f"the {FACTION_NAMES[f].capitalize()} have only {s.rules.units[f]} units in this game"
        )
    if s.elite_bank[f] < 0 or s.elite_bank[f] > elites:
        raise ValueError(
            f"the {FACTION_NAMES[f].capitalize()} have only {s.rules.elites[f]} elite units"
        )
    if s.elite_bank[f] > s.bank[f]:
        raise ValueError(
            f"elite units of the {FACTION_NAMES[f].capitalize()} are missing from board and grave"
        )


# --- fields with a shape of their own ------------------------------------------------------


def _gold_text(s: State) -> str:
    return ",".join(f"{FACTION_LETTERS[f]}{s.gold[f]}" for f in range(4) if s.gold[f])


def _read_gold(s: State, text: str) -> None:
    for word in text.split(",") if text else []:
        f = read_faction(word[:1])
        if s.gold[f]:
            raise ValueError(f"{word!r} names a faction for the second time")
        s.gold[f] = read_number(word[1:].lstrip(":"), MOST_GOLD)


def _land_gold_text(s: State) -> str:
    lying = [t for t in range(28) if s.board_gold[t]]
    return ",".join(f"{territory_text(t)}:{s.board_gold[t]}" for t in lying)


def _read_land_gold(s: State, text: str) -> None:
    for word in text.split(",") if text else []:
        name, _, number = word.partition(":")
        s.board_gold[read_territory(name)] = read_number(number, MOST_GOLD)


def _ally_text(s: State) -> str:
    pairs = [(f, s.ally[f]) for f in range(4) if s.ally[f] != NOBODY and f < s.ally[f]]
    return ",".join(FACTION_LETTERS[f] + FACTION_LETTERS[g] for f, g in pairs)


def _read_ally(s: State, text: str) -> None:
    for word in text.split(",") if text else []:
        pair = read_factions(word)
        if len(pair) != 2 or s.ally[pair[0]] != NOBODY or s.ally[pair[1]] != NOBODY:
            raise ValueError(f"{word!r} is no pair; alliances are written like OE,DG")
        s.ally[pair[0]], s.ally[pair[1]] = pair[1], pair[0]


def _proposed_text(s: State) -> str:
    pairs = [(f, g) for f in range(4) for g in range(4) if s.proposed >> (f * 4 + g) & 1]
    words = [FACTION_LETTERS[f] + FACTION_LETTERS[g] for f, g in pairs]
    return ",".join([*words, "formed"] if s.proposed & ALLIANCE_FORMED else words)


def _read_proposed(s: State, text: str) -> None:
    for word in text.split(",") if text else []:
        if word == "formed":
            s.proposed |= ALLIANCE_FORMED
            continue
        pair = read_factions(word)
        if len(pair) != 2:
            raise ValueError(f"{word!r} is no proposal; write who asked whom like OE")
        s.proposed |= 1 << (pair[0] * 4 + pair[1])


def _predictions_text(s: State) -> str:
    words = [""] * 4
    for f in range(4):
        told = s.predictions[f]
        if told >= 0:
            place = territory_text(predicted_castle(told))
            words[f] = f"{FACTION_LETTERS[predicted_winner(told)]}/{place}/{predicted_turn(told)}"
    return each_text(words)


def _read_predictions(s: State, text: str) -> None:
    for f, word in each(text):
        parts = word.split("/")
        if len(parts) != 3:
            raise ValueError(f"{word!r} is no prediction; write winner/castle/turn like E/5★/4")
        castle, turn = read_territory(parts[1]), read_number(parts[2], 31)
        s.predictions[f] = prediction(read_faction(parts[0]), castle, turn)


def _answers_text(s: State) -> str:
    return ",".join("-" if answer < 0 else str(answer) for answer in s.answers)


def _read_answers(s: State, text: str) -> None:
    words = text.split(",")
    if len(words) != 6:
        raise ValueError("six answers are needed: colour, number, value, of attacker and defender")
    s.answers = [-1 if word == "-" else read_number(word, 31) for word in words]


def _plans_text(s: State) -> str:
    words = ["-", "-"]
    for side in range(2):
        plan = s.plans[side]
        if plan >= 0:
            units = units_text(count_of(plan), elites_of(plan))
            words[side] = f"{units}/{card_text(card_of(plan))}"
    return ",".join(words)


def _read_plans(s: State, text: str) -> None:
    for side, word in enumerate(_two(text)):
        if word != "-":
            number, _, played = word.partition("/")
            units, elites = read_units(number)
            card = read_card(played or "none")
            s.plans[side] = PLAN * KIND + card * CARD + elites * ELITE + units


def _betrayals_text(s: State) -> str:
    words = ["-" if chosen < 0 else "no" for chosen in s.betrayals]
    for side in range(2):
        chosen = s.betrayals[side]
        if chosen > 0:
            pair = [card for card in (usurper_of(chosen), sabotage_in(chosen)) if card != NO_CARD]
            words[side] = "".join(card_text(card) for card in pair)
    return ",".join(words)


def _read_betrayals(s: State, text: str) -> None:
    for side, word in enumerate(_two(text)):
        if word == "no":
            s.betrayals[side] = 0
        elif word != "-":
            s.betrayals[side] = _read_betrayal(word)


def _read_betrayal(word: str) -> int:
    """Usurper and sabotage; one of them alone where an ally may add the other [DW6]."""
    pair = read_cards(word)
    if len(pair) == 1:
        pair = [pair[0], NO_CARD] if RANK[pair[0]] == QUEEN else [NO_CARD, pair[0]]
    if len(pair) != 2:
        raise ValueError(f"{word!r} is no betrayal; write usurper and sabotage like Q♠J♥")
    return betrayal(pair[0], pair[1])


def _two(text: str) -> list[str]:
    words = text.split(",")
    if len(words) != 2:
        raise ValueError("two words are needed, for attacker and defender; - for nothing yet")
    return words


# --- sets that each faction has ------------------------------------------------------------


def _hand_text(s: State) -> str:
    return each_text([cards_text(cards_in(mask)) for mask in s.hand])


def _read_hand(s: State, text: str) -> None:
    held = 0
    for f, word in each(text):
        s.hand[f] = read_card_set(word)
        belong(s.hand[f], ARTIFACT_MASK)
        apart(s.hand[f], held)
        held |= s.hand[f]


def _kept_text(s: State) -> str:
    return each_text([cards_text(cards_in(mask)) for mask in s.kept])


def _read_kept(s: State, text: str) -> None:
    for f, word in each(text):
        s.kept[f] = read_card_set(word)


def _lacks_text(s: State) -> str:
    """Per seat: a hand's letter, or P for the piles, and the cards it knows are not there."""
    words = []
    for f in range(4):
        rows = [s.lacks[f * PLACES + place] for place in range(PLACES)]
        words.append(
            "/".join(
                f"{_PLACE_LETTERS[place]}{cards_text(cards_in(row))}"
                for place, row in enumerate(rows)
                if row
            )
        )
    return each_text(words)


def _read_lacks(s: State, text: str) -> None:
    for f, word in each(text):
        for part in word.split("/"):
            if part[:1] not in _PLACE_LETTERS or not part:
                raise ValueError(f"{part!r} names no hand; write like G3♠4♥, or P3♠ for the piles")
            row = s.lacks[:]
            row[f * PLACES + _PLACE_LETTERS.index(part[0])] = read_card_set(part[1:])
            s.lacks = row


def _memory_text(s: State) -> str:
    numbers = [int(number) for number in s.memory]
    while numbers and not numbers[-1]:
        numbers.pop()
    return ",".join(str(number) for number in numbers)


def _read_memory(s: State, text: str) -> None:
    numbers = [read_number(word, MOST_REMEMBERED) for word in text.split(",")]
    if len(numbers) > MEMORY:
        raise ValueError(f"at most {MEMORY} numbers are remembered")
    s.memory = numbers + [0] * (MEMORY - len(numbers))


def _fresh_text(s: State) -> str:
    return each_text([places_text(mask, "/") for mask in s.fresh])


def _read_fresh(s: State, text: str) -> None:
    for f, word in each(text):
        s.fresh[f] = read_places(word, "/")


def _emerged_text(s: State) -> str:
    return each_text([places_text(mask, "/") for mask in s.emerged])


def _read_emerged(s: State, text: str) -> None:
    for f, word in each(text):
        s.emerged[f] = read_places(word, "/")


_PLACE_LETTERS: Final = "DEGOP"
MOST_REMEMBERED: Final = 10**6
WRITERS: Final[dict[str, Callable[[State], str]]] = {
    "gold": _gold_text,
    "gold@": _land_gold_text,
    "hand": _hand_text,
    "kept": _kept_text,
    "lacks": _lacks_text,
    "memory": _memory_text,
    "ally": _ally_text,
    "proposed": _proposed_text,
    "predictions": _predictions_text,
    "fresh": _fresh_text,
    "emerged": _emerged_text,
    "answers": _answers_text,
    "plans": _plans_text,
    "betrayals": _betrayals_text,
}
READERS: Final[dict[str, Callable[[State, str], None]]] = {
    "gold": _read_gold,
    "gold@": _read_land_gold,
    "hand": _read_hand,
    "kept": _read_kept,
    "lacks": _read_lacks,
    "memory": _read_memory,
    "ally": _read_ally,
    "proposed": _read_proposed,
    "predictions": _read_predictions,
    "fresh": _read_fresh,
    "emerged": _read_emerged,
    "answers": _read_answers,
    "plans": _read_plans,
    "betrayals": _read_betrayals,
}
