"""The table the rule tests play at: lines are played, refusals caught, choices listed.

    from rules.table import at, play, refused

    game = at("order=DEGO turn=2 O=3★5 gold=O4 at=orcs.move", "r6")
    play(game, "orcs move 2 3★ 2", "elves pass")
    assert game.units("orcs", "2") == 2

Wherever a faction is named, its name or its first letter will do.
"""

from collections.abc import Iterable
from typing import Final

from dragondune.game import Game
from dragondune.model.action_text import read_faction
from dragondune.model.events import Event, Strength
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal

FIVE: Final = ["first", "r2", "r6", "r6b", "r9"]
LATER: Final = ["r2", "r6", "r6b", "r9"]  # all but the first edition

# --- playing -------------------------------------------------------------------------------


def at(position: str, edition: str, options: Iterable[str] = ()) -> Game:
    """A position set up, with the decision open that it names."""
    game = Game.at(position, edition, options)
    game.go_on()
    return game


def play(game: Game, *lines: str) -> list[Event]:
    """Play lines such as ``orcs move 2 3★ 2``; each has to be accepted. The events they made.

    The line ``forced`` plays every choice that leaves only one thing to do; ``all pass`` lets
    everybody who is asked pass until somebody is asked who may not.
    """
    told: list[Event] = []
    for line in lines:
        if line == "forced":
            game.play_forced()
            continue
        if line == "all pass":
            told += pass_all(game)
            continue
        seat, _, action = line.partition(" ")
        answer = game.play(_name(seat), action)
        assert not isinstance(answer, Refusal), f"{line!r} was refused: {answer}\n{situation(game)}"
        told += answer
    return told


def pass_all(game: Game, until: str = "") -> list[Event]:
    """Everybody passes who may, until somebody may not or the step ``until`` is open."""
    told: list[Event] = []
    while game.pending() and step(game) != until:
        passing = [d.seat for d in game.pending() if can(game, d.seat, "pass")]
        if not passing:
            break
        answer = game.play(passing[0], "pass")
        assert not isinstance(answer, Refusal)
        told += answer
    return told


def fight(game: Game, *plans: str) -> list[Event]:
    """A battle without question and treachery: both sides plan like ``orcs plan 2 5♥``."""
    while step(game) in ("ask", "bless"):
        play(game, f"{deciding(game)[0]} pass")
    told = play(game, *plans)
    while step(game) in ("chaos", "lend", "treachery"):
        told += play(game, f"{deciding(game)[0]} pass")
    return told


def totals(events: Iterable[Event]) -> tuple[int, int]:
    """The battle points of attacker and defender in the battle that was fought."""
    found = [(event.attack, event.defence) for event in events if isinstance(event, Strength)]
    assert len(found) == 1, f"{len(found)} battles were fought"
    return found[0]


def refused(game: Game, seat: str, line: str) -> Refusal:
    """The refusal an action meets; it is not listed, and it changes nothing."""
    seat = _name(seat)
    assert line not in listed(game, seat), f"{line!r} is listed for the {seat}"
    before, heard = game.position(), len(game.events())
    answer = game.play(seat, line)
    assert isinstance(answer, Refusal), f"{line!r} was accepted from the {seat}"
    assert answer.rule, f"{line!r} was refused without a rule"
    assert answer.text, f"{line!r} was refused without a sentence"
    assert game.position() == before, f"{line!r} was refused, but changed the position"
    assert len(game.events()) == heard, f"{line!r} was refused, but told something"
    return answer


def chances(game: Game, *results: int) -> None:
    """What the next dice show (from 1), or which card a random draw takes (from 1)."""
    game.set_chances(results)


# --- what may be decided -------------------------------------------------------------------


def listed(game: Game, seat: str, kind: str = "") -> list[str]:
    """The lines a seat may choose from (of one kind), with those that are free at any time."""
    seat = _name(seat)
    lines = [str(action) for action in [*game.legal(seat), *game.anytime(seat)]]
    return [line for line in lines if not kind or line.split()[0] == kind]


def choices(game: Game, seat: str) -> list[str]:
    """The lines of the decision that is open for a seat, sorted; nothing that is free anyway."""
    return sorted(str(action) for action in game.legal(_name(seat)))


def can(game: Game, seat: str, line: str) -> bool:
    """Is this line among what a seat may choose?"""
    return line in listed(game, seat)


def deciding(game: Game) -> list[str]:
    """The seats that have to choose now."""
    return [decision.seat for decision in game.pending()]


def step(game: Game) -> str:
    """The step that waits for a choice; empty when the game is over."""
    return game.pending()[0].step if game.pending() else ""


def situation(game: Game) -> str:
    """For the message of a failed test: who may do what, and where all stands."""
    lines = [game.position()]
    for decision in game.pending():
        lines.append(f"{decision.seat} at {decision.step}: {choices(game, decision.seat)}")
    return "\n".join(lines)


# --- what is known and told ---------------------------------------------------------------


def sees(game: Game, seat: str, card: str) -> bool:
    """Does this seat know where that card is?"""
    return game.view(_name(seat)).sees(card)


def kinds(events: Iterable[Event]) -> list[str]:
    """What events tell of, in words."""
    return [event.kind for event in events]


def _name(seat: str) -> str:
    return FACTION_NAMES[read_faction(seat)]
