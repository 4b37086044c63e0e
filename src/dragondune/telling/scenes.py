"""A game as scenes: events that belong together become one short paragraph.

A scene is an auction, one player's turn, a battle, the collection. Within it, what one faction
does in a row is told in one breath, and what nobody would miss is left out.
"""

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from dragondune.model.cards import NO_CARD
from dragondune.model.events import Event
from dragondune.model.ruleset import (
    OMEN_DISCARD_COLOUR,
    OMEN_FIRST_PLAYERS_COLOUR,
    OMEN_RED,
    OMEN_SECOND_CARD_SUIT,
    Ruleset,
)
from dragondune.telling.rounds import payment
from dragondune.telling.story import secret, sentence
from dragondune.telling.warfare import army
from dragondune.telling.words import (
    FACTIONS,
    The,
    artifact,
    capital,
    count,
    factions_in,
    gold,
    in_words,
    listed,
    ordinal,
    place,
    the,
    units,
)

ROUND_TITLES: Final = (
    "Set-up",
    "I. Dragon round",
    "II. Event round",
    "III. Bidding round",
    "IV. Recruitment and movement round",
    "V. Battle round",
    "VI. Collection round",
    "VII. Victory round",
)

# Which scene an event opens, and in which round
OPENINGS: Final = {
    "turn_began": ("plain", 1),
    "event_turned": ("event", 2),
    "omen_turned": ("event", 2),
    "council_began": ("council", 2),
    "bidding_began": ("plain", 3),
    "on_sale": ("auction", 3),
    "shown_event": ("plain", 3),
    "recruiting": ("turn", 4),
    "battle_began": ("battle", 5),
    "income": ("collection", 6),
    "decider_began": ("plain", 7),
    "game_won": ("plain", 7),
}
# Events that only prepare what is told a moment later
_SILENT: Final = frozenset(
    (
        *("game_began", "turn_began", "bidding_began", "recruiting", "planned", "plan_made"),
        *("council_ended", "game_won"),
    )
)
_TROLL: Final = 2


class Line(NamedTuple):
    """One paragraph: what everyone may know, with a secret aside; or a secret as a whole."""

    text: str
    secret: bool = False
    aside: str = ""


class Scene(NamedTuple):
    """Events that are told together."""

    kind: str
    turn: int
    round: int
    number: int  # of the card on sale
    events: Sequence[Event]


def opens(event: Event, kind: str, current: int) -> tuple[str, int] | None:
    """The scene and round that begin with an event, or None where the present one goes on."""
    if event.kind in OPENINGS:
        opening = OPENINGS[event.kind]
        if opening[0] == "battle" and current == 7:
            return "battle", 7
        return None if opening[0] == kind and kind in ("event", "collection") else opening
    if event.kind == "came_out" and current == 3:
        return "plain", 4
    if event.kind == "gold_placed" and kind == "council":
        return "event", 2
    if event.kind == "units_lost" and event.d == _TROLL and kind != "troll":
        return "troll", 4
    return None


# --- telling in one breath -----------------------------------------------------------------

_SUBJECT: Final = re.compile(rf"The (?:{'|'.join(FACTIONS)}) (?!and )")


def in_one_breath(sentences: Sequence[str]) -> str:
    """Join sentences; what has the same subject in a row names it once."""
    out: list[str] = []
    for subject, group in groupby(sentences, key=_subject):
        told = list(group)
        if subject and len(told) > 1 and all(text.endswith(".") for text in told):
            out.append(subject + listed(_verbs_once([t[len(subject) : -1] for t in told])) + ".")
        else:
            out += told
    return " ".join(out)


def _verbs_once(clauses: Sequence[str]) -> list[str]:
    """``discard 4♥``, ``discard 5♦`` become ``discard 4♥``, ``5♦``."""
    out: list[str] = []
    verb = ""
    for clause in clauses:
        first, _, rest = clause.partition(" ")
        out.append(rest if first == verb else clause)
        verb = first
    return out


def _subject(text: str) -> str:
    found = _SUBJECT.match(text)
    # a sentence with a clause of its own does not fit into a list
    return found.group() if found and not re.search(r"[:;!,]", text) else ""


def _public(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not secret(event) and event.kind not in _SILENT]


def _plainly(events: Sequence[Event], rules: Ruleset) -> list[Line]:
    text = in_one_breath([sentence(event, rules) for event in _public(events)])
    return [Line(text)] if text else []


