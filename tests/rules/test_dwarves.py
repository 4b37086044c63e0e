"""The Dwarves [DW1-DW6]."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    choices,
    deciding,
    listed,
    pass_all,
    play,
    refused,
    sees,
    step,
    totals,
)

from dragondune.game import Game

# --- DW1: sellers of artifacts -------------------------------------------------------------


@rule("DW1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("buyer", ["elves", "goblins", "orcs"])
def test_what_others_pay_for_artifacts_goes_to_the_dwarves(edition: str, buyer: str) -> None:
    game = at(
        f"order=DEGO turn=2 gold=D1,E5,G5,O5 cards_left=1 sale=3♥ high_bid=4 at=pay:{buyer}",
        edition,
    )
    play(game, f"{buyer} pay-gold")
    assert (game.gold_of(buyer), game.gold_of("dwarves")) == (1, 5)
    assert "3♥" in game.hand_of(buyer)


@rule("DW1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_what_the_dwarves_pay_for_artifacts_goes_to_the_bank(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 gold=D6,E5,G5,O5 cards_left=1 sale=3♥ high_bid=4 at=pay:dwarves", edition
    )
    play(game, "dwarves pay-gold")
    assert [game.gold_of(seat) for seat in "DEGO"] == [2, 5, 5, 5]


# --- DW2: Queen and Jack exchanged ---------------------------------------------------------

SUIT_OF_GOBLINS = {"r2": "♣", "r6": "♣", "r6b": "♣", "r9": "♠"}


def betrayal(edition: str, queen: str, jack: str, played: str) -> Game:
    """Dwarves with these cards fight Goblins who played an artifact; treachery is open."""
    return at(
        f"order=DEGO turn=2 dragon=9 D=7:3 G=7:3 hand=D:4♦,G:{played} usurper=D:{queen} "
        f"sabotage=D:{jack} plans=1/4♦,1/{played} at=treachery:dwarves>goblins@7",
        edition,
    )


@rule("DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_dwarves_read_jack_as_queen_and_queen_as_jack(edition: str) -> None:
    """With the Queen of ♥ and the Jack of the Goblins' suit they betray Goblins who played ♥."""
    jack = "J" + SUIT_OF_GOBLINS[edition]
    game = betrayal(edition, "Q♥", jack, "5♥")
    assert choices(game, "dwarves") == [f"betray {jack} Q♥", "pass"]
    play(
        game, f"dwarves betray {jack} Q♥", "goblins pass", "elves pass", "goblins pass", "orcs pass"
    )
    assert (game.units("dwarves", "7"), game.units("goblins", "7")) == (3, 0)
    assert game.gold_of("dwarves") >= 2


