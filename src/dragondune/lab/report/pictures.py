"""A picture of a report, whatever it shows."""

from dataclasses import dataclass

from dragondune.lab.report.chart import Chart


@dataclass(frozen=True)
class Picture:
    """A picture with the name of its file, a sentence below it, and how much of a row it takes."""

    name: str
    title: str
    caption: str
    chart: Chart
    part: str = "third"
    bots: str = ""  # whose games it shows; empty where it compares several


def safe(name: str) -> str:
    """A name that a file can have."""
    return "".join(c if c.isalnum() else "-" for c in name)
