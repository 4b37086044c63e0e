"""Sentences about set-up, dragons, events, council, bidding, gold and victory."""

from collections.abc import Callable
from typing import Final

from dragondune.model.board import EVENT_PLACES, INDEX, NOWHERE
from dragondune.model.cards import CARD_OF_NAME, COLOUR, RANK, RED, SUIT, card_name
from dragondune.model.choices import foretold_castle, foretold_turn, foretold_winner
from dragondune.model.events import Event
from dragondune.model.factions import NOBODY
from dragondune.model.ruleset import OMEN_SECOND_CARD_SUIT, TO_BANK, TO_EXILE, Ruleset
from dragondune.telling.words import (
    SUITS,
    The,
    artifact,
    capital,
    count,
    factions_in,
    gold,
    in_words,
    listed,
    place,
    places_of_number,
    the,
    troops,
    units,
    varied,
)

Teller = Callable[[Event, Ruleset], str]
PLACE_OF_CARD: Final = {CARD_OF_NAME[name]: INDEX[at] for name, at, _, _ in EVENT_PLACES}

# causes of "units_lost"
_DRAGONS, _TROLL, _RED_DRAGON = 1, 2, 3


def court(card: int, rules: Ruleset) -> int:
    """The faction whose suit a court card has."""
    return rules.suits.index(SUIT[card])


# --- set-up --------------------------------------------------------------------------------


def _predicted(e: Event, rules: Ruleset) -> str:
    winner, castle, turn = foretold_winner(e.b), foretold_castle(e.b), foretold_turn(e.b)
    return f"You have foretold that {the(winner)} win in turn {turn} and hold {place(castle)}."


def _oracle(e: Event, rules: Ruleset) -> str:
    if e.b:
        return f"{The(e.a)} seal a prophecy."
    return f"{The(e.a)} make no prophecy."


def _dealt(e: Event, rules: Ruleset) -> str:
    people = court(e.b, rules)
    among = "your own people" if people == e.a else the(people)
    return (
        f"You have a usurper among {among} ({card_name(e.b)}) "
        f"and can sabotage {SUITS[SUIT[e.c]]} ({card_name(e.c)})."
    )


# --- dragons and events --------------------------------------------------------------------


def _dragon_steered(e: Event, rules: Ruleset) -> str:
    if not e.b:
        return f"{The(e.a)} hold the dragons back: they do not fly this turn."
    return f"{The(e.a)} steer the dragons, who will fly {count(e.b, 'step')}."


def _leapt(e: Event, rules: Ruleset) -> str:
    return (
        f"{The(e.a)} play {card_name(e.e)} and whisk {units(e.d)} "
        f"from {place(e.b)} to {place(e.c)}."
    )


def _units_lost(e: Event, rules: Ruleset) -> str:
    if e.d == _DRAGONS:
        if rules.dragon_losses == TO_BANK:
            return f"The dragons drive {troops(e.a, e.c)} out of {place(e.b)}, back to the bank."
        gone = ", gone for good" if rules.dragon_losses == TO_EXILE else ""
        verb = varied(("kills", "takes", "turns to ash"), e.a, e.b, e.c)
        return f"Dragonfire {verb} {troops(e.a, e.c)} in {place(e.b)}{gone}."
    if e.d == _TROLL:
        return f"The troll in {place(e.b)} devours {troops(e.a, e.c)}."
    if e.d == _RED_DRAGON:
        return f"The Red Dragon kills {troops(e.a, e.c)} in {place(e.b)}."
    return f"{The(e.a)} lose {units(e.c)} in {place(e.b)}."


def _event_turned(e: Event, rules: Ruleset) -> str:
    first = "first " if rules.omen == OMEN_SECOND_CARD_SUIT else ""
    return f"The {first}event card is {card_name(e.a)}, for {place(PLACE_OF_CARD[e.a])}."


def _omen_turned(e: Event, rules: Ruleset) -> str:
    if rules.omen == OMEN_SECOND_CARD_SUIT:
        return f"The second event card is {card_name(e.a)}, for {place(PLACE_OF_CARD[e.a])}."
    return f"The omen is {card_name(e.a)}, a {'red' if COLOUR[e.a] == RED else 'black'} card."


def _red_dragon(e: Event, rules: Ruleset) -> str:
    if e.a == NOWHERE:
        return "The Red Dragon appears, but has nowhere to strike yet."
    return f"The Red Dragon descends on {place(e.a)}!"


def _shown_event(e: Event, rules: Ruleset) -> str:
    return f"The next event card will be {card_name(e.b)}, for {place(PLACE_OF_CARD[e.b])}."


# --- bidding -------------------------------------------------------------------------------


def _bidding_began(e: Event, rules: Ruleset) -> str:
    if not e.a:
        return "Every hand is full, so no artifact is sold."
    verb = "comes" if e.a == 1 else "come"
    return f"{capital(in_words(e.a))} artifact{'' if e.a == 1 else 's'} {verb} up for auction."


def _on_sale(e: Event, rules: Ruleset) -> str:
    if not e.a:
        return "The last artifact of the turn is put up for sale."
    return f"An artifact is put up for sale; {in_words(e.a)} more will follow."


