"""The sentence that says what is asked."""

from __future__ import annotations

from dragondune.game import Game
from dragondune.model.factions import FACTION_OF_NAME
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


def test_the_council_asks_only_for_what_can_be_done() -> None:
    """B7: whoever has an ally can break with them; only the others can offer an alliance."""
    table = "order=DEGO turn=2 dragon=9 D=3★2 E=5★2 G=10★4 O=1★2 stack=sequence:-.0.0.5/council_turn:{} "
    alone = Game.at(table.format("E"))
    assert asks(alone, "elves") == "Great Council: offer somebody an alliance, or pass."
    allied = Game.at(table.format("E") + "ally=DE")
    assert asks(allied, "elves") == "Great Council: break your alliance with the Dwarves, or pass."


def asks(game: Game, seat: str) -> str:
    """What this seat is asked now."""
    decision = next(one for one in game.pending() if one.seat == seat)
    return prompt(decision, game.view(seat))


def test_a_question_says_who_where_how_many_and_at_what_price() -> None:
    table = "order=DEGO turn=2 dragon=9 gold=D9,E4,G3,O7 D=3★2 E=5★2 G=10★4 O=1★2 hand=E:A♥,G:A♠ "
    game = Game.at(table + "at=dwarves.hire")
    game.play("dwarves", "hire 3 4•")
    stop = asks(game, "goblins")
    assert (
        stop
        == "The Dwarves mean to hire 3 units in 4•: discard an ace to stop it, or let it happen."
    )
    game = Game.at(table + "at=goblins.early_disband")
    game.play("goblins", "disband 2 10★")
    assert "The Goblins mean to disband 2 units in 10★ before recruiting" in asks(game, "dwarves")
    game = Game.at(table + "at=bidding")
    game.go_on()
    first = game.pending()[0].seat
    assert f"you have {game.state.gold[FACTION_OF_NAME[first]]} gold" in asks(game, first)
    game.play(first, "bid 2")
    other = game.pending()[0].seat
    assert asks(game, other).startswith(f"The {first.capitalize()} bid 2: bid more, or pass")
    game = Game.at(table.replace("D=3★2", "D=3★2,grave:4") + "at=dwarves.revive")
    assert asks(game, "dwarves") == (
        "Bring up to 3 units back from the graveyard: 1 free, then 1 gold each. 4 of yours lie there."
    )
    game = Game.at(table + "at=goblins.hire")
    game.play("goblins", "hire 1 5★")
    game.play_forced()
    while game.pending()[0].seat != "elves":
        game.play(game.pending()[0].seat, "pass")
    assert asks(game, "elves") == "Hide your 2 units in 5★, or let them be seen."
    nobody = Game.at("order=DEGO turn=2 dragon=9 E=1★1 O=5★2 stack=hide:E.9")
    assert asks(nobody, "elves") == (
        "You have no visible units in 5★: there is nothing to hide. Go on."
    )


def test_who_asks_for_an_ally_is_told_whom() -> None:
    """EL7 in `first` (line 86): the Elves ask the one their ally fights, whoever attacks."""
    table = "order=DEGO turn=2 dragon=9 O=8:2 G=8:2 ally=EO "
    for battle in ("orcs>goblins", "goblins>orcs"):
        game = Game.at(f"{table} at=battle:{battle}@8", "first")
        assert asks(game, "elves") == "Ask the Goblins about their plan, or pass."
    own = Game.at("order=DEGO turn=2 dragon=9 E=8:2 G=8:2 at=battle:goblins>elves@8")
    assert asks(own, "elves") == "Ask the Goblins about their plan, or pass."


def test_nobody_is_asked_to_do_what_cannot_be_done_now() -> None:
    """GO7, II4, IV1, IV5: a stopped hire, no one left to ask, a free graveyard, a movement made."""
    table = "order=DEGO turn=2 dragon=9 gold=O7,E5,G3 E=5★2 O=1★2,grave:5 hand=E:A♥,G:A♠ "
    elves = Game.at(table + "at=elves.hire", "first")
    elves.play("elves", "hire 1 5★")
    elves.play("goblins", "deny A♠")
    assert asks(elves, "elves") == "Place up to five units with an ace, or go on."
    orcs = Game.at(table + "ally=GO at=orcs.hire")
    orcs.play("orcs", "hire 1 5★")
    orcs.play("goblins", "deny A♠")
    assert asks(orcs, "orcs") == "Raise units in one of your lands, or pass."
    others = Game.at(table + "at=elves.hire", "r6", ["broken-walls"])
    others.play("elves", "hire 1 5★")
    others.play("goblins", "deny A♠")
    assert asks(others, "elves") == "The Goblins have stopped your hire: go on."
    alone = Game.at(table + "ally=GO proposed=DE at=dwarves.council")
    assert asks(alone, "dwarves").startswith("Great Council: there is nobody left")
    dead = Game.at(table + "at=orcs.revive")
    assert "back from the graveyard: free of charge. 5 of yours lie there" in asks(dead, "orcs")
    march = Game.at(table + "at=elves.move", "first")
    march.play("elves", "move 1 5★ 6")
    assert asks(march, "elves") == "Your movement is made: go on, or pay for a second one."
