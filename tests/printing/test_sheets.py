"""The printed game is complete, true to its edition, and fits on the paper."""

import itertools
import re

import pytest

pytest.importorskip("typst")
pytest.importorskip("pypdfium2")

from printing.looking import (
    MILLIMETRE,
    ORDER,
    SMALL,
    before_the_book,
    difference,
    pdf_of,
    pictures_of,
    sizes_of,
    stored,
    texts_of,
)

from dragondune.editions.build import EDITIONS, TITLES, offered
from dragondune.model.board import EVENT_PLACES, NAMES
from dragondune.model.cards import CARD_NAMES
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.ruleset import Ruleset
from dragondune.printing import cards, kit
from dragondune.printing.press import make_pdf
from dragondune.printing.sheets import Order, contents
from dragondune.printing.terrain import ART, terrain_svg

EVERYTHING = tuple(option.name for option in offered("r2") if option.rule.startswith("O"))
LOOKED_AT = (
    *(Order(edition) for edition in EDITIONS),
    *(Order(edition, (), "letter") for edition in ("first", "r9")),
    Order("r2", EVERYTHING, "letter"),
    Order("r9", ("units.orcs=25", "elites.goblins=5", "oracles", "blessing", "broken-walls")),
)
MARGIN = 9


def name(value: object) -> str:
    if isinstance(value, Order):
        return f"{value.edition}-{value.paper}-{len(value.options)}"
    return str(value)


