"""Balancing [G1-G5]: adjustments a table agrees on before the game."""

import pytest
from rulemarks import rule
from rules.table import FIVE, LATER, at, listed, play, refused

from dragondune.editions.build import build
from dragondune.editions.house import BALANCING, KNOBS
from dragondune.game import Game
from dragondune.model.action_text import read_units

DEALT = "order=DEGO turn=2 dragon=7"
FACTIONS = ["dwarves", "elves", "goblins", "orcs"]


def conscripts(seat: str, edition: str, options: list[str], more: str = "") -> int:
    """The largest number of units that may be conscripted, elites included."""
    game = at(f"{DEALT} {seat[0].upper()}=1★1 {more} at={seat}.conscript", edition, options)
    lines = listed(game, seat, "conscript")
    return max(read_units(line.split()[1])[0] for line in lines)


def revivals(edition: str, options: list[str], seat: str = "orcs") -> list[int]:
    """What it costs to take one, two, … units out of the graveyard."""
    position = f"{DEALT} {seat[0].upper()}=grave:9 gold={seat[0].upper()}9 at={seat}.revive"
    costs = []
    for number in range(1, 1 + len(listed(at(position, edition, options), seat, "revive"))):
        game = at(position, edition, options)
        play(game, f"{seat} revive {number}")
        costs.append(9 - game.gold_of(seat))
    return costs


class TestMoreConscripts:
    @rule("G1", edition="all")
    @pytest.mark.parametrize("edition", FIVE)
    @pytest.mark.parametrize("seat", FACTIONS)
    def test_everyone_conscripts_one_unit_more(self, edition: str, seat: str) -> None:
        usual = conscripts(seat, edition, [])
        assert conscripts(seat, edition, ["more-conscripts"]) == usual + 1

    @rule("G1", "OR12", edition="r2")
    def test_the_orcs_ally_too(self) -> None:
        assert conscripts("elves", "r2", [], "ally=EO") == 2
        assert conscripts("elves", "r2", ["more-conscripts"], "ally=EO") == 3


class TestAWeakerOrcishGraveyard:
    @rule("G2", edition="r6")
    def test_in_print_two_units_in_all_both_free(self) -> None:
        assert revivals("r6", ["weaker-orc-graves"]) == [0, 0]
        assert revivals("r6", []) == [0, 0, 0]

    @rule("G2", edition="r6b r9")
    @pytest.mark.parametrize("edition", ["r6b", "r9"])
    def test_later_two_free_and_the_third_for_one_gold(self, edition: str) -> None:
        assert revivals(edition, ["weaker-orc-graves"]) == [0, 0, 1]
        assert revivals(edition, []) == [0, 0, 0]

    @rule("G2", edition="r6 r6b r9")
    @pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
    def test_nobody_elses_graveyard_changes(self, edition: str) -> None:
        usual = revivals(edition, [], "elves")
        assert revivals(edition, ["weaker-orc-graves"], "elves") == usual


class TestPoorerDwarves:
    def sold(self, edition: str, buyer: str, bid: int, *options: str) -> Game:
        position = f"{DEALT} gold=D9,E9 sale=5♠ at=pay:{buyer},high_bid:{bid}"
        game = at(position, edition, options)
        play(game, f"{buyer} pay-gold")
        return game

    @rule("G3", edition="r6 r6b r9")
    @pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
    @pytest.mark.parametrize(("bid", "received"), [(1, 0), (4, 3)])
    def test_one_gold_of_each_sale_goes_to_the_bank(
        self, edition: str, bid: int, received: int
    ) -> None:
        game = self.sold(edition, "elves", bid, "cheaper-dwarves")
        assert (game.gold_of("elves"), game.gold_of("dwarves")) == (9 - bid, 9 + received)
        usual = self.sold(edition, "elves", bid)
        assert (usual.gold_of("elves"), usual.gold_of("dwarves")) == (9 - bid, 9 + bid)

    @rule("G3", edition="r6 r6b r9")
    @pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
    def test_what_the_dwarves_buy_themselves_costs_the_same(self, edition: str) -> None:
        assert self.sold(edition, "dwarves", 4, "cheaper-dwarves").gold_of("dwarves") == 5


class TestTheElvesPurse:
    @rule("G4", edition="r6")
    def test_in_print_nothing_changes(self) -> None:
        assert starting_gold("r6", ["poorer-elves"]) == starting_gold("r6", []) == [5, 5, 3, 3]

    @rule("G4", edition="r6b r9")
    @pytest.mark.parametrize("edition", ["r6b", "r9"])
    def test_later_the_elves_begin_with_three_gold(self, edition: str) -> None:
        assert starting_gold(edition, ["poorer-elves"]) == [5, 3, 3, 3]
        assert starting_gold(edition, []) == [5, 5, 3, 3]


