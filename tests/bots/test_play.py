"""Every bot plays every edition, number of players and a sample of options to the end."""

from __future__ import annotations

import pytest

from dragondune import Game
from dragondune.bots import BOT_NAMES, Bot, make_bot, play_game
from dragondune.bots.arena.table import Observer, finish
from dragondune.editions.build import EDITIONS, build, offered
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.views.view import View

TABLES = {
    2: ["goblins", "elves"],
    3: ["dwarves", "orcs", "elves"],
    4: ["elves", "goblins", "orcs", "dwarves"],
}


def seated(name: str, seed: int = 1) -> dict[str, Bot]:
    return {faction: make_bot(name, seed + f) for f, faction in enumerate(FACTION_NAMES)}


def option_sets(edition: str) -> list[tuple[str, ...]]:
    """Each option in one of a few sets, as many together as go together."""
    sets: list[tuple[str, ...]] = [()]
    left = [option.name for option in offered(edition)]
    while left:
        chosen: tuple[str, ...] = ()
        for name in list(left):
            try:
                build(edition, (*chosen, name))
            except ValueError:
                continue
            chosen = (*chosen, name)
            left.remove(name)
        if not chosen:
            break  # what is left needs something that went before
        sets.append(chosen)
    sets.append(("gold.orcs=9", "elites.goblins=2", "units.elves=12", "graves.dwarves=0"))
    return sets


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["random", "steward"])
def test_every_table_reaches_its_end(name: str, edition: str, players: int) -> None:
    for seed, options in enumerate(option_sets(edition)):
        outcome = play_game(seated(name), seed, edition, options, TABLES[players])
        assert outcome.winners
        assert set(outcome.winners) <= set(TABLES[players])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_warlord_plays_every_edition(edition: str) -> None:
    number = list(EDITIONS).index(edition)
    sets = option_sets(edition)
    options = sets[number % len(sets)]
    players = 2 + number % 3
    outcome = play_game(seated("warlord:1"), 1, edition, options, TABLES[players])
    assert outcome.winners


@pytest.mark.parametrize("name", ["random", "steward"])
def test_the_same_seeds_give_the_same_game(name: str) -> None:
    first = play_game(seated(name), 5)
    assert first == play_game(seated(name), 5)
    others = [play_game(seated(name, 100 * seed), 5) for seed in (1, 2, 3)]
    assert any(other != first for other in others)


def test_the_warlord_repeats_itself_when_simulations_are_counted() -> None:
    table = {name: make_bot("steward", 1) for name in FACTION_NAMES}
    games = [
        play_game(table | {"orcs": make_bot("warlord:2", 9)}, 4, "r2", (), ["orcs", "elves"])
        for _ in range(1)
    ]
    again = {name: make_bot("steward", 1) for name in FACTION_NAMES}
    games.append(
        play_game(again | {"orcs": make_bot("warlord:2", 9)}, 4, "r2", (), ["orcs", "elves"])
    )
    assert games[0] == games[1]


def test_bots_have_names() -> None:
    assert [make_bot(name).name for name in BOT_NAMES] == list(BOT_NAMES)
    with pytest.raises(ValueError, match="There is no bot 'chancellor'"):
        make_bot("chancellor")


class Cheat(Bot):
    """Plays what is not allowed."""

    def choose(self, view: View, legal: list[int]) -> int:
        return -1


def test_a_table_takes_no_illegal_action() -> None:
    with pytest.raises(ValueError, match="Cheat chose -1, which is none of the numbers in legal"):
        play_game(dict.fromkeys(FACTION_NAMES, Cheat()), 1)
    with pytest.raises(ValueError, match="Nobody sits"):
        play_game({}, 1)


class Looker(Bot):
    """Looks at hands whenever it may; else by lot."""

    name = "looker"
    looks = 0

    def choose(self, view: View, legal: list[int]) -> int:
        return legal[int(self.rng.random() * len(legal))]

    def anytime(self, view: View, legal: list[int]) -> int | None:
        self.looks += 1
        return legal[0]


def test_the_elves_are_asked_for_free_actions() -> None:
    elves = Looker(1)
    play_game(seated("random") | {"elves": elves}, 2)
    assert elves.looks > 3


class Listening(Observer):
    """Counts what it is shown."""

    def __init__(self) -> None:
        self.steps: list[int] = []

    def before_step(self, s: State) -> None:
        self.steps.append(int(s.stack[-1]))


def test_who_watches_a_game_changes_nothing_in_it() -> None:
    """One loop plays for matches, studies and stories: watched or not, the game is the same."""

    def played(observer: Observer | None) -> tuple[list[tuple[int, int]], str]:
        game = Game.new("r9", list(FACTION_NAMES), seed=4)
        bots = {name: make_bot("steward", f) for f, name in enumerate(FACTION_NAMES)}
        finish(game, bots, observer)
        return game.history, game.way

    listening = Listening()
    assert played(listening) == played(None)
    assert len(listening.steps) > 100
