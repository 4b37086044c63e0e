"""A rulebook that does not keep to its format is refused, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragondune.booklet.loading import BookError, load

GOOD = """\
# V. The battle round

Two armies meet.

## V1 Order
[first r2]
The old text.

- with a list
[r9]
The new text.
See: V2

## V2 Plans
[all]
Secret.
"""


def book_of(folder: Path, text: str, order: str = "- battle.md\n") -> Path:
    (folder / "order.md").write_text(order, encoding="utf-8")
    (folder / "battle.md").write_text(text, encoding="utf-8")
    return folder


def test_a_chapter_becomes_rules_with_texts(tmp_path: Path) -> None:
    book = load(book_of(tmp_path, GOOD))
    (chapter,) = book.chapters
    assert (chapter.name, chapter.title) == ("battle", "V. The battle round")
    assert chapter.introduction == "Two armies meet."
    rule = book.rule("V1")
    assert rule.editions == ("first", "r2", "r9")
    assert rule.text("r2") == "The old text.\n\n- with a list"
    assert rule.text("r9") == "The new text."
    assert rule.text("r6") is None
    assert rule.see == ("V2",)


def test_a_setting_is_read(tmp_path: Path) -> None:
    text = "# Rulings\n\nSome.\n\n## Ruling 3 Where\n[all]\nHere.\nSetting: place (here, there)\n"
    setting = load(book_of(tmp_path, text)).rule("ruling 3").setting
    assert setting is not None
    assert (setting.name, setting.values) == ("place", ("here", "there"))


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("# V. The", "The", 1, "begins with its title"),
        ("Two armies meet.\n", "", 2, "introduction"),
        ("## V1 Order", "## Order", 5, "expected '## ID title'"),
        ("## V1 Order", "## X1 Order", 5, "expected '## ID title'"),
        ("## V1 Order", "## V1", 5, "expected '## ID title'"),
        ("## V2 Plans", "## V1 Plans", 14, "V1 stands in battle.md already"),
        ("[first r2]\n", "", 6, "before a line of editions"),
        ("[first r2]", "[first r3]", 6, "no edition 'r3'"),
        ("[first r2]", "[first, r2]", 6, "expected a line of editions"),
        ("[first r2]", "[first r9]", 10, "a text for r9 already"),
        ("The new text.\n", "", 10, "no text for r9"),
        ("[all]\nSecret.\n", "", 14, "no text for any edition"),
        ("See: V2", "See: V3", 12, "points to 'V3'"),
        ("See: V2", "See: V2\nMore.", 13, "nothing may follow"),
        ("See: V2", "Setting: one", 12, "expected 'Setting: name (value, value)'"),
        ("See: V2", "Setting: a (b, c)\nMore.", 13, "only 'See:' may follow"),
    ],
)
def test_a_slip_is_found(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    assert old in GOOD
    with pytest.raises(BookError) as caught:
        load(book_of(tmp_path, GOOD.replace(old, new, 1)))
    assert (caught.value.file, caught.value.line) == ("battle.md", line)
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"battle.md:{line}: ")


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("- battle.md\n- siege.md\n", "siege.md:1: cannot be read"),
        ("- battle.md\n- battle.md\n", "order.md:2: battle.md stands here twice"),
        ("battle.md\n", "order.md:1: expected '- name.md'"),
        ("", "order.md:1: does not list battle.md"),
    ],
)
def test_the_list_of_chapters_is_checked(tmp_path: Path, order: str, said: str) -> None:
    with pytest.raises(BookError) as caught:
        load(book_of(tmp_path, GOOD, order))
    assert said in str(caught.value)


def test_a_folder_without_a_rulebook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"order\.md:1: cannot be read"):
        load(tmp_path)
