"""What is worth remembering of a game when it is over."""

from collections import Counter
from typing import NamedTuple

from dragondune.engine.pieces import bits, controlled
from dragondune.model import events
from dragondune.model.board import CASTLES, NAMES, territories_in
from dragondune.model.codes import BY_DRAGONS, BY_RED_DRAGON, BY_TROLL, IN_BATTLE
from dragondune.model.events import Event
from dragondune.model.state import State
from dragondune.telling.story import sentence
from dragondune.telling.words import (
    The,
    capital,
    factions_in,
    in_words,
    listed,
    place,
    the,
    units,
)


class Battle(NamedTuple):
    """One battle as it is remembered."""

    turn: int
    place: int
    attacker: int
    defender: int
    dead: int
    winner: int


class Chronicle:
    """Listens to the public events of a game and keeps what an epilogue needs."""

    def __init__(self) -> None:
        self.turn = 0
        self.battles: list[Battle] = []
        self.treacheries: list[tuple[int, int, int]] = []
        self.victims: Counter[int] = Counter()
        self.end: events.GameWon | None = None
        self._fight: events.BattleBegan | None = None
        self._dead = 0

    def note(self, event: Event) -> None:
        """Remember an event, if it is one of those that count."""
        if isinstance(event, events.TurnBegan):
            self.turn = event.number
        elif isinstance(event, events.BattleBegan):
            self._fight, self._dead = event, 0
        elif isinstance(event, events.UnitsLost):
            self.victims[event.cause] += event.units
            self._dead += event.units
        elif isinstance(event, events.BattleWon):
            self._close(event.winner)
            if event.treachery:
                self.treacheries.append((event.winner, event.loser, self.turn))
        elif isinstance(event, events.BattleVoid):
            self._close(-1)
        elif isinstance(event, events.GameWon):
            self.end = event

    def _close(self, winner: int) -> None:
        if self._fight is None:
            return
        fight, self._fight = self._fight, None
        self.battles.append(
            Battle(self.turn, fight.place, fight.attacker, fight.defender, self._dead, winner)
        )


def closing(s: State, chronicle: Chronicle) -> str:
    """Who won, and how."""
    assert chronicle.end is not None
    text = sentence(chronicle.end, s.rules)
    for f in factions_in(chronicle.end.winners):
        held = _castles(s, f)
        text += f" {The(f)} hold {listed(held)}" if held else f" {The(f)} hold no castle at all"
        text += f", with {units(_standing(s, f))} on the board and {s.gold[f]} gold."
    return text


def _castles(s: State, f: int) -> list[str]:
    return [NAMES[t] for t in territories_in(controlled(s, f) & CASTLES)]


def _standing(s: State, f: int) -> int:
    return sum(s.up[f * 28 : f * 28 + 28]) + sum(s.hid[f * 28 : f * 28 + 28])


def _castle_line(s: State) -> str:
    held = [f"{the(f)} {listed(_castles(s, f))}" for f in s.order if _castles(s, f)]
    owned = sum(bits(controlled(s, f) & CASTLES) for f in s.order)
    if not owned:
        return "Nobody holds a castle at the end."
    free = f"{in_words(5 - owned)} {'belongs' if owned == 4 else 'belong'} to nobody"
    return f"Castles at the end: {'; '.join([*held, *([free] if owned < 5 else [])])}."


def _battle_line(chronicle: Chronicle) -> str:
    if not chronicle.battles:
        return "Not a single battle was fought."
    big = max(chronicle.battles, key=lambda battle: battle.dead)
    end = f"{the(big.winner)} won" if big.winner >= 0 else "nobody won"
    number = len(chronicle.battles)
    fought = "One battle was" if number == 1 else f"{capital(in_words(number))} battles were"
    which = "" if number == 1 else " The bloodiest"
    return (
        f"{fought} fought{'' if number == 1 else '.'}{which}: in turn {big.turn} "
        f"{the(big.attacker)} attacked {the(big.defender)} in {place(big.place)}, "
        f"{units(big.dead)} died and {end}."
    )


def _death_line(chronicle: Chronicle) -> str:
    victims = chronicle.victims
    causes = (("in battle", IN_BATTLE), ("by dragonfire", BY_DRAGONS), ("by trolls", BY_TROLL))
    told = [f"{victims[cause]} {how}" for how, cause in causes if victims[cause]]
    if victims[BY_RED_DRAGON]:
        told.append(f"{victims[BY_RED_DRAGON]} by the Red Dragon")
    return f"Units lost: {listed(told)}." if told else "Not a single unit was lost."


def _treachery_line(chronicle: Chronicle) -> str:
    if not chronicle.treacheries:
        return "Nobody was betrayed."
    told = [f"{the(f)} betrayed {the(g)} in turn {turn}" for f, g, turn in chronicle.treacheries]
    return f"{capital(listed(told))}."


def epilogue(s: State, chronicle: Chronicle) -> list[str]:
    """A few lines about the game that was."""
    return [
        _castle_line(s),
        _battle_line(chronicle),
        _death_line(chronicle),
        _treachery_line(chronicle),
    ]


def winner_line(s: State) -> str:
    """The last line of any story."""
    winners = [the(f) for f in factions_in(s.winners)]
    return f"Winner{'' if len(winners) == 1 else 's'}: {listed(winners)}"
