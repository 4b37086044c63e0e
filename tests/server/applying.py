"""Changes put into what was known before, as docs/protocol.md says it: a second reading of it."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


def merged(view: Message, changes: Message) -> Message:
    """A view with what has changed of it."""
    made = view | changes
    for part in ("me", "piles", "sale", "battle", "territories"):
        if changes.get(part) is not None:
            made[part] = (view[part] or {}) | changes[part]
    if "factions" in changes:
        told = changes["factions"]
        made["factions"] = {
            name: facts | told.get(name, {}) for name, facts in view["factions"].items()
        }
    return made


def applied(before: Message, delta: Message, heard: int) -> Message:
    """The next update whole; ``heard``: the number of the last event."""
    assert delta["n"] == before["n"] + 1
    common, own = dict(delta["all"]), dict(delta.get("own", {}))
    view = merged(merged(before["view"], common.pop("view", {})), own.pop("view", {}))
    events = own.get("events", common.get("events", []))
    numbered = [event | {"n": heard + event["n"]} for event in events]
    made = before | common | own
    return made | {"n": delta["n"], "since": before["n"], "view": view, "events": numbered}
