"""Tables that begin in the middle of things: written into a folder before a server opens it.

No message to a running server can do this; a game that people play is always dealt.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dragondune.game import Game
from dragondune.server.config import Config
from dragondune.server.fairness.deal import new_seed
from dragondune.server.storage.card import PLAYING, Meta, Seat, hash_token, new_token, to_bytes
from dragondune.server.storage.sqlite import SqliteStore, connect
from dragondune.server.storage.store import PUT_TABLE


def prepare(
    folder: Path,
    position: str,
    people: Sequence[str],
    edition: str = "r9",
    options: Sequence[str] = (),
    names: Sequence[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """A table at a position (docs/notation.md), with people and bots; answers as the lobby does.

    The people sit in front, in the order they are named; their tokens come in that order too. Without
    ``names`` they are called like their factions.
    """
    order = list(Game.at(position, edition, options).seats)
    tokens = [new_token() for _ in people]
    seats = [
        Seat("human", name, wish=faction, faction=faction, token_hash=hash_token(token))  # type: ignore[arg-type]
        for faction, name, token in zip(
            people, names or [one.capitalize() for one in people], tokens, strict=True
        )
    ]
    seats += [
        Seat("bot", "Wanderer", "random", faction=faction)
        for faction in order
        if faction not in people
    ]
    meta = Meta(
        id=secrets.token_urlsafe(12),
        created=time.time(),
        edition=edition,
        options=list(options),
        seats=seats,
        seed=new_seed(),
        status=PLAYING,
        order=order,
        position=position,
        **more,
    )
    _write(Config(data=str(folder)).database, meta)
    held = [{"seat": number, "token": token} for number, token in enumerate(tokens)]
    return {"table": meta.id, "tokens": held}


def _write(database: Path, meta: Meta) -> None:
    SqliteStore(database).close()  # which makes the file and its tables
    connection = connect(database)
    connection.execute(PUT_TABLE, (meta.id, meta.created, meta.status, to_bytes(meta)))
    connection.close()
