"""What hidden units do: nothing [EL10], one status in a territory [EL9], dragons (ruling 57)."""

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
    step,
)

FROM_R6 = ["r6", "r6b", "r9"]
BASE = "order=DEGO turn=2 dragon=2 "


# --- EL10: as though they did not exist ----------------------------------------------------


@rule("EL10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_neither_fight_nor_are_attacked(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=9 E=7:2h G=7:3 D=8:1 O=8:1 at=battles", edition)
    assert choices(game, "dwarves") == ["fight 8 orcs"]
    play(game, "dwarves fight 8 orcs", "dwarves plan 0 none", "orcs plan 1 none")
    assert step(game) not in ("fight", "plans")
    assert (game.hidden_units("elves", "7"), game.units("goblins", "7")) == (2, 3)


@rule("EL10", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_hidden_units_of_a_mixed_stack_take_no_part_in_its_battle(edition: str) -> None:
    game = at(BASE + "E=7:1,7:4h G=7:2 at=plans:elves>goblins@7", edition)
    assert {line.split()[1] for line in listed(game, "elves", "plan")} == {"0", "1"}
    play(game, "elves plan 0 none", "goblins plan 1 none")
    assert (game.units("elves", "7"), game.hidden_units("elves", "7")) == (0, 4)


@rule("EL10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_collect_no_gold(edition: str) -> None:
    game = at(BASE + "E=7:4h gold@=7:6 hand=E:2♥ at=collection", edition)
    assert game.gold_of("elves") == (2 if edition == "first" else 1)


@rule("EL10", "B3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_hold_no_castle(edition: str) -> None:
    assert not at(BASE + "E=1★1h,3★1,15★1 at=victory", edition).over
    assert at(BASE + "E=1★1,3★1,15★1 at=victory", edition).over


@rule("EL10", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_take_no_room_in_a_castle(edition: str) -> None:
    game = at(BASE + "E=15★3h G=15★1 D=15:1 at=dwarves.move", edition)
    assert can(game, "dwarves", "move 1 15 15★")


@rule("EL10", "ruling 76", edition="first r2 r6 r6b r9")
@pytest.mark.parametrize("edition", FIVE)
def test_trolls_do_not_touch_hidden_units(edition: str) -> None:
    game = at(BASE + "trolls=9• E=9•6h at=orcs.hire", edition)
    pass_all(game, until="bid")
    assert (game.hidden_units("elves", "9•"), game.grave_of("elves")) == (6, 0)
    assert set(game.troll_places()) == {"9•"}


# --- ruling 57: hidden from dragons --------------------------------------------------------


@rule("ruling 57", "EL10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_dragon_does_not_touch_hidden_units(edition: str) -> None:
    position = "order=DEGO turn=2 dragon=5 E=6:4h G=6:2 gold@=6:3 deck=A♥ at=dragon_moves"
    game = at(position, edition)
    assert (game.hidden_units("elves", "6"), game.units("goblins", "6")) == (4, 0)
    assert game.gold_in("6") == 0


@rule("ruling 57", "EL10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_red_dragon_does_not_touch_hidden_units(edition: str) -> None:
    game = at(BASE + "past=8♦ red_at=7 E=7:4h G=7:2 at=red", edition)
    assert (game.hidden_units("elves", "7"), game.units("goblins", "7")) == (4, 0)


@rule("ruling 57", "OR5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_hidden_orcs_do_not_ride_the_red_dragon(edition: str) -> None:
    game = at(BASE + "past=8♦ red_at=7 O=7:4h at=red", edition)
    assert step(game) == "council_turn"
    assert game.hidden_units("orcs", "7") == 4
    mixed = at(BASE + "past=8♦ red_at=7 O=7:1,7:4h at=red", edition)
    pass_all(mixed, until="ride")
    assert {line.split()[1] for line in listed(mixed, "orcs", "ride")} == {"1"}


@rule("ruling 57", "O9", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_the_chaos_monster_does_not_touch_hidden_units(edition: str) -> None:
    position = BASE + "D=7:4 G=7:3 E=7:2h hand=D:6♥A♠A♣ at=battle:dwarves>goblins@7"
    game = at(position, edition, ["chaos-monster"])
    play(game, "dwarves plan 1 6♥", "goblins plan 1 none", "dwarves chaos")
    play(game, "dwarves spend A♠", "dwarves spend A♣")
    assert (game.units("dwarves", "7"), game.units("goblins", "7")) == (0, 0)
    assert game.hidden_units("elves", "7") == 2


@rule("ruling 57", "O10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_hidden_units_do_not_serve_to_break_walls(edition: str) -> None:
    held = "6♠" if edition == "r9" else "A♠A♣"
    near = at(BASE + f"E=15:1 hand=E:{held} at=elves.move", edition, ["broken-walls"])
    assert can(near, "elves", "walls 15★")
    unseen = at(BASE + f"E=15:1h hand=E:{held} at=elves.move", edition, ["broken-walls"])
    refused(unseen, "elves", "walls 15★")


# --- EL9: one status in a territory --------------------------------------------------------


@rule("EL9", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
@pytest.mark.parametrize(
    ("moment", "line"),
    [
        ("elves.conscript", "conscript 1 8"),
        ("elves.hire", "hire 1 8"),
        ("elves.move", "move 1 7 8"),
    ],
)
@pytest.mark.parametrize("others", ["", "G=8:1"])
def test_units_that_join_hidden_units_hide_with_them(
    edition: str, moment: str, line: str, others: str
) -> None:
    game = at(BASE + f"E=8:2h,7:1 gold=E2 {others} at={moment}", edition)
    play(game, f"elves {line}")
    if step(game) == "deny":
        pass_all(game, until="move")
    assert step(game) != "hide"
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (0, 3)


@rule("EL9", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
@pytest.mark.parametrize(
    ("moment", "line"), [("elves.conscript", "conscript 1 8"), ("elves.move", "move 1 7 8")]
)
def test_units_that_join_visible_units_are_visible(edition: str, moment: str, line: str) -> None:
    game = at(BASE + f"E=8:2,7:1 G=8:1 at={moment}", edition)
    play(game, f"elves {line}")
    assert step(game) != "hide"
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (3, 0)


@rule("EL9", "D4", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_units_that_join_units_hidden_by_an_ace_hide_without_another(edition: str) -> None:
    game = at(BASE + "G=8:2h,7:1 D=8:1 at=goblins.move", edition)
    play(game, "goblins move 1 7 8")
    assert (game.units("goblins", "8"), game.hidden_units("goblins", "8")) == (0, 3)


@rule("EL9", "ruling 59", "B5", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_who_hides_in_a_full_castle_is_joined_there(edition: str) -> None:
    game = at(BASE + "D=15★1h,15:2 G=15★1 O=15★1 at=dwarves.move", edition)
    play(game, "dwarves move 2 15 15★")
    assert (game.units("dwarves", "15★"), game.hidden_units("dwarves", "15★")) == (0, 3)


@rule("EL9", "EL8", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_before_r6_stacks_may_be_mixed(edition: str) -> None:
    game = at(BASE + "E=8:2h,7:1 at=elves.move", edition)
    play(game, "elves move 1 7 8")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (1, 2)
    beside = at(BASE + "E=8:2h,7:1 G=8:1 at=elves.move", edition)
    play(beside, "elves move 1 7 8")
    assert choices(beside, "elves") == ["hide", "pass"]
    play(beside, "elves pass")
    assert (beside.units("elves", "8"), beside.hidden_units("elves", "8")) == (1, 2)


@rule("EL9", "EL10", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_of_a_mixed_stack_visible_and_hidden_units_move_apart(edition: str) -> None:
    game = at(BASE + "E=8:1,8:2h at=elves.move", edition)
    assert can(game, "elves", "move 1 8 7")
    assert can(game, "elves", "move 2 8 7 hidden")
    assert refused(game, "elves", "move 2 8 7").rule == "IV5"
    assert deciding(game) == ["elves"]


# --- ruling 59: an ace serves once ---------------------------------------------------------


@rule("ruling 59", "D2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_spent_on_the_price_does_not_hide_the_hired(edition: str) -> None:
    position = BASE + "G=15★1 O=15★1 gold=D6 hand=D:{} at=dwarves.hire"
    one = at(position.format("A♥"), edition)
    assert refused(one, "dwarves", "hire 2 15★ A♥").rule == "B5"
    assert can(one, "dwarves", "hire 2 15★")
    two = at(position.format("A♥A♠"), edition)
    play(two, "dwarves hire 2 15★ A♥")
    pass_all(two, until="hide")
    assert choices(two, "dwarves") == ["hide A♠"]


@rule("ruling 59", "OR10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_spent_on_the_leap_does_not_hide_the_landed(edition: str) -> None:
    position = BASE + "G=15★1 D=15★1 O=7:2 hand=O:{} at=dragon_acts:orcs"
    refused(at(position.format("A♥"), edition), "orcs", "carry 2 7 15★ A♥")
    two = at(position.format("A♥A♠"), edition)
    play(two, "orcs carry 2 7 15★ A♥")
    assert choices(two, "orcs") == ["hide A♠"]


@rule("ruling 59", "D3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_spent_on_a_longer_way_does_not_hide_the_moved(edition: str) -> None:
    position = BASE + "G=15★1 O=15★1 D=14:2 hand=D:A♥ at=dwarves.move"
    game = at(position, edition)
    assert can(game, "dwarves", "move 2 14 15★")
    play(game, "dwarves extend A♥")
    assert refused(game, "dwarves", "move 2 14 15★").rule == "B5"


@rule("ruling 59", "OR5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_riders_land_in_a_full_castle_only_to_hide(edition: str) -> None:
    position = BASE + "past=8♦ red_at=7 O=7:2 G=15★1 D=15★1 {} at=red"
    without = at(position.format(""), edition)
    pass_all(without, until="ride")
    refused(without, "orcs", "ride 2 15★")
    game = at(position.format("hand=O:A♥"), edition)
    pass_all(game, until="ride")
    play(game, "orcs ride 2 15★")
    assert choices(game, "orcs") == ["hide A♥"]


# --- IV5, IV6: some or all units of a mixed stack -----------------------------------------


@rule("IV5", "ruling 82", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_open_and_hidden_units_of_a_stack_move_together(edition: str) -> None:
    """2nd Revision, line 297: some or all units of one location; first edition, line 203: a stack."""
    game = at(BASE + "E=7:3,7:2h at=elves.move", edition)
    lines = [line for line in listed(game, "elves", "move") if line.endswith(" 7 8")]
    assert sorted(lines) == sorted(
        [*(f"move {n} 7 8" for n in (1, 2, 3))]
        + [f"move {n}+{h}h 7 8" for n in (1, 2, 3) for h in (1, 2)]
    )
    play(game, "elves move 3+1h 7 8")
    assert step(game) == "status"
    play(game, "elves pass")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (3, 1)
    assert (game.units("elves", "7"), game.hidden_units("elves", "7")) == (0, 1)


@rule("IV5", "EL5", "ruling 62", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_the_hidden_ones_may_come_out_in_an_empty_territory(edition: str) -> None:
    game = at(BASE + "E=7:3,7:2h at=elves.move", edition)
    play(game, "elves move 3+2h 7 8", "elves come-out")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (5, 0)


@rule("IV5", "EL5", "ruling 62", edition="r2")
def test_in_r2_the_hidden_ones_stay_hidden_where_others_stand() -> None:
    game = at(BASE + "E=7:3,7:2h G=8:2 at=elves.move", "r2")
    play(game, "elves move 3+2h 7 8", "elves pass")
    pass_all(game, until="disband")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (3, 2)


@rule("IV5", "EL5", "EL8", "ruling 58", "ruling 62", edition="first")
@pytest.mark.parametrize(
    ("opened", "unseen", "after"),
    [
        ("pass", "pass", (3, 2)),
        ("hide", "pass", (0, 5)),
        ("pass", "come-out", (5, 0)),
        ("hide", "come-out", (2, 3)),
    ],
)
def test_in_first_each_part_decides_for_itself_where_others_stand(
    opened: str, unseen: str, after: tuple[int, int]
) -> None:
    game = at(BASE + "E=7:3,7:2h G=8:2 at=elves.move", "first")
    play(game, "elves move 3+2h 7 8")
    assert step(game) == "hide"
    play(game, f"elves {opened}")
    assert step(game) == "status"
    play(game, f"elves {unseen}")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == after


@rule("IV5", "B5", "ruling 59", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_a_mixed_stack_enters_a_full_castle_only_hidden(edition: str) -> None:
    game = at(BASE + "E=15:3,15:2h G=15★1 O=15★1 at=elves.move", edition)
    play(game, "elves move 3+2h 15 15★")
    assert choices(game, "elves") == ["hide"]
    play(game, "elves hide")
    assert step(game) != "status"
    assert (game.units("elves", "15★"), game.hidden_units("elves", "15★")) == (0, 5)


@rule("IV5", "B5", "D4", edition="r2")
@pytest.mark.parametrize(("cards", "may"), [("2♥", False), ("A♥", True)])
def test_others_need_an_ace_to_take_open_units_into_a_full_castle(cards: str, may: bool) -> None:
    game = at(BASE + f"O=15:2,15:2h E=15★1 G=15★1 hand=O:{cards} at=orcs.move", "r2")
    assert can(game, "orcs", "move 2+2h 15 15★") is may
    assert can(game, "orcs", "move 2 15 15★ hidden")


@rule("IV5", "DW4", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_elite_units_of_a_mixed_stack_move_with_it(edition: str) -> None:
    game = at(BASE + "E=7:1+1e,7:1+2eh at=elves.move", edition, ["elites.elves=3"])
    assert can(game, "elves", "move 1+1e+2eh 7 8")
    play(game, "elves move 1+1e+1h+1eh 7 8", "elves pass")
    assert (game.units("elves", "8"), game.elites("elves", "8")) == (2, 1)
    assert (game.hidden_units("elves", "8"), game.hidden_elites("elves", "8")) == (2, 1)
    assert (game.hidden_units("elves", "7"), game.hidden_elites("elves", "7")) == (1, 1)


@rule("IV6", "IV7", "ruling 55", edition="first r2")
@pytest.mark.parametrize(("edition", "price"), [("first", 0), ("r2", 1)])
def test_open_and_hidden_units_of_a_stack_are_disbanded_together(edition: str, price: int) -> None:
    """2nd Revision, line 306, and first edition, line 207: some or all."""
    game = at(BASE + "gold=E4 E=7:3,7:2h at=elves.disband", edition)
    assert can(game, "elves", "disband 3+2h 7") is (price == 0)
    bank = game.bank_of("elves")
    play(game, "elves disband 2+2h 7")
    assert (game.units("elves", "7"), game.hidden_units("elves", "7")) == (1, 0)
    assert game.bank_of("elves") == bank + 4
    assert game.gold_of("elves") == 4 - 4 * price


@rule("IV2", "GO5", "D8", edition="r2")
@pytest.mark.parametrize("stopped", [False, True])
def test_goblins_disband_a_mixed_stack_early_unless_stopped(stopped: bool) -> None:
    game = at(BASE + "G=7:3,7:2h hand=D:A♥ at=goblins.early_disband", "r2")
    play(game, "goblins disband 1+2h 7", "dwarves deny A♥" if stopped else "dwarves pass")
    if not stopped:
        pass_all(game, until="conscript")
    left = (3, 2) if stopped else (2, 0)
    assert (game.units("goblins", "7"), game.hidden_units("goblins", "7")) == left


@rule("IV5", "EL9", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_from_r6_on_there_is_no_mixed_stack_to_move(edition: str) -> None:
    game = at(BASE + "E=7:3 at=elves.move", edition)
    assert [line for line in listed(game, "elves", "move") if "h" in line.split()[1]] == []
    assert refused(game, "elves", "move 1+1h 7 8").rule == "EL9"
