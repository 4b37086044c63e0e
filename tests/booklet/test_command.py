"""``dragon-dune rules``: what it prints, and how it refuses."""

from __future__ import annotations

import pytest

from dragondune.booklet.command import run_rules
from dragondune.booklet.matrix import matrix


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run_rules(list(words)) == 0
    return capsys.readouterr().out


def test_without_words_the_newest_rulebook_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys).startswith("# Dragon Dune: 9th Revision (`r9`)\n")


def test_a_game_is_printed_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--edition", "r2", "--options", "oracles,blessing")
    assert "◆ changed by option Oracles (O1)" in text
    assert "◆ changed by option Elven Blessing (O5)" in text


def test_a_rule_is_shown_with_all_its_texts(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "b12", "ruling", "17")
    assert "[first]\n" in text
    assert "[r2 r6 r6b r9]\n" in text
    assert "### Ruling 17 Allies in one territory\n\n[all]\n" in text


def test_a_rule_is_shown_in_one_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert "[first]" not in said(capsys, "B12", "--edition", "r9")
    assert "`first` has no such rule; r2 r6 r6b r9 have it." in said(
        capsys, "V4", "--edition", "first"
    )


def test_two_editions_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert "(`r2`) to 9th Revision (`r9`)" in said(capsys, "--compare", "r2", "r9")


def test_the_matrix_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--matrix") == matrix()


def test_a_search_shows_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert "### B4 Griffins" in said(capsys, "--search", "griffins")
    assert run_rules(["--search", "unicorns"]) == 1
    assert "No rule speaks of 'unicorns'." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["V44"], "There is no rule 'V44'. Did you mean V4"),
        (["--edition", "r7"], "There is no edition 'r7'; there are first, r2"),
        (["--edition", "r7", "--coverage"], "There is no edition 'r7'; there are first, r2"),
        (["--compare", "r2", "r7"], "There is no edition 'r7'"),
        (["--options", "oracle"], "There is no option 'oracle'; there are oracles"),
        (["--edition", "first", "--options", "plunder"], "makes no sense"),
        (["V4", "--options", "oracles"], "leave out the ids"),
    ],
)
def test_a_slip_is_explained(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_rules(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert said in output.err
