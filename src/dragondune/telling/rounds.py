"""Sentences about set-up, dragons, events, council, bidding, gold and victory."""

from typing import Final

from dragondune.model import events
from dragondune.model.board import EVENT_PLACES, INDEX, NOWHERE
from dragondune.model.cards import CARD_OF_NAME, COLOUR, RANK, RED, SUIT, card_name
from dragondune.model.codes import BY_DRAGONS, BY_RED_DRAGON, BY_TROLL, WITH_A_RIGHT, WITH_AN_ACE
from dragondune.model.factions import NOBODY
from dragondune.model.ruleset import OMEN_SECOND_CARD_SUIT, TO_BANK, TO_EXILE, Ruleset
from dragondune.telling.teller import Tellers, teller
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

PLACE_OF_CARD: Final = {CARD_OF_NAME[name]: INDEX[at] for name, at, _, _ in EVENT_PLACES}


def court(card: int, rules: Ruleset) -> int:
    """The faction whose suit a court card has."""
    return rules.suits.index(SUIT[card])


# --- set-up --------------------------------------------------------------------------------


def _predicted(e: events.Predicted, rules: Ruleset) -> str:
    victory = f"{the(e.winner)} win in turn {e.in_turn} and hold {place(e.castle)}"
    return f"You have predicted that {victory}."


def _prediction_sealed(e: events.PredictionSealed, rules: Ruleset) -> str:
    if e.predicted:
        return f"{The(e.faction)} seal a prediction."
    return f"{The(e.faction)} make no prediction."


def _dealt(e: events.Dealt, rules: Ruleset) -> str:
    people = court(e.usurper, rules)
    among = "your own people" if people == e.faction else the(people)
    return (
        f"You have a usurper among {among} ({card_name(e.usurper)}) "
        f"and can sabotage {SUITS[SUIT[e.sabotage]]} ({card_name(e.sabotage)})."
    )


# --- dragons and events --------------------------------------------------------------------


def _dragon_steered(e: events.DragonSteered, rules: Ruleset) -> str:
    if not e.steps:
        return f"{The(e.faction)} hold the dragons back: they do not fly this turn."
    return f"{The(e.faction)} steer the dragons, who will fly {count(e.steps, 'step')}."


def _carried(e: events.Carried, rules: Ruleset) -> str:
    return (
        f"{The(e.faction)} play {card_name(e.card)} and whisk {units(e.units)} "
        f"from {place(e.source)} to {place(e.target)}."
    )


def _units_lost(e: events.UnitsLost, rules: Ruleset) -> str:
    if e.cause == BY_DRAGONS:
        if rules.dragon_losses == TO_BANK:
            driven = f"{troops(e.faction, e.units)} out of {place(e.place)}"
            return f"The dragons drive {driven}, back to the bank."
        gone = ", gone for good" if rules.dragon_losses == TO_EXILE else ""
        verb = varied(("kills", "takes", "turns to ash"), e.faction, e.place, e.units)
        return f"Dragonfire {verb} {troops(e.faction, e.units)} in {place(e.place)}{gone}."
    if e.cause == BY_TROLL:
        return f"The troll in {place(e.place)} devours {troops(e.faction, e.units)}."
    if e.cause == BY_RED_DRAGON:
        return f"The Red Dragon kills {troops(e.faction, e.units)} in {place(e.place)}."
    return f"{The(e.faction)} lose {units(e.units)} in {place(e.place)}."


def _event_turned(e: events.EventTurned, rules: Ruleset) -> str:
    first = "first " if rules.omen == OMEN_SECOND_CARD_SUIT else ""
    return f"The {first}event card is {card_name(e.card)}, for {place(PLACE_OF_CARD[e.card])}."


def _omen_turned(e: events.OmenTurned, rules: Ruleset) -> str:
    if rules.omen == OMEN_SECOND_CARD_SUIT:
        return f"The second event card is {card_name(e.card)}, for {place(PLACE_OF_CARD[e.card])}."
    return f"The omen is {card_name(e.card)}, a {'red' if COLOUR[e.card] == RED else 'black'} card."


