"""What a plan is worth: counted by the rules, from what its player knows."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.events import BattleWon, Log, Strength
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.wire.forecast import Forecast, totals
from dragondune.server.wire.parts import Worth

BATTLE = "order=OEDG E=3★2 O=3★3 hand=O:4♥2♣,E:6♦ at=plans:orcs>elves@3★"


def worth(game: Game, seat: str, line: str) -> Worth:
    forecast = Forecast(game, game.view(seat))
    return forecast.worth(Action.parse(line).code)


def fought(game: Game, mine: str, theirs: str) -> tuple[int, int, str]:
    """Both totals and the winner when the battle is really fought without treachery."""
    battle = game.copy()
    battle.state.log = Log()
    battle.play("orcs", mine)
    events = [*battle.play("elves", theirs)]  # type: ignore[misc]
    for _ in range(20):
        for decision in battle.pending() if battle.state.attacker < 4 else ():
            events += battle.play(decision.seat, "pass")  # type: ignore[arg-type]
    strong = next(event for event in events if isinstance(event, Strength))
    won = next(event for event in events if isinstance(event, BattleWon))
    return strong.attack, strong.defence, FACTION_NAMES[won.winner]


@pytest.mark.parametrize("known", ["", " knows=O:6♦"])
def test_the_range_holds_every_battle_that_can_come(known: str) -> None:
    game = Game.at(BATTLE + known)
    for n, card in itertools.product(range(4), ("none", "4♥", "2♣")):
        mine = f"plan {n} {card}"
        told = worth(game, "orcs", mine)
        for theirs in map(str, game.legal("elves")):
            attacking, defending, winner = fought(game, mine, theirs)
            assert told.least <= attacking <= told.most
            assert told.foe_least <= defending <= told.foe_most
            if told.ends != "open":
                assert (told.ends == "wins") == (winner == "orcs")


def test_a_known_hand_makes_the_range_exact() -> None:
    game = Game.at(BATTLE + " knows=O:6♦")
    # Of one colour only the lower artifact counts: 4♥ adds its 4 whether they play 6♦ or nothing.
    told = worth(game, "orcs", "plan 3 4♥")
    assert told[:2] == (3 * 2 + 4 + 1, 3 * 2 + 4 + 1)  # two points a unit [B12], the bonus [OR8]
    assert (told.foe_least, told.foe_most) == (0, 2 * 2)  # the 4♥ keeps their 6♦ from counting
    assert told.ends == "wins"
    assert worth(game, "orcs", "plan 0 none").ends == "open"


def test_the_opponents_real_hand_plays_no_part() -> None:
    """Two games that differ only in what the Orcs cannot know tell them the same."""
    other = BATTLE.replace("E:6♦", "E:A♠")
    one, two = Game.at(BATTLE), Game.at(other)
    for line in map(str, one.legal("orcs")):
        assert worth(one, "orcs", line) == worth(two, "orcs", line)


def test_totals_lie_open_only_when_both_plans_do() -> None:
    game = Game.at(BATTLE)
    game.play("orcs", "plan 2 4♥")
    assert totals(game.view("orcs")) == (None, None)
    game.play("elves", "plan 1 none")
    assert totals(game.view("goblins")) == (2 * 2 + 4 + 1, 2)


def test_the_page_is_told_for_each_plan(scene: Any) -> None:
    from server.room import Room

    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        room.table.session.game = Game.at(BATTLE)  # type: ignore[union-attr]
        room.table.session.close_update()  # type: ignore[union-attr]
        room.table.announcer.publish()
        decision = room.ears["orcs"].update["decision"]
        assert len(decision["worth"]) == len(decision["actions"])
        at = [action["line"] for action in decision["actions"]].index("plan 3 none")
        assert decision["worth"][at][:2] == [7, 7]
        assert room.ears["dwarves"].update["decision"] is None

    scene(play)
