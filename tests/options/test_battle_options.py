"""Options that change battles: O2 Weaknesses, O3 Plunder, O4 Elite Warriors, O5 Blessing."""

import pytest
from rulemarks import rule
from rules.table import (
    LATER,
    at,
    chances,
    choices,
    deciding,
    pass_all,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game
from dragondune.model.events import Strength

DEALT = "order=DEGO turn=2 dragon=1"


def totals(game: Game) -> tuple[int, int]:
    """What attacker and defender came to in the last battle."""
    told = [event for event in game.events() if isinstance(event, Strength)]
    return told[-1].attack, told[-1].defence


def fought(edition: str, options: list[str], armies: str, plans: tuple[str, str]) -> Game:
    """One battle in 8, nobody asking, blessing or betraying; two more players wait in 14."""
    attacker, defender = armies.split(">")
    stacks = " ".join(
        f"{seat[0].upper()}={'8:3' if seat in (attacker, defender) else '14:1'}"
        for seat in ("dwarves", "elves", "goblins", "orcs")
    )
    cards = [plan.split()[1] for plan in plans]
    hands = ",".join(
        f"{seat[0].upper()}:{card}"
        for seat, card in zip((attacker, defender), cards, strict=True)
        if card != "none"
    )
    first = f"first={attacker[0].upper()}"
    game = at(f"{DEALT} {first} {stacks} hand={hands} at=plans:{armies}@8", edition, options)
    play(game, f"{attacker} plan {plans[0]}", f"{defender} plan {plans[1]}")
    pass_all(game, "fight")
    return game


# --- O2 ------------------------------------------------------------------------------------


class TestWeaknesses:
    @rule("O2", edition="r6 r6b r9")
    @pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
    @pytest.mark.parametrize(
        ("weak", "card", "loss"),
        [
            ("elves", "3♥", 2),
            ("elves", "3♠", 0),
            ("dwarves", "3♦", 2),
            ("dwarves", "3♣", 0),
            ("goblins", "3♣", 2),
            ("goblins", "3♦", 0),
            ("orcs", "3♠", 2),
            ("orcs", "3♥", 0),
        ],
    )
    def test_fire_weakens_elves_and_dwarves_ice_weakens_goblins_and_orcs(
        self, edition: str, weak: str, card: str, loss: int
    ) -> None:
        other = "goblins" if weak == "elves" else "elves"
        plans = ("1 none", f"1 {card}")
        plain = totals(fought(edition, [], f"{weak}>{other}", plans))
        weakened = totals(fought(edition, ["weaknesses"], f"{weak}>{other}", plans))
        assert weakened == (plain[0] - loss, plain[1])

    @rule("O2", edition="r6")
    @pytest.mark.parametrize("mine", ["2♦", "3♦"])
    def test_in_print_it_is_enough_that_the_artifact_was_played(self, mine: str) -> None:
        plans = (f"2 {mine}", "1 3♥")
        plain = totals(fought("r6", [], "elves>goblins", plans))
        assert totals(fought("r6", ["weaknesses"], "elves>goblins", plans))[0] == plain[0] - 2

    @rule("O2", edition="r6b r9")
    @pytest.mark.parametrize("edition", ["r6b", "r9"])
    @pytest.mark.parametrize("mine", ["2♦", "3♦"])
    def test_later_the_artifact_has_to_count(self, edition: str, mine: str) -> None:
        plans = (f"2 {mine}", "1 3♥")
        plain = totals(fought(edition, [], "elves>goblins", plans))
        assert totals(fought(edition, ["weaknesses"], "elves>goblins", plans)) == plain

    @rule("O2", edition="r6b r9")
    @pytest.mark.parametrize("edition", ["r6b", "r9"])
    def test_both_sides_can_be_weakened(self, edition: str) -> None:
        plans = ("2 3♠", "2 4♥")
        assert totals(fought(edition, [], "elves>goblins", plans)) == (7, 8)
        assert totals(fought(edition, ["weaknesses"], "elves>goblins", plans)) == (5, 6)


# --- O3 ------------------------------------------------------------------------------------


def plundering(edition: str, hands: str) -> Game:
    """Orcs have beaten Dwarves in 8; another battle waits."""
    position = f"{DEALT} first=O E=14:1 G=14:1 O=8:4 D=8:1 hand={hands} gold=O1"
    game = at(f"{position} at=plans:orcs>dwarves@8", edition, ["plunder"])
    play(game, "orcs plan 3 none", "dwarves plan 0 none")
    return game


@rule("O3", "OR11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
class TestOrcishPlunder:
    def test_orcs_who_win_may_take_an_artifact_and_keep_it(self, edition: str) -> None:
        game = plundering(edition, "D:5♥")
        assert choices(game, "orcs") == ["pass", "take"]
        play(game, "orcs take", "orcs take")
        assert (game.hand_of("orcs"), game.hand_of("dwarves"), game.gold_of("orcs")) == (
            {"5♥"},
            set(),
            1,
        )

    def test_or_discard_it_for_one_gold(self, edition: str) -> None:
        game = plundering(edition, "D:5♥")
        play(game, "orcs take", "orcs sell")
        assert (game.hand_of("orcs"), game.discarded(), game.gold_of("orcs")) == (set(), ["5♥"], 2)

    def test_or_leave_it(self, edition: str) -> None:
        game = plundering(edition, "D:5♥")
        play(game, "orcs pass")
        assert game.hand_of("dwarves") == {"5♥"}

    @pytest.mark.parametrize(("drawn", "card"), [(1, "4♣"), (2, "5♥")])
    def test_the_card_is_drawn_at_random(self, edition: str, drawn: int, card: str) -> None:
        game = plundering(edition, "D:4♣5♥")
        chances(game, drawn)
        play(game, "orcs take", "orcs take")
        assert game.hand_of("orcs") == {card}

    def test_who_knew_the_hand_no_longer_knows_which_card_went(self, edition: str) -> None:
        game = plundering(edition, "D:4♣5♥ knows=E:4♣5♥")
        assert sees(game, "elves", "5♥")
        chances(game, 1)
        play(game, "orcs take", "orcs take")
        assert not sees(game, "elves", "4♣")
        assert not sees(game, "elves", "5♥")
        assert sees(game, "orcs", "4♣")
        assert sees(game, "dwarves", "4♣")

    @rule("ruling 75", edition="r2 r6 r6b r9")
    def test_an_empty_hand_gives_nothing(self, edition: str) -> None:
        assert step(plundering(edition, "O:5♥")) == "fight"

    @rule("ruling 75", edition="r2 r6 r6b r9")
    def test_at_the_hand_limit_it_must_be_discarded(self, edition: str) -> None:
        game = plundering(edition, "D:5♥,O:2♣3♣4♣5♣")
        play(game, "orcs take")
        assert choices(game, "orcs") == ["sell"]
        assert refused(game, "orcs", "take").rule == "A14"

    @rule("ruling 73", edition="r2 r6 r6b r9")
    def test_it_applies_after_treachery_too(self, edition: str) -> None:
        cards = "usurper=O:Q♦ sabotage=O:J♥ hand=D:5♥4♣"
        position = f"{DEALT} first=O E=14:1 G=14:1 O=8:1 D=8:3 {cards}"
        game = at(f"{position} at=plans:orcs>dwarves@8", edition, ["plunder"])
        play(game, "orcs plan 0 none", "dwarves plan 1 5♥", "orcs betray Q♦ J♥")
        play(game, "orcs take", "orcs take")
        assert (game.hand_of("orcs"), game.units("orcs", "8")) == ({"4♣"}, 1)


# --- O4 ------------------------------------------------------------------------------------


def elite_battle(edition: str, plan: str, *options: str) -> Game:
    stacks = "first=D G=14:1 O=14:1 D=8:1+2e E=8:3"
    game = at(f"{DEALT} {stacks} at=plans:dwarves>elves@8", edition, options)
    play(game, f"dwarves plan {plan} none", "elves plan 0 none")
    return game


class TestDwarvenEliteWarriors:
    @rule("O4", edition="r2 r6 r6b")
    @pytest.mark.parametrize(("edition", "bonus"), [("r2", 0), ("r6", 1), ("r6b", 2)])
    def test_an_elite_unit_is_worth_four_points(self, edition: str, bonus: int) -> None:
        assert totals(elite_battle(edition, "2e", "elite-warriors"))[0] == 8 + bonus
        assert totals(elite_battle(edition, "1+1e", "elite-warriors"))[0] == 6 + bonus

    @rule("O4", edition="r9")
    def test_an_elite_unit_is_worth_three_points(self) -> None:
        assert totals(elite_battle("r9", "2e", "elite-warriors"))[0] == 6 + 2
        assert totals(elite_battle("r9", "1+1e", "elite-warriors"))[0] == 5 + 2

    @rule("O4", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_two_of_the_dwarves_ten_units_are_elite(self, edition: str) -> None:
        game = Game.new(edition, ["dwarves", "elves"], ["elite-warriors"], seed=1)
        assert (game.state.bank[0], game.state.elite_bank[0]) == (10, 2)
        plain = Game.new(edition, ["dwarves", "elves"], seed=1)
        assert plain.state.elite_bank[0] == 0

    @rule("O4", "ruling 44", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_their_owner_chooses_which_of_them_fight(self, edition: str) -> None:
        game = elite_battle(edition, "1+1e", "elite-warriors")
        assert (game.units("dwarves", "8"), game.elites("dwarves", "8")) == (1, 1)


# --- O5 ------------------------------------------------------------------------------------

BLESSING = f"{DEALT} first=G D=14:1 O=14:1 E=8:3 G=8:3"


def blessing(edition: str, more: str = "combat_losses=3") -> Game:
    return at(f"{BLESSING} {more} at=battle:goblins>elves@8", edition, ["blessing"])


@rule("O5", "ruling 45", "ruling 79", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
class TestElvenBlessing:
    def test_after_three_losses_the_elves_are_asked_before_questions_and_plans(
        self, edition: str
    ) -> None:
        game = blessing(edition)
        assert (step(game), choices(game, "elves")) == ("bless", ["bless", "pass"])
        play(game, "elves bless")
        assert step(game) == "ask"

    def test_not_after_two(self, edition: str) -> None:
        assert step(blessing(edition, "combat_losses=2")) == "ask"

    @pytest.mark.parametrize(("line", "total"), [("bless", 3), ("pass", 2)])
    def test_a_blessing_adds_a_point(self, edition: str, line: str, total: int) -> None:
        game = blessing(edition)
        play(game, f"elves {line}", "elves pass", "goblins plan 1 none", "elves plan 1 none")
        assert totals(game) == (2, total)

    @pytest.mark.parametrize(("line", "asked"), [("bless", False), ("pass", True)])
    @rule("ruling 73", edition="r2 r6 r6b r9")
    def test_the_blessed_cannot_be_betrayed(self, edition: str, line: str, asked: bool) -> None:
        game = blessing(edition, "combat_losses=3 usurper=G:Q♥ sabotage=G:J♠ hand=E:5♠")
        play(game, f"elves {line}", "elves pass", "goblins plan 1 none", "elves plan 1 5♠")
        assert ("goblins" in deciding(game) and step(game) == "treachery") == asked

    def test_one_battle_a_turn(self, edition: str) -> None:
        assert step(blessing(edition, "combat_losses=3 blessed=2")) == "ask"
        assert step(blessing(edition, "combat_losses=3 blessed=1")) == "bless"

    @pytest.mark.parametrize("sent", [1, 3])
    def test_losses_count_whether_won_or_lost(self, edition: str, sent: int) -> None:
        game = blessing(edition, "combat_losses=0")
        play(game, "elves pass", "goblins plan 1 none", f"elves plan {sent} none")
        lost = 3  # all when beaten, those sent when winning
        assert game.state.combat_losses == lost

    def test_nobody_elses_losses_count(self, edition: str) -> None:
        game = blessing(edition, "combat_losses=0")
        play(game, "elves pass", "goblins plan 0 none", "elves plan 1 none")
        assert game.state.combat_losses == 1