def _red_dragon(e: events.RedDragon, rules: Ruleset) -> str:
    if e.place == NOWHERE:
        return "The Red Dragon appears, but has nowhere to strike yet."
    return f"The Red Dragon descends on {place(e.place)}!"


def _shown_event(e: events.ShownEvent, rules: Ruleset) -> str:
    return f"The next event card will be {card_name(e.card)}, for {place(PLACE_OF_CARD[e.card])}."


# --- bidding -------------------------------------------------------------------------------


def _bidding_began(e: events.BiddingBegan, rules: Ruleset) -> str:
    if not e.cards:
        return "Every hand is full, so no artifact is sold."
    verb = "comes" if e.cards == 1 else "come"
    return (
        f"{capital(in_words(e.cards))} artifact{'' if e.cards == 1 else 's'} {verb} up for auction."
    )


def _on_sale(e: events.OnSale, rules: Ruleset) -> str:
    if not e.left:
        return "The last artifact of the turn is put up for sale."
    return f"An artifact is put up for sale; {in_words(e.left)} more will follow."


def payment(e: events.Paid) -> str:
    """How a card was paid for, after "the Elves"."""
    if e.means == WITH_AN_ACE:
        return f"spend {card_name(e.card)} instead of gold"
    if e.means == WITH_A_RIGHT:
        return "take it without paying, as allies of the Dwarves"
    receiver = "the bank" if e.receiver == NOBODY else the(e.receiver)
    return f"pay {gold(e.gold)} to {receiver}"


# --- victory -------------------------------------------------------------------------------


def _decider_began(e: events.DeciderBegan, rules: Ruleset) -> str:
    tied = listed([the(f) for f in factions_in(e.tied)])
    ready = [the(f) for f in factions_in(e.ready)]
    if not ready:
        return f"{capital(tied)} are tied, and none of them stands on the Great Mountain."
    if len(ready) == 1:
        return f"{capital(tied)} are tied, but only {ready[0]} stand on the Great Mountain."
    return f"{capital(tied)} are tied: {listed(ready)} must fight it out on the Great Mountain!"


_WAYS: Final = (
    "{} win the game!",
    "{0} hold {1} castles and win the game!",
    "{0}, allied, hold {2} castles and win the game together!",
    "Time runs out with the Red Dragon still ruling the land: {} win the game!",
    "Time runs out: {} hold the most castles and win the game!",
    "{} are masters of the Great Mountain and win the game!",
    "Nothing can break the tie, so {}, first in player order, win the game!",
    "The prediction of {} comes true, and they win the game!",
)


def _game_won(e: events.GameWon, rules: Ruleset) -> str:
    winners = listed([the(f) for f in factions_in(e.winners)])
    needed = in_words(rules.castles), in_words(rules.allied_castles)
    return capital(_WAYS[e.way].format(winners, *needed))