def _without(events: Sequence[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event.kind not in kinds]


def _of(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


# --- events and council --------------------------------------------------------------------

# Why the Red Dragon comes, by the ruleset's omen
_OMENS: Final = {
    OMEN_FIRST_PLAYERS_COLOUR: "The card has the first player's colour",
    OMEN_DISCARD_COLOUR: "The omen has the colour of the last event",
    OMEN_RED: "A red omen",
    OMEN_SECOND_CARD_SUIT: "The second card has the suit of the last event",
}


def _event(scene: Scene, rules: Ruleset) -> list[Line]:
    events = _public(scene.events)
    found = [f"{gold(e.b)} in {place(e.a)}" for e in _of(events, "gold_placed")]
    treasure = [f"The land yields {listed(found)}."] if found else []
    treasure += [sentence(e, rules) for e in _of(events, "no_gold")]
    cards = [sentence(e, rules) for e in events if e.kind in ("event_turned", "omen_turned")]
    rest = _without(events, "gold_placed", "no_gold", "event_turned", "omen_turned")
    if not rest:
        return [Line(" ".join([*cards, *treasure]))]
    told = [sentence(e, rules) for e in rest]
    if rest[0].kind == "red_dragon":
        told[0] = f"{_OMENS[rules.omen]}: t{told[0][1:]}"
    parts = (" ".join(cards), in_one_breath(told), " ".join(treasure))
    return [Line(text) for text in parts if text]


def _council(scene: Scene, rules: Ruleset) -> list[Line]:
    """Alliances and breaches; of offers only the answer, and not every refusal of many."""
    refusals = len(_of(scene.events, "refused"))
    hushed = ("council_began", "proposed", *(("refused",) if refusals > 3 else ()))
    talk = [sentence(event, rules) for event in _without(_public(scene.events), *hushed)]
    if refusals > 3:
        talk.append(f"{capital(in_words(refusals))} offers are turned down.")
    if not talk:
        return [Line("A Great Council is called, but nobody has anything to offer.")]
    return [Line(" ".join(["A Great Council is called.", *talk]))]


# --- bidding -------------------------------------------------------------------------------


def _auction(scene: Scene, rules: Ruleset) -> list[Line]:
    """One artifact: who won it for how much after how many bids, not every call."""
    events = scene.events
    told = [f"{capital(ordinal(scene.number))} artifact: {_sale(events)}"]
    if _of(events, "second_card"):
        told.append("They pocket a second one as well.")
    heard = ("on_sale", "bid", "bid_passed", "paid", "sold", "unsold", "second_card")
    sold = Line(" ".join(told), aside=_cards_told(events))
    return [sold, *_plainly(_without(events, *heard), rules)]


def _sale(events: Sequence[Event]) -> str:
    sold, paid, bids = _of(events, "sold"), _of(events, "paid"), len(_of(events, "bid"))
    if not (sold and paid):
        return "nobody bids, and it is laid aside face down."
    calls = "with the only bid" if bids == 1 else f"after {in_words(bids)} bids"
    price = gold(sold[0].b)
    if paid[0].c:
        return f"{the(sold[0].a)} win it at {price} {calls} and {payment(paid[0])}."
    to = " (to the bank)" if not 0 <= paid[0].e < 4 else ""
    return f"{the(sold[0].a)} win it for {price}{to} {calls}."


def _cards_told(events: Sequence[Event]) -> str:
    """The card on sale once, whoever got to see it, and what else was received."""
    cards = [e.b for e in _of(events, "shown_sale")]
    cards += [e.b for e in _of(events, "got_card") if e.b not in cards]
    return ", ".join(artifact(card) for card in cards).replace("(", "").replace(")", "")


# --- turns ---------------------------------------------------------------------------------


def _turn(scene: Scene, rules: Ruleset) -> list[Line]:
    events = list(scene.events)
    kept = [event for at, event in enumerate(events) if not _redundant(events, at)]
    return _plainly(kept, rules) or [Line(_idle(events[0].a, scene.turn))]


def _idle(faction: int, turn: int) -> str:
    ways = ("let their turn go by", "bide their time", "stay where they are")
    return f"{The(faction)} {ways[(faction + turn) % 3]}."


def _redundant(events: Sequence[Event], at: int) -> bool:
    event, after = events[at], events[at + 1] if at + 1 < len(events) else None
    if event.kind == "hire_announced":
        return after is not None and after.kind == "hired"
    if event.kind == "hire_stopped" and at:
        return events[at - 1].kind == "denied"
    if event.kind == "stayed_hidden" and at:
        return events[at - 1].kind == "moved" and bool(events[at - 1].e)
    return False


# --- battle --------------------------------------------------------------------------------


def _battle(scene: Scene, rules: Ruleset) -> list[Line]:
    """The attack and its questions, the plans, the outcome."""
    events = _public(scene.events)
    plans = _of(events, "plan_shown")
    at = events.index(plans[0]) if plans else len(events)
    told = [in_one_breath([sentence(event, rules) for event in events[:at]])]
    if len(plans) == 2:
        one, other = plans
        told.append(
            f"{The(one.a)} send {army(one.b, one.c, one.d)}; "
            f"{the(other.a)} send {army(other.b, other.c, other.d)}."
        )
    told.append(_outcome(_without(events[at:], "plan_shown"), rules))
    return [Line(" ".join(text for text in told if text))]


def _outcome(events: Sequence[Event], rules: Ruleset) -> str:
    measured, won = _of(events, "strength"), _of(events, "battle_won")
    if not (measured and won):
        return in_one_breath([sentence(event, rules) for event in _in_order(events)])
    start, end = events.index(measured[0]), events.index(won[0])
    fight = events[start:end]
    told = [sentence(event, rules) for event in events[:start]]
    told += [_verdict(measured[0], won[0], _of(fight, "units_lost")), _spent(fight)]
    told.append(in_one_breath([sentence(event, rules) for event in events[end + 1 :]]))
    return " ".join(text for text in told if text)


def _in_order(events: Sequence[Event]) -> list[Event]:
    """Who won comes before what it cost."""
    verdict = [e for e in events if e.kind in ("battle_won", "battle_void")]
    ends = [e for e in events if e.kind not in ("units_lost", "discarded", *_kinds(verdict))]
    costs = [e for e in events if e.kind in ("units_lost", "discarded")]
    declared = [e for e in ends if e.kind in ("betrayed", "denied", "chaos", "special_paid")]
    return [*declared, *verdict, *costs, *(e for e in ends if e not in declared)]


def _kinds(events: Sequence[Event]) -> set[str]:
    return {event.kind for event in events}


def _verdict(measured: Event, won: Event, losses: Sequence[Event]) -> str:
    lost = dict.fromkeys((won.a, won.b), 0) | {e.a: e.c for e in losses}
    if measured.b == measured.d:
        score = f"At {count(measured.b, 'point')} each the attack succeeds: {the(won.a)} win"
    else:
        high, low = max(measured.b, measured.d), min(measured.b, measured.d)
        score = f"{The(won.a)} win by {high} to {low}"
    price = f"and lose {units(lost[won.a])}" if lost[won.a] else "without a loss"
    return f"{score} {price}; {the(won.b)} lose {units(lost[won.b])}."


def _spent(events: Sequence[Event]) -> str:
    cards = [artifact(e.b) for e in _of(events, "discarded") if e.b != NO_CARD]
    return f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} discarded." if cards else ""


# --- collection ----------------------------------------------------------------------------


def _collection(scene: Scene, rules: Ruleset) -> list[Line]:
    income = [f"{FACTIONS[e.a]} {e.b}" for e in _of(scene.events, "income")]
    lines = [Line(f"Income in gold: {', '.join(income)}.")]
    harvest = []
    for faction, group in groupby(_of(scene.events, "collected"), key=lambda e: e.a):
        harvest.append(f"{the(faction)} {listed([f'{e.c} in {place(e.b)}' for e in group])}")
    if harvest:
        lines.append(Line(f"Gathered from the land: {'; '.join(harvest)}."))
    return lines + _plainly(_without(scene.events, "income", "collected"), rules)


# --- the whole -----------------------------------------------------------------------------

_TELLERS: Final[dict[str, Callable[[Scene, Ruleset], list[Line]]]] = {
    "event": _event,
    "council": _council,
    "auction": _auction,
    "turn": _turn,
    "battle": _battle,
    "collection": _collection,
}


def _whispers(events: Sequence[Event], rules: Ruleset) -> list[Line]:
    """Secrets by those who share them: one line for each audience."""
    told: dict[int, list[str]] = {}
    plundered = {e.c for e in _of(events, "plundered_card")}
    for event in events:
        again = event.kind == "got_card" and event.b in plundered
        if secret(event) and event.kind not in _SILENT and not again:
            told.setdefault(event.audience, []).append(sentence(event, rules))
    lines = []
    for audience, texts in sorted(told.items()):
        names = listed([the(f) for f in factions_in(audience)])
        lines.append(Line(f"To {names}: {' '.join(texts)}", True))
    return lines


def paragraphs(scene: Scene, rules: Ruleset, omniscient: bool) -> list[Line]:
    """What is told of a scene; secrets only to those who ask for everything."""
    teller = _TELLERS.get(scene.kind)
    lines = teller(scene, rules) if teller else _plainly(scene.events, rules)
    if scene.kind != "auction":
        lines = lines + _whispers(scene.events, rules)
    if omniscient:
        return lines
    return [Line(line.text) for line in lines if not line.secret]
