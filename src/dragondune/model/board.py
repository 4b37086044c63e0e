"""The map: 28 territories, 42 borders, 16 event places (ruling 1).

A territory is a small integer in the order of ``NAMES``; a set of territories is a bit mask.
Rectangles and lakes say where things lie on a 1090 × 1090 canvas, for drawings.
"""

from typing import Final

OPEN: Final = 0
FOREST: Final = 1
CASTLE: Final = 2
NOWHERE: Final = 31
TERRITORIES: Final = 28

NAMES: Final = (
    "0•",
    "1",
    "1★",
    "2",
    "2•",
    "3",
    "3★",
    "4",
    "4•",
    "5★",
    "6",
    "7",
    "8",
    "8•",
    "9",
    "9•",
    "10",
    "10★",
    "11",
    "12•",
    "13",
    "14",
    "15",
    "15★",
    "16",
    "16•",
    "17",
    "18",
)

# number, kind, names of the neighbours, rectangles (x0, y0, x1, y1)
_FACTS: Final[tuple[tuple[int, int, str, tuple[tuple[int, int, int, int], ...]], ...]] = (
    (0, FOREST, "2• 3★ 8• 12• 17", ((425, 418, 672, 675),)),
    (1, OPEN, "1★ 2", ((155, 25, 283, 280),)),
    (1, CASTLE, "1 18", ((20, 25, 155, 285),)),
    (2, OPEN, "1 2• 3", ((283, 25, 417, 285),)),
    (2, FOREST, "0• 2 17", ((283, 285, 417, 548),)),
    (3, OPEN, "2 3★ 4•", ((417, 25, 675, 155),)),
    (3, CASTLE, "0• 3", ((455, 155, 640, 418),)),
    (4, OPEN, "4• 7 8•", ((675, 200, 810, 413),)),
    (4, FOREST, "3 4 5★", ((675, 25, 810, 200),)),
    (5, CASTLE, "4• 6", ((810, 25, 1075, 155),)),
    (6, OPEN, "5★ 7 9", ((935, 155, 1075, 410), (980, 410, 1075, 548))),
    (7, OPEN, "4 6 8", ((810, 200, 942, 415),)),
    (8, OPEN, "7 8• 9•", ((810, 415, 945, 680),)),
    (8, FOREST, "0• 4 8 11", ((675, 413, 810, 680),)),
    (9, OPEN, "6 9•", ((980, 548, 1075, 680), (945, 680, 1075, 888))),
    (9, FOREST, "8 9 10★ 11", ((810, 680, 945, 942),)),
    (10, OPEN, "10★ 11 13", ((547, 942, 810, 1060),)),
    (10, CASTLE, "9• 10", ((810, 942, 1075, 1060),)),
    (11, OPEN, "8• 9• 10 12•", ((677, 680, 810, 940),)),
    (12, FOREST, "0• 11 13 14", ((417, 675, 680, 812),)),
    (13, OPEN, "10 12• 14", ((417, 812, 547, 1060),)),
    (14, OPEN, "12• 13 15 16• 17", ((283, 680, 417, 940),)),
    (15, OPEN, "14 15★", ((240, 942, 375, 1060),)),
    (15, CASTLE, "15 16", ((20, 942, 240, 1060),)),
    (16, OPEN, "15★ 16•", ((20, 815, 158, 942),)),
    (16, FOREST, "14 16 17", ((20, 680, 290, 815),)),
    (17, OPEN, "0• 2• 14 16• 18", ((20, 548, 417, 680),)),
    (18, OPEN, "1★ 17", ((20, 285, 158, 548),)),
)
LAKES: Final = (
    (160, 280, 280, 548),
    (420, 155, 455, 418),
    (640, 155, 675, 418),
    (815, 150, 935, 200),
    (945, 410, 980, 680),
    (160, 815, 280, 940),
    (550, 812, 675, 940),
    (375, 940, 415, 1060),
    (945, 888, 1075, 942),
)

# event card, its territory, its gold, its gold in the first edition (rulings 2, II5)
EVENT_PLACES: Final = (
    ("7♣", "1", 3, 6),
    ("7♦", "2", 4, 8),
    ("7♥", "3", 3, 6),
    ("7♠", "4", 4, 8),
    ("8♣", "6", 3, 6),
    ("8♦", "7", 3, 6),
    ("8♥", "8", 4, 8),
    ("8♠", "9", 4, 8),
    ("9♣", "10", 5, 10),
    ("9♦", "11", 4, 8),
    ("9♥", "13", 6, 12),
    ("9♠", "14", 3, 8),
    ("10♣", "15", 5, 10),
    ("10♦", "16", 4, 8),
    ("10♥", "17", 5, 10),
    ("10♠", "18", 3, 6),
)

INDEX: Final = {name: index for index, name in enumerate(NAMES)}
PLAIN_INDEX: Final = {
    name.replace("★", suffix[0]).replace("•", suffix[1]): index
    for name, index in INDEX.items()
    for suffix in ("*.", "cf")
}


def territory_mask(names: str) -> int:
    """The set of the territories named, separated by spaces."""
    return sum(1 << INDEX[name] for name in names.split())


def territories_in(mask: int) -> list[int]:
    """The territories of a set, lowest first."""
    return [t for t in range(TERRITORIES) if mask >> t & 1]


NUMBER: Final = tuple(fact[0] for fact in _FACTS)
KIND: Final = tuple(fact[1] for fact in _FACTS)
NEIGHBOURS: Final = tuple(territory_mask(fact[2]) for fact in _FACTS)
RECTS: Final = tuple(fact[3] for fact in _FACTS)

MOUNTAIN: Final = 0
CASTLES: Final = sum(1 << t for t in range(TERRITORIES) if KIND[t] == CASTLE)
FORESTS: Final = sum(1 << t for t in range(TERRITORIES) if KIND[t] == FOREST)
EVERYWHERE: Final = (1 << TERRITORIES) - 1
GRIFFINS: Final = territory_mask("3★ 5★")
ORCISH: Final = territory_mask("1 1★ 2 2• 16 16• 17 18")
OF_NUMBER: Final = tuple(
    sum(1 << t for t in range(TERRITORIES) if NUMBER[t] == number) for number in range(19)
)
MAX_REACH: Final = 8


def _spread(mask: int, blocked: int) -> int:
    grown = mask
    for t in territories_in(mask):
        grown |= NEIGHBOURS[t]
    return grown & ~blocked


def _reach_table() -> tuple[int, ...]:
    """Where units get to from a territory in so many steps past the dragon marker [I4, IV5]."""
    table: list[int] = []
    for number in range(19):
        blocked = OF_NUMBER[number] if number else 0
        for start in range(TERRITORIES):
            seen = 1 << start
            for _ in range(MAX_REACH + 1):
                table.append(seen & ~(1 << start))
                seen = _spread(seen, blocked) | 1 << start
    return tuple(table)


# index: (marker's number * 28 + start) * 9 + steps; as sets, and as lists of territories
REACH: Final = _reach_table()
REACHED: Final = tuple(tuple(territories_in(mask)) for mask in REACH)
