"""V7: treachery with usurper and sabotage, and the Dwarves' exchange of the two."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    choices,
    deciding,
    kinds,
    listed,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game

REWARD = {"first": 0, "r2": 2, "r6": 2, "r6b": 2, "r9": 2}
GOBLINS = {"first": "Q♣", "r2": "Q♣", "r6": "Q♣", "r6b": "Q♣", "r9": "Q♠"}


def clash(edition: str, more: str, goblins: str = "1 none", elves: str = "2 3♠") -> Game:
    """Three Goblins attack four Elves in 8, and both plans lie open."""
    game = at(
        "order=GEDO turn=2 dragon=5 D=17:1 O=17:1 G=8:3 E=8:4 "
        f"gold=G1,E1,D1,O1 {more} at=battle:goblins>elves@8",
        edition,
    )
    play(game, "elves pass", f"goblins plan {goblins}", f"elves plan {elves}")
    return game


def dwarven_clash(edition: str, more: str, elves: str = "2 3♠") -> Game:
    """Three Dwarves attack four Elves in 8, send one, and both plans lie open."""
    game = at(
        f"order=DEGO turn=2 dragon=5 G=17:1 O=17:1 D=8:3 E=8:4 {more} at=battle:dwarves>elves@8",
        edition,
    )
    play(game, "elves pass", "dwarves plan 0 none", f"elves plan {elves}")
    return game


def nobody_denies(game: Game) -> None:
    while step(game) == "deny":
        play(game, f"{deciding(game)[0]} pass")


READY = "usurper=G:Q♥ sabotage=G:J♠ hand=E:3♠4♠"  # the Goblins can betray Elves who play spades

# --- V7: what treachery does ---------------------------------------------------------------


@rule("V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_traitor_wins_and_loses_nothing(edition: str) -> None:
    game = clash(edition, READY)
    play(game, "goblins betray Q♥ J♠")
    assert (game.units("goblins", "8"), game.grave_of("goblins")) == (3, 0)


@rule("V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_betrayed_loses_all_units_there_and_its_artifact(edition: str) -> None:
    game = clash(edition, READY)
    play(game, "goblins betray Q♥ J♠")
    assert (game.units("elves", "8"), game.grave_of("elves")) == (0, 4)
    assert (game.discarded(), game.hand_of("elves")) == (["3♠"], {"4♠"})


@rule("V7", "ruling 42", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_bank_rewards_treachery_from_the_second_revision(edition: str) -> None:
    game = clash(edition, READY)
    play(game, "goblins betray Q♥ J♠")
    assert [game.gold_of(seat) for seat in "GEDO"] == [1 + REWARD[edition], 1, 1, 1]


@rule("V7", "ruling 73", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_traitor_keeps_an_artifact_of_its_own(edition: str) -> None:
    cards = "usurper=G:Q♥ sabotage=G:J♠ hand=E:3♠,G:5♠"
    game = clash(edition, cards, goblins="1 5♠")
    play(game, "goblins betray Q♥ J♠", "elves pass")
    assert (game.hand_of("goblins"), game.discarded()) == ({"5♠"}, ["3♠"])


@rule("V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_defender_may_betray_as_well_as_the_attacker(edition: str) -> None:
    cards = f"usurper=E:{GOBLINS[edition]} sabotage=E:J♦ hand=G:6♦"
    game = clash(edition, cards, goblins="3 6♦", elves="0 none")
    play(game, f"elves betray {GOBLINS[edition]} J♦")
    assert (game.units("goblins", "8"), game.units("elves", "8")) == (0, 4)
    assert game.gold_of("elves") == 1 + REWARD[edition]


@rule("V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_has_to_betray(edition: str) -> None:
    game = clash(edition, READY)
    assert choices(game, "goblins") == ["betray Q♥ J♠", "pass"]
    play(game, "goblins pass")
    assert (game.units("goblins", "8"), game.units("elves", "8")) == (0, 2)


# --- ruling 38: what treachery needs -------------------------------------------------------


@rule("ruling 38", "V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_treachery_is_offered_after_the_plans_are_shown(edition: str) -> None:
    game = clash(edition, READY)
    assert step(game) == "treachery"
    assert kinds(game.events()).count("plan_shown") == 2


@rule("ruling 38", "V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    "cards",
    [
        "usurper=G:Q♦ sabotage=G:J♠ hand=E:3♠",  # another faction's usurper
        "usurper=G:Q♥ sabotage=G:J♣ hand=E:3♠",  # sabotage of the same colour, not the suit
        "usurper=G:Q♠ sabotage=G:J♥ hand=E:3♠",  # the pair, but the wrong way round
    ],
)
def test_both_usurper_and_suit_have_to_fit(edition: str, cards: str) -> None:
    game = clash(edition, cards)
    assert choices(game, "goblins") == ["pass"]
    queen, jack = cards.split()[0][-2:], cards.split()[1][-2:]
    assert refused(game, "goblins", f"betray {queen} {jack}").rule == "V7"
    assert refused(game, "goblins", "betray Q♥ J♠").rule == "V7"


@rule("ruling 38", "V7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_played_no_artifact_cannot_be_betrayed(edition: str) -> None:
    game = clash(edition, READY, elves="2 none")
    assert step(game) != "treachery"
    assert game.units("elves", "8") == 2  # fought by strength


@rule("ruling 38", "ruling 74", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_when_both_betray_both_lose_everything_and_nobody_is_paid(edition: str) -> None:
    cards = f"usurper=G:Q♥,E:{GOBLINS[edition]} sabotage=G:J♠,E:J♦ hand=E:3♠,G:6♦"
    game = clash(edition, cards, goblins="1 6♦")
    play(game, "goblins betray Q♥ J♠", f"elves betray {GOBLINS[edition]} J♦")
    assert (game.units("goblins", "8"), game.units("elves", "8")) == (0, 0)
    assert (game.grave_of("goblins"), game.grave_of("elves")) == (3, 4)
    assert sorted(game.discarded()) == ["3♠", "6♦"]
    assert (game.gold_of("goblins"), game.gold_of("elves")) == (1, 1)


@rule("ruling 38", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_both_sides_decide_without_knowing_of_each_other(edition: str) -> None:
    cards = f"usurper=G:Q♥,E:{GOBLINS[edition]} sabotage=G:J♠,E:J♦ hand=E:3♠,G:6♦"
    seen = []
    for choice in ("pass", "betray Q♥ J♠"):
        game = clash(edition, cards, goblins="1 6♦")
        assert sorted(deciding(game)) == ["elves", "goblins"]
        play(game, f"goblins {choice}")
        seen.append((game.view("elves").to_dict(), game.events("elves")))
    assert seen[0] == seen[1]


@rule("ruling 38", "A11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_queen_and_jack_are_shown_when_used_and_stay_with_their_owner(edition: str) -> None:
    game = clash(edition, READY)
    assert not sees(game, "dwarves", "Q♥")
    play(game, "goblins betray Q♥ J♠")
    assert all(sees(game, seat, card) for seat in "DEO" for card in ("Q♥", "J♠"))
    assert "G:Q♥" in game.position()
    assert "G:J♠" in game.position()
    assert game.discarded() == ["3♠"]


@rule("ruling 38", "A11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_cards_used_in_treachery_serve_again_in_the_next_battle(edition: str) -> None:
    position = (
        "order=GEDO turn=2 dragon=5 G=8:3,11:1 E=8:4,11:1 "
        "usurper=G:Q♥ sabotage=G:J♠ hand=E:3♠4♠ at=battle:goblins>elves@8"
    )
    game = at(position, edition)
    play(game, "elves pass", "goblins plan 1 none", "elves plan 2 3♠", "goblins betray Q♥ J♠")
    play(game, "goblins fight 11 elves", "elves pass")
    play(game, "goblins plan 0 none", "elves plan 1 4♠")
    assert can(game, "goblins", "betray Q♥ J♠")


@rule("V7", "A6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_usurper_of_the_goblins_has_their_suit(edition: str) -> None:
    wrong = "Q♠" if GOBLINS[edition] == "Q♣" else "Q♣"
    game = clash(edition, f"usurper=E:{wrong} sabotage=E:J♦ hand=G:6♦", "3 6♦", "0 none")
    assert refused(game, "elves", f"betray {wrong} J♦").rule == "V7"


# --- the Dwarves' exchange -----------------------------------------------------------------

EXCHANGED = "usurper=D:Q♠ sabotage=D:J♥ hand=E:3♠"


@rule("DW2", "ruling 72", "V7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_dwarves_use_jack_as_usurper_and_queen_as_sabotage(edition: str) -> None:
    game = dwarven_clash(edition, EXCHANGED)
    assert choices(game, "dwarves") == ["betray J♥ Q♠", "pass"]
    play(game, "dwarves betray J♥ Q♠")
    nobody_denies(game)
    assert (game.units("dwarves", "8"), game.units("elves", "8")) == (3, 0)
    assert game.gold_of("dwarves") == 2


@rule("DW2", "V7", edition="first")
def test_there_is_no_exchange_in_the_first_edition() -> None:
    game = dwarven_clash("first", EXCHANGED)
    assert listed(game, "dwarves", "betray") == []
    assert refused(game, "dwarves", "betray J♥ Q♠").rule == "V7"


@rule("DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_nobody_but_the_dwarves_exchanges(edition: str) -> None:
    game = clash(edition, "usurper=G:Q♠ sabotage=G:J♥ hand=E:3♠")
    assert refused(game, "goblins", "betray J♥ Q♠").rule == "V7"


@rule("ruling 39", "D9", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_exchange_is_denied_before_the_battle_is_settled(edition: str) -> None:
    game = dwarven_clash(edition, f"{EXCHANGED},O:A♣")
    play(game, "dwarves betray J♥ Q♠", "elves pass", "goblins pass")
    assert choices(game, "orcs") == ["deny A♣", "pass"]
    assert game.units("elves", "8") == 4
    play(game, "orcs deny A♣")
    assert (game.units("dwarves", "8"), game.units("elves", "8")) == (0, 2)  # by strength
    assert (game.gold_of("dwarves"), game.discarded()) == (0, ["A♣"])
    assert game.hand_of("elves") == {"3♠"}


@rule("ruling 39", "ruling 38", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_of_two_traitors_the_one_who_is_not_stopped_wins(edition: str) -> None:
    position = (
        "order=DEGO turn=2 dragon=5 G=17:1 O=17:1 D=8:3 E=8:4 usurper=D:Q♠,E:Q♦ "
        "sabotage=D:J♥,E:J♣ hand=E:3♠,D:5♣,O:A♣ at=battle:dwarves>elves@8"
    )
    game = at(position, edition)
    play(game, "elves pass", "dwarves plan 1 5♣", "elves plan 1 3♠")
    play(game, "dwarves betray J♥ Q♠", "elves betray Q♦ J♣")
    play(game, "elves pass", "goblins pass", "orcs deny A♣")
    assert (game.units("dwarves", "8"), game.units("elves", "8")) == (0, 4)
    assert game.gold_of("elves") == 2


@rule("ruling 39", "D9", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_printed_pair_is_not_denied(edition: str) -> None:
    game = dwarven_clash(edition, "usurper=D:Q♥ sabotage=D:J♠ hand=E:3♠,O:A♣")
    play(game, "dwarves betray Q♥ J♠")
    assert step(game) != "deny"
    assert game.units("elves", "8") == 0


@rule("ruling 72", "DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_after_a_denial_the_printed_pair_remains(edition: str) -> None:
    cards = "usurper=D:Q♥ sabotage=D:J♥ hand=E:3♥,O:A♣"
    game = dwarven_clash(edition, cards, elves="2 3♥")
    assert choices(game, "dwarves") == ["betray J♥ Q♥", "betray Q♥ J♥", "pass"]
    play(game, "dwarves betray J♥ Q♥", "elves pass", "goblins pass", "orcs deny A♣")
    assert (game.units("dwarves", "8"), game.units("elves", "8")) == (3, 0)
    assert game.gold_of("dwarves") == 2


@rule("ruling 72", "DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_printed_and_exchanged_cards_are_not_mixed(edition: str) -> None:
    game = dwarven_clash(edition, "usurper=D:Q♥ sabotage=D:J♣ hand=E:3♥", elves="2 3♥")
    assert choices(game, "dwarves") == ["pass"]  # one Queen cannot be usurper and sabotage
    assert refused(game, "dwarves", "betray Q♥ Q♥").rule == "V7"


# --- the Dwarves' ace as a Jack ------------------------------------------------------------


@rule("V7", "DW5", edition="first")
def test_an_ace_that_serves_as_sabotage_is_discarded() -> None:
    game = dwarven_clash("first", "usurper=D:Q♥ sabotage=D:J♣ hand=E:3♠,D:A♠")
    play(game, "dwarves betray Q♥ A♠")
    assert (game.units("elves", "8"), game.hand_of("dwarves")) == (0, set())
    assert sorted(game.discarded()) == ["3♠", "A♠"]


@rule("V7", "DW5", edition="first")
def test_an_ace_fighting_as_an_artifact_does_not_serve_as_sabotage_too() -> None:
    position = (
        "order=DEGO turn=2 dragon=5 G=17:1 O=17:1 D=8:3 E=8:4 usurper=D:Q♥,E:Q♦ "
        "sabotage=D:J♣,E:J♠ hand=E:3♠,D:A♠ at=battle:dwarves>elves@8"
    )
    game = at(position, "first")
    play(game, "elves pass", "dwarves plan 1 A♠", "elves plan 1 3♠")
    assert refused(game, "dwarves", "betray Q♥ A♠").rule == "V7"
