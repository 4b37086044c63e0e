"""II. Event round [II1-II7]: the Red Dragon, the Great Council it calls, and new gold."""

from dragondune.engine.agenda import Step, push, push_with, register
from dragondune.engine.pieces import make_public
from dragondune.engine.steps import (
    COUNCIL,
    EVENT_CARDS,
    EVENT_GOLD,
    RED_DRAGON,
    RED_STRIKE,
    RIDE,
)
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.board import EVENT_PLACES, INDEX, NUMBER
from dragondune.model.cards import CARD_OF_NAME, COLOUR, NO_CARD, RED, SUIT
from dragondune.model.codes import AGAINST_RED_DRAGON, BY_RED_DRAGON
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_denied
from dragondune.model.powers import RED_DRAGON_PROOF, RIDES
from dragondune.model.ruleset import (
    DENY_RED_DRAGON,
    OMEN_DISCARD_COLOUR,
    OMEN_FIRST_PLAYERS_COLOUR,
    OMEN_RED,
    OMEN_SECOND_CARD_SUIT,
)
from dragondune.model.state import State
from dragondune.rules.aces import open_denial
from dragondune.rules.common import player_at
from dragondune.rules.losses import burn_gold, lose_units

NOWHERE = 31  # the Red Dragon came, but no event happened before (ruling 12)


def _place_table(column: int) -> tuple[int, ...]:
    table = [0] * 64
    for name, place, gold, first_gold in EVENT_PLACES:
        table[CARD_OF_NAME[name]] = (INDEX[place], gold, first_gold)[column]
    return tuple(table)


PLACE_OF = _place_table(0)
GOLD_OF = _place_table(1)
GOLD_OF_FIRST = _place_table(2)


class EventCards(Step):
    """II1: turn up what tells whether the Red Dragon appears."""

    rule = "II1"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.round = 2
        s.red_at = -1
        s.event_first = s.event_second = NO_CARD
        if s.rules.omen == OMEN_SECOND_CARD_SUIT:
            _two_cards(s)
        elif s.rules.omen == OMEN_FIRST_PLAYERS_COLOUR:
            _emperors_colour(s)
        else:
            _single_omen(s)
        return False


def _turn_up(s: State, omen: bool) -> i64:
    if not s.event_deck:
        return NO_CARD
    card = s.event_deck.pop()
    make_public(s, card)
    if s.log is not None:
        s.log.add(events.OmenTurned(card=card) if omen else events.EventTurned(card=card))
    return card


def _previous_place(s: State) -> i64:
    """II3: where the last event was; nowhere on the first turn (ruling 12)."""
    return PLACE_OF[s.event_discard[-1]] if s.event_discard else NOWHERE


def _two_cards(s: State) -> None:
    """r6b, r9: of two cards, the second has the suit of the last event."""
    s.event_first = _turn_up(s, False)
    s.event_second = _turn_up(s, True)
    if s.event_second != NO_CARD and s.event_discard:
        if SUIT[s.event_second] == SUIT[s.event_discard[-1]]:
            s.red_at = _previous_place(s)


def _single_omen(s: State) -> None:
    """r2: the colour of the last event; r6: a red card. The omen goes under the deck (II2)."""
    omen = _turn_up(s, True)
    if omen == NO_CARD:
        return
    if s.rules.omen == OMEN_RED:
        appears = COLOUR[omen] == RED
    else:
        assert s.rules.omen == OMEN_DISCARD_COLOUR
        appears = bool(s.event_discard) and COLOUR[omen] == COLOUR[s.event_discard[-1]]
    if appears:
        s.red_at = _previous_place(s)
    s.event_deck.insert(0, omen)


def _emperors_colour(s: State) -> None:
    """first: the event card has the colour of the first player's King (ruling 14)."""
    s.event_first = _turn_up(s, False)
    if s.event_first == NO_CARD:
        return
    emperor = s.rules.suits[player_at(s, 0)]
    if COLOUR[s.event_first] == COLOUR[emperor * 13]:
        s.red_at = _previous_place(s)


class RedDragon(Step):
    """II3, II4, ruling 15: denial, ride, losses, Great Council, in this order."""

    rule = "II3"

    def open(self, s: State) -> bool:
        s.stack.pop()
        if s.red_at < 0:
            return False
        if s.log is not None:
            s.log.add(events.RedDragon(place=s.red_at))
        push(s, COUNCIL, NOBODY)
        if s.red_at != NOWHERE:
            push(s, RED_STRIKE, NOBODY)
            _offer_ride(s)
        return False


def _offer_ride(s: State) -> None:
    for f in s.order:
        if s.powers[f] & RIDES and s.vis[f] >> s.red_at & 1:
            push(s, RIDE, f)
            if s.rules.denials & DENY_RED_DRAGON:
                open_denial(s, AGAINST_RED_DRAGON, f)


class RedStrike(Step):
    """II3: all visible units and gold are lost, but for those it spares [OR4, OR12], ruling 57.

    Frame: a = 1 + the faction whose survival an ace has denied [D7].
    """

    rule = "II3"

    def open(self, s: State) -> bool:
        denied = frame_denied(s.stack.pop())
        t = s.red_at
        burn_gold(s, t)
        for f in s.order:
            if f == denied or not s.powers[f] & RED_DRAGON_PROOF:
                lose_units(s, f, t, s.up[f * 28 + t], BY_RED_DRAGON)
        return False


def deny_survival(s: State, f: i64) -> None:
    """D7: the riders neither ride nor survive."""
    s.stack.pop()
    s.stack.pop()
    push_with(s, RED_STRIKE, NOBODY, f + 1, 0, 0, 0)


class EventGold(Step):
    """II5, II6: gold for the event's place, none where the dragon marker stands."""

    rule = "II5"

    def open(self, s: State) -> bool:
        s.stack.pop()
        if s.rules.omen in (OMEN_RED, OMEN_DISCARD_COLOUR):
            s.event_first = _turn_up(s, False)
        if s.event_second != NO_CARD:
            _lay_gold(s, s.event_second, s.rules.second_gold)
        if s.event_first != NO_CARD:
            table = GOLD_OF_FIRST if s.rules.first_edition_gold else GOLD_OF
            _lay_gold(s, s.event_first, table[s.event_first])
        s.event_first = s.event_second = NO_CARD
        return False


def _lay_gold(s: State, card: i64, amount: i64) -> None:
    t = PLACE_OF[card]
    if NUMBER[t] == s.dragon:
        if s.log is not None:
            s.log.add(events.NoGold(place=t))
    else:
        s.board_gold[t] += amount
        if s.log is not None:
            s.log.add(events.GoldPlaced(place=t, gold=amount))
    s.event_discard.append(card)


register(EVENT_CARDS, EventCards())
register(RED_DRAGON, RedDragon())
register(RED_STRIKE, RedStrike())
register(EVENT_GOLD, EventGold())
