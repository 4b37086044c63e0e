"""Puts the contents of all sheets together, as plain data that the Typst template lays out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Final

from dragondune.booklet.book import Book
from dragondune.booklet.choices import choices
from dragondune.booklet.loading import load
from dragondune.booklet.printing import print_rules
from dragondune.editions.build import build, title_of
from dragondune.editions.house import title_among
from dragondune.editions.options import OPTIONS
from dragondune.model.board import NAMES
from dragondune.model.cards import SUIT_SIGNS
from dragondune.model.constants import GRIFFIN_MOVEMENT, MOVEMENT
from dragondune.model.factions import DWARVES, ELVES, FACTION_NAMES, GOBLINS
from dragondune.model.ruleset import Ruleset
from dragondune.printing import cards, kit, layout, pictures, summary
from dragondune.printing.layout import CARD_SIZES, PAPERS, Cell

CREDIT: Final = "Dragon Dune is a game by Vincent von Guard, licensed CC BY-SA 4.0."
OURS: Final = "Sheets, drawings and wording: the Dragon Dune developers, CC BY-SA 4.0."
LICENCE: Final = "https://creativecommons.org/licenses/by-sa/4.0/"
SPARING: Final = "low"
PARTS: Final = {
    "start": "what to make, and how to set the game up",
    "board": "the board on one sheet, and on four to glue together",
    "tokens": "units, markers and gold",
    "cards": "artifacts, events, Kings, Queens and Jacks",
    "deck": "how to use an ordinary deck of cards instead, and a die",
    "slips": "battle plans, and predictions where oracles play",
    "players": "a sheet for each faction, a turn at a glance, the track of turns",
    "rulebook": "the rules of exactly this game",
}
CHOICES: Final = {
    "paper": {name: paper.words for name, paper in PAPERS.items()},
    "cards": {
        name: f"{size.words}, for sleeves called {size.sleeves}"
        for name, size in CARD_SIZES.items()
    },
    "duplex": {
        layout.LONG: "both sides in one job, turned over the long edge",
        layout.SHORT: "both sides in one job, turned over the short edge",
        layout.OFF: "one side only: units are folded, backs of cards come on sheets of their own",
    },
    "ink": {"full": "all colours", SPARING: "a white board, pieces in outline"},
}
# No paper is needed to look through a whole chapter at a time.
ONE_LINE: Final = 1_000_000
GAPS: Final = "A number that is missing belongs to a rule or ruling that this game does not need."
Json = dict[str, object]


@dataclass(frozen=True)
class Order:
    """What is to be printed; ValueError names what there is instead of something unknown.

    Attributes:
        edition: The name of the edition.
        options: Names of options, and settings like ``gold.orcs=5``.
        paper: ``a4`` or ``letter``.
        cards: ``mini-euro`` or ``poker``, sizes that sleeves are sold for.
        duplex: How the printer turns the paper: over its ``long`` edge, its ``short`` one, or ``off``.
        ink: ``full`` or ``low``.
        parts: Which parts, in the order of ``PARTS``.
    """

    edition: str
    options: tuple[str, ...] = ()
    paper: str = "a4"
    cards: str = "mini-euro"
    duplex: str = layout.LONG
    ink: str = "full"
    parts: tuple[str, ...] = tuple(PARTS)

    def __post_init__(self) -> None:
        for what, known in CHOICES.items():
            _check(what, getattr(self, what), known)
        if not self.parts:
            raise ValueError(f"Which parts? There are {', '.join(PARTS)}.")

    @property
    def rules(self) -> Ruleset:
        """The rules of this game; ValueError when the choice makes no sense."""
        return build(self.edition, self.options)


def _check(what: str, said: str, known: Iterable[str]) -> None:
    if said not in known:
        raise ValueError(f"{what.capitalize()} can be {' or '.join(known)}, not {said!r}.")


def parts_of(words: str) -> tuple[str, ...]:
    """Parts that were typed with commas, in the order in which they are printed."""
    names = [name.strip() for name in words.split(",") if name.strip()]
    for name in names:
        _check("parts", name, PARTS)
    return tuple(part for part in PARTS if part in names)


def contents(order: Order) -> Json:
    """Everything the template needs."""
    rules = order.rules
    book = load()
    text = _typeset(print_rules(order.edition, order.options, ONE_LINE, book))
    elements = "Fire" in text
    decks = cards.decks(rules, elements)
    spare = order.ink == SPARING
    size = CARD_SIZES[order.cards]
    return {
        "paper": order.paper,
        "paper_words": PAPERS[order.paper].words,
        "width": PAPERS[order.paper].width,
        "height": PAPERS[order.paper].height,
        "duplex": order.duplex,
        "parts": order.parts,
        "title": title_of(order.edition, order.options),
        "edition": order.edition,
        "options": [
            choice.name if choice.rule != "G5" else choice.text.rstrip(".")
            for choice in choices(book, order.edition, order.options)
        ],
        "chosen": [
            (OPTIONS[name].title, OPTIONS[name].sentence, OPTIONS[name].rule)
            for name in OPTIONS
            if name in order.options
        ],
        "credit": CREDIT,
        "licence": LICENCE,
        "ours": OURS,
        "board": pictures.board(rules, spare),
        "emblem": pictures.emblem(),
        "cell": kit.CELL,
        "tokens": [asdict(sheet) for sheet in token_sheets(order)],
        "token_words": _tokens_in_words(rules),
        "card": {**asdict(size), "words": size.words},
        "decks": {name: _deck(order, name, found) for name, found in decks.items()},
        "backs": {name: pictures.card_back(name, size.width, size.height, spare) for name in decks},
        "mapping": cards.mapping(rules, elements),
        "events": [
            {"card": card, "place": place, "gold": gold}
            for card, (place, gold) in pictures.event_gold(rules).items()
        ],
        "aces": cards.ace_uses(rules),
        "factions": [_faction(rules, f, text) for f in range(len(FACTION_NAMES))],
        "rounds": summary.rounds(rules),
        "turns": rules.turns,
        "oracles": bool(rules.oracles),
        "blessing": any(piece.name == "blessing" for piece in kit.markers(rules).pieces),
        "places": list(NAMES),
        "movement": {"usual": MOVEMENT, "griffin": GRIFFIN_MOVEMENT},
        "setup": _setup(book, order.edition),
        "plan": {
            "units": max(rules.units),
            "elites": max(rules.elites),
            "artifacts": (["A"] if rules.ace_fights else []) + [str(n) for n in range(2, 7)],
            "suits": list(SUIT_SIGNS),
            "factions": [name.capitalize() for name in FACTION_NAMES],
        },
        "die": pictures.die(),
        "book": _book(text),
    }


def _typeset(text: str) -> str:
    """The rulebook's plain quotation marks and apostrophes as a printer sets them."""
    return re.sub(r'"([^"]*)"', "“\\1”", text).replace("'", "’")


