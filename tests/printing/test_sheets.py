"""The printed game is complete, true to its edition, and fits on the paper."""

import dataclasses
import itertools
import re
from pathlib import Path

import pytest

pytest.importorskip("typst")
pytest.importorskip("pypdfium2")

import pypdfium2
from PIL import Image, ImageStat
from printing.looking import (
    DOTS,
    EVERY,
    FOLDER,
    MILLIMETRE,
    ORDER,
    RENEW,
    SQUARE,
    changes,
    how_to_renew,
    letters_of,
    looks_of,
    pdf_of,
    picture_of,
    pictures_of,
    same_picture,
    scale_of,
    sizes_of,
    small,
    store,
    stored,
    texts_of,
)

from dragondune.editions.build import EDITIONS, TITLES, build, offered
from dragondune.editions.files import game_of
from dragondune.model.board import EVENT_PLACES, NAMES
from dragondune.model.cards import CARD_NAMES
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.ruleset import Ruleset
from dragondune.printing import cards, kit, summary
from dragondune.printing.press import make_pdf
from dragondune.printing.sheets import PARTS, Order, contents, token_sheets
from dragondune.printing.terrain import ART, terrain_svg

EVERYTHING = tuple(option.name for option in offered("r2") if option.rule.startswith("O"))
LOOKED_AT = (
    *EVERY,
    Order("r2", EVERYTHING, "letter"),
    Order("r9", ("units.orcs=25", "elites.goblins=5", "oracles", "blessing", "broken-walls")),
)
SPECIAL = (
    Order("r9", ("oracles",), "letter", "poker", "short"),
    Order("first", (), "a4", "mini-euro", "off", "low"),
)
MARGIN = 7


def rulebook_begins(order: Order) -> int:
    """How many sheets come before the rulebook."""
    return next(i for i, text in enumerate(texts_of(order)) if text.startswith("Dragon Dune: "))


def name(value: object) -> str:
    if isinstance(value, Order):
        return f"{value.edition}-{value.paper}-{len(value.options)}"
    return str(value)


# --- the numbers of pieces -------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_faction_gets_its_units(edition: str) -> None:
    rules = EDITIONS[edition]
    for f, section in enumerate(kit.units(rules)):
        assert section.title.lower() == FACTION_NAMES[f]
        assert section.count == rules.units[f]
        elite = sum(piece.count for piece in section.pieces if "elite" in piece.name)
        assert elite == rules.elites[f]
        assert all(piece.back and piece.back != piece.face for piece in section.pieces)
    laid = [cell for sheet in token_sheets(Order(edition)) for cell in sheet.faces]
    assert len(laid) == sum(rules.units) + kit.gold().count + kit.markers(rules).count


def most_gold(rules: Ruleset) -> int:
    """More than this cannot lie on table and board."""
    events = [big if rules.first_edition_gold else small for _, _, small, big in EVENT_PLACES]
    castles = kit.CASTLES * rules.castle_income
    each_turn = len(FACTION_NAMES) * rules.income + castles + 2 * rules.ally_income
    return sum(rules.gold) + rules.turns * (each_turn + max(events) + rules.second_gold)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_gold_never_runs_out(edition: str) -> None:
    worth = sum(value * count for value, count in kit.COINS.items())
    assert worth >= most_gold(EDITIONS[edition])


def counts(rules: Ruleset) -> dict[str, int]:
    return {piece.name: piece.count for piece in kit.markers(rules).pieces}


def test_markers_of_the_9th_revision() -> None:
    found = counts(EDITIONS["r9"])
    # 3★, and with Orcs and one more away 1★, 9•, 16• and one castle [A9, A10].
    assert found["troll"] == 5
    assert found["wild dragons"] == found["Red Dragon"] == found["first player"] == 1
    assert found["hidden Elves"] == 4
    assert found["hidden Orcs"] == 2  # by an ace [D4]
    assert "broken walls" not in found


def test_markers_of_the_first_edition() -> None:
    found = counts(EDITIONS["first"])
    assert found["troll"] == 4  # none in 3★ [A9]
    assert "hidden Orcs" not in found  # only Elves hide [EL8]


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
    front, board = texts[0], texts[2]
    assert TITLES[edition] in front
    assert "Vincent von Guard" in front
    # Readers of a PDF sometimes lose the sign of a name, but no castle and no number.
    for territory in NAMES:
        assert (territory if "★" in territory else territory.strip("•")) in board
    titles = [text.splitlines()[0] for text in texts]
    for faction in FACTION_NAMES:
        assert any(title.startswith(faction.capitalize()) for title in titles)
    for wanted in ("Tokens", "Artifact cards", "Event cards", "Battle plans", "A turn"):
        assert any(title.startswith(wanted) for title in titles)
    assert sum(title.startswith("Board, sheet") for title in titles) == 4
    assert any("VII1 Three castles" in text for text in texts)
    assert 45 <= len(texts) <= 52
    for number, text in enumerate(texts, 1):
        assert "Vincent von Guard, licensed CC BY-SA 4.0" in text.replace("\r\n", " ")
        assert f"page {number} of {len(texts)}" in text


