"""What the Orcs take from the beaten [OR11], and what their ally gets [OR12]."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    chances,
    choices,
    deciding,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2"


def beaten(edition: str, more: str, plan: str = "0 none") -> Game:
    """The Orcs attack the Dwarves in 8 and win; another battle waits, so the round goes on."""
    game = at(f"{DEALT} first=O E=15:1 G=15:1 O=8:4 D=8:1 {more} at=battle:orcs>dwarves@8", edition)
    play(game, "orcs plan 3 none", f"dwarves plan {plan}")
    if step(game) == "treachery":
        play(game, "orcs pass")
    return game


# --- OR11 ----------------------------------------------------------------------------------


@rule("OR11", "ruling 75", edition="first")
@pytest.mark.parametrize(("card", "value"), [("5♥", 5), ("2♠", 2), ("A♣", 1)])
def test_orcs_who_win_sell_a_random_artifact_for_its_number(card: str, value: int) -> None:
    game = beaten("first", f"hand=D:{card} gold=O1")
    assert choices(game, "orcs") == ["pass", "take"]
    play(game, "orcs take")
    assert choices(game, "orcs") == ["sell", "take"]
    play(game, "orcs sell")
    assert (game.gold_of("orcs"), game.hand_of("orcs"), game.discarded()) == (
        1 + value,
        set(),
        [card],
    )


@rule("OR11", edition="first")
def test_orcs_may_keep_what_they_plunder() -> None:
    game = beaten("first", "hand=D:5♥")
    play(game, "orcs take", "orcs take")
    assert (game.hand_of("orcs"), game.hand_of("dwarves"), game.gold_of("orcs")) == (
        {"5♥"},
        set(),
        0,
    )


@rule("OR11", edition="first")
@pytest.mark.parametrize(("drawn", "card"), [(1, "4♣"), (2, "5♥"), (3, "6♠")])
def test_the_plunder_is_drawn_at_random(drawn: int, card: str) -> None:
    game = beaten("first", "hand=D:4♣5♥6♠")
    chances(game, drawn)
    play(game, "orcs take", "orcs take")
    assert game.hand_of("orcs") == {card}


@rule("OR11", edition="first")
def test_orcs_may_leave_the_plunder() -> None:
    game = beaten("first", "hand=D:5♥")
    play(game, "orcs pass")
    assert (game.hand_of("orcs"), game.hand_of("dwarves")) == (set(), {"5♥"})


@rule("OR11", "ruling 75", edition="first")
def test_plunder_comes_after_the_discards_of_the_battle() -> None:
    game = beaten("first", "hand=D:2♥", "1 2♥")
    assert game.discarded() == ["2♥"]
    assert step(game) != "plunder"


@rule("OR11", "ruling 75", edition="first")
def test_at_the_hand_limit_the_plunder_must_be_sold() -> None:
    game = beaten("first", "hand=D:5♥,O:2♣3♣4♣5♣")
    play(game, "orcs take")
    assert choices(game, "orcs") == ["sell"]
    assert refused(game, "orcs", "take").rule == "A14"


@rule("OR11", edition="first")
def test_orcs_who_lose_plunder_nothing() -> None:
    game = at(f"{DEALT} O=8:1 D=8:4 hand=D:5♥ at=battle:orcs>dwarves@8", "first")
    play(game, "orcs plan 0 none", "dwarves plan 2 none")
    assert "orcs" not in deciding(game)


@rule("OR11", edition="first")
def test_nobody_else_plunders() -> None:
    game = at(f"{DEALT} E=8:4 D=8:1 hand=D:5♥ ally=EO at=battle:elves>dwarves@8", "first")
    play(game, "elves pass", "elves plan 3 none", "dwarves plan 0 none")
    assert (game.units("elves", "8"), step(game) == "plunder") == (1, False)


@rule("OR11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_from_the_second_revision_on_orcs_plunder_only_by_an_option(edition: str) -> None:
    game = beaten(edition, "hand=D:5♥")
    assert game.units("orcs", "8") == 1
    assert step(game) != "plunder"
    assert game.hand_of("dwarves") == {"5♥"}


# --- OR12: the ally's graveyard and conscripts ----------------------------------------------


def price_of_revival(edition: str, number: int, more: str) -> int:
    game = at(f"{DEALT} E=grave:7 gold=E9 {more} at=elves", edition)
    play(game, f"elves revive {number}")
    return 9 - game.gold_of("elves")


def most_revived(edition: str, more: str) -> int:
    game = at(f"{DEALT} E=grave:7 gold=E9 {more} at=elves", edition)
    return len(listed(game, "elves", "revive"))


@rule("OR12", "ruling 70", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_the_allys_graveyard_gives_two_free_and_a_third_for_one_gold(edition: str) -> None:
    assert most_revived(edition, "ally=EO") == 3
    assert [price_of_revival(edition, n, "ally=EO") for n in (1, 2, 3)] == [0, 0, 1]
    assert price_of_revival(edition, 2, "") == 1


@rule("OR12", edition="r9")
def test_the_allys_graveyard_gives_three_free() -> None:
    assert most_revived("r9", "ally=EO") == 3
    assert [price_of_revival("r9", n, "ally=EO") for n in (1, 2, 3)] == [0, 0, 0]
    assert price_of_revival("r9", 3, "") == 2


@rule("OR12", edition="first")
def test_the_ally_in_the_first_edition_revives_like_everyone() -> None:
    assert most_revived("first", "ally=EO") == most_revived("first", "") == 5


@rule("OR12", edition="all")
@pytest.mark.parametrize(
    ("edition", "most"), [("first", 2), ("r2", 2), ("r6", 1), ("r6b", 1), ("r9", 2)]
)
def test_how_many_the_orcs_ally_conscripts(edition: str, most: int) -> None:
    game = at(f"{DEALT} dragon=7 E=1★2 ally=EO at=elves.conscript", edition)
    assert len(listed(game, "elves", "conscript")) == most


@rule("OR12", "ruling 67", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_themselves_get_nothing_from_being_allied(edition: str) -> None:
    game = at(f"{DEALT} O=grave:7 gold=O9 ally=DO at=orcs", edition)
    assert len(listed(game, "orcs", "revive")) == (5 if edition == "first" else 3)
