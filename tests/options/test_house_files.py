"""House rules in a file: what it may say, what is wrong with it, and where it is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragondune import Game
from dragondune.booklet.command import run_rules
from dragondune.booklet.printing import print_rules
from dragondune.editions.build import build, title_of
from dragondune.editions.files import game_of, proposals
from dragondune.editions.house import KNOBS
from dragondune.editions.questions import differences
from dragondune.telling.command import run_watch

WAR = """\
title = "A longer war"
edition = "r6b"
options = ["oracles"]

[changes]
turns = 12
gold = { orcs = 7, elves = 1 }
power.hides.elves = false
may_discard = true
"""


@pytest.fixture
def war(tmp_path: Path) -> str:
    (tmp_path / "war.toml").write_text(WAR)
    return str(tmp_path / "war.toml")


def test_a_file_is_an_edition_with_options(war: str) -> None:
    edition, options = game_of(war, ["gold.orcs=2"])
    assert (edition, title_of(edition, options)) == ("r6b", "A longer war")
    rules = build(edition, options)
    assert (rules.turns, rules.gold[1], rules.gold[3], rules.may_discard) == (12, 1, 2, 1)
    by_hand = "oracles turns=12 gold.orcs=2 gold.elves=1 power.hides.elves=off may_discard=yes"
    assert rules == build("r6b", by_hand.split())


def test_a_record_names_them_and_needs_no_file(war: str) -> None:
    edition, options = game_of(war)
    game = Game.new(edition, options=options, seed=1)
    record = game.record()
    assert record["options"] == list(options)
    assert {"title=A longer war", "turns=12"} <= set(options)
    Path(war).unlink()
    assert Game.replay(record).state.rules.turns == 12


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[changes]\nturns = 12\n\nturnz = 3", "line 4: G5: 'turnz=3' names nothing"),
        ("[changes]\nturnz = 3", "Did you mean turns?"),
        ("[changes.gold]\norks = 3", "line 2: G5: 'gold.orks=3' is not understood"),
        ("[changes.gold]\norks = 3", "Did you mean gold.orcs?"),
        (
            "[changes]\ngold = { orcs = 99 }",
            "line 2: G5: starting gold of the orcs must be 0 to 30",
        ),
        ("[changes]\nincome = [1]", "line 2: income is a number, a word, true or false."),
        ("changes = 3", "line 1: changes is a table"),
        ('edition = "r99"', "line 1: there is no edition 'r99', only first, r2, r6, r6b, r9."),
        ("edition = 9", "line 1: edition is a text"),
        ("turns = 9", "line 1: there is no 'turns' here, only title, edition, options, changes."),
        ('options = ["oracle"]', "Did you mean oracles?"),
        ('title = "a, b"', "line 1: G5: a title has 1 to 50 characters"),
        ("[changes", "is no TOML"),
        ("[changes]\nplaced.elves = 20\nunits.elves = 19", "must be 20 to 25, not 19"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"^mine\.toml") as found:
        game_of(str(path))
    assert said in str(found.value)


def test_no_such_file_and_no_such_edition() -> None:
    with pytest.raises(ValueError, match=r"nowhere.toml cannot be read: No such file"):
        game_of("nowhere.toml")
    with pytest.raises(ValueError, match=r"Did you mean r10-proposal\?"):
        game_of("r10-propsal")


def test_commands_take_it(war: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_rules(["--compare", "r6b", war]) == 0
    told = capsys.readouterr().out
    assert "to A longer war (`r6b`)" in told
    assert "- Turns at most (A1): 6 → 12" in told or "→ 12" in told
    assert run_rules(["--edition", war]) == 0
    assert "# Dragon Dune: A longer war" in capsys.readouterr().out
    assert run_watch(["--edition", war, "--seed", "1", "--options", "turns=2"]) == 0
    assert run_watch(["--edition", "nowhere.toml"]) == 2


def test_every_house_rule_is_a_difference_that_can_be_told() -> None:
    """What is set shows in ``rules --compare``."""
    rules = build("r9")
    for knob in KNOBS.values():
        for faction in range(4) if knob.by_faction else (-1,):
            usual = knob.written(rules, faction)
            where = f"{knob.name}.{('dwarves', 'elves', 'goblins', 'orcs')[faction]}"
            other = next(w for w in (*(knob.words or {}), *"432") if w != usual)
            try:
                changed = build("r9", [f"{where if knob.by_faction else knob.name}={other}"])
            except ValueError:
                continue  # a power that nobody has, or only one may have
            assert differences(rules, changed), knob.name


@pytest.mark.parametrize("name", list(proposals()))
def test_a_proposal_is_played_and_printed_as_an_edition(name: str) -> None:
    game = Game.new(name, seed=1)
    assert game.header.edition == proposals()[name].edition
    assert "proposal" in title_of(game.header.edition, game.header.options)
    assert 1 <= len(proposals()[name].options) <= 5
    book = print_rules(game.header.edition, game.header.options)
    assert book.count("- Set by hand") == len(proposals()[name].options)