TELLERS: Final[Tellers] = dict(
    (
        teller(
            events.GameBegan,
            lambda e, rules: (
                f"{capital(in_words(e.players))} factions gather "
                "to fight for the land of the Red Dragon."
            ),
        ),
        teller(
            events.Placed,
            lambda e, rules: f"{The(e.faction)} begin with {units(e.units)} in {place(e.place)}.",
        ),
        teller(events.TrollPlaced, lambda e, rules: f"A troll has moved into {place(e.place)}."),
        teller(events.Predicted, _predicted),
        teller(events.PredictionSealed, _prediction_sealed),
        teller(
            events.DragonPlaced,
            lambda e, rules: f"The wild dragons gather at {places_of_number(e.number)}.",
        ),
        teller(events.Dealt, _dealt),
        teller(events.GotCard, lambda e, rules: f"You receive {artifact(e.card)}."),
        teller(
            events.TurnBegan,
            lambda e, rules: f"Turn {e.number} begins, and {the(e.first)} go first.",
        ),
        teller(events.DragonSteered, _dragon_steered),
        teller(events.Carried, _carried),
        teller(events.DragonDie, lambda e, rules: f"The die shows {e.rolled}."),
        teller(
            events.DragonCard,
            lambda e, rules: (
                f"{card_name(e.card)} is turned up: the dragons fly {count(RANK[e.card], 'step')}."
            ),
        ),
        teller(
            events.DragonMoved,
            lambda e, rules: f"The dragons settle at {places_of_number(e.number)}.",
        ),
        teller(
            events.GoldBurnt, lambda e, rules: f"Flames consume {gold(e.gold)} in {place(e.place)}."
        ),
        teller(events.UnitsLost, _units_lost),
        teller(events.EventTurned, _event_turned),
        teller(events.OmenTurned, _omen_turned),
        teller(events.RedDragon, _red_dragon),
        teller(
            events.Rode,
            lambda e, rules: (
                f"{The(e.faction)} ride the Red Dragon with {units(e.units)} "
                f"from {place(e.source)} to {place(e.target)}."
            ),
        ),
        teller(
            events.GoldPlaced,
            lambda e, rules: f"The land yields {gold(e.gold)} in {place(e.place)}.",
        ),
        teller(
            events.NoGold,
            lambda e, rules: f"The land yields nothing in {place(e.place)}: the dragons are there.",
        ),
        teller(events.ShownEvent, _shown_event),
        teller(events.CouncilBegan, lambda e, rules: "A Great Council is called."),
        teller(events.CouncilEnded, lambda e, rules: "The Great Council is over."),
        teller(
            events.Proposed, lambda e, rules: f"{The(e.faction)} offer {the(e.other)} an alliance."
        ),
        teller(events.Refused, lambda e, rules: f"{The(e.faction)} turn {the(e.other)} down."),
        teller(
            events.Allied,
            lambda e, rules: f"{The(e.faction)} and {the(e.other)} are allies from now on.",
        ),
        teller(
            events.AllianceBroken,
            lambda e, rules: f"{The(e.faction)} break their alliance with {the(e.other)}.",
        ),
        teller(events.BiddingBegan, _bidding_began),
        teller(events.OnSale, _on_sale),
        teller(events.ShownSale, lambda e, rules: f"The artifact on sale is {artifact(e.card)}."),
        teller(events.Bid, lambda e, rules: f"{The(e.faction)} bid {gold(e.gold)}."),
        teller(events.BidPassed, lambda e, rules: f"{The(e.faction)} pass."),
        teller(events.Unsold, lambda e, rules: "Nobody wants it, and it is laid aside face down."),
        teller(events.Paid, lambda e, rules: f"{The(e.faction)} {payment(e)}."),
        teller(
            events.Sold,
            lambda e, rules: f"{The(e.faction)} win the artifact with a bid of {e.gold}.",
        ),
        teller(events.SecondCard, lambda e, rules: f"{The(e.faction)} pocket a second artifact."),
        teller(
            events.DeckReshuffled,
            lambda e, rules: (
                f"The artifact deck has run out: {count(e.cards, 'discard')} "
                "are shuffled into a new one."
            ),
        ),
        teller(
            events.Income, lambda e, rules: f"{The(e.faction)} have an income of {gold(e.gold)}."
        ),
        teller(
            events.Collected,
            lambda e, rules: f"{The(e.faction)} gather {gold(e.gold)} in {place(e.place)}.",
        ),
        teller(
            events.Gave, lambda e, rules: f"{The(e.faction)} give {the(e.other)} {gold(e.gold)}."
        ),
        teller(events.Discarded, lambda e, rules: f"{The(e.faction)} discard {artifact(e.card)}."),
        teller(events.DeciderBegan, _decider_began),
        teller(events.GameWon, _game_won),
    )
)