def test_the_board_names_every_territory_and_its_event() -> None:
    drawn = str(contents(ORDER)["board"])
    names = re.findall(r">(\d+)<tspan[^>]*>([★•]?)</tspan></text>", drawn)
    assert sorted(number + sign for number, sign in names) == sorted(NAMES)
    events = re.findall(r">(\d+[♣♦♥♠])<tspan[^>]*>(\d+)</tspan></text>", drawn)
    assert sorted(events) == sorted((card, str(gold)) for card, _, gold, _ in EVENT_PLACES)


@pytest.mark.parametrize("order", LOOKED_AT, ids=name)
def test_the_first_sheet_sets_the_game_up(order: Order) -> None:
    """A7, A11, A4, A8, A10 for two and three players, and the licence with its address."""
    front, setup = (" ".join(text.split()) for text in texts_of(order)[:2])
    for rule in ("A7 ", "A11 ", "A4 ", "A8 ", "A10 "):
        assert rule in setup
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in front
    assert ("A9 The troll in 3" in setup) == (order.edition != "first")


def test_numbers_set_by_hand_are_named_on_the_front_page() -> None:
    front = " ".join(texts_of(LOOKED_AT[-1])[0].split())
    assert "Orcs: units in all 25" in front
    assert "Goblins: elite units 5" in front


@pytest.mark.parametrize(
    ("edition", "line"),
    [
        ("first", "Goblins and their ally pay half, rounded up."),  # GO2, GO8
        ("r6", "Goblins and their ally pay half, rounded down."),
        ("first", "Disband units of one territory, free (not the Goblins)."),  # GO6, IV6
        ("r9", "Disband units of one territory, 1 gold a unit (free for Goblins and their ally)."),
        ("first", "If nobody has won after turn 6: the Orcs and their ally."),  # VII2
        ("r9", "If nobody has won after turn 8: the Orcs."),
        ("first", "there are lost. Orcs may fly away with it."),  # first lines 177-178
        ("r6", "there are lost (not the units of Orcs). Orcs may fly away with it."),  # OR4, OR5
        ("r9", "there are lost (not the units of Orcs and their ally). Orcs may fly away"),
        ("r6b", "up to 2 territories (Orcs 3; griffins of 3★ or 5★ 4; with an ace one farther)"),
        ("r9", "up to 2 territories (Orcs and their ally 3; griffins"),  # OR2, r9 line 262
        ("first", "The Elves may ask a question"),  # EL7
        ("r2", "The Elves and their ally may ask a question"),
    ],
)
def test_a_turn_at_a_glance(edition: str, line: str) -> None:
    told = [words for _, lines in summary.rounds(EDITIONS[edition]) for words, _ in lines]
    assert any(line in words for words in told)


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("allies-at-peace", "wherever they meet others (not allies), never in 0•"),  # ruling 17
        ("initiative", "In player order (Goblins when they like), each player"),  # O6
        ("weaker-orc-graves", "of these free 1 unit (Orcs 2), then 1 gold each"),  # G2
    ],
)
def test_a_turn_at_a_glance_with_an_option(option: str, line: str) -> None:
    rules = build("r9", [option])
    told = [words for _, lines in summary.rounds(rules) for words, _ in lines]
    assert any(line in words for words in told)


@pytest.mark.parametrize(("edition", "later"), [("first", 2), ("r2", 1), ("r6b", 1), ("r9", 1)])
def test_gold_comes_before_the_red_dragon_in_the_first_edition(edition: str, later: int) -> None:
    """first lines 176-177: the gold is placed, and then the Red Dragon may have come."""
    events = dict(summary.rounds(EDITIONS[edition]))["II. Event"]
    at = [words.startswith("The Red Dragon burns") for words, _ in events].index(True)
    assert (at, len(events)) == (later, 3)


def test_quotation_marks_are_set_in_type() -> None:
    text = "".join(texts_of(ORDER))
    assert "“No artifact”" in text
    assert "'" not in text
    assert '"' not in text


