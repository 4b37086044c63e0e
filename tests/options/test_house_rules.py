"""House rules: any number, choice and power of an edition set by hand."""

from __future__ import annotations

import pytest
from rules.table import at

from dragondune import Game
from dragondune.editions.build import build
from dragondune.editions.house import KNOBS
from dragondune.model.powers import DEFAULT_WINNER, HIDES


def test_what_is_set_is_what_the_game_has() -> None:
    """Every number at its lowest and highest, every word: the field of the rules has it."""
    for knob in KNOBS.values():
        if knob.bit:
            continue
        for word in knob.words or (str(knob.least), str(knob.most)):
            value = knob.words[word] if knob.words else int(word)
            rules = build(
                "first",
                [f"{knob.name}.dwarves={word}" if knob.by_faction else f"{knob.name}={word}"],
            )
            found = getattr(rules, knob.field)
            assert (found[0] if knob.by_faction else found) == value, knob.name


def test_a_shorter_game_ends_earlier() -> None:
    game = Game.new("r9", options=["turns=2"], seed=3)
    while not game.over:
        decision = game.pending()[0]
        game.play(decision.seat, game.legal(decision.seat)[0])
    assert game.turn == 2


def test_castles_that_win() -> None:
    """The Elves hold two castles as the turn ends: enough where two win, not where three do."""
    position = "order=DEGO turn=3 dragon=13 E=5★3,10★3 at=victory"
    assert at(position, "r9", ["castles=2"]).winners == ("elves",)
    assert not at(position, "r9").over


def test_powers_go_and_come() -> None:
    assert not build("r9", ["power.hides.elves=off"]).powers[1] & HIDES
    rules = build("r9", ["power.default_winner.orcs=off", "power.default_winner.goblins=on"])
    assert [bool(own & DEFAULT_WINNER) for own in rules.powers] == [False, False, True, False]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["turns=21"], "G5: Turns at most must be 2 to 20, not 21."),
        (["turns=many"], "must be 2 to 20, not many"),
        (["turns.orcs=7"], "there is turns=2..20"),
        (["gold=7"], "there is gold.FACTION=0..30"),
        (["gold.trolls=7"], "there is gold.FACTION=0..30"),
        (["omens=red"], "names nothing that can be set"),
        (["turns.trolls=3"], "'turns.trolls=3' is not understood"),
        (["weakness=sometimes"], "must be one of never, played, counting, not sometimes"),
        (["power.hides.orcs=on"], "only one faction can have “Hides free of charge”"),
        (["power.ace_is_jack.orcs=on"], "nobody has this power"),
        (["placed.elves=20", "units.elves=19"], "must be 20 to 25, not 19"),
        (["hand_limit.goblins=1", "artifacts.goblins=2"], "must be 2 or more, not 1"),
        (["turns=7", "turns=8"], "given twice"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_reason(wrong: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=r"^(G5|Option)") as found:
        build("r9", wrong)
    assert said in str(found.value)
