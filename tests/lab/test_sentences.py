"""The words follow the figures: made-up games with a known truth."""

from __future__ import annotations

import pytest
from lab.kit import row, sample

from dragondune.lab.figures.intervals import Interval
from dragondune.lab.figures.tables import Sample, effects, paired, remedies, win_shares
from dragondune.lab.report import summary
from dragondune.lab.report.method import method, seat_sentence
from dragondune.lab.report.sentences import (
    FAIR_ENOUGH,
    TOO_STRONG,
    TOO_WEAK,
    UNKNOWN,
    answers,
    effect_sentences,
    headline,
    option_words,
    remedy_change,
    remedy_sentence,
    strength_sentence,
    verdict,
    way_sentence,
)
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.parts import frame_of
from dragondune.lab.study.simulation import setting
from dragondune.model.factions import FACTION_NAMES

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
    unsure = headline("orcs", {"steward": TOO_STRONG, "warlord:8": UNKNOWN})
    assert unsure == (
        "Yes: among stewards the Orcs are too strong; too few games among warlord:8 to tell."
    )
    assert headline("orcs", {"steward": UNKNOWN}).startswith("It cannot be told")
    parted = headline("orcs", {"steward": TOO_STRONG, "warlord:8": FAIR_ENOUGH})
    assert parted == "Partly: the Orcs are too strong among stewards, about even among warlord:8."


def test_a_remedy_that_helps_is_said_to_help() -> None:
    base = sample(ORCISH, 2000)
    cured = sample(EVEN, 2000, variant="weaker-orc-graves", luck=1)
    told = remedy_sentence(finding(base, cured), "orcs")
    assert told.startswith("Among stewards G2 (A weaker Orcish graveyard) takes 1")
    assert "−" not in told, "taking a negative number would be giving"
    assert told.endswith("it works, and leaves them nearer to a quarter.")


def test_a_remedy_that_harms_or_does_nothing_is_not_praised() -> None:
    base = sample(EVEN, 2000)
    worse = sample(ORCISH, 2000, variant="weaker-orc-graves", luck=1)
    assert "the opposite of what it is for" in remedy_sentence(finding(base, worse), "orcs")
    idle = sample(EVEN, 2000, variant="weaker-orc-graves", luck=2, like=base, moved=0.05)
    assert "less than 3 points, which nobody would notice" in remedy_sentence(
        finding(base, idle), "orcs"
    )
    unclear = sample(EVEN, 200, variant="weaker-orc-graves", luck=2, like=base, moved=0.5)
    assert "no effect can be told from chance" in remedy_sentence(finding(base, unclear), "orcs")
    same = sample(EVEN, 2000, variant="weaker-orc-graves", like=base)
    assert "2,000 games went exactly alike" in remedy_sentence(finding(base, same), "orcs")
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


# --- how much may be said ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "low", "high", "outcome"),
    [
        (0.259, 0.248, 0.270, FAIR_ENOUGH),
        (0.270, 0.255, 0.285, UNKNOWN),  # surely more than a quarter; whether it matters is open
        (0.230, 0.215, 0.245, UNKNOWN),
        (0.250, 0.219, 0.279, UNKNOWN),
        (0.290, 0.255, 0.325, TOO_STRONG),
        (0.200, 0.180, 0.220, TOO_WEAK),
    ],
)
def test_only_a_whole_interval_near_a_quarter_is_even(
    value: float, low: float, high: float, outcome: str
) -> None:
    found = Interval(value, low, high, 3000)
    assert verdict(found) == outcome
    told = strength_sentence("orcs", found, "steward")
    assert ("as near as matters" in told) == (outcome == FAIR_ENOUGH)


def test_the_four_remedies_are_told_together_and_all_else_apart() -> None:
    """G1-G4 are four planned questions, however many options are searched through beside them."""
    base = sample(ORCISH, 600)
    names = ("more-conscripts", "weaker-orc-graves", "cheaper-dwarves", "poorer-elves", "oracles")
    others = [
        sample(EVEN, 600, variant=name, luck=i, like=base, moved=0.2)
        for i, name in enumerate(names)
    ]
    found = finding(base, *others)
    alone = finding(base, others[1])
    assert remedy_change(found, "orcs") == paired(base, others[1], "orcs", 4)
    assert remedy_change(found, "orcs") == remedy_change(alone, "orcs")
    searched = len(names) * len(FACTION_NAMES) - 4
    for told in effects(base, others).to_dicts():
        planned = (told["option"], told["faction"]) in zip(
            names, ("goblins", "orcs", "dwarves", "elves"), strict=False
        )
        assert told["told together"] == (4 if planned else searched)
    table = remedies(base, others).to_dicts()
    assert [told["faction"] for told in table] == ["goblins", "orcs", "dwarves", "elves"]
    for told in table:
        assert told["share after"] - told["share before"] == pytest.approx(told["difference"])