def test_the_front_page_names_the_right_pages() -> None:
    texts = texts_of(ORDER)
    numbered = [row.split(" ", 1) for row in texts[0].splitlines() if row.split()[0].isdigit()]
    rows = {title: number for number, title in numbered}
    for title in ("Tokens", "Artifact cards", "Event cards", "Battle plans", "The rulebook"):
        (page,) = [number for row, number in rows.items() if row.startswith(title)]
        assert texts[int(page) - 1].startswith(title.replace("The rulebook", "Dragon Dune: "))


def test_sheets_of_paper() -> None:
    assert sizes_of(ORDER) == {(210, 297)}
    assert sizes_of(Order("r9", (), "letter")) == {(216, 279)}


@pytest.mark.parametrize("order", [*LOOKED_AT[-4:], *SPECIAL], ids=name)
def test_no_ink_in_the_margins(order: Order) -> None:
    scale = 0.8
    edge = int(MARGIN * MILLIMETRE * scale)
    for number, picture in enumerate(pictures_of(order, scale), 1):
        width, height = picture.size
        strips = [(0, 0, width, edge), (0, height - edge, width, height)]
        strips += [(0, 0, edge, height), (width - edge, 0, width, height)]
        for strip in strips:
            darkest, _ = picture.crop(strip).getextrema()
            assert darkest == 255, f"page {number} prints into its margin"


@pytest.mark.parametrize("order", LOOKED_AT, ids=name)
def test_every_sheet_of_paper_has_a_title_or_goes_on(order: Order) -> None:
    """One sheet for each faction, nothing without a title, and blank sides that stay blank."""
    titles = [text.splitlines()[0] for text in texts_of(order)]
    assert titles[1].startswith("Setting up")
    for faction in FACTION_NAMES:
        assert sum(title.startswith(f"{faction.capitalize()} faction") for title in titles) == 1
    known: tuple[str, ...] = ("Dragon Dune", "Setting up", "The board", "Board, sheet", "Tokens")
    known += (
        "Artifact cards",
        "Event cards",
        "Kings, Queens",
        "With a deck",
        "Battle plans",
        "Oracles’ slips",
    )
    known += ("A turn at", *(name.capitalize() for name in FACTION_NAMES))
    for title in titles[: rulebook_begins(order)]:
        assert title.startswith(known), title


def test_bookmarks_lead_to_every_part_and_every_rule() -> None:
    document = pypdfium2.PdfDocument(pdf_of(ORDER))
    texts = texts_of(ORDER)
    found = {}
    for mark in document.get_toc():
        where = mark.get_dest()
        assert where is not None
        found[mark.get_title()] = where.get_index()
    wanted = ("Dragon Dune", "The board", "Board, sheet 3 of 4", "Kings, Queens and Jacks", "Elves")
    for title in (*wanted, "Battle plans", "V. The battle round", "V5 Who wins"):
        assert title in texts[found[title]], title


def test_each_part_alone() -> None:
    """Every part makes a file of its own, and together they are the whole."""
    alone = [text for part in PARTS for text in texts_of(Order("r9", parts=(part,)))]
    titles = [text.splitlines()[0] for text in alone if not text.startswith("Dragon Dune is")]
    whole = [text.splitlines()[0] for text in texts_of(ORDER)]
    assert titles == [title for title in whole if not title.startswith("Dragon Dune is")]


def test_low_ink_draws_the_same_board_with_a_fraction_of_the_ink() -> None:
    spare = Order("r9", ink="low", parts=("board", "tokens"))
    full = Order("r9", parts=("board", "tokens"))
    for page, share in ((1, 0.25), (11, 0.65)):  # the board on one sheet, the tokens
        little, much = (
            255 - ImageStat.Stat(picture_of(one, page, 1)).mean[0] for one in (spare, full)
        )
        assert little < share * much
    names = [re.sub(r"\s", "", texts_of(one)[0]) for one in (spare, full)]
    assert names[0] == names[1]


def test_battle_plans_ask_what_this_game_needs() -> None:
    def plan(order: Order) -> str:
        return next(text for text in texts_of(order) if text.startswith("Battle plans"))

    assert "of these" in plan(LOOKED_AT[-1])  # Goblins have elite units there
    assert "of these" not in plan(ORDER)
    assert "\r\nA 2" not in plan(ORDER)
    assert re.search(r"none A 2 3 4 5 6", plan(Order("first")))  # an ace fights [D5]
    assert re.search(r"none 2 3 4 5 6", plan(ORDER))


