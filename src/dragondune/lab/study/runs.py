"""Every time that games were played, as a study remembers it and its report tells it.

How fast one process plays is told by the time that all of them spent on processors, so that it can be
compared with how fast they played together even where the machine had other work.
"""

from datetime import date

from dragondune.lab.study.workers import How, Tally

RunLine = dict[str, object]


def run_lines(command: str, bots: str, how: How, tally: Tally) -> list[RunLine]:
    """What is to be remembered; nothing where no game was played."""
    if not tally.games:
        return []
    line: RunLine = {"command": command, "bots": bots, "games": tally.games}
    line |= {"seconds": round(tally.seconds, 1), "busy": round(tally.busy, 1), "cores": tally.size}
    return [line | {"on": "Ray" if how.ray else "cores", "day": date.today().isoformat()}]


def pace(line: RunLine) -> tuple[float, float] | None:
    """Games a second by the clock, and in a second of one processor; None where nobody measured it."""
    games, seconds, busy = (float(str(line.get(key, 0))) for key in ("games", "seconds", "busy"))
    return (games / seconds, games / busy) if seconds and busy else None