def test_few_deals_say_nothing_even_when_all_went_alike() -> None:
    base = sample(EVEN, 500, "warlord:8")
    few = sample(EVEN, 12, "warlord:8", "weaker-orc-graves", like=base)
    found = finding(base, few)
    assert remedy_sentence(found, "orcs").endswith(
        "was played on 12 deals only: fewer than 30 say nothing."
    )
    brief = summary.remedies([found])
    assert "12 deals: too few" in brief.rows[0]
    assert "Among warlord:8 the remedies were played on 12 deals each" in brief.notes[0]
    some = sample(EVEN, 60, "warlord:8", "weaker-orc-graves", luck=1)
    assert (
        "60 deals each: too few to tell effects" in summary.remedies([finding(base, some)]).notes[0]
    )
    many = sample(EVEN, 500, "warlord:8", "weaker-orc-graves", like=base)
    assert not summary.remedies([finding(base, many)]).notes
    head, stand, rest = option_words(found)
    assert head.endswith(
        "12 deals, beside the base on the same deals: fewer than 30 deals say nothing."
    )
    assert not stand
    assert not rest


def test_an_option_that_never_changed_a_winner_is_not_called_measured() -> None:
    base = sample(EVEN, 200)
    unused = sample(EVEN, 200, variant="broken-walls", like=base)
    used = sample(ORCISH, 200, variant="oracles", luck=5, like=base, moved=0.5)
    _, _, rest = option_words(finding(base, unused, used))
    assert len(rest) == 1
    assert rest[0].startswith("This option never changed a winner in 200 games: O10 ")
    assert "These bots make no use of it" in rest[0]
    assert "Oracles" not in rest[0]


def test_a_remedy_that_an_edition_has_already_changes_nothing() -> None:
    base = sample(EVEN, 100)
    same = sample(EVEN, 100, variant="poorer-elves", like=base)
    found = Finding("r6", "steward", base, (same,))
    assert "this edition says the same without it" in remedy_sentence(found, "elves")
    assert "changes nothing" in summary.remedies([found]).rows[0]
    assert option_words(found)[2] == ["This edition says the same without G4 The Elves' purse."]


def test_it_is_said_how_the_strongest_faction_wins() -> None:
    ends = [("orcs", "default", 8)] * 38 + [("orcs", "three castles", 5)] * 23
    ends += [("elves", "three castles", 8)] * 32 + [("goblins", "three castles", 3)] * 7
    rows = [row(game, [who], way, turn) for game, (who, way, turn) in enumerate(ends)]
    told = way_sentence(finding(Sample("r9", "steward", "", frame_of(rows))))
    assert told == (
        "Among stewards the Orcs win most, 61.0 % of the games: 38.0 % by default because time runs "
        "out [OR9] and 23.0 % by three castles. 70.0 % of all games reach the last turn."
    )
    brief = summary.ways([finding(Sample("r9", "steward", "", frame_of(rows)))])
    assert brief.head[3:] == ("three castles", "default: time runs out", "reach the last turn")
    assert brief.rows[0][3:] == ("62.0 %", "38.0 %", "70.0 %")
    assert "weakness of these bots" in brief.notes[0]


def test_the_method_is_that_of_the_games_that_were_played() -> None:
    base = sample(EVEN, 40)
    plain = setting("r9", (), ("steward",))
    told = " ".join(method([Finding("r9", "steward", base, (), plain)]))
    assert "Four bots of the same kind" in told
    assert "every player order comes exactly once" in told
    assert "made no contracts" in told
    assert "G1–G4" not in told, "no option was played"
    two = setting("r9", (), ("steward", "random"), ("orcs", "elves"), False, 0, True)
    told = " ".join(method([Finding("r9", "x", base, (), two)], False))
    assert "Different bots sit in different factions" in told
    assert "only the Orcs and Elves play" in told
    assert "The player order is always Orcs, Elves." in told
    assert "could make binding contracts" in told
    assert "of a quarter" not in told
    assert seat_sentence(two) == "Seats: Elves (random), Orcs (steward)."
    assert seat_sentence(plain) == ""
