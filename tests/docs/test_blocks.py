"""Every command and every example in README and docs works as shown."""

import re
from pathlib import Path

import pytest
from docs.blocks import (
    ROOT,
    RUN_ELSEWHERE,
    Block,
    all_blocks,
    blocks_of,
    check_form,
    links_of,
    pages,
)
from docs.workshop import Workshop

BLOCKS = all_blocks()
SHELL = [block for block in BLOCKS if block.language == "sh"]
PYTHON = [block for block in BLOCKS if block.language == "python"]
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in pages()}


def name(block: object) -> str:
    return block.name if isinstance(block, Block) else str(block)


def is_continued(block: Block) -> bool:
    """Does another block go on from here? Then it is run together with that one."""
    later = [other for other in PYTHON if other.page == block.page and other.line > block.line]
    return bool(later) and "continues" in later[0].notes


def chapter_until(block: Block, among: list[Block]) -> list[Block]:
    """The block and those it continues."""
    before = [b for b in among if b.page == block.page and b.line <= block.line]
    start = max(i for i, b in enumerate(before) if "continues" not in b.notes)
    return before[start:]


@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_a_block_can_be_checked(block: Block) -> None:
    assert not check_form(block), f"{block.name}: {check_form(block)}"


@pytest.mark.parametrize("block", SHELL, ids=name)
def test_commands_run(block: Block, tmp_path: Path) -> None:
    Workshop(tmp_path).run(block)


@pytest.mark.parametrize("block", [last for last in PYTHON if not is_continued(last)], ids=name)
def test_an_example_runs_and_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    Workshop(tmp_path).run_python(chapter_until(block, PYTHON))


@pytest.mark.parametrize("language", sorted(RUN_ELSEWHERE))
def test_what_is_run_elsewhere_is_run_there(language: str) -> None:
    assert f'"{language}"' in (ROOT / RUN_ELSEWHERE[language]).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    missing = [target for target in links_of(PAGES[page]) if not (folder / target).exists()]
    assert not missing, f"{page} points to {missing}"


def test_there_is_something_to_check() -> None:
    assert len(SHELL) >= 4
    assert len(PYTHON) >= 2
    assert sum(len(links_of(text)) for text in PAGES.values()) >= 10


# A check that cannot fail checks nothing: pages that are wrong in one way each.
WRONG = {
    "no language": "```\npython3 run.py rules\n```\n",
    "unknown language": "```cobol\nSTOP RUN\n```\n",
    "quick form of something else": (
        "<!-- quick\npython3 run.py rules V4\n-->\n```sh\npython3 run.py bench\n```\n"
    ),
    "quick form with a command less": (
        "<!-- quick\nls\n-->\n```sh\nls\npython3 run.py rules V4\n```\n"
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_badly_written_block_is_found(fault: str) -> None:
    (block,) = blocks_of(WRONG[fault], "wrong.md")
    assert check_form(block)


@pytest.mark.parametrize(
    "command",
    [
        "python3 run.py rulse",
        "python3 run.py rules V99",
        "dragon-dune serve --no-such-setting 1",
        "pip install 'dragon-dune[tabel]'",
        "python3 run.py rules | grep 'no such words'",
    ],
)
def test_a_wrong_command_is_found(command: str, tmp_path: Path) -> None:
    (block,) = blocks_of(f"```sh\npython3 run.py rules V4  # right\n{command}\n```\n", "wrong.md")
    with pytest.raises(AssertionError, match=re.escape(command)):
        Workshop(tmp_path).run(block)


@pytest.mark.parametrize(
    "text", ["1 / 0\n", "print('yes')  # no\n", "from dragondune import nix\n"]
)
def test_a_wrong_example_is_found(text: str, tmp_path: Path) -> None:
    blocks = blocks_of(f"```python\nx = 1\n```\n\n```python\n{text}```\n", "wrong.md")
    with pytest.raises(AssertionError, match=r"wrong\.md:5"):
        Workshop(tmp_path).run_python(chapter_until(blocks[1], blocks))
