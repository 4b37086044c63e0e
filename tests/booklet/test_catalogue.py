"""The rulebook holds every rule of the game, for exactly the editions that have it."""

from __future__ import annotations

import pytest

from dragondune.booklet.book import EDITION_ORDER, is_ruling
from dragondune.booklet.loading import load

FROM_R2 = "r2 r6 r6b r9"
RULES = {
    "first r2 r6 r6b r9": """
        A1 A2 A3 A4 A5 A6 A7 A8 A10 A11 A12 A13 A14 A15
        B1 B2 B3 B4 B5 B6 B7 B8 B9 B11 B12
        DW1 DW4 DW5 DW6
        EL1 EL3 EL4 EL5 EL6 EL7 EL8 EL10
        GO1 GO2 GO3 GO4 GO5 GO6 GO7 GO8
        OR1 OR2 OR3 OR5 OR6 OR7 OR9 OR10 OR11 OR12
        D1 D2 D3 D5
        I1 I2 I3 I4 II1 II2 II3 II4 II5 II6 III1 III2 III3
        IV0 IV1 IV2 IV3 IV4 IV5 IV6 IV7 V1 V2 V3 V5 V6 V7
        VI1 VI2 VII1 VII2 VII3
        G1 G5
    """,
    FROM_R2: """
        A9 B10 DW2 OR4 D4 D6 D7 D8 D9 D10 D11 II7 V4 VI3 VII0
        O1 O3 O4 O5 O6 O7 O10 O11
    """,
    "r6 r6b r9": "DW3 EL9 OR8 O2 G2 G3 G4",
    "r2 r6 r6b": "O8 O9",
    "r9": "EL2 O12",
}
RULINGS = 83
# Rulings that not every edition needs; all others hold for all five.
SOME_EDITIONS = {
    13: "r2 r6",
    14: "first",
    26: "r2",
    34: "r9",
    37: "first r2 r6 r6b",
    39: FROM_R2,
    40: "first",
    41: "first",
    42: FROM_R2,
    45: FROM_R2,
    46: "r2 r6 r6b",
    47: FROM_R2,
    51: "r2",
    61: FROM_R2,
    64: "first",
    65: "first",
    69: FROM_R2,
    70: "r2 r6",
    72: FROM_R2,
    79: FROM_R2,
}
HOUSE = {6: "r9", 7: FROM_R2, 9: FROM_R2, 11: "first", 12: "first r2 r6 r6b", 13: FROM_R2}
HOUSES = 13


def expected() -> dict[str, tuple[str, ...]]:
    cells = {rule: editions for editions, rules in RULES.items() for rule in rules.split()}
    every = " ".join(EDITION_ORDER)
    cells |= {f"ruling {n}": SOME_EDITIONS.get(n, every) for n in range(1, RULINGS + 1)}
    cells |= {f"house {n}": HOUSE.get(n, every) for n in range(1, HOUSES + 1)}
    return {rule: tuple(editions.split()) for rule, editions in cells.items()}


def test_every_rule_is_there_and_no_other() -> None:
    assert {rule.id for rule in load()} == set(expected())


@pytest.mark.parametrize("rule_id", sorted(expected()))
def test_a_rule_has_a_text_for_the_editions_that_have_it(rule_id: str) -> None:
    assert load().rule(rule_id).editions == expected()[rule_id]


def test_rules_stand_in_the_order_of_their_numbers() -> None:
    for chapter in load().chapters:
        for kind in {rule.id.rstrip("0123456789") for rule in chapter.rules}:
            own = [rule.id for rule in chapter.rules if rule.id.rstrip("0123456789") == kind]
            numbers = [int(rule_id.removeprefix(kind)) for rule_id in own]
            assert numbers == sorted(numbers), chapter.name


def test_rulings_come_last() -> None:
    *rules, rulings = load().chapters
    assert all(is_ruling(rule.id) for rule in rulings.rules)
    assert not any(is_ruling(rule.id) for chapter in rules for rule in chapter.rules)


def test_only_two_rulings_leave_a_choice() -> None:
    settings = {rule.id: rule.setting.name for rule in load() if rule.setting is not None}
    assert settings == {"ruling 3": "dragon_losses", "ruling 17": "allies_fight"}
