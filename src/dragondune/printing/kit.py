"""What a game needs on the table: every piece with its number, from the game's own rules."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from dragondune.model.factions import DWARVES, ELVES, FACTION_NAMES, GOBLINS, ORCS
from dragondune.model.powers import BLESSED, HIDES
from dragondune.model.ruleset import BREAK_WALLS, CHAOS_MONSTER, Ruleset
from dragondune.printing import pictures

CELL: Final = 18  # millimetres: the side of a square token
COINS: Final = {1: 40, 5: 30}
# Where an absent faction leaves a troll [A10].
GUARDED: Final = {DWARVES: 0, ELVES: 1, GOBLINS: 1, ORCS: 3}
CASTLES: Final = 5


@dataclass(frozen=True)
class Piece:
    """One kind of piece. Without a ``back`` of its own it shows its face on both sides."""

    name: str
    count: int
    face: str
    back: str = ""


@dataclass(frozen=True)
class Section:
    """Pieces that belong together on a sheet."""

    title: str
    note: str
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        """How many pieces to cut out."""
        return sum(piece.count for piece in self.pieces)


def units(rules: Ruleset, spare: bool = False) -> list[Section]:
    """The units of each faction, elite ones marked [A2, DW4, O4]."""
    found = []
    for f, name in enumerate(FACTION_NAMES):
        elite = min(rules.elites[f], rules.units[f])
        plain = Piece(
            name,
            rules.units[f] - elite,
            pictures.unit(name, spare=spare),
            pictures.unit(name, hidden=True),
        )
        special = Piece(
            f"{name}, elite",
            elite,
            pictures.unit(name, elite=True, spare=spare),
            pictures.unit(name, hidden=True, elite=True),
        )
        note = f"{rules.units[f]} units"
        if elite:
            note += f", {elite} of them elite (★, {rules.elite_points} battle points each)"
        kinds = tuple(piece for piece in (plain, special) if piece.count)
        found.append(Section(f"{name.capitalize()}", note, kinds))
    return found


def gold(spare: bool = False) -> Section:
    """Enough for a game in which nobody ever spends any."""
    coins = tuple(Piece(f"{v} gold", n, pictures.coin(v, spare)) for v, n in COINS.items())
    worth = sum(value * count for value, count in COINS.items())
    return Section("Gold", f"{worth} gold in {sum(COINS.values())} coins", coins)


def trolls(rules: Ruleset) -> int:
    """As many as a game of two players can need [A9, A10]."""
    absent = max(sum(GUARDED[f] for f in pair) for pair in combinations(GUARDED, 2))
    return rules.trolls.bit_count() + absent


def hidden(rules: Ruleset) -> tuple[Piece, ...]:
    """One to lay on each stack that hides [EL8, D4]."""
    found = []
    for f, name in enumerate(FACTION_NAMES):
        count = 4 if rules.powers[f] & HIDES else 2 if rules.ace_hides else 0
        if count:
            found.append(Piece(f"hidden {name.capitalize()}", count, pictures.hidden_marker(name)))
    return tuple(found)


def markers(rules: Ruleset) -> Section:
    """Everything else that lies on the board or beside it."""
    found = [
        Piece("wild dragons", 1, pictures.dragon()),
        Piece("Red Dragon", 1, pictures.dragon(red=True)),
        Piece("first player", 1, pictures.crown()),
        Piece("turn", 1, pictures.hourglass()),
        Piece("troll", trolls(rules), pictures.troll()),
        *hidden(rules),
        Piece("allied", 4, pictures.allied()),
    ]
    if rules.special[BREAK_WALLS]:
        found.append(Piece("broken walls", CASTLES, pictures.walls()))
    if any(powers & BLESSED for powers in rules.powers):
        found.append(Piece("blessing", 1, pictures.blessing()))
    if rules.special[CHAOS_MONSTER]:
        found.append(Piece("chaos monster", 1, pictures.chaos()))
    count = sum(piece.count for piece in found)
    return Section("Markers", f"{count} pieces", tuple(found))
