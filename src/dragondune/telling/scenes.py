"""A game as scenes: events that belong together become one short paragraph.

A scene is an auction, one player's turn, a battle, the collection. Within it, what one faction
does in a row is told in one breath, and what nobody would miss is left out.
"""

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from dragondune.model import events as kinds
from dragondune.model.codes import BY_TROLL
from dragondune.model.events import Event
from dragondune.model.factions import NOBODY
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
OPENINGS: Final[dict[type[Event], tuple[str, int]]] = {
    kinds.TurnBegan: ("plain", 1),
    kinds.EventTurned: ("event", 2),
    kinds.OmenTurned: ("event", 2),
    kinds.CouncilBegan: ("council", 2),
    kinds.BiddingBegan: ("plain", 3),
    kinds.OnSale: ("auction", 3),
    kinds.ShownEvent: ("plain", 3),
    kinds.Recruiting: ("turn", 4),
    kinds.BattleBegan: ("battle", 5),
    kinds.Income: ("collection", 6),
    kinds.DeciderBegan: ("plain", 7),
    kinds.GameWon: ("plain", 7),
}
# Events that only prepare what is told a moment later
_SILENT: Final[frozenset[type[Event]]] = frozenset(
    (
        kinds.GameBegan,
        kinds.TurnBegan,
        kinds.BiddingBegan,
        kinds.Recruiting,
        kinds.Planned,
        kinds.PlanMade,
        kinds.CouncilEnded,
        kinds.GameWon,
    )
)
Kinds = tuple[type[Event], ...]
Told = TypeVar("Told", bound=Event)


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
    if type(event) in OPENINGS:
        opening = OPENINGS[type(event)]
        if opening[0] == "battle" and current == 7:
            return "battle", 7
        return None if opening[0] == kind and kind in ("event", "collection") else opening
    if isinstance(event, kinds.CameOut) and current == 3:
        return "plain", 4
    if isinstance(event, kinds.GoldPlaced) and kind == "council":
        return "event", 2
    if isinstance(event, kinds.UnitsLost) and event.cause == BY_TROLL and kind != "troll":
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
    return [event for event in events if not secret(event) and type(event) not in _SILENT]


def _plainly(events: Sequence[Event], rules: Ruleset) -> list[Line]:
    text = in_one_breath([sentence(event, rules) for event in _public(events)])
    return [Line(text)] if text else []


def _without(events: Sequence[Event], *left_out: type[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, left_out)]


def _of(events: Sequence[Event], *wanted: type[Told]) -> list[Told]:
    return [event for event in events if isinstance(event, wanted)]


# --- events and council --------------------------------------------------------------------

# Why the Red Dragon comes, by the ruleset's omen
_OMENS: Final = {
    OMEN_FIRST_PLAYERS_COLOUR: "The card has the first player's colour",
    OMEN_DISCARD_COLOUR: "The omen has the colour of the last event",
    OMEN_RED: "A red omen",
    OMEN_SECOND_CARD_SUIT: "The second card has the suit of the last event",
}


_TURNED: Final[Kinds] = (kinds.EventTurned, kinds.OmenTurned)


def _event(scene: Scene, rules: Ruleset) -> list[Line]:
    events = _public(scene.events)
    found = [f"{gold(e.gold)} in {place(e.place)}" for e in _of(events, kinds.GoldPlaced)]
    treasure = [f"The land yields {listed(found)}."] if found else []
    treasure += [sentence(e, rules) for e in _of(events, kinds.NoGold)]
    cards = [sentence(e, rules) for e in _of(events, *_TURNED)]
    rest = _without(events, kinds.GoldPlaced, kinds.NoGold, *_TURNED)
    if not rest:
        return [Line(" ".join([*cards, *treasure]))]
    told = [sentence(e, rules) for e in rest]
    if isinstance(rest[0], kinds.RedDragon):
        told[0] = f"{_OMENS[rules.omen]}: t{told[0][1:]}"
    parts = [in_one_breath(told), " ".join(treasure)]
    if isinstance(_without(events, *_TURNED)[0], kinds.GoldPlaced | kinds.NoGold):
        parts.reverse()  # in `first` the gold lies there before the Red Dragon comes
    return [Line(text) for text in (" ".join(cards), *parts) if text]


