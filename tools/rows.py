"""Makes the table of a row's fields in the page about environments.

python tools/rows.py    writes it into docs/environments.md
"""

from pathlib import Path

from dragondune.learning.layout import ALL_FIELDS, BYTE_AT, ROW, WORD_AT, WORDS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- rows: python tools/rows.py -->\n", "<!-- end of rows -->"


def table() -> str:
    """Every field of a row: where it begins, how long it is, what it means."""
    lines = ["| bytes | field | numbers | meaning |", "|---|---|---|---|"]
    for field in ALL_FIELDS:
        wide = field.name in WORD_AT
        at = 8 * WORD_AT[field.name] if wide else 8 * WORDS + BYTE_AT[field.name]
        size = f"{field.size} × 64 bits" if wide else f"{field.size}"
        end = at + field.size * (8 if wide else 1) - 1
        lines.append(f"| {at} to {end} | `{field.name}` | {size} | {field.meaning} |")
    asked = [
        (ROW, "asked", 1, "the field of the action that is asked, 0 to 6"),
        (ROW + 1, "settled", 7, "the fields that are settled: their values; 255 not yet"),
    ]
    lines += [f"| {at} to {at + n - 1} | `{name}` | {n} | {m} |" for at, name, n, m in asked]
    return "\n".join(lines) + "\n"


def page() -> str:
    """The page with the table as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + "\n" + table() + "\n" + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
