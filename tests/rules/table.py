"""The table the rule tests play at: lines are played, refusals caught, positions read.

    from rules.table import at, play, refused, units

    game = at("order=DEGO turn=2 O=3★5 gold=O4 at=orcs.move", "r6")
    play(game, "orcs move 2 3★ 2", "elves pass")
    assert units(game, "orcs", "2") == 2

Wherever a faction is named, its name or its first letter will do.
"""

from collections.abc import Iterable
from typing import Final

from dragondune.game import Game
from dragondune.model.action_text import read_card, read_faction, read_territory
from dragondune.model.board import NAMES, TERRITORIES
from dragondune.model.cards import CARD_NAMES, cards_in
from dragondune.model.events import Event, Strength
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.refusal import Refusal

FIVE: Final = ["first", "r2", "r6", "r6b", "r9"]
LATER: Final = ["r2", "r6", "r6b", "r9"]  # all but the first edition

# --- playing -------------------------------------------------------------------------------


def at(position: str, edition: str, options: Iterable[str] = ()) -> Game:
    """A position set up, with the decision open that it names."""
    return Game.at(position, edition, options)


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
    game.state.script = [[result - 1] for result in results]
    game.state.script_at = 0


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


# --- what lies on the table ----------------------------------------------------------------


def units(game: Game, seat: str, territory: str) -> int:
    """Visible units of a faction in a territory, elites included."""
    return game.state.up[_place(seat, territory)]


def hidden(game: Game, seat: str, territory: str) -> int:
    """Hidden units of a faction in a territory, elites included."""
    return game.state.hid[_place(seat, territory)]


def elites(game: Game, seat: str, territory: str) -> int:
    """Visible elite units of a faction in a territory."""
    return game.state.elite_up[_place(seat, territory)]


def hidden_elites(game: Game, seat: str, territory: str) -> int:
    """Hidden elite units of a faction in a territory."""
    return game.state.elite_hid[_place(seat, territory)]


def grave(game: Game, seat: str) -> int:
    """Units of a faction in the graveyard."""
    return game.state.grave[read_faction(seat)]


def bank(game: Game, seat: str) -> int:
    """Units of a faction in its bank."""
    return game.state.bank[read_faction(seat)]


def gold(game: Game, seat: str) -> int:
    """Gold of a faction."""
    return game.state.gold[read_faction(seat)]


def land_gold(game: Game, territory: str) -> int:
    """Gold that lies in a territory."""
    return game.state.board_gold[read_territory(territory)]


def hand(game: Game, seat: str) -> set[str]:
    """The artifacts a faction holds."""
    return {CARD_NAMES[card] for card in cards_in(game.state.hand[read_faction(seat)])}


def discard(game: Game) -> list[str]:
    """The discarded artifacts, the latest last."""
    return [CARD_NAMES[card] for card in game.state.discard]


def trolls(game: Game) -> set[str]:
    """Where trolls stand."""
    return {NAMES[place] for place in range(TERRITORIES) if game.state.trolls >> place & 1}


def ally(game: Game, seat: str) -> str:
    """A faction's ally; empty when it has none."""
    other = game.state.ally[read_faction(seat)]
    return "" if other == NOBODY else FACTION_NAMES[other]


def sees(game: Game, seat: str, card: str) -> bool:
    """Does this seat know where that card is?"""
    return bool(game.view(_name(seat)).knows >> read_card(card) & 1)


def kinds(events: Iterable[Event]) -> list[str]:
    """What events tell of, in words."""
    return [event.kind for event in events]


def strengths(events: Iterable[Event]) -> tuple[int, int]:
    """The totals of attacker and defender that a battle was settled by."""
    told = [event for event in events if isinstance(event, Strength)]
    assert len(told) == 1, f"one battle was expected to be measured, not {len(told)}"
    return told[0].attack, told[0].defence


def _place(seat: str, territory: str) -> int:
    return read_faction(seat) * 28 + read_territory(territory)


def _name(seat: str) -> str:
    return FACTION_NAMES[read_faction(seat)]
