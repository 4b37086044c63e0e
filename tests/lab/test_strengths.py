"""Whether a faction does better or worse as play gets better, and when that cannot be told."""

import json
import re

import pytest
from lab.kit import sample

from dragondune.lab.figures.intervals import Interval, share_of_counts
from dragondune.lab.report.strengths import (
    ORDER,
    difference,
    direction,
    picture,
    place,
    weakest_first,
)
from dragondune.lab.study.findings import Finding


def shares(**wins: tuple[int, int]) -> dict[str, Interval]:
    return {
        name.replace("_", ":"): share_of_counts(won, games, 4)
        for name, (won, games) in wins.items()
    }


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (shares(random=(900, 1000), steward=(600, 1000), warlord_8=(450, 1000)), "falls: −15.0"),
        (shares(steward=(30, 1000), network=(120, 1000), champion_800=(9, 10)), "rises: +9.0"),
        (shares(steward=(100, 400), network=(110, 400)), "cannot be told: +2.5"),
        (shares(steward=(100, 400), champion=(1, 4)), "too few games"),
        (shares(random=(10, 40), beginner=(20, 40)), "cannot be told: +25.0"),
    ],
)
def test_the_direction_is_told_from_stewards_to_the_strongest(
    found: dict[str, Interval], told: str
) -> None:
    assert direction(found).startswith(told)


def test_the_difference_lies_within_its_bounds() -> None:
    change = difference(share_of_counts(50, 200, 4), share_of_counts(90, 200, 4))
    assert change.value == pytest.approx(0.2)
    assert change.low < change.value < change.high
    assert change.high - change.low < 0.35


def test_strengths_are_known_by_kind() -> None:
    assert place("warlord:8") == place("warlord") < place("champion:800") == len(ORDER) - 1


def test_reports_begin_with_the_weakest_whoever_played_first() -> None:
    played = [
        Finding("r9", bots, sample({winner: 1.0}, 40, bots), ())
        for bots, winner in (("network", "orcs"), ("random", "elves"), ("warlord:8", "orcs"))
    ]
    assert [one.bots for one in weakest_first(played)] == ["random", "warlord:8", "network"]
    (drawn,) = picture(played)
    text = re.sub("</?(script|div)[^>]*>", "", drawn.chart.inline())
    spec = json.loads(text)
    assert spec["spec"]["encoding"]["x"]["sort"] == ["random", "warlord:8", "network"]
    shares = {(row["bots"], row["faction"]): row["share"] for row in spec["data"]["values"]}
    assert shares[("network", "Orcs")] == 1
    assert shares[("random", "Elves")] == 1


def test_one_strength_alone_has_no_direction() -> None:
    assert picture([Finding("r9", "steward", sample({"orcs": 1.0}, 40), ())]) == []
