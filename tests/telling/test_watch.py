"""A watched game is the same story each time, ends with its winner and keeps what is secret."""

from __future__ import annotations

import io
import re

import pytest

from dragondune.bots import Bot, make_bot
from dragondune.editions.build import EDITIONS
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.ruleset import Ruleset
from dragondune.telling import watch as module
from dragondune.telling.scenes import ROUND_TITLES, in_one_breath
from dragondune.telling.story import secret, sentence
from dragondune.telling.watch import Storyteller, watch

ANSI = re.compile(r"\033\[[0-9;]*m")
FOUR = (0, 1, 2, 3)


def story(
    seed: int,
    rules: Ruleset = EDITIONS["r9"],
    order: tuple[int, ...] = FOUR,
    *,
    omniscient: bool = True,
    colour: bool = False,
) -> str:
    out = io.StringIO()
    watch(seed, rules, order, colour=colour, pace=0, out=out, omniscient=omniscient)
    return out.getvalue()


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)
def test_the_same_seed_tells_the_same_story(rules: Ruleset) -> None:
    assert story(7, rules) == story(7, rules)
    assert story(7, rules) != story(8, rules)


def test_every_story_ends_with_its_winner(
    tables: list[tuple[Ruleset, tuple[int, ...], int]],
) -> None:
    for rules, order, seed in tables:
        text = story(seed, rules, order)
        last = text.splitlines()[-1]
        assert re.fullmatch(r"Winners?: the \w+( and the \w+)?", last), last
        winners = re.findall(r"the (\w+)", last)
        closing = text.split("── The end ")[1]
        assert re.search(rf"{winners[0]}[^!]*win", closing), closing


def test_no_line_is_too_wide(tables: list[tuple[Ruleset, tuple[int, ...], int]]) -> None:
    for rules, order, seed in tables[::5]:
        assert max(map(len, story(seed, rules, order).splitlines())) <= 100


@pytest.mark.parametrize("edition", ["first", "r2", "r9"])
def test_gold_and_the_red_dragon_are_told_in_the_order_of_the_edition(edition: str) -> None:
    """II3, II5: in `first` (lines 176 and 177) the gold comes first, later it comes last."""
    rounds = [
        text
        for seed in range(12)
        for text in story(seed, EDITIONS[edition]).split("II. Event round")[1:]
        if "the Red Dragon descends" in text.split("III. Bidding")[0]
        and "The land yields" in text.split("III. Bidding")[0]
    ]
    assert rounds
    for text in rounds:
        before = text.index("The land yields") < text.index("the Red Dragon descends")
        assert before == (edition == "first")


def test_titles_name_turn_and_round() -> None:
    text = story(7)
    assert "── Turn 3 · II. Event round ─" in text
    for title in ROUND_TITLES[1:5]:
        assert f"── Turn 1 · {title} " in text
    # the start, after the moves and at the end of each turn
    assert text.count("┌────") == 1 + 2 * 8 - text.count("The board has not changed.")


def test_an_empty_round_has_no_title() -> None:
    titled = re.findall(r"(── Turn \d · V\. Battle round ─+\n)(.*)", story(3))
    assert titled
    assert all(first_line.strip() for _, first_line in titled)
    assert len(titled) < 8


def test_income_is_one_line_and_bids_are_not_called_out() -> None:
    text = story(7)
    assert len(re.findall(r"Income in gold: ", text)) == text.count("VI. Collection round")
    assert re.search(r"the \w+ win it for \d+ gold (\(to the bank\) )?after \w+ bids", text)
    assert " pass." not in text


def test_secrets_are_told_and_marked_to_those_who_see_everything() -> None:
    assert "[secret]" in story(7)
    assert "[secret: " in story(7)


class Overheard(Storyteller):
    """Keeps what it hears."""

    heard: list[Event]

    def hear(self, event: Event) -> None:
        self.heard.append(event)
        super().hear(event)


class Discreet(Storyteller):
    """Never even hears a secret."""

    def hear(self, event: Event) -> None:
        if not secret(event):
            super().hear(event)


def test_a_secret_is_never_told_to_the_others(
    tables: list[tuple[Ruleset, tuple[int, ...], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for rules, order, seed in tables[::4]:
        Overheard.heard = []
        monkeypatch.setattr(module, "Storyteller", Overheard)
        text = " ".join(story(seed, rules, order, omniscient=False).split())
        secrets = [event for event in Overheard.heard if secret(event)]
        assert secrets
        assert "secret" not in text
        for event in secrets:
            assert sentence(event, rules) not in text
        monkeypatch.setattr(module, "Storyteller", Discreet)
        assert text == " ".join(story(seed, rules, order, omniscient=False).split())


def test_colour_adds_nothing_but_colour() -> None:
    assert ANSI.search(story(7, colour=True))
    assert ANSI.sub("", story(7, colour=True)) == story(7)


def test_what_one_does_in_a_row_is_told_in_one_breath() -> None:
    told = [
        "The Orcs discard 4♥ (Fire).",
        "The Orcs discard 5♦ (Fire).",
        "The Elves pass.",
        "The Orcs raise 5 units in 17.",
        "The Orcs move 3 units from 17 to 0•.",
    ]
    assert in_one_breath(told) == (
        "The Orcs discard 4♥ (Fire) and 5♦ (Fire). The Elves pass. "
        "The Orcs raise 5 units in 17 and move 3 units from 17 to 0•."
    )


def told_of(bots: dict[str, Bot], *, contracts: bool = True) -> str:
    out = io.StringIO()
    rules = EDITIONS["r9"]
    watch(5, rules, FOUR, colour=False, pace=0, out=out, bots=bots, contracts=contracts)
    return out.getvalue()


def test_stewards_make_contracts_and_say_why() -> None:
    def stewards() -> dict[str, Bot]:
        return {name: make_bot("steward", f) for f, name in enumerate(FACTION_NAMES)}

    text = told_of(stewards())
    assert "a game of stewards · seed 5" in text
    assert "make offer 1" in text
    assert "“" in text
    assert text == told_of(stewards())
    assert "make offer" not in told_of(stewards(), contracts=False)
