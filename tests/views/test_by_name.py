"""Views and games answer by name; a view never with more than its seat knows."""

from dragondune import Game

POSITION = "order=OEDG E=3★1,5★2 O=3★2,1★4 gold=O4,E5 hand=O:4♥,E:6♦ at=orcs.move"


def test_units_and_gold() -> None:
    game = Game.at(POSITION)
    for table in (game, game.view("elves"), game.view()):
        assert table.units("orcs", "1★") == 4
        assert table.units("O", "1*") == 4
        assert table.hidden_units("orcs", "1★") == 0
        assert (table.gold_of("orcs"), table.gold_of("elves")) == (4, 5)
        assert table.places_of("elves") == ["3★", "5★"]
        assert table.ally_of("orcs") is None


def test_control_is_being_there_alone() -> None:
    game = Game.at(POSITION)
    assert game.controller("1★") == "orcs"
    assert game.controller("3★") is None
    assert game.controller("10★") is None
    assert game.castles_of("elves") == ["5★"]


def test_a_view_tells_the_cards_its_seat_knows() -> None:
    game = Game.at(POSITION)
    assert game.hand_of("orcs") == {"4♥"}
    assert game.view("orcs").hand_of("orcs") == {"4♥"}
    assert game.view("elves").hand_of("orcs") == set()
    assert game.view("elves").hand_size_of("orcs") == game.hand_size_of("orcs") == 1
    assert game.view("orcs").sees("4♥")
    assert not game.view("elves").sees("4♥")


def test_a_view_says_whose_it_is() -> None:
    game = Game.at(POSITION)
    assert game.view("elves").faction == "elves"
    assert game.view().faction is None
    assert repr(game.view("elves")) == "<View of elves, turn 1, move>"
    assert repr(game.view()) == "<View of a spectator, turn 1, move>"


def test_a_view_tells_who_plays_and_what_is_asked() -> None:
    game = Game.at("order=OEG gold=E5,O2 at=bid:elves,sale:4♥")
    for table in (game, game.view("elves"), game.view()):
        assert table.seats == ("orcs", "elves", "goblins")
        assert table.step == "bid"
    assert Game.at("order=OE at=over").view("orcs").step == ""


def test_an_ally_is_named() -> None:
    game = Game.at("order=OEDG ally=OE at=orcs.move", "r2")
    assert game.ally_of("orcs") == "elves"
    assert game.view("dwarves").ally_of("E") == "orcs"