def _council(scene: Scene, rules: Ruleset) -> list[Line]:
    """Alliances and breaches; of offers only the answer, and not every refusal of many."""
    refusals = len(_of(scene.events, kinds.Refused))
    hushed = (kinds.CouncilBegan, kinds.Proposed, *((kinds.Refused,) if refusals > 3 else ()))
    talk = [sentence(event, rules) for event in _without(_public(scene.events), *hushed)]
    if refusals > 3:
        talk.append(f"{capital(in_words(refusals))} offers are turned down.")
    if not talk:
        return [Line("A Great Council is called, but nobody has anything to offer.")]
    return [Line(" ".join(["A Great Council is called.", *talk]))]


# --- bidding -------------------------------------------------------------------------------


_BIDDING: Final[Kinds] = (
    kinds.OnSale,
    kinds.Bid,
    kinds.BidPassed,
    kinds.Paid,
    kinds.Sold,
    kinds.Unsold,
    kinds.SecondCard,
)


def _auction(scene: Scene, rules: Ruleset) -> list[Line]:
    """One artifact: who won it for how much after how many bids, not every call."""
    events = scene.events
    told = [f"{capital(ordinal(scene.number))} artifact: {_sale(events)}"]
    if _of(events, kinds.SecondCard):
        told.append("They pocket a second one as well.")
    sold = Line(" ".join(told), aside=_cards_told(events))
    return [sold, *_plainly(_without(events, *_BIDDING), rules)]


def _sale(events: Sequence[Event]) -> str:
    sold, paid, bids = _of(events, kinds.Sold), _of(events, kinds.Paid), len(_of(events, kinds.Bid))
    if not (sold and paid):
        return "nobody bids, and it is laid aside face down."
    calls = "with the only bid" if bids == 1 else f"after {in_words(bids)} bids"
    price = gold(sold[0].gold)
    if paid[0].means:
        return f"{the(sold[0].faction)} win it at {price} {calls} and {payment(paid[0])}."
    to = " (to the bank)" if paid[0].receiver == NOBODY else ""
    return f"{the(sold[0].faction)} win it for {price}{to} {calls}."


def _cards_told(events: Sequence[Event]) -> str:
    """The card on sale once, whoever got to see it, and what else was received."""
    cards = [e.card for e in _of(events, kinds.ShownSale)]
    cards += [e.card for e in _of(events, kinds.GotCard) if e.card not in cards]
    return ", ".join(artifact(card) for card in cards).replace("(", "").replace(")", "")


# --- turns ---------------------------------------------------------------------------------


def _turn(scene: Scene, rules: Ruleset) -> list[Line]:
    events = list(scene.events)
    kept = [event for at, event in enumerate(events) if not _redundant(events, at)]
    return _plainly(kept, rules) or [
        Line(_idle(_of(events, kinds.Recruiting)[0].faction, scene.turn))
    ]


def _idle(faction: int, turn: int) -> str:
    ways = ("let their turn go by", "bide their time", "stay where they are")
    return f"{The(faction)} {ways[(faction + turn) % 3]}."


def _redundant(events: Sequence[Event], at: int) -> bool:
    event, after = events[at], events[at + 1] if at + 1 < len(events) else None
    before = events[at - 1] if at else None
    if isinstance(event, kinds.HireAnnounced):
        return isinstance(after, kinds.Hired)
    if isinstance(event, kinds.HireStopped):
        return isinstance(before, kinds.Denied)
    if isinstance(event, kinds.StayedHidden):
        return isinstance(before, kinds.Moved) and before.hidden
    return False


# --- battle --------------------------------------------------------------------------------


