"""Whole games by the visible page, at five sizes of screen: played once, judged by every test here."""

from __future__ import annotations

import pytest
from browser.kit import Server
from browser.player import SIZES, Report, whole_game
from playwright.sync_api import Browser

FACTIONS = ("orcs", "goblins", "elves", "dwarves", "orcs")


@pytest.fixture(scope="module")
def games(server: Server, browser: Browser) -> list[Report]:
    """One game at each size, from the lobby to the finale, each against three stewards."""
    return [
        whole_game(browser, server, size, faction)
        for size, faction in zip(SIZES, FACTIONS, strict=True)
    ]


def test_every_game_comes_to_its_finale_without_an_error(games: list[Report]) -> None:
    for game in games:
        assert not game.errors, (game.size, game.errors)
        assert game.turns >= 1
        assert game.questions >= 1


def test_nothing_is_too_wide_too_small_or_out_of_reach(games: list[Report]) -> None:
    for game in games:
        assert not game.wrong, (game.size, game.wrong[:12])


def test_axe_finds_nothing_serious_on_the_way(games: list[Report]) -> None:
    for game in games:
        assert not game.serious, (game.size, game.serious)
        assert game.seen >= {"lobby", "orders", "turn", "finale"}


def test_a_turn_asks_five_questions_at_most(games: list[Report]) -> None:
    """On average over whole games of the 9th Revision, with sensible standing orders."""
    turns = sum(game.turns for game in games)
    questions = sum(game.questions for game in games)
    print({game.size: (game.questions, game.turns) for game in games})
    assert questions >= turns, "there was something to decide"
    assert questions <= 5 * turns


def test_five_questions_are_enough_for_somebody_who_decides_it_all(
    server: Server, browser: Browser
) -> None:
    """Who bids for cards, hires, marches, fights, looks for allies and uses every ace."""
    active = [
        whole_game(browser, server, SIZES[0], faction, active=True) for faction in FACTIONS[:4]
    ]
    turns, questions = sum(one.turns for one in active), sum(one.questions for one in active)
    print(
        {
            faction: (one.questions, one.turns)
            for faction, one in zip(FACTIONS, active, strict=False)
        }
    )
    assert not [(one.errors, one.wrong) for one in active if one.errors or one.wrong]
    assert 2 * turns <= questions <= 5 * turns