@rule("DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_dwarves_still_have_the_printed_pair(edition: str) -> None:
    queen = "Q" + SUIT_OF_GOBLINS[edition]
    game = betrayal(edition, queen, "J♥", "5♥")
    assert choices(game, "dwarves") == [f"betray {queen} J♥", "pass"]


@rule("DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_dwarves_mix_no_pairs(edition: str) -> None:
    """One card may not serve twice: Queen of the Goblins' suit, Jack of ♥, a ♣ or ♠ was played."""
    suit = SUIT_OF_GOBLINS[edition]
    game = betrayal(edition, f"Q{suit}", "J♥", f"5{suit}")
    assert choices(game, "dwarves") == ["pass"]
    assert refused(game, "dwarves", f"betray Q{suit} Q{suit}").rule == "V7"
    assert refused(game, "dwarves", f"betray J♥ Q{suit}").rule == "V7"


@rule("DW2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_nobody_else_exchanges_queen_and_jack(edition: str) -> None:
    jack = "J" + SUIT_OF_GOBLINS[edition]
    game = at(
        f"order=DEGO turn=2 ally=DE E=7:3 G=7:3 hand=G:5♥ usurper=E:Q♥ sabotage=E:{jack} "
        "plans=1/none,1/5♥ at=treachery:elves>goblins@7",
        edition,
    )
    assert choices(game, "elves") == ["pass"]


@rule("DW2", edition="first")
def test_in_the_first_edition_dwarves_exchange_nothing() -> None:
    game = betrayal("first", "Q♥", "J♣", "5♥")
    assert choices(game, "dwarves") == ["pass"]
    assert refused(game, "dwarves", "betray J♣ Q♥").rule == "V7"


# --- DW3: battle bonus ---------------------------------------------------------------------


@rule("DW3", edition="all")
@pytest.mark.parametrize(("edition", "against_elves", "against_orcs"), [
    ("first", 0, 0), ("r2", 0, 0), ("r6", 1, 1), ("r6b", 2, 0), ("r9", 2, 0),
])  # fmt: skip
@pytest.mark.parametrize("attacks", [True, False])
def test_the_dwarves_bonus_in_battle(
    edition: str, against_elves: int, against_orcs: int, attacks: bool
) -> None:
    worth = 1 if edition == "first" else 2
    for enemy, bonus in (("elves", against_elves), ("orcs", against_orcs)):
        sides = ("dwarves", enemy) if attacks else (enemy, "dwarves")
        game = at(
            f"order=DEGO turn=2 dragon=9 D=7:3 {enemy}=7:3 at=plans:{sides[0]}>{sides[1]}@7",
            edition,
        )
        told = play(game, "dwarves plan 2 none", f"{enemy} plan 0 none")
        assert totals(told)[0 if attacks else 1] == 2 * worth + bonus


@rule("DW3", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
def test_the_dwarves_ally_gets_no_bonus(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=9 ally=DG G=7:3 E=7:3 at=plans:goblins>elves@7", edition)
    told = play(game, "goblins plan 2 none", "elves plan 0 none")
    assert totals(told) == (4, 0)


# --- DW4: elite units ----------------------------------------------------------------------


@rule("DW4", edition="first")
def test_two_elite_dwarves_count_as_two_units_each_in_battle() -> None:
    game = at("order=DEGO turn=2 dragon=9 D=7:2+2e G=7:5 at=plans:dwarves>goblins@7", "first")
    told = play(game, "dwarves plan 1+2e none", "goblins plan 5 none")
    assert totals(told) == (5, 5)


@rule("DW4", edition="first")
def test_elite_dwarves_are_two_of_the_twenty_and_only_dwarves_have_them() -> None:
    game = Game.new("first", ["dwarves", "elves", "goblins", "orcs"], seed=1)
    assert game.state.elite_bank == [2, 0, 0, 0]
    assert game.state.bank[0] == 20


@rule("DW4", edition="first")
def test_elite_dwarves_are_ordinary_units_but_for_battle() -> None:
    """An elite unit collects two gold like any other."""
    game = at("order=DEGO turn=2 dragon=9 D=7:0+1e gold@=7:9 at=collection", "first")
    assert game.gold_of("dwarves") == 2 + 2


@rule("DW4", "ruling 44", edition="first")
def test_the_dwarves_choose_whether_elites_fight() -> None:
    game = at("order=DEGO turn=2 dragon=9 D=7:1+1e G=7:1 at=plans:dwarves>goblins@7", "first")
    plans = [line for line in listed(game, "dwarves", "plan") if line.endswith("none")]
    assert sorted(plans) == sorted(
        ["plan 0 none", "plan 1 none", "plan 0+1e none", "plan 1+1e none"]
    )


@rule("DW4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_later_dwarves_have_no_elite_units_without_the_option(edition: str) -> None:
    assert Game.new(edition, ["dwarves", "elves"], seed=1).state.elite_bank == [0, 0, 0, 0]
    with pytest.raises(ValueError):
        at("order=DEGO turn=2 D=7:1+1e at=dwarves.move", edition)
    optional = Game.new(edition, ["dwarves", "elves"], ["elite-warriors"], seed=1)
    assert optional.state.elite_bank == [2, 0, 0, 0]


# --- DW5: their ace ------------------------------------------------------------------------


@rule("DW5", edition="first")
def test_in_the_first_edition_an_ace_stands_in_for_the_jack_of_its_suit() -> None:
    game = at(
        "order=DEGO turn=2 dragon=9 D=7:3 G=7:3 hand=D:A♥A♠,G:5♥ usurper=D:Q♣ sabotage=D:J♦ "
        "plans=1/none,1/5♥ at=treachery:dwarves>goblins@7",
        "first",
    )
    assert choices(game, "dwarves") == ["betray Q♣ A♥", "pass"]
    assert refused(game, "dwarves", "betray Q♣ A♠").rule == "V7"
    play(game, "dwarves betray Q♣ A♥")
    assert (game.units("dwarves", "7"), game.units("goblins", "7")) == (3, 0)
    assert game.hand_of("dwarves") == {"A♠"}
    assert "A♥" in game.discarded()


@rule("DW5", edition="first")
def test_an_ace_is_a_jack_in_dwarven_hands_alone() -> None:
    game = at(
        "order=DEGO turn=2 dragon=9 E=7:3 G=7:3 hand=E:A♥,G:5♥ usurper=E:Q♣ sabotage=E:J♦ "
        "plans=1/none,1/5♥ at=treachery:elves>goblins@7",
        "first",
    )
    assert choices(game, "elves") == ["pass"]


@rule("DW5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("moment", ["revive", "conscript", "hire", "move", "disband"])
def test_an_ace_brings_two_dwarves_out_of_the_graveyard_in_any_step(
    edition: str, moment: str
) -> None:
    position = f"order=DEGO turn=2 D=7:2,grave:5 gold=D3 hand=D:A♥2♥ at=dwarves.{moment}"
    game = at(position, edition)
    play(game, "dwarves special-revive 2 A♥")
    assert (game.grave_of("dwarves"), game.bank_of("dwarves"), game.gold_of("dwarves")) == (3, 5, 3)
    assert (game.hand_of("dwarves"), game.discarded()) == ({"2♥"}, ["A♥"])
    assert step(game) == moment  # the step goes on


@rule("DW5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_aces_two_units_come_beyond_the_graveyard_step(edition: str) -> None:
    game = at("order=DEGO turn=2 D=7:2,grave:6 gold=D9 hand=D:A♥ at=dwarves.revive", edition)
    most = 2 if edition in ("r2", "r6") else 3
    play(game, "dwarves special-revive 2 A♥", f"dwarves revive {most}")
    assert game.grave_of("dwarves") == 6 - 2 - most


@rule("DW5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_only_dwarves_open_graves_with_an_ace_and_only_with_one(edition: str) -> None:
    elves = at("order=DEGO turn=2 E=7:2,grave:5 hand=E:A♥ at=elves.revive", edition)
    refused(elves, "elves", "special-revive 2 A♥")
    empty = at("order=DEGO turn=2 D=7:2,grave:5 hand=D:2♥ at=dwarves.revive", edition)
    refused(empty, "dwarves", "special-revive 2 A♥")


# --- DW6: what their ally gets -------------------------------------------------------------

# First edition, lines 64 and 65: the Dwarves use their cards on their ally's behalf.
LENT = (
    "order=DEGO turn=2 dragon=9 ally=DE E=7:3 G=7:3 hand=G:{played}{held} "
    "plans=1/none,1/{played} usurper=D:{dq},E:{eq} sabotage=D:{dj},E:{ej} at=lend:elves>goblins@7"
)


def lending(dq: str, dj: str, eq: str, ej: str, held: str = "") -> Game:
    """The Elves attack the Goblins, who play the 5♥; the Dwarves are the Elves' ally."""
    return at(LENT.format(played="5♥", held=held, dq=dq, dj=dj, eq=eq, ej=ej), "first")


@rule("DW6", "ruling 65", edition="first")
@pytest.mark.parametrize(("cards", "dwarves", "elves"), [
    (("Q♣", "J♥", "Q♠", "J♠"), "betray Q♣ J♥", "pass"),  # the Dwarves' cards alone
    (("Q♣", "J♦", "Q♠", "J♥"), "betray Q♣ none", "betray none J♥"),  # their Queen, the ally's Jack
    (("Q♦", "J♥", "Q♣", "J♠"), "betray none J♥", "betray Q♣ none"),  # their Jack, the ally's Queen
])  # fmt: skip
def test_dwarves_declare_treachery_on_behalf_of_their_ally(
    cards: tuple[str, str, str, str], dwarves: str, elves: str
) -> None:
    game = lending(*cards)
    events = play(game, f"dwarves {dwarves}", f"elves {elves}")
    assert (game.units("elves", "7"), game.units("goblins", "7")) == (3, 0)
    assert [event.kind for event in events if event.kind in ("betrayed", "lent")] == [
        "betrayed",
        "lent",
    ]


@rule("DW6", "ruling 65", edition="first")
def test_it_is_the_dwarves_decision() -> None:
    game = lending("Q♣", "J♥", "Q♠", "J♠")
    play(game, "dwarves pass")
    assert choices(game, "elves") == ["pass"]
    play(game, "elves pass")
    assert game.units("goblins", "7") > 0


@rule("DW6", "ruling 65", "ruling 11", edition="first")
@pytest.mark.parametrize("dwarves", ["pass", "betray Q♣ J♥", "betray Q♣ none", "betray none J♥"])
def test_the_ally_is_shown_nothing_before_it_is_used(dwarves: str) -> None:
    game = lending("Q♣", "J♥", "Q♠", "J♠")
    before = len(game.events("elves"))
    play(game, f"dwarves {dwarves}")
    assert choices(game, "elves") == ["pass"]
    assert len(game.events("elves")) == before
    assert not sees(game, "elves", "Q♣")
    assert not sees(game, "elves", "J♥")


@rule("DW6", "ruling 65", edition="first")
@pytest.mark.parametrize(
    ("cards", "dwarves", "elves"),
    [
        (("Q♣", "J♦", "Q♠", "J♥"), "betray Q♣ none", "pass"),
        (("Q♣", "J♦", "Q♠", "J♥"), "pass", "betray none J♥"),
        (("Q♣", "J♥", "Q♠", "J♠"), "betray none J♥", "pass"),
    ],
)
def test_one_card_alone_is_no_treachery_and_stays_secret(
    cards: tuple[str, str, str, str], dwarves: str, elves: str
) -> None:
    game = lending(*cards)
    events = play(game, f"dwarves {dwarves}", f"elves {elves}")
    assert "betrayed" not in [event.kind for event in events]
    assert not [card for card in cards[:2] if sees(game, "elves", card)]
    assert not [card for card in cards[2:] if sees(game, "dwarves", card)]


@rule("DW6", "ruling 65", edition="first")
def test_the_dwarves_cards_stay_secret_where_the_ally_needs_none_of_them() -> None:
    game = lending("Q♣", "J♦", "Q♠", "J♥", ",D:A♥")
    play(game, "dwarves betray Q♣ A♥", "elves betray none J♥")
    assert game.units("goblins", "7") == 0
    other = at(
        "order=DEGO turn=2 dragon=9 ally=DE E=7:3 G=7:3 hand=G:5♥,D:A♥ plans=1/none,1/5♥ "
        "usurper=D:Q♦,E:Q♣ sabotage=D:J♠,E:J♥ at=lend:elves>goblins@7",
        "first",
    )
    events = play(other, "dwarves betray none A♥", "elves betray Q♣ J♥")
    assert "lent" not in [event.kind for event in events]
    assert other.hand_of("dwarves") == {"A♥"}


@rule("DW6", "DW5", "ruling 65", edition="first")
@pytest.mark.parametrize(
    ("cards", "dwarves", "elves"),
    [
        (("Q♣", "J♦", "Q♠", "J♠"), "betray Q♣ A♥", "pass"),
        (("Q♦", "J♦", "Q♣", "J♠"), "betray none A♥", "betray Q♣ none"),
    ],
)
def test_an_ace_that_stands_for_a_jack_serves_the_ally_too(
    cards: tuple[str, str, str, str], dwarves: str, elves: str
) -> None:
    """First edition, lines 64 and 65: the ace is a sabotaged artifact of its suit."""
    game = lending(*cards, held=",D:A♥")
    play(game, f"dwarves {dwarves}", f"elves {elves}")
    assert game.units("goblins", "7") == 0
    assert game.hand_of("dwarves") == set()
    assert "A♥" in game.discarded()


@rule("DW6", edition="first")
def test_dwarves_declare_nothing_with_cards_that_do_not_fit() -> None:
    game = lending("Q♦", "J♦", "Q♠", "J♥", ",D:A♣")
    assert choices(game, "dwarves") == ["pass"]
    for line in ("betray Q♦ J♦", "betray Q♦ none", "betray none A♣"):
        assert refused(game, "dwarves", line).rule == "DW6"


@rule("DW6", "ruling 65", edition="first")
def test_lent_cards_are_never_turned_against_the_dwarves() -> None:
    game = at(
        "order=DEGO turn=2 dragon=9 ally=DE E=7:3 D=7:3 hand=D:5♥ plans=1/none,1/5♥ "
        "usurper=D:Q♦,E:Q♠ sabotage=D:J♥,E:J♠ at=lend:elves>dwarves@7",
        "first",
    )
    assert step(game) != "lend"
    assert choices(game, "elves") == ["pass"]


@rule("DW6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_dwarves_ally_takes_an_artifact_without_paying(edition: str) -> None:
    position = "order=DEGO turn=2 ally=DO gold=D1,O2 cards_left=1 sale=3♥ high_bid=2 at=pay:orcs"
    game = at(position, edition)
    assert choices(game, "orcs") == ["pay-gold", "pay-right"]
    play(game, "orcs pay-right")
    assert (game.gold_of("orcs"), game.gold_of("dwarves")) == (2, 1)
    assert game.hand_of("orcs") == {"3♥"}


@rule("DW6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_allys_free_artifact_comes_once_a_turn(edition: str) -> None:
    position = "order=DEGO turn=2 ally=DO gold=O2 cards_left=2 sale=3♥ high_bid=1 at=pay:orcs"
    game = at(position, edition)
    play(game, "orcs pay-right")
    while deciding(game) != ["orcs"]:
        play(game, f"{deciding(game)[0]} pass")
    play(game, "orcs bid 1")
    pass_all(game, until="pay")
    assert choices(game, "orcs") == ["pay-gold"]
    assert refused(game, "orcs", "pay-right").rule == "DW6"


@rule("DW6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_is_not_the_dwarves_ally_pays(edition: str) -> None:
    position = "order=DEGO turn=2 gold=D1,O2 cards_left=1 sale=3♥ high_bid=2 {}at=pay:orcs"
    assert refused(at(position.format(""), edition), "orcs", "pay-right").rule == "DW6"
    if edition == "first":
        assert not can(at(position.format("ally=DO "), edition), "orcs", "pay-right")


@rule("DW6", edition="all")
@pytest.mark.parametrize(
    ("edition", "more"), [("first", 0), ("r2", 0), ("r6", 0), ("r6b", 1), ("r9", 1)]
)
def test_from_r6b_on_the_dwarves_ally_gets_one_gold_in_the_collection(
    edition: str, more: int
) -> None:
    game = at("order=DEGO turn=2 ally=DE at=collection", edition)
    income = 2 if edition == "first" else 1
    assert game.gold_of("elves") == income + more
    assert game.gold_of("dwarves") == game.gold_of("goblins") == income