def _battle(scene: Scene, rules: Ruleset) -> list[Line]:
    """The attack and its questions, the plans, the outcome."""
    events = _public(scene.events)
    plans = _of(events, kinds.PlanShown)
    at = events.index(plans[0]) if plans else len(events)
    told = [in_one_breath([sentence(event, rules) for event in events[:at]])]
    if len(plans) == 2:
        one, other = plans
        told.append(
            f"{The(one.faction)} send {army(one.units, one.card, one.elites)}; "
            f"{the(other.faction)} send {army(other.units, other.card, other.elites)}."
        )
    told.append(_outcome(_without(events[at:], kinds.PlanShown), rules))
    return [Line(" ".join(text for text in told if text))]


def _outcome(events: Sequence[Event], rules: Ruleset) -> str:
    measured, won = _of(events, kinds.Strength), _of(events, kinds.BattleWon)
    if not (measured and won):
        return in_one_breath([sentence(event, rules) for event in _in_order(events)])
    start, end = events.index(measured[0]), events.index(won[0])
    fight = events[start:end]
    told = [sentence(event, rules) for event in events[:start]]
    told += [_verdict(measured[0], won[0], _of(fight, kinds.UnitsLost)), _spent(fight)]
    told.append(in_one_breath([sentence(event, rules) for event in events[end + 1 :]]))
    return " ".join(text for text in told if text)


_VERDICTS: Final[Kinds] = (kinds.BattleWon, kinds.BattleVoid)
_COSTS: Final[Kinds] = (kinds.UnitsLost, kinds.Discarded)
_DECLARED: Final[Kinds] = (kinds.Betrayed, kinds.Denied, kinds.Chaos, kinds.SpecialPaid)


def _in_order(events: Sequence[Event]) -> list[Event]:
    """Who won comes before what it cost."""
    verdict = _of(events, *_VERDICTS)
    costs = _of(events, *_COSTS)
    declared = _of(events, *_DECLARED)
    ends = _without(events, *_VERDICTS, *_COSTS, *_DECLARED)
    return [*declared, *verdict, *costs, *ends]


def _verdict(
    measured: kinds.Strength, won: kinds.BattleWon, losses: Sequence[kinds.UnitsLost]
) -> str:
    lost = dict.fromkeys((won.winner, won.loser), 0) | {e.faction: e.units for e in losses}
    if measured.attack == measured.defence:
        points = count(measured.attack, "point")
        score = f"At {points} each the attack succeeds: {the(won.winner)} win"
    else:
        high, low = max(measured.attack, measured.defence), min(measured.attack, measured.defence)
        score = f"{The(won.winner)} win by {high} to {low}"
    price = f"and lose {units(lost[won.winner])}" if lost[won.winner] else "without a loss"
    return f"{score} {price}; {the(won.loser)} lose {units(lost[won.loser])}."


def _spent(events: Sequence[Event]) -> str:
    cards = [artifact(e.card) for e in _of(events, kinds.Discarded)]
    return f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} discarded." if cards else ""


# --- collection ----------------------------------------------------------------------------


def _collection(scene: Scene, rules: Ruleset) -> list[Line]:
    income = [f"{FACTIONS[e.faction]} {e.gold}" for e in _of(scene.events, kinds.Income)]
    lines = [Line(f"Income in gold: {', '.join(income)}.")]
    harvest = []
    for faction, group in groupby(_of(scene.events, kinds.Collected), key=lambda e: e.faction):
        harvest.append(f"{the(faction)} {listed([f'{e.gold} in {place(e.place)}' for e in group])}")
    if harvest:
        lines.append(Line(f"Gathered from the land: {'; '.join(harvest)}."))
    return lines + _plainly(_without(scene.events, kinds.Income, kinds.Collected), rules)


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
    plundered = {e.card for e in _of(events, kinds.PlunderedCard)}
    for event in events:
        again = isinstance(event, kinds.GotCard) and event.card in plundered
        if secret(event) and type(event) not in _SILENT and not again:
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
