"""What was seen and may be remembered: bids, answers, hands shown, silence, and where cards are not."""

from __future__ import annotations

import random

import pytest

from dragondune import Game
from dragondune.engine import agenda
from dragondune.engine.pieces import gain, lose_card
from dragondune.factions.orcs import _steal
from dragondune.model import memory as m
from dragondune.model.cards import JACKS, NO_CARD, QUEENS, SUIT
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import SPECTATOR, view_of

DWARVES, ELVES, GOBLINS, ORCS = range(4)
CLUBS_4, HEARTS_5, SPADES_3 = 3, 30, 41
HANDS = (
    "order=DEGO turn=2 dragon=13 D=15★4 E=5★5 G=10★4 O=1★4 hand=G:4♣5♥,E:3♠ gold=O3 at=dwarves.hire"
)


def worlds(s: State, seat: int, number: int = 60) -> list[State]:
    rng = random.Random(5)
    return [sample(view_of(s, seat), rng) for _ in range(number)]


def play_on(s: State, rng: random.Random, decisions: int) -> None:
    """Some random decisions."""
    for _ in range(decisions):
        if s.stack:
            waiting = agenda.actors(s)
            f = int(waiting & -waiting).bit_length() - 1
            agenda.apply(s, f, rng.choice(agenda.legal(s, f)))


def test_bids_and_prices_are_remembered() -> None:
    """The first to be asked bids one gold, the next two, and nobody goes higher."""
    game = Game.new("r9", seed=4)
    while game.state.round < 4:
        decision = game.pending()[0]
        f, high = FACTION_OF_NAME[decision.seat], game.state.high_bid
        legal = game.legal(decision.seat)
        raised = [action for action in legal if str(action) == f"bid {high + 1}"]
        if decision.step == "bid" and raised and high < 2:
            game.play(decision.seat, raised[0])
            if game.state.sale != NO_CARD and game.state.high_bidder == f:
                assert game.state.memory[m.BID_NOW + f] == high + 1
        else:
            game.play(decision.seat, legal[0])
    row = view_of(game.state, SPECTATOR).memory
    assert sum(row[m.BOUGHT : m.BOUGHT + 4]) >= 1
    assert max(row[m.PAID : m.PAID + 4]) == 2
    assert row[m.BID_NOW : m.BID_NOW + 4] == [0] * 4, "the bidding is over"


def test_a_card_that_is_not_held_stays_known_to_be_missing() -> None:
    game = Game.at(HANDS)
    game.play(
        "orcs", "offer The Goblins show the Orcs 6♠ now. The Orcs pay the Goblins 1 gold now."
    )
    game.play("goblins", "accept 1")
    card = 44
    view = view_of(game.state, ORCS)
    assert view.lacks[GOBLINS] == 1 << card
    assert not any(view_of(game.state, ELVES).lacks), "only the Orcs were told"
    assert all(not world.hand[GOBLINS] >> card & 1 for world in worlds(game.state, ORCS))
    gain(game.state, GOBLINS, game.state.deck.pop())
    assert not view_of(game.state, ORCS).lacks[GOBLINS], "the new card may be the one"


def test_a_stolen_card_is_with_the_thief_or_with_the_victim() -> None:
    s = Game.at(HANDS).state
    known = 1 << CLUBS_4 | 1 << HEARTS_5
    s.knows[DWARVES] |= known
    _steal(s, ORCS, GOBLINS)
    view = view_of(s, DWARVES)
    assert not view.knows & known, "where each of them is nobody told the Dwarves"
    assert view.lacks[ELVES] == view.lacks[m.PILES] == known
    assert view.lacks[GOBLINS] == view.lacks[ORCS] == 0
    for world in worlds(s, DWARVES):
        assert (world.hand[GOBLINS] | world.hand[ORCS]) & known == known
    gain(s, ELVES, s.deck.pop())
    assert view_of(s, DWARVES).lacks[ELVES] == known, "they were not in the deck"
    for card in (CLUBS_4, HEARTS_5):
        f = GOBLINS if s.hand[GOBLINS] >> card & 1 else ORCS
        lose_card(s, f, card)
    assert view_of(s, DWARVES).lacks[m.PILES] == 0


def test_silence_makes_a_pair_unlikely() -> None:
    s = Game.at(HANDS).state
    suit = s.rules.suits[DWARVES]
    usable = [jack for jack in JACKS if SUIT[jack] == 2]
    queen = next(card for card in QUEENS if SUIT[card] == suit)

    def share() -> float:
        drawn = worlds(s, DWARVES, 600)
        return sum(w.usurper[ORCS] == queen and w.sabotage[ORCS] in usable for w in drawn) / 600

    s.knows[DWARVES] &= ~(1 << queen)
    before = share()
    m.remember_silence(s, ORCS, DWARVES, 2)
    assert share() < before / 2
    assert view_of(s, ELVES).memory[m.SILENT + ORCS * 4 + DWARVES] == 1 << 2


@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b", "r9"])
def test_no_memory_is_ever_wrong(edition: str) -> None:
    """Nobody remembers that a card is missing where it is; and worlds fit what is remembered."""
    for seed in range(6):
        game = Game.new(edition, seed=seed)
        rng = random.Random(seed)
        for _ in range(12):
            play_on(game.state, rng, 25)
            s = game.state
            for seat in range(4):
                rows = s.lacks[seat * m.PLACES : seat * m.PLACES + m.PLACES]
                for f in range(4):
                    assert not rows[f] & s.hand[f]
                for card in (*s.deck, *s.discard, s.sale):
                    assert card >= 52 or not rows[m.PILES] >> card & 1
            if not s.stack:
                break