def payment(e: Event) -> str:
    """How a card was paid for, after "the Elves"."""
    if e.c == 1:
        return f"spend {card_name(e.d)} instead of gold"
    if e.c == 2:
        return "take it without paying, as allies of the Dwarves"
    receiver = "the bank" if e.e == NOBODY else the(e.e)
    return f"pay {gold(e.b)} to {receiver}"


# --- victory -------------------------------------------------------------------------------


def _decider_began(e: Event, rules: Ruleset) -> str:
    tied = listed([the(f) for f in factions_in(e.a)])
    ready = [the(f) for f in factions_in(e.b)]
    if not ready:
        return f"{capital(tied)} are tied, and none of them stands on the Great Mountain."
    if len(ready) == 1:
        return f"{capital(tied)} are tied, but only {ready[0]} stand on the Great Mountain."
    return f"{capital(tied)} are tied: {listed(ready)} must fight it out on the Great Mountain!"


_WAYS: Final = (
    "{} win the game!",
    "{} hold three castles and win the game!",
    "{}, allied, hold four castles and win the game together!",
    "Time runs out with the Red Dragon still ruling the land: {} win the game!",
    "Time runs out: {} hold the most castles and win the game!",
    "{} are masters of the Great Mountain and win the game!",
    "Nothing can break the tie, so {}, first in player order, win the game!",
    "It was all foretold: the prophecy of {} comes true, and they win the game!",
)


def _game_won(e: Event, rules: Ruleset) -> str:
    return capital(_WAYS[e.b].format(listed([the(f) for f in factions_in(e.a)])))


TELLERS: Final[dict[str, Teller]] = {
    "game_began": lambda e, rules: (
        f"{capital(in_words(e.a))} factions gather to fight for the land of the Red Dragon."
    ),
    "placed": lambda e, rules: f"{The(e.a)} begin with {units(e.c)} in {place(e.b)}.",
    "troll_placed": lambda e, rules: f"A troll has moved into {place(e.a)}.",
    "predicted": _predicted,
    "oracle": _oracle,
    "dragon_placed": lambda e, rules: f"The wild dragons gather at {places_of_number(e.a)}.",
    "dealt": _dealt,
    "got_card": lambda e, rules: f"You receive {artifact(e.b)}.",
    "turn_began": lambda e, rules: f"Turn {e.a} begins, and {the(e.b)} go first.",
    "dragon_steered": _dragon_steered,
    "leapt": _leapt,
    "dragon_die": lambda e, rules: f"The die shows {e.a}.",
    "dragon_card": lambda e, rules: (
        f"{card_name(e.a)} is turned up: the dragons fly {count(RANK[e.a], 'step')}."
    ),
    "dragon_moved": lambda e, rules: f"The dragons settle at {places_of_number(e.a)}.",
    "gold_burnt": lambda e, rules: f"Flames consume {gold(e.b)} in {place(e.a)}.",
    "units_lost": _units_lost,
    "event_turned": _event_turned,
    "omen_turned": _omen_turned,
    "red_dragon": _red_dragon,
    "rode": lambda e, rules: (
        f"{The(e.a)} ride the Red Dragon with {units(e.d)} from {place(e.b)} to {place(e.c)}."
    ),
    "gold_placed": lambda e, rules: f"The land yields {gold(e.b)} in {place(e.a)}.",
    "no_gold": lambda e, rules: f"The land yields nothing in {place(e.a)}: the dragons are there.",
    "shown_event": _shown_event,
    "council_began": lambda e, rules: "A Great Council is called.",
    "council_ended": lambda e, rules: "The Great Council is over.",
    "proposed": lambda e, rules: f"{The(e.a)} offer {the(e.b)} an alliance.",
    "refused": lambda e, rules: f"{The(e.a)} turn {the(e.b)} down.",
    "allied": lambda e, rules: f"{The(e.a)} and {the(e.b)} are allies from now on.",
    "alliance_broken": lambda e, rules: f"{The(e.a)} break their alliance with {the(e.b)}.",
    "bidding_began": _bidding_began,
    "on_sale": _on_sale,
    "shown_sale": lambda e, rules: f"The artifact on sale is {artifact(e.b)}.",
    "bid": lambda e, rules: f"{The(e.a)} bid {gold(e.b)}.",
    "bid_passed": lambda e, rules: f"{The(e.a)} pass.",
    "unsold": lambda e, rules: "Nobody wants it, and it is laid aside face down.",
    "paid": lambda e, rules: f"{The(e.a)} {payment(e)}.",
    "sold": lambda e, rules: f"{The(e.a)} win the artifact with a bid of {e.b}.",
    "second_card": lambda e, rules: f"{The(e.a)} pocket a second artifact.",
    "deck_reshuffled": lambda e, rules: (
        f"The artifact deck has run out: {count(e.a, 'discard')} are shuffled into a new one."
    ),
    "income": lambda e, rules: f"{The(e.a)} have an income of {gold(e.b)}.",
    "collected": lambda e, rules: f"{The(e.a)} gather {gold(e.c)} in {place(e.b)}.",
    "gave": lambda e, rules: f"{The(e.a)} give {the(e.b)} {gold(e.c)}.",
    "discarded": lambda e, rules: f"{The(e.a)} discard {artifact(e.b)}.",
    "decider_began": _decider_began,
    "game_won": _game_won,
}
