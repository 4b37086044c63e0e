"""The words follow the figures: made-up games with a known truth."""

from __future__ import annotations

import pytest
from lab.kit import sample

from dragondune.lab.balance import Finding
from dragondune.lab.figures import Sample, effects, win_shares
from dragondune.lab.words import (
    FAIR_ENOUGH,
    TOO_STRONG,
    TOO_WEAK,
    UNKNOWN,
    answers,
    effect_sentences,
    headline,
    remedy_sentence,
    verdict,
)

EVEN = {"dwarves": 0.25, "elves": 0.25, "goblins": 0.25, "orcs": 0.25}
ORCISH = {"dwarves": 0.2, "elves": 0.2, "goblins": 0.2, "orcs": 0.4}
NEVER = {"dwarves": 0.3, "elves": 0.3, "goblins": 0.4, "orcs": 0.0}


def finding(base: Sample, *others: Sample) -> Finding:
    return Finding("r9", base.bots, base, others)


def test_a_faction_that_wins_two_in_five_is_too_strong() -> None:
    found = win_shares(sample(ORCISH, 3000))
    assert verdict(found["orcs"]) == TOO_STRONG
    assert verdict(found["elves"]) == TOO_WEAK


def test_an_even_game_is_called_even_when_there_are_games_enough() -> None:
    many, few = win_shares(sample(EVEN, 6000)), win_shares(sample(EVEN, 100, luck=1))
    assert {verdict(found) for found in many.values()} == {FAIR_ENOUGH}
    assert {verdict(found) for found in few.values()} == {UNKNOWN}


def test_a_handful_of_games_proves_nothing_however_they_end() -> None:
    assert verdict(win_shares(sample({"orcs": 1.0}, 20))["orcs"]) == UNKNOWN


def test_the_answer_names_bots_and_bounds() -> None:
    told = answers([finding(sample(ORCISH, 3000))])
    assert told["orcs"][0] == "Yes: with these bots the Orcs are too strong."
    assert told["orcs"][1].startswith("Among stewards the Orcs win 4")
    assert " to " in told["orcs"][1]
    assert told["elves"][0] == "No: with these bots the Elves are too weak."


def test_two_strengths_that_disagree_are_not_made_one() -> None:
    strong, weak = finding(sample(ORCISH, 3000)), finding(sample(NEVER, 3000, "warlord:8"))
    assert answers([strong, weak])["orcs"][0].startswith("It depends on who plays")
    assert "too few" in headline("orcs", {TOO_STRONG, UNKNOWN})
    assert headline("orcs", {UNKNOWN}).startswith("It cannot be told")
    assert headline("orcs", {TOO_STRONG, FAIR_ENOUGH}).startswith("Partly")


def test_a_remedy_that_helps_is_said_to_help() -> None:
    base = sample(ORCISH, 2000)
    cured = sample(EVEN, 2000, variant="weaker-orc-graves", luck=1)
    told = remedy_sentence(finding(base, cured), "orcs")
    assert told.startswith("G2 (A weaker Orcish graveyard) takes −1")
    assert told.endswith("it works, and leaves them nearer to a quarter.")


def test_a_remedy_that_harms_or_does_nothing_is_not_praised() -> None:
    base = sample(EVEN, 2000)
    worse = sample(ORCISH, 2000, variant="weaker-orc-graves", luck=1)
    assert "the opposite of what it is for" in remedy_sentence(finding(base, worse), "orcs")
    idle = sample(EVEN, 2000, variant="weaker-orc-graves", luck=2, like=base, moved=0.05)
    assert "no effect can be told from chance" in remedy_sentence(finding(base, idle), "orcs")
    same = sample(EVEN, 2000, variant="weaker-orc-graves", like=base)
    assert "changes nothing" in remedy_sentence(finding(base, same), "orcs")
    assert "was not played" in remedy_sentence(finding(base), "orcs")


def test_pairing_sees_what_separate_games_would_not() -> None:
    """4 % of the games turned from Orcs to Elves: far below the noise of 1000 unpaired games."""
    base = sample(EVEN, 1000)
    turned = sample({"elves": 1.0}, 1000, variant="oracles", luck=3, like=base, moved=0.12)
    rows = {row["faction"]: row for row in effects(base, [turned]).to_dicts()}
    assert rows["elves"]["low"] > 0
    assert rows["orcs"]["high"] < 0
    assert rows["elves"]["difference"] == pytest.approx(0.09, abs=0.03)
    told = effect_sentences(finding(base, turned))
    assert len(told) == 1
    assert told[0].startswith("O1 Oracles: ")
    assert "Elves +" in told[0]