def token_sheets(order: Order) -> list[layout.TokenSheet]:
    """Every token of a game on its sheet."""
    spare = order.ink == SPARING
    sections = [*kit.units(order.rules, spare), kit.markers(order.rules), kit.gold(spare)]
    return layout.token_sheets(sections, PAPERS[order.paper], order.duplex)


def _tokens_in_words(rules: Ruleset) -> str:
    units = ", ".join(f"{one.count} {one.title}" for one in kit.units(rules))
    return f"{units}, {kit.markers(rules).count} markers, {kit.gold().note}"


def card_sheets(order: Order, names: Sequence[str]) -> list[list[Cell]]:
    """The faces of a deck, sheet by sheet."""
    return layout.card_sheets(names, CARD_SIZES[order.cards], PAPERS[order.paper])


def backs_of(order: Order, faces: Iterable[Cell]) -> list[Cell]:
    """What lies behind the faces of a sheet; by hand the paper is turned over its long edge too."""
    return [layout.behind(cell, PAPERS[order.paper], order.duplex) for cell in faces]


def _deck(order: Order, name: str, found: list[cards.Card]) -> Json:
    sheets = card_sheets(order, [card.name for card in found])
    return {
        "name": name,
        "faces": {card.name: _card(card) for card in found},
        "sheets": [
            {
                "faces": [asdict(cell) for cell in faces],
                "backs": [asdict(cell) for cell in backs_of(order, faces)],
            }
            for faces in sheets
        ],
    }


def _card(card: cards.Card) -> Json:
    return {
        "name": card.name,
        "title": card.title,
        "lines": list(card.lines),
        "picture": card.picture,
        "red": card.red,
    }


# --- faction sheets --------------------------------------------------------------------------


def _numbers(rules: Ruleset, f: int) -> list[tuple[str, str]]:
    """The faction's own numbers in this game."""
    free, limit = rules.revive_free[f], rules.revive_limit[f]
    graves = f"{limit}, all free" if free == limit else f"{limit}, {free} free, then 1 gold each"
    bonus = f"+{rules.battle_bonus[f]}" if rules.battle_bonus[f] else "none"
    against = [
        name.capitalize()
        for g, name in enumerate(FACTION_NAMES)
        if rules.no_bonus_against[f] >> g & 1
    ]
    found = [
        ("Suit", SUIT_SIGNS[rules.suits[f]]),
        ("Units", str(rules.units[f])),
        ("On the board at first", _start(rules, f)),
        ("Starting gold", str(rules.gold[f])),
        ("Starting artifacts", str(rules.artifacts[f])),
        ("Hand limit", str(rules.hand_limit[f])),
        ("Battle points of a unit", str(rules.unit_points)),
        ("Battle bonus", bonus + (f", not against {' and '.join(against)}" if against else "")),
        ("Graveyard, each turn", graves),
        ("Conscripts each turn", str(rules.conscripts[f])),
    ]
    if rules.elites[f]:
        found.append(("Elite units", f"{rules.elites[f]}, worth {rules.elite_points} points each"))
    return found


