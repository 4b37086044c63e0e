"""Games that were begun by an older version of the rules (docs/hosting.md, *A change of the rules*).

A log is played again by the rules of today. Where that leads elsewhere, the game goes on from the
position that was stored with its last move, and a line of the log says so ever after.
"""

from typing import Final

from dragondune.game import Game
from dragondune.model.refusal import Refusal
from dragondune.records import RULES_VERSION
from dragondune.server.play.session import SEAT, Session
from dragondune.server.storage.card import OVER, Meta, unplayable
from dragondune.server.storage.store import Position, Row
from dragondune.server.tables.journal import PLAYED, RULES

END_OF_REPLAY: Final = "The game can be replayed up to here and no further."


def version_played(meta: Meta, position: Position | None) -> int:
    """The oldest version of the rules that anything of a table is from."""
    if position is None:
        return meta.rules_version
    return min(meta.rules_version, position.rules_version)


def fits(position: Position, rows: list[Row]) -> bool:
    """Was this position stored with the last move of the log?"""
    return not rows or position.seq >= rows[-1].seq


def caught_up(position: Position, rows: list[Row], meta: Meta) -> Position | None:
    """A position that was stored a moment before the last moves, with these; None if they do not fit.

    A server that stops in peace stores every position; one that dies may leave them behind the log.
    """
    later = [row for row in rows if row.seq > position.seq]
    try:
        game = Game.at(position.text, meta.edition, meta.options, meta.contracts)
        fitting = all(_goes_on(game, row) for row in later)
    except ValueError:
        return None
    seq = rows[-1].seq if rows else position.seq
    return Position(seq, position.rules_version, game.position()) if fitting else None


def _goes_on(game: Game, row: Row) -> bool:
    if row.kind not in PLAYED:
        return row.kind in ("hint", SEAT)
    return not isinstance(game.play(row.seat, row.text), Refusal)


def leads_elsewhere(session: Session, position: Position) -> bool:
    """Is the game somewhere else than it stood when its last move was stored?"""
    game = session.game
    if game.position() == position.text:
        return False
    try:
        header = game.header
        stored = Game.at(position.text, header.edition, header.options, header.contracts)
    except ValueError:
        return False  # no use to anybody: the log is all there is
    return _remembering_nothing(stored) != _remembering_nothing(game)


def _remembering_nothing(game: Game) -> str:
    """A position without what only newer programs keep of the past."""
    words = game.position().split(" ")
    return " ".join(word for word in words if not word.startswith(("memory=", "lacks=")))


# --- lines of the log ----------------------------------------------------------------------


def is_fresh_start(row: Row) -> bool:
    """Does this line set up a position?"""
    return row.kind == RULES and len(row.text.split(None, 2)) == 3


def change_rules(session: Session, n: int, line: str) -> None:
    """Play a line that says from which to which version, and from which position if any."""
    before, now, *position = line.split(None, 2)
    told = went_on(int(before), int(now)) if position else changed(int(before), int(now))
    session.change_rules(n, told, int(before), *position)


def changed(before: int, now: int) -> str:
    """What everyone at a table is told once where nothing but the rules has changed."""
    return (
        f"The rules have changed since this game began: from here on it is played by version {now} "
        f"instead of version {before}."
    )


def went_on(before: int, now: int) -> str:
    """The same where the game had to be set up anew."""
    return (
        f"The rules have changed since this game began (it was played by version {before}, and from "
        f"here on by version {now}). The game goes on from where it stood. What came before can be "
        "read as far as it can be replayed, but not taken back."
    )


# --- what becomes of a game ----------------------------------------------------------------


def carry_over(
    session: Session, n: int, version: int, position: Position | None, stop: str, meta: Meta
) -> tuple[str, str]:
    """Bring a game of older rules up to today: the line for its log, and why it cannot be played."""
    line = f"{version} {RULES_VERSION}"
    if not stop:
        return ("", "") if session.game.over else (_play(session, n, line), "")
    if position is not None:
        shown = session.n
        try:
            _play(session, n, f"{line} {position.text}")
        except ValueError:
            return "", _stopped(session, version, stop, meta)
        if session.game.over:
            session.note = _only_the_end(version, shown)
            return "", ""
        return f"{line} {position.text}", ""
    return "", _stopped(session, version, stop, meta)


def _play(session: Session, n: int, line: str) -> str:
    change_rules(session, n, line)
    return line


def _stopped(session: Session, version: int, stop: str, meta: Meta) -> str:
    """Show it as far as it can be replayed; why it cannot be played, if it is not over anyway."""
    session.stop(END_OF_REPLAY)
    why = f"{_played_by(version)} {stop} It is shown up to update {session.n}."
    if meta.status == OVER:
        session.note = why
        return ""
    return unplayable(why)


def _only_the_end(version: int, shown: int) -> str:
    return f"{_played_by(version)} It is shown up to update {shown}, and then its end."


def _played_by(version: int) -> str:
    return (
        f"It was played by version {version} of the rules; this program plays version "
        f"{RULES_VERSION}."
    )
