"""The sentence that says what is asked."""

from __future__ import annotations

from dragondune.game import Game
from dragondune.server.wire.prompts import passing, prompt

BEATEN = (
    "order=GO turn=2 round=5 victor=O place=9• G=10★2 O=1★1,9•3 hand=G:3♣2♦,O:5♦ "
    "stack=sequence:-.0.0.12/battles:-.0.1/choose_battle:G/sequence:G.2.0.7/plunder:O.{}"
)


def asked(frame: str, edition: str) -> str:
    """What the Orcs are asked after a victory over the Goblins, with plunder."""
    options = [] if edition == "first" else ["plunder"]
    game = Game.at(BEATEN.format(frame), edition, options)
    return prompt(game.pending()[0], game.view("orcs"))


def test_a_plunderer_first_says_whether_to_take_and_then_sees_what() -> None:
    """OR11, O3: leaving it brings nothing; what was taken brings its number, or 1 gold."""
    for edition in ("first", "r9"):
        assert "or leave it" in asked("2", edition)
    drawn = "2.0.18"  # the 5♦
    assert asked(drawn, "first") == "You have taken 5♦: keep it, or turn it into 5 gold."
    assert asked(drawn, "r9") == "You have taken 5♦: keep it, or turn it into 1 gold."


def test_at_the_hiring_step_everybody_is_asked_what_they_can_do() -> None:
    """IV4, OR1, EL6: Orcs raise, and after a hire only an ace places units."""
    table = "order=DEGO turn=2 dragon=9 gold=E4,O4 E=5★2 O=1★2 "

    def question(game: Game) -> str:
        asked = game.pending()[0]
        return prompt(asked, game.view(asked.seat))

    orcs = Game.at(table + "at=orcs.hire", "first")
    assert question(orcs) == "Raise units in one of your lands, or pass."
    assert passing(orcs.pending()[0], orcs.view("orcs")) == "Raise nobody"
    allied = Game.at(table + "ally=GO at=orcs.hire", "r9")
    assert question(allied) == "Hire mercenaries or raise units in one place, or pass."
    elves = Game.at(table + "at=elves.hire", "first")
    assert question(elves) == "Hire mercenaries in one place, or pass."
    elves.play("elves", "hire 1 5★")
    elves.play("goblins", "pass")
    assert question(elves) == "Place up to five units more with an ace, or go on."