def starting_gold(edition: str, options: list[str]) -> list[int]:
    game = Game.new(edition, FACTIONS, options, seed=1)
    return [game.gold_of(seat) for seat in "DEGO"]


# --- G5 ------------------------------------------------------------------------------------


class TestSettingNumbersByHand:
    @rule("G5", edition="all")
    @pytest.mark.parametrize("edition", FIVE)
    def test_starting_gold(self, edition: str) -> None:
        usual = starting_gold(edition, [])
        assert starting_gold(edition, ["gold.goblins=7"]) == [*usual[:2], 7, usual[3]]

    @rule("G5", edition="all")
    @pytest.mark.parametrize("edition", FIVE)
    def test_conscripts(self, edition: str) -> None:
        assert conscripts("goblins", edition, ["conscripts.goblins=4"]) == 4
        assert conscripts("elves", edition, ["conscripts.goblins=4"]) == conscripts(
            "elves", edition, []
        )

    @rule("G5", edition="all")
    @pytest.mark.parametrize("edition", FIVE)
    def test_elite_units(self, edition: str) -> None:
        game = Game.new(edition, FACTIONS, ["elites.goblins=3"], seed=1)
        assert game.state.elite_bank[2] == 3

    @rule("G5", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_the_total_of_units(self, edition: str) -> None:
        game = Game.new(edition, FACTIONS, ["units.dwarves=12"], seed=1)
        assert (game.bank_of("dwarves"), game.bank_of("elves")) == (12, 5)

    @rule("G5", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_units_out_of_the_graveyard(self, edition: str) -> None:
        assert revivals(edition, ["graves.elves=4"], "elves") == [0, 1, 2, 3]
        assert revivals(edition, ["graves.elves=0"], "elves") == []

    @rule("G5", "OR6", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_a_larger_graveyard_of_the_orcs_stays_free(self, edition: str) -> None:
        assert revivals(edition, ["graves.orcs=5"]) == [0, 0, 0, 0, 0]
        assert revivals(edition, ["graves.orcs=1"]) == [0]

    @rule("G5", edition="all")
    @pytest.mark.parametrize("edition", FIVE)
    @pytest.mark.parametrize("what", BALANCING)
    def test_bounds_are_allowed_and_what_lies_beyond_is_refused(
        self, edition: str, what: str
    ) -> None:
        least, most, title = KNOBS[what].least, KNOBS[what].most, KNOBS[what].title
        build(edition, [f"{what}.dwarves={least}"])
        build(edition, [f"{what}.dwarves={most}"])
        for wrong in [most + 1, *([least - 1] if least else [])]:
            with pytest.raises(ValueError, match=f"^G5: {title} of the dwarves must be"):
                build(edition, [f"{what}.dwarves={wrong}"])

    @rule("G5", "A5", edition="first")
    def test_a_faction_keeps_at_least_the_units_it_places(self) -> None:
        build("first", ["units.elves=10"])
        with pytest.raises(ValueError, match="must be 10 to 25, not 9"):
            build("first", ["units.elves=9"])

    @rule("G5", edition="all")
    @pytest.mark.parametrize("edition", FIVE)
    @pytest.mark.parametrize(
        "wrong", ["gold.orcs=", "gold=5", "gold.trolls=5", "luck.orcs=5", "gold.orcs=-1", "=", "x="]
    )
    def test_anything_else_is_refused_with_the_form_to_use(self, edition: str, wrong: str) -> None:
        with pytest.raises(
            ValueError, match=r"^G5: .*(there is gold\.FACTION|can be set|must be 0 to 30)"
        ):
            build(edition, [wrong])

    @rule("G5", edition="r9")
    def test_a_number_cannot_be_set_twice(self) -> None:
        with pytest.raises(ValueError, match=r"'gold\.orcs' is given twice"):
            build("r9", ["gold.orcs=5", "gold.orcs=6"])

    @rule("G5", "G4", edition="r9")
    @pytest.mark.parametrize(
        "options", [["poorer-elves", "gold.elves=9"], ["gold.elves=9", "poorer-elves"]]
    )
    def test_what_is_set_by_hand_goes_before_an_option(self, options: list[str]) -> None:
        assert starting_gold("r9", options)[1] == 9

    @rule("G5", "A2", edition="r9")
    def test_the_total_binds_recruitment(self) -> None:
        game = at(f"{DEALT} O=1★2 at=orcs.hire", "r9", ["units.orcs=6"])
        assert refused(game, "orcs", "raise 5 1").rule == "A2"
