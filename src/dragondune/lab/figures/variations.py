"""Figures of rules that were varied: the points of a grid, and the worth of what was taken away."""

from collections.abc import Mapping, Sequence

import polars as pl

from dragondune.lab.figures.imbalance import imbalance_of
from dragondune.lab.figures.intervals import Interval, share_interval
from dragondune.lab.figures.tables import Sample, paired, same_winners

Values = tuple[str, ...]  # of what was varied, at one point


def swept(
    base: Sample, samples: Sequence[Sample], names: Sequence[str], at: Mapping[str, Values]
) -> pl.DataFrame:
    """Every point and faction: its share, and the change beside the base on the same deals.

    The shares of all points hold together, and so do all changes.
    """
    together = len(at) * len(base.seated)
    rows: list[dict[str, object]] = []
    for sample in (base, *samples):
        head = {"edition": sample.edition, "bots": sample.bots, "option": sample.variant}
        point = dict(zip(names, at[sample.variant], strict=True))
        told = {"point": ", ".join(f"{name} {value}" for name, value in point.items())}
        uneven = {"imbalance": imbalance_of(sample).value}
        for faction in sample.seated:
            found = share_interval(sample.shares(faction), together)
            change = paired(base, sample, faction, together)
            rows.append(
                head
                | told
                | {"faction": faction, "share": found.value, "low": found.low}
                | {"high": found.high, "games": found.deals}
                | {"difference": change.value, "difference low": change.low}
                | {"difference high": change.high, "told together": together}
                | uneven
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def worth(
    base: Sample, samples: Sequence[Sample], added: Sequence[str], faction: str
) -> list[tuple[str, Interval, float]]:
    """What each thing is worth to a faction, in parts of the victories: the variant, the worth, and
    the part of the deals whose winner it never changed. All of them hold together for all factions.
    """
    together = len(samples) * len(base.seated)
    found = []
    for sample in samples:
        change = paired(base, sample, faction, together)
        if sample.variant not in added:  # it was taken away, so it is worth what its loss costs
            change = Interval(-change.value, -change.high, -change.low, change.deals)
        found.append((sample.variant, change, same_winners(base, sample)))
    return found