# --- the numbers of pieces -------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_faction_gets_its_units(edition: str) -> None:
    rules = EDITIONS[edition]
    laid_out = contents(Order(edition))["units"]
    assert isinstance(laid_out, list)
    for f, section in enumerate(laid_out):
        assert section["title"].lower() == FACTION_NAMES[f]
        assert sum(piece["count"] for piece in section["pieces"]) == rules.units[f]
        elite = sum(piece["count"] for piece in section["pieces"] if "elite" in piece["name"])
        assert elite == rules.elites[f]
        assert all(piece["back"] and piece["back"] != piece["face"] for piece in section["pieces"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_gold_never_runs_out(edition: str) -> None:
    worth = sum(value * count for value, count in kit.COINS.items())
    assert worth >= kit.most_gold(EDITIONS[edition])


def counts(rules: Ruleset) -> dict[str, int]:
    return {piece.name: piece.count for piece in kit.markers(rules).pieces}


def test_markers_of_the_9th_revision() -> None:
    found = counts(EDITIONS["r9"])
    # 3★, and with Orcs and one more away 1★, 9•, 16• and one castle [A9, A10].
    assert found["troll"] == 5
    assert found["wild dragons"] == found["Red Dragon"] == found["first player"] == 1
    assert found["hidden elves"] == 4
    assert found["hidden orcs"] == 2  # by an ace [D4]
    assert "broken walls" not in found


def test_markers_of_the_first_edition() -> None:
    found = counts(EDITIONS["first"])
    assert found["troll"] == 4  # none in 3★ [A9]
    assert "hidden orcs" not in found  # only Elves hide [EL8]


@pytest.mark.parametrize(
    ("option", "piece", "count"),
    [
        ("broken-walls", "broken walls", 5),
        ("blessing", "blessing", 1),
        ("chaos-monster", "chaos monster", 1),
    ],
)
def test_options_bring_their_pieces(option: str, piece: str, count: int) -> None:
    assert counts(Order("r2", (option,)).rules)[piece] == count
    assert piece not in counts(EDITIONS["r2"])


def test_elite_warriors_are_marked() -> None:
    dwarves = kit.units(Order("r9", ("elite-warriors",)).rules)[0]
    assert {piece.name: piece.count for piece in dwarves.pieces} == {
        "dwarves": 8,
        "dwarves, elite": 2,
    }


def test_oracles_get_slips() -> None:
    assert any("An oracle speaks" in text for text in texts_of(Order("r2", EVERYTHING, "letter")))
    assert not any("An oracle speaks" in text for text in texts_of(ORDER))


# --- the cards -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_deck(edition: str) -> None:
    decks = cards.decks(EDITIONS[edition], elements=True)
    assert {deck: len(found) for deck, found in decks.items()} == {
        "artifact": 24,
        "event": 16,
        "court": 12,
    }
    printed = [card.name for card in itertools.chain.from_iterable(decks.values())]
    assert sorted(printed) == sorted(CARD_NAMES)


@pytest.mark.parametrize("edition", EDITIONS)
def test_event_cards_tell_place_and_gold(edition: str) -> None:
    found = {card.name: (card.title, card.lines) for card in cards.events(EDITIONS[edition])}
    for card, place, gold, larger in EVENT_PLACES:
        amount = larger if edition == "first" else gold
        assert found[card] == (f"Territory {place}", (f"{amount} gold",))


@pytest.mark.parametrize(("edition", "king"), [("r9", "K♠"), ("r6b", "K♣"), ("first", "K♣")])
def test_the_goblins_suit_changed_in_the_9th_revision(edition: str, king: str) -> None:
    found = {card.name: card.title for card in cards.courts(EDITIONS[edition])}
    assert found[king] == "Goblins"


def test_an_ace_fights_only_before_the_9th_revision() -> None:
    assert any("Fight" in use for use in cards.ace_uses(EDITIONS["r6b"]))
    assert not any("Fight" in use for use in cards.ace_uses(EDITIONS["r9"]))


def test_a_six_tells_its_special_use() -> None:
    rules = Order("r9", ("extra-movement",)).rules
    found = {card.name: " ".join(card.lines) for card in cards.artifacts(rules, True)}
    assert "move a second time" in found["6♥"]
    assert "move a second time" not in found["6♦"]


# --- the pages -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_is_there(edition: str) -> None:
    texts = texts_of(Order(edition))
    front, board = texts[0], texts[1]
    assert TITLES[edition] in front
    assert "Vincent von Guard" in front
    # Readers of a PDF sometimes lose the sign of a name, but no castle and no number.
    for territory in NAMES:
        assert (territory if "★" in territory else territory.strip("•")) in board
    titles = [text.splitlines()[0] for text in texts]
    for faction in FACTION_NAMES:
        assert any(title.startswith(faction.capitalize()) for title in titles)
    for wanted in ("Unit tokens", "Gold and markers", "Artifact cards", "Event cards", "A turn"):
        assert any(title.startswith(wanted) for title in titles)
    assert sum(title.startswith("Board, sheet") for title in titles) == 4
    assert any("VII1 Three castles" in text for text in texts)
    assert 27 <= len(texts) <= 31
    for number, text in enumerate(texts, 1):
        assert "Vincent von Guard, licensed CC BY-SA 4.0" in text.replace("\r\n", " ")
        assert f"page {number} of {len(texts)}" in text


def test_the_board_names_every_territory_and_its_event() -> None:
    drawn = str(contents(ORDER)["board"])
    names = re.findall(r">(\d+)<tspan[^>]*>([★•]?)</tspan></text>", drawn)
    assert sorted(number + sign for number, sign in names) == sorted(NAMES)
    events = re.findall(r">(\d+[♣♦♥♠])<tspan[^>]*>(\d+)</tspan></text>", drawn)
    assert sorted(events) == sorted((card, str(gold)) for card, _, gold, _ in EVENT_PLACES)


def test_the_front_page_names_the_right_pages() -> None:
    texts = texts_of(ORDER)
    rows = dict(reversed(row.split(" ", 1)) for row in texts[0].splitlines() if row[:1].isdigit())
    for title in ("Unit tokens", "Gold and markers", "Artifact cards", "Event cards"):
        (page,) = [number for row, number in rows.items() if row.startswith(title)]
        assert texts[int(page) - 1].startswith(title)


def test_sheets_of_paper() -> None:
    assert sizes_of(ORDER) == {(210, 297)}
    assert sizes_of(Order("r9", (), "letter")) == {(216, 279)}


@pytest.mark.parametrize("order", LOOKED_AT, ids=name)
def test_no_ink_in_the_margins(order: Order) -> None:
    scale = 0.8
    edge = int(MARGIN * MILLIMETRE * scale)
    for number, picture in enumerate(pictures_of(order, scale), 1):
        width, height = picture.size
        strips = ((0, 0, width, edge), (0, height - edge, width, height))
        strips += ((0, 0, edge, height), (width - edge, 0, width, height))
        for strip in strips:
            darkest, _ = picture.crop(strip).getextrema()
            assert darkest == 255, f"page {number} prints into its margin"


def test_the_sheets_look_as_they_did() -> None:
    """After a change that was meant: PYTHONPATH=src python tests/printing/looking.py."""
    shown = pictures_of(ORDER, SMALL)[: before_the_book(ORDER)]
    for number, (now, then) in enumerate(
        zip(shown, stored(len(shown), shown[0].size), strict=True)
    ):
        assert difference(now, then) < 2.5, f"page {number + 1} looks different"


def test_a_missing_piece_would_be_seen() -> None:
    shown = pictures_of(ORDER, SMALL)[6]
    cut = shown.copy()
    cut.paste(255, (0, 0, cut.width, cut.height // 3))
    assert difference(shown, cut) > 2.5


def test_the_same_order_makes_the_same_bytes() -> None:
    assert make_pdf(ORDER) == pdf_of(ORDER)


def test_the_board_is_the_pages_board() -> None:
    assert (ART / "terrain.svg").read_text(encoding="utf-8") == terrain_svg()
