"""Recorded games replay to the same end, event by event."""

from __future__ import annotations

import pytest
from playthroughs.games import COMMAND, FOLDER, SETTINGS, Setting, outcome, path_of, read

from dragondune.editions.build import EDITIONS
from dragondune.game import RULES_VERSION, Game

by_name = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)


@by_name
def test_a_recorded_game_replays(setting: Setting) -> None:
    stored = read(setting)
    version = stored["record"]["rules_version"]
    assert version == RULES_VERSION, f"recorded with older rules; record anew: {COMMAND}"
    game = Game.replay(stored["record"])
    assert game.over
    assert outcome(game) == stored["outcome"], f"if the change is meant: {COMMAND}"


@by_name
def test_a_recorded_game_has_the_setting_it_says(setting: Setting) -> None:
    record = read(setting)["record"]
    assert record["edition"] == setting.edition
    assert record["options"] == list(setting.options)
    assert setting.factions is None or record["seats"] == list(setting.factions)


def test_every_edition_is_recorded() -> None:
    assert {setting.edition for setting in SETTINGS} == set(EDITIONS)
    assert {path.name for path in FOLDER.glob("*.json")} == {path_of(s).name for s in SETTINGS}
