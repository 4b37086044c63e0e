"""The arithmetic of the rules, asked without a game; steps ask the same functions."""

import pytest
from rulemarks import rule

from dragondune.editions.build import build
from dragondune.model.action_text import parse_action, read_territory
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, NOBODY, ORCS
from dragondune.rules import reckoning


@rule("DW4", edition="first")
def test_an_elite_counts_as_two_units() -> None:
    rules = build("first")
    assert reckoning.unit_points(rules, 3, 1) == reckoning.unit_points(rules, 4, 0)


@rule("V5", "DW3", edition="r9")
def test_a_total_is_units_artifact_and_bonus() -> None:
    rules = build("r9")
    plan, other = parse_action("plan 2 4♥"), parse_action("plan 1 6♥")
    points = reckoning.total(rules, ELVES, GOBLINS, plan, other, False)
    assert points == reckoning.unit_points(rules, 2, 0) + 4
    bonus = reckoning.battle_bonus(rules, DWARVES, GOBLINS)
    assert bonus > 0
    assert reckoning.total(rules, DWARVES, GOBLINS, plan, other, False) == points + bonus
    assert reckoning.total(rules, GOBLINS, ELVES, other, plan, False) == reckoning.unit_points(
        rules, 1, 0
    )


@rule("IV4", "GO2", "ruling 25", edition="all")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b", "r9"])
@pytest.mark.parametrize("ace", [False, True])
@pytest.mark.parametrize("place", ["5★", "7"])
def test_gold_buys_exactly_what_the_prices_say(edition: str, ace: bool, place: str) -> None:
    rules, t = build(edition), read_territory(place)
    for f in (ELVES, GOBLINS):
        for gold in range(8):
            most = reckoning.most_hired(rules, rules.powers[f], gold, "★" in place, ace)
            assert reckoning.hire_price(rules, rules.powers[f], t, most, ace) <= gold
            assert reckoning.hire_price(rules, rules.powers[f], t, most + 1, ace) > gold


@rule("B4", "OR2", edition="all")
def test_griffins_carry_who_controls_their_castle() -> None:
    powers = build("r9").powers
    at_griffins = 1 << read_territory("5★")
    assert reckoning.movement(powers[ELVES], 0, 0) == 2
    assert reckoning.movement(powers[ORCS], 0, 0) == 3
    assert reckoning.movement(powers[ORCS], at_griffins, 0) == 4
    assert reckoning.movement(powers[ELVES], at_griffins, 1) == 5


@rule("G3", edition="r9")
def test_the_bank_keeps_its_part_of_a_sale() -> None:
    plain, taxed = build("r9"), build("r9", ["cheaper-dwarves"])
    assert (reckoning.proceeds(plain, 3), reckoning.proceeds(taxed, 3)) == (3, 2)
    assert reckoning.proceeds(taxed, 0) == 0


@rule("O11", "I1", edition="r9")
def test_dragons_fly_as_far_as_they_may_be_steered() -> None:
    assert reckoning.flights(build("r9"), -1) == (1, 6)
    assert reckoning.flights(build("r9", ["steered-dragons"]), -1) == (0, 10)
    assert reckoning.flights(build("r9", ["steered-dragons"]), 9) == (9, 9)
    assert reckoning.flights(build("r2", ["steered-dragons"]), -1) == (1, 6)


@rule("OR12", "IV1", "IV3", edition="all")
def test_an_ally_brings_its_own_numbers() -> None:
    rules = build("r2")
    for f in range(4):
        assert reckoning.conscripts(rules, f, NOBODY) == rules.conscripts[f]
        for ally in range(4):
            assert reckoning.revived_free(rules, f, ally) == max(
                rules.revive_free[f], rules.ally_revive_free[ally]
            )
