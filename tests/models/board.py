"""The map and the event cards, as the models read them: copied by hand from the author's board."""

from __future__ import annotations

# Neighbours share a border; corners and lakes do not connect (ruling 1).
NEIGHBOURS = {
    "0•": "2• 3★ 8• 12• 17",
    "1": "1★ 2",
    "1★": "1 18",
    "2": "1 2• 3",
    "2•": "0• 2 17",
    "3": "2 3★ 4•",
    "3★": "0• 3",
    "4": "4• 7 8•",
    "4•": "3 4 5★",
    "5★": "4• 6",
    "6": "5★ 7 9",
    "7": "4 6 8",
    "8": "7 8• 9•",
    "8•": "0• 4 8 11",
    "9": "6 9•",
    "9•": "8 9 10★ 11",
    "10": "10★ 11 13",
    "10★": "9• 10",
    "11": "8• 9• 10 12•",
    "12•": "0• 11 13 14",
    "13": "10 12• 14",
    "14": "12• 13 15 16• 17",
    "15": "14 15★",
    "15★": "15 16",
    "16": "15★ 16•",
    "16•": "14 16 17",
    "17": "0• 2• 14 16• 18",
    "18": "1★ 17",
}
NEAR = {place: tuple(words.split()) for place, words in NEIGHBOURS.items()}
PLACES = tuple(NEAR)
CASTLES = tuple(place for place in PLACES if place.endswith("★"))
FORESTS = tuple(place for place in PLACES if place.endswith("•"))
GRIFFINS = ("3★", "5★")
ORCISH = ("16", "16•", "17", "18", "1", "1★", "2", "2•")
MOUNTAIN = "0•"

# Card, territory, gold of the ninth revision's list, gold of the first edition's board.
EVENTS = {
    "7♣": ("1", 3, 6),
    "7♦": ("2", 4, 8),
    "7♥": ("3", 3, 6),
    "7♠": ("4", 4, 8),
    "8♣": ("6", 3, 6),
    "8♦": ("7", 3, 6),
    "8♥": ("8", 4, 8),
    "8♠": ("9", 4, 8),
    "9♣": ("10", 5, 10),
    "9♦": ("11", 4, 8),
    "9♥": ("13", 6, 12),
    "9♠": ("14", 3, 8),
    "10♣": ("15", 5, 10),
    "10♦": ("16", 4, 8),
    "10♥": ("17", 5, 10),
    "10♠": ("18", 3, 6),
}


# The number printed on a territory: 16 on both 16 and 16•.
NUMBER = {place: int(place.rstrip("★•")) for place in PLACES}


def numbered(wanted: int) -> list[str]:
    """Every territory of that number."""
    return [place for place in PLACES if NUMBER[place] == wanted]
