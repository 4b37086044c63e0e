"""Choosing options: what an edition offers, what is a house rule, and refusals that say why."""

from itertools import combinations

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    at,
    chances,
    choices,
    listed,
    play,
    step,
)

from dragondune.booklet.loading import load
from dragondune.editions.build import EDITIONS, build, is_house_rule, offered
from dragondune.editions.options import OPTIONS
from dragondune.game import Game

BOOK_OPTIONS = [name for name, option in OPTIONS.items() if option.rule[0] in "OG"]


@pytest.mark.parametrize("name", BOOK_OPTIONS)
def test_an_option_is_called_what_the_rulebook_calls_it(name: str) -> None:
    assert OPTIONS[name].title == load().rule(OPTIONS[name].rule).title


@pytest.mark.parametrize("name", BOOK_OPTIONS)
def test_an_option_is_offered_where_the_rulebook_has_it(name: str) -> None:
    assert set(OPTIONS[name].editions) == set(load().rule(OPTIONS[name].rule).editions)


@pytest.mark.parametrize("edition", FIVE)
def test_the_options_of_an_edition_come_before_house_rules(edition: str) -> None:
    house = [is_house_rule(edition, option) for option in offered(edition)]
    assert house == sorted(house)
    assert False in house


@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_builds_or_is_refused_with_its_rule_and_a_reason(edition: str, name: str) -> None:
    option = OPTIONS[name]
    if edition in option.nonsense:
        with pytest.raises(ValueError, match=f"^{option.rule}: .*{option.title} makes no sense: "):
            build(edition, [name])
    else:
        build(edition, [name])


@pytest.mark.parametrize("name", ["plunder", "elite-warriors", "weaker-orc-graves"])
def test_options_that_the_first_edition_has_as_rules_are_refused_there(name: str) -> None:
    assert "first" in OPTIONS[name].nonsense
    assert name not in [option.name for option in offered("first")]


@rule("O8", "O9", "O12", edition="r9")
def test_an_option_of_other_editions_is_a_house_rule() -> None:
    assert is_house_rule("r9", OPTIONS["honest-question"])
    assert is_house_rule("r2", OPTIONS["empty-graves"])
    position = "order=DEGO turn=2 dragon=7 D=8:2 E=8:2 hand=D:A♣A♦ at=dwarves.move"
    assert listed(at(position, "r9", ["honest-question"]), "dwarves", "question")


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="There is no option 'magic'; there are oracles, "):
        build("r9", ["magic"])


def test_an_unknown_edition_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="There is no edition 'r7'; there are first, r2"):
        build("r7")


def test_an_option_cannot_be_given_twice() -> None:
    with pytest.raises(ValueError, match="'oracles' is given twice"):
        build("r9", ["oracles", "oracles"])


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_options_that_exclude_each_other_are_refused_together(edition: str) -> None:
    with pytest.raises(ValueError, match="exclude each other"):
        build(edition, ["dragon-losses-to-bank", "dragon-losses-exiled"])


@pytest.mark.parametrize("edition", FIVE)
def test_the_order_of_options_does_not_matter(edition: str) -> None:
    names = [option.name for option in offered(edition)]
    for one, other in combinations(names, 2):
        if other not in OPTIONS[one].excludes:
            assert build(edition, [one, other]) == build(edition, [other, one])


@pytest.mark.parametrize("edition", FIVE)
def test_every_option_changes_something_where_its_book_offers_it(edition: str) -> None:
    unchanged = [
        name
        for name, option in OPTIONS.items()
        if edition in option.editions and build(edition, [name]) == EDITIONS[edition]
    ]
    assert unchanged == (["poorer-elves"] if edition == "r6" else [])


# --- other readings ------------------------------------------------------------------------


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("option", "buried", "banked"),
    [([], 2, 0), (["dragon-losses-to-bank"], 0, 2), (["dragon-losses-exiled"], 0, 0)],
)
def test_where_units_go_that_the_dragon_burns(
    edition: str, option: list[str], buried: int, banked: int
) -> None:
    position = "order=DEGO turn=2 dragon=7 D=8:2,bank:0 O=1★1 deck=A♣ at=dragon"
    game = at(position, edition, option)
    chances(game, 1)
    play(game, "orcs pass")
    assert (game.grave_of("dwarves"), game.bank_of("dwarves")) == (buried, banked)


@rule("ruling 17", edition="all")
@pytest.mark.parametrize("edition", FIVE)
class TestAlliesDoNotFight:
    def shared(self, edition: str, where: str) -> Game:
        position = f"order=DEGO turn=2 D=8:2 E=8:2 ally=DE gold@=8:4 {where}"
        return at(position, edition, ["allies-at-peace"])

    def test_they_do_not_battle(self, edition: str) -> None:
        game = self.shared(edition, "at=fight:dwarves")
        assert step(game) != "fight"
        assert (game.units("dwarves", "8"), game.units("elves", "8")) == (2, 2)

    def test_they_still_battle_others(self, edition: str) -> None:
        game = self.shared(edition, "G=8:1 at=fight:dwarves")
        assert choices(game, "dwarves") == ["fight 8 goblins"]

    def test_neither_controls_what_they_share(self, edition: str) -> None:
        game = self.shared(edition, "at=collection")
        assert game.gold_in("8") == 4
        assert game.gold_of("goblins") == game.gold_of("orcs") <= game.gold_of("dwarves")
