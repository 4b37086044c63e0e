"""Quiet hours: from when to when a person wants to hear nothing, by the clock where they are."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 1440  # minutes


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name, such as ``Europe/Berlin``; None where there is none of that name."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def quiet_until(now: float, hours: tuple[int, int] | None, zone: str) -> float:
    """When quiet hours that hold now are over; 0 where none do. ``hours``: minutes after midnight."""
    if hours is None or hours[0] == hours[1]:
        return 0.0
    here = datetime.fromtimestamp(now, zone_of(zone) or UTC)
    begin, end = hours
    minute = here.hour * 60 + here.minute
    inside = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not inside:
        return 0.0
    day = here.replace(hour=0, minute=0, second=0, microsecond=0)
    over = (day + timedelta(days=int(minute >= end))).replace(hour=end // 60, minute=end % 60)
    # An hour that the clock skips, or shows twice, must not make the night end before it began.
    return max(over.timestamp(), now + 60.0)
