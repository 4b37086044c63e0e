"""Where a game is heading, told from what lies open: what is announced is what the rules then do."""

import itertools

import pytest
from rulemarks import rule
from rules.table import FIVE, at

from dragondune.editions.build import build
from dragondune.game import Game
from dragondune.model.action_text import parse_action
from dragondune.model.board import NAMES, territories_in
from dragondune.model.factions import DWARVES, ELVES, FACTION_NAMES, GOBLINS, ORCS
from dragondune.rules import reckoning
from dragondune.rules.prospects import Threat, default_winners, disputed, threats

PLACES = (
    "E=1★1,3★1,5★1",
    "E=1★1,3★1,5★1,15★2",
    "E=1★1,3★1 O=10★4",
    "E=1★1,3★1,5★2 O=5★1,10★2",
    "E=1★1,3★1 O=5★1,10★2,15★1",
    "D=1★1 E=3★1 G=5★1 O=10★1",
)


def announced(game: Game) -> list[Threat]:
    view = game.view()
    return threats(view.rules, view.order, view.vis, view.ally)


def names(mask: int) -> tuple[str, ...]:
    return tuple(name for f, name in enumerate(FACTION_NAMES) if mask >> f & 1)


@rule("VII1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("ally", ["", "ally=EO "])
@pytest.mark.parametrize("place", PLACES)
def test_who_is_said_to_win_as_things_stand_wins(edition: str, ally: str, place: str) -> None:
    before = at(f"order=DEGO turn=2 dragon=13 {ally}{place} at=bidding", edition)
    said = {names(one.winners) for one in announced(before) if one.castles >= one.needed}
    after = at(f"order=DEGO turn=2 dragon=13 {ally}{place} at=victory", edition)
    assert said == ({tuple(after.winners)} if after.over else set())


@rule("VII1", "V1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_castle_that_is_fought_for_is_named(edition: str) -> None:
    game = at("order=EO turn=2 dragon=13 E=1★1,3★1,5★2 O=5★1,10★2 at=battles", edition)
    (one,) = announced(game)
    assert (names(one.winners), one.castles, one.needed) == (("elves",), 2, 3)
    assert [NAMES[t] for t in territories_in(one.contested)] == ["5★"]


@rule("B1", "ruling 17", edition="r9")
def test_battles_are_to_be_fought_where_they_can_be() -> None:
    view = at("order=EO turn=2 dragon=13 E=0•1,5★2 O=0•1,5★1 at=battles", "r9").view()
    assert territories_in(disputed(view.rules, view.order, view.vis, view.ally, ELVES)) == [
        NAMES.index("5★")
    ]
    peaceful = build("r9", ["allies-at-peace"])
    ally = list(view.ally)
    ally[ELVES], ally[ORCS] = ORCS, ELVES
    assert disputed(view.rules, view.order, view.vis, ally, ELVES)
    assert not disputed(peaceful, view.order, view.vis, ally, ELVES)


@rule("VII2", "OR9", "OR12", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("ally", ["", "ally=EO "])
def test_who_is_said_to_win_by_default_does(edition: str, ally: str) -> None:
    turns = build(edition).turns
    place = f"order=DEGO turn={turns} dragon=13 {ally}E=5★1 O=1★1 at="
    view = at(f"{place}bidding", edition).view()
    said = names(default_winners(view.rules, view.order, view.ally))
    game = at(f"{place}victory", edition)
    assert (said, "default") == (tuple(game.winners), game.way)


@rule("VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_the_orcs_nobody_wins_by_default(edition: str) -> None:
    view = at("order=DEG turn=2 dragon=13 E=5★1 at=bidding", edition).view()
    assert default_winners(view.rules, view.order, view.ally) == 0


@rule("V5", "B12", "O2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_parts_of_a_total_add_up_to_it(edition: str) -> None:
    rules = build(edition)
    plans = [parse_action(line) for line in ("plan 0 none", "plan 3 4♥", "plan 1 6♥", "plan 2 5♠")]
    for f, g in itertools.permutations((DWARVES, ELVES, GOBLINS, ORCS), 2):
        for plan, other in itertools.product(plans, plans):
            for blessed in (False, True):
                parts = reckoning.points_of(rules, f, g, plan, other, blessed)
                assert sum(points for _, points in parts) == reckoning.total(
                    rules, f, g, plan, other, blessed
                )
                assert parts[0][0] == "units"