def _start(rules: Ruleset, f: int) -> str:
    """Where a faction begins [A5]."""
    if not rules.placed[f]:
        return "none"
    where = {DWARVES: "", ELVES: "in 5★", GOBLINS: "in 10★"}.get(f, "over 1★, 9• and 16•")
    return f"{rules.placed[f]} {where}"


def _faction(rules: Ruleset, f: int, text: str) -> Json:
    """Numbers, and the faction's chapter of the rulebook of this very game."""
    name = FACTION_NAMES[f]
    chapter = re.search(rf"^## The {name.capitalize()}\n(.*?)(?=^## |\Z)", text, re.S | re.M)
    assert chapter is not None, f"the rulebook has no chapter on the {name}"
    return {
        "name": name.capitalize(),
        "token": pictures.unit(name),
        "numbers": _numbers(rules, f),
        "rules": _halves(blocks(chapter[1])),
    }


def _halves(parts: list[Json]) -> tuple[list[Json], list[Json]]:
    """Two columns of about the same length, parted before a rule."""
    # A heading takes the room of about a line and a half of text.
    lengths = [len(str(part["text"])) + 70 for part in parts]
    starts = [i for i, part in enumerate(parts) if part["kind"] == "h3"]
    middle = min(starts, key=lambda i: max(sum(lengths[:i]), sum(lengths[i:])))
    return parts[:middle], parts[middle:]


def _setup(book: Book, edition: str) -> list[tuple[str, str]]:
    """What happens before the first turn, as the rulebook tells it."""
    told = ("A7", "A11", "A4", "A8", "A9", "A10")
    found = [(book.rule(rule_id), book.rule(rule_id).text(edition)) for rule_id in told]
    return [(f"{rule.id} {rule.title}", _typeset(text)) for rule, text in found if text]


# --- the rulebook ----------------------------------------------------------------------------

HEADING: Final = re.compile(r"(#{1,3}) (.*)")
MARKED: Final = ("◆ ", "→ ")
MANY: Final = 12
SHORT: Final = 32


def blocks(text: str) -> list[Json]:
    """The printed rulebook as headings, paragraphs, items, and what is marked."""
    found: list[Json] = []
    for line in text.replace("`", "").splitlines():
        if not line.strip():
            continue
        heading = HEADING.fullmatch(line)
        if heading:
            found.append({"kind": f"h{len(heading[1])}", "text": heading[2]})
        elif line.startswith(MARKED):
            kind = "changed" if line[0] == "◆" else "see"
            # "ruling 3" is one name: a line never ends within it.
            said = re.sub(r"\b(ruling|house) (?=\d)", "\\1\N{NO-BREAK SPACE}", line[2:])
            found.append({"kind": kind, "text": said})
        elif line.lstrip().startswith("- "):
            found.append({"kind": "item", "text": line.lstrip()[2:]})
        else:
            found.append({"kind": "p", "text": line.strip()})
    return list(_tables(found))


def _tables(parts: list[Json]) -> Iterator[Json]:
    """A long list of short items is a table, which two columns hold without breaking it."""
    for kind, group in groupby(parts, key=lambda part: part["kind"]):
        run = list(group)
        words = [str(part["text"]) for part in run]
        if kind == "item" and len(run) >= MANY and max(map(len, words)) <= SHORT:
            yield {"kind": "table", "text": "", "items": words}
        else:
            yield from run


def _book(text: str) -> list[Json]:
    """The whole rulebook, and why some numbers are missing in it."""
    found = blocks(text)
    first = next(i for i, part in enumerate(found) if part["kind"] == "h2")
    return [*found[:first], {"kind": "p", "text": GAPS}, *found[first:]]


def titles(options: Iterable[str]) -> str:
    """Options as a part of a file's name: what the table calls them, or each of them."""
    options = tuple(options)
    named = title_among(options)
    if named:
        return f"-{re.sub(r'[^a-z0-9]+', '-', named.lower()).strip('-')}"
    return "".join(f"-{re.sub(r'[^a-z0-9]+', '-', name)}" for name in sorted(options))
