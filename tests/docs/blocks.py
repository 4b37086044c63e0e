"""Reads the code blocks of a Markdown page, with the notes that stand right above them.

The convention is told to writers in docs/contributing.md.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<indent> *)(?P<fence>```+|~~~+) *(?P<language>\S*)[^\n]*$")
NOTE = re.compile(r"<!-- *(quick|before|continues)\b *((?:(?!-->).)*?) *-->\s*\Z", re.DOTALL)

# Shown, not run.
SHOWN = frozenset(
    {"text", "nginx", "caddyfile", "ini", "toml", "html", "typescript", "json", "markdown"}
)
# Run by the tests named here, line by line.
RUN_ELSEWHERE = {
    "action": "tests/engine/test_notation.py",
    "position": "tests/engine/test_notation.py",
    "refused": "tests/engine/test_notation.py",
    "table": "tests/contracts/test_sentences.py",
    "clause": "tests/contracts/test_sentences.py",
}
RUN = frozenset({"sh", "python"})
SCHEMES = ("http:", "https:", "mailto:")


@dataclass(frozen=True)
class Block:
    """A fenced block; ``notes`` are the comments directly above it."""

    page: str
    line: int
    language: str
    text: str
    notes: dict[str, str]

    @property
    def name(self) -> str:
        """How a failure names it: page and line."""
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Every page whose blocks are checked: those beside the README and all in docs/."""
    names = ("README.md", "CHANGELOG.md", "SECURITY.md")
    return [*(ROOT / name for name in names), *sorted((ROOT / "docs").rglob("*.md"))]


def blocks_of(text: str, page: str) -> list[Block]:
    """All blocks of a page, in order."""
    found: list[Block] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opened = FENCE.match(lines[at])
        if opened is None:
            at += 1
            continue
        closing = re.compile(rf"^ *{re.escape(opened['fence'])} *$")
        end = next((n for n in range(at + 1, len(lines)) if closing.match(lines[n])), len(lines))
        indent = len(opened["indent"])
        body = "\n".join(line[indent:] for line in lines[at + 1 : end]) + "\n"
        notes = _notes("\n".join(lines[:at]))
        found.append(Block(page, at + 1, opened["language"], body, notes))
        at = end + 1
    return found


def _notes(above: str) -> dict[str, str]:
    notes: dict[str, str] = {}
    while (match := NOTE.search(above)) is not None:
        notes[match[1]] = match[2].strip("\n")
        above = above[: match.start()]
    return notes


def all_blocks() -> list[Block]:
    """The blocks of all pages."""
    found: list[Block] = []
    for path in pages():
        page = path.relative_to(ROOT).as_posix()
        found += blocks_of(path.read_text(encoding="utf-8"), page)
    return found


def commands(script: str) -> list[str]:
    """The commands of a shell block: lines, without remarks, with continued lines joined."""
    joined = script.replace("\\\n", " ")
    return [line for line in (_without_remark(raw) for raw in joined.splitlines()) if line]


def _without_remark(line: str) -> str:
    return re.sub(r"(^|\s)#.*", "", line).strip()


def opening(command: str) -> list[str]:
    """What a quick form must keep: the program and, of ours, the command."""
    words = [w for w in shlex.split(command) if not re.fullmatch(r"[A-Z_]+=.*", w)]
    longer = words[:1] == ["python3"] or words[:2] == ["python", "-m"]
    return words[: 3 if longer else 2]


def check_form(block: Block) -> str:
    """What is wrong with how a block is written; '' when nothing is."""
    if not block.language:
        return "the block names no language (sh and python are run, text is only shown)"
    if block.language not in RUN | SHOWN | set(RUN_ELSEWHERE):
        return f"nobody runs the language {block.language!r}; text is only shown"
    quick = block.notes.get("quick")
    if quick is None:
        return ""
    said, tried = commands(block.text), commands(quick)
    if len(said) != len(tried):
        return f"the quick form has {len(tried)} commands, the block {len(said)}"
    for one, other in zip(said, tried, strict=True):
        if opening(one) != opening(other):
            return f"the quick form {other!r} is not of the command {one!r}"
    return ""


def links_of(text: str) -> list[str]:
    """Relative targets of links and pictures outside code, without anchors."""
    plain = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    found = re.findall(r"\]\(([^)\s]+)\)", plain) + re.findall(r'(?:src|href)="([^"]+)"', plain)
    return [t.split("#")[0] for t in found if not t.startswith((*SCHEMES, "#"))]
