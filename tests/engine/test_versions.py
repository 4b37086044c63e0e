"""Records and stored games of another version of the rules [docs/versions.md]."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from dragondune.engine.steps import step_named
from dragondune.engine.storage import YOUNG, state_to_dict
from dragondune.game import RULES_VERSION, Game
from dragondune.model.refusal import Refusal

ROOT = Path(__file__).resolve().parents[2]
STORES = ROOT / "tests" / "server" / "stores"

# Stored positions name steps by these numbers: new ones are added at the end only.
STEPS_OF_VERSION_1 = (
    "sequence place predict turn_begins emerge dragon_acts dragon_moves event_cards "
    "red_dragon ride red_strike council council_turn proposal event_gold bidding auction bid "
    "pay bidding_ends recruitment revive early_disband disbanding conscript hire hiring move "
    "late_disband turn_ends initiative trolls hide status lose deny battles choose_battle "
    "bless questions ask answer plans chaos lend treachery exchange resolve spoils plunder "
    "collect discards victory decider keep spend open_answer setup"
)


def stored(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((STORES / f"version-1-{name}.json").read_text("utf-8"))
    return data


def short_record(version: int = RULES_VERSION, lines: int = 30) -> dict[str, Any]:
    game = Game.new("r9", None, (), 7)
    rng = random.Random(7)
    for _ in range(lines):
        seat = game.pending()[0].seat
        assert not isinstance(game.play(seat, rng.choice(game.legal(seat))), Refusal)
    return game.record() | {"rules_version": version}


def play_on(game: Game, lines: int = 40) -> None:
    rng = random.Random(1)
    for _ in range(lines):
        if game.over:
            return
        seat = game.pending()[0].seat
        assert not isinstance(game.play(seat, rng.choice(game.legal(seat))), Refusal)


def test_the_version_is_raised_and_what_it_changed_is_told() -> None:
    told = (ROOT / "docs" / "versions.md").read_text("utf-8")
    versions = [int(number) for number in re.findall(r"^## Version (\d+)", told, re.MULTILINE)]
    assert versions == list(range(RULES_VERSION, 0, -1))


def test_steps_keep_their_numbers() -> None:
    numbers = [step_named(name) for name in STEPS_OF_VERSION_1.split()]
    assert numbers == list(range(len(numbers)))


def test_records_and_stored_games_say_by_which_version_they_were_played() -> None:
    game = Game.new("r9", None, (), 1)
    assert game.record()["rules_version"] == RULES_VERSION
    assert json.loads(game.to_json())["rules_version"] == RULES_VERSION


def test_an_older_record_replays_where_the_rules_say_the_same() -> None:
    record = short_record(version=1)
    game = Game.replay(record)
    assert game.record()["actions"] == record["actions"]
    assert game.record()["chances"] == record["chances"]


def test_an_older_record_that_does_not_replay_says_so_plainly() -> None:
    record = short_record(version=1)
    record["actions"][12][1] = "bid 999"
    with pytest.raises(ValueError, match="version 1 of the rules") as told:
        Game.replay(record)
    assert f"this program plays version {RULES_VERSION}" in str(told.value)
    assert "Action 13 of the record" in str(told.value)
    assert "999" in str(told.value)


@pytest.mark.parametrize(("change", "why"), [(-1, "fewer"), (1, "more")])
def test_a_record_whose_dice_do_not_come_out_even_is_refused(change: int, why: str) -> None:
    record = short_record(version=1, lines=0)
    for lines in range(1, 120):
        before, record = record, short_record(version=1, lines=lines)
        if len(record["chances"]) > len(before["chances"]) > 0:
            break  # the last action rolls or shuffles
    chances = record["chances"]
    record["chances"] = [*chances, [1]] if change > 0 else chances[:-1]
    with pytest.raises(ValueError, match=f"version 1 .*{why} dice"):
        Game.replay(record)


@pytest.mark.parametrize("version", [RULES_VERSION + 1, 0, "2", None, True])
def test_a_version_that_nobody_knows_here_is_refused(version: object) -> None:
    with pytest.raises(ValueError, match="version"):
        Game.replay(short_record() | {"rules_version": version})


def _as_it_was(game: Game) -> dict[str, object]:
    """A position as older programs stored it: they kept nothing of the past."""
    return {name: value for name, value in state_to_dict(game.state).items() if name not in YOUNG}


def test_a_stored_game_of_version_1_that_means_the_same_is_read_whole() -> None:
    data = stored("game-nine")
    game = Game.from_json(json.dumps(data))
    assert _as_it_was(game) == data["state"]
    # The Orcs' ace was said to leap then.
    today = [[seat, line.replace("leap ", "carry ")] for seat, line in data["actions"]]
    assert game.record()["actions"] == today
    assert game.earlier == 0
    play_on(game)


def a_game_that_leads_elsewhere() -> dict[str, Any]:
    """As if one action of its record had meant something else by then."""
    data = stored("game-nine")
    del data["actions"][5]
    return data


@pytest.mark.parametrize("name", ["changed record", "troll-behind"])
def test_a_stored_game_that_leads_elsewhere_goes_on_from_its_position(name: str) -> None:
    data = a_game_that_leads_elsewhere() if "record" in name else stored("game-troll-behind")
    game = Game.from_json(json.dumps(data))
    assert _as_it_was(game) == data["state"] | {"script_at": 0}
    assert game.seats == tuple(data["seats"])
    play_on(game)


def test_its_record_begins_there_and_says_so() -> None:
    game = Game.from_json(json.dumps(a_game_that_leads_elsewhere()))
    assert game.record()["actions"] == []
    play_on(game)
    record = game.record()
    assert record["start"]
    assert (record["earlier_version"], record["rules_version"]) == (1, RULES_VERSION)
    again = Game.replay(record)
    assert again.position() == game.position()
    assert again.record() == record
    assert Game.from_json(game.to_json()) == game


def test_a_game_of_today_whose_position_is_another_is_still_refused() -> None:
    data = json.loads(Game.new("r9", None, (), 1).to_json())
    data["state"]["gold"][0] += 1
    with pytest.raises(ValueError, match="not the one its own record leads to"):
        Game.from_json(json.dumps(data))


def test_an_older_game_whose_position_cannot_be_read_says_so() -> None:
    data = a_game_that_leads_elsewhere()
    data["state"]["gold"][0] = -1
    with pytest.raises(ValueError, match=r"version 1 of the rules.*position cannot be read.*gold"):
        Game.from_json(json.dumps(data))


def test_a_record_with_a_troll_of_version_1_says_where_it_fails() -> None:
    record = stored("record-troll-over")
    with pytest.raises(ValueError, match=r"version 1 of the rules.*Action \d+ of the record"):
        Game.replay(record)


def test_a_stored_game_with_a_troll_of_version_1_goes_on_with_the_troll() -> None:
    data = stored("game-troll-behind")
    game = Game.from_json(json.dumps(data))
    assert game.earlier == 1
    assert game.state.trolls == data["state"]["trolls"] != 0
    assert game.record()["start"] == game.position()


def test_contracts_of_a_stored_game_of_version_1_are_kept() -> None:
    game = Game.new("r9", None, (), 3)
    maker, other = game.seats[:2]
    assert not isinstance(
        game.play(maker, f"offer The {maker} do not attack the {other}."), Refusal
    )
    assert not isinstance(game.play(other, "accept 1"), Refusal)
    data = json.loads(game.to_json()) | {"rules_version": 1, "actions": []}
    data["state"]["agreements"] = data["state"].pop("contracts")  # as version 1 called them
    again = Game.from_json(json.dumps(data))
    assert again.earlier == 1
    assert again.contracts == game.contracts
    assert len(again.contracts) == 1