def test_house_rules_print_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "war.toml"
    path.write_text(
        'title = "A longer war"\nedition = "r9"\n[changes]\nturns = 12\ngold.orcs = 7\n', "utf-8"
    )
    texts = [" ".join(text.split()) for text in texts_of(Order(*game_of(str(path))))]
    assert "A longer war" in texts[0]
    assert "Orcs: starting gold 7" in texts[0] or "7" in texts[0]
    assert any("If nobody has won after turn 12" in text for text in texts)
    assert any(text.startswith("Orcs faction") and "Starting gold 7" in text for text in texts)


# --- the pages, compared with how they looked when somebody looked at them -----------------------


@pytest.mark.parametrize("order", EVERY, ids=name)
def test_every_page_looks_as_it_did(order: Order, tmp_path: Path) -> None:
    said = changes(order, tmp_path)
    assert not said, how_to_renew(said)


def erased(page: int, box: tuple[float, float, float, float]) -> tuple[Image.Image, Image.Image]:
    """A page of the 9th Revision, and the same with a part of it missing (in millimetres)."""
    whole = picture_of(ORDER, page, scale_of(DOTS))
    torn = whole.copy()
    left, top, right, bottom = (int(side * DOTS / SQUARE) for side in box)
    assert torn.crop((left, top, right, bottom)).getextrema() != (255, 255), "nothing to erase"
    torn.paste(255, (left, top, right, bottom))
    return small(whole), small(torn)


@pytest.mark.parametrize(
    ("page", "box"),
    [
        pytest.param(13, (16, 31, 32, 47), id="a unit"),
        pytest.param(14, (16, 31, 32, 47), id="a hidden unit's back"),
        pytest.param(13, (16, 143, 32, 159), id="a marker"),
        pytest.param(17, (60, 115, 104, 180), id="a card"),
        pytest.param(18, (60, 115, 104, 180), id="a card's back"),
        pytest.param(3, (22, 24, 32, 30), id="a territory's name"),
        pytest.param(42, (12, 40, 100, 52), id="a paragraph of the rulebook"),
    ],
)
def test_a_missing_piece_is_seen(page: int, box: tuple[float, float, float, float]) -> None:
    assert not same_picture(*erased(page, box))


def test_another_text_in_the_same_place_is_seen() -> None:
    pages = [look.picture for look in looks_of(ORDER)]
    book = pages[rulebook_begins(ORDER) :]
    for one, other in itertools.combinations(book, 2):
        assert not same_picture(one, other)


def test_a_changed_word_is_seen_by_its_letters() -> None:
    text = texts_of(ORDER)[rulebook_begins(ORDER)]
    assert "eight turns" in text
    assert letters_of(text) != letters_of(text.replace("eight turns", "seven turns"))
    assert letters_of(text) == letters_of(text.replace("\r\n", " ").replace("★", ""))


@pytest.mark.parametrize("dots", [DOTS - 2, DOTS + 3])
def test_other_smoothing_is_not_seen(dots: int) -> None:
    """At another resolution every letter's edge is smoothed in another way."""
    then = stored(ORDER)
    now = [small(picture, dots) for picture in pictures_of(ORDER, scale_of(dots))]
    for look, picture in zip(then, now, strict=True):
        assert same_picture(look.picture, picture)


def test_whoever_changes_a_page_is_told_which_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printing.looking.FOLDER", tmp_path)
    monkeypatch.setattr("printing.looking.INDEX", tmp_path / "pages.json")
    looks = looks_of(ORDER)
    _, torn = erased(13, (16, 31, 32, 47))
    before = [*looks[:12], dataclasses.replace(looks[12], picture=torn), *looks[13:-1]]
    before[41] = dataclasses.replace(before[41], letters="")
    store({ORDER: before})
    said = changes(ORDER, tmp_path)
    assert len(said) == 3
    assert said[0].startswith("r9-a4, page 13 (Tokens, sheet 1")
    assert re.search(r"most of all \d\d mm from the left and \d\d mm from the top", said[0])
    assert said[1].startswith("r9-a4, page 42")
    assert "its words differ" in said[1]
    assert "there was no such page" in said[2]
    assert RENEW in how_to_renew(said)
    assert (tmp_path / "r9-a4-13.png").exists()


def test_what_is_remembered_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 400_000


def test_the_same_order_makes_the_same_bytes() -> None:
    assert make_pdf(ORDER) == pdf_of(ORDER)


def test_the_board_is_the_pages_board() -> None:
    assert (ART / "terrain.svg").read_text(encoding="utf-8") == terrain_svg()
