"""Appends the rule that docs/extending.md shows to rulebook/options.md of the current folder."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "extending.md"


def main() -> None:
    """Exactly as the page shows it."""
    shown = re.search(r"```markdown\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    options = Path("rulebook/options.md")
    options.write_text(f"{options.read_text(encoding='utf-8')}\n{shown[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
