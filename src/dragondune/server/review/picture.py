"""The picture of a review that a shared link shows: drawn as SVG, and as PNG where that can be made."""

from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from typing import Final

from dragondune.model.factions import FACTION_OF_NAME
from dragondune.review.result import GameReview
from dragondune.telling.words import FACTIONS, capital, listed, the

WIDTH, HEIGHT = 1200, 630
LEFT, RIGHT, TOP, BOTTOM = 70, 950, 190, 560
COLOURS: Final = {
    "dwarves": "#8a4b14",
    "elves": "#1f6b4a",
    "goblins": "#5b3a8e",
    "orcs": "#23303f",
}
PAPER, INK, SOFT, LINE = "#f4ecd8", "#2e2416", "#665640", "#d9c9a6"
FONT: Final = "Libertinus Serif, Georgia, serif"


def headline(review: GameReview) -> str:
    """``The Orcs won in turn 8``."""
    return f"{victory(review.winners)} in turn {review.turns}"


def victory(winners: Sequence[str]) -> str:
    """``The Orcs won``."""
    return f"{capital(listed([the(FACTION_OF_NAME[seat]) for seat in winners]))} won"


def svg(review: GameReview) -> str:
    """The curves of the game under its headline."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _text(LEFT, 92, 60, headline(review), INK, "bold"),
        _text(
            LEFT, 142, 30, f"Dragon Dune · who was winning, from turn to turn · {review.way}", SOFT
        ),
        *_grid(review),
        *(_curve(review, seat) for seat in review.seats),
        *_labels(review),
        "</svg>",
    ]
    return "\n".join(lines)


def _text(x: float, y: float, size: int, text: str, fill: str, weight: str = "normal") -> str:
    place = f'x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" fill="{fill}"'
    return f"<text {place}>{escape(text)}</text>"


def _x(review: GameReview, at: int) -> float:
    return LEFT + (RIGHT - LEFT) * at / max(1, review.moments)


def _y(chance: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, chance))


def _grid(review: GameReview) -> list[str]:
    rows = [
        f'<path d="M{LEFT} {_y(level):.0f}H{RIGHT}" stroke="{LINE}" stroke-width="2"/>'
        + _text(18, _y(level) + 8, 22, f"{level:.0%}", SOFT)
        for level in (0, 0.5, 1)
    ]
    seen = 0
    for point in review.curve:
        if point.turn > seen:
            seen = point.turn
            rows.append(_text(_x(review, point.at), BOTTOM + 40, 24, str(point.turn), SOFT))
    return rows


def _curve(review: GameReview, seat: str) -> str:
    path = ""
    for point in review.curve:
        x, y = _x(review, point.at), _y(point.chances[seat])  # type: ignore[index]
        path += f"H{x:.1f}V{y:.1f}" if path else f"M{x:.1f} {y:.1f}"
    style = f'stroke="{COLOURS[seat]}" stroke-width="6" fill="none" stroke-linejoin="round"'
    return f'<path d="{path}" {style}/>'


def _labels(review: GameReview) -> list[str]:
    """Names at the end of the curves, the winner on top; none lies on another."""
    last = review.curve[-1].chances
    ranked = sorted(review.seats, key=lambda seat: -last[seat])
    lowest = BOTTOM + 10 - 44 * (len(ranked) - 1)
    return [
        _text(
            RIGHT + 20,
            TOP + 14 if seat in review.winners else lowest + 44 * place,
            36,
            FACTIONS[FACTION_OF_NAME[seat]],
            COLOURS[seat],
            "bold",
        )
        for place, seat in enumerate(ranked)
    ]


def can_paint() -> bool:
    """Is what makes a PNG of it installed?"""
    return find_spec("typst") is not None


def png(picture: str) -> bytes:
    """The picture as PNG; ImportError where the extra 'print' is not installed."""
    import typst

    page = f'#set page(width: {WIDTH}pt, height: {HEIGHT}pt, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg", width: 100%)'
    made = typst.compile(page.encode(), format="png", ppi=72.0, sys_inputs={"svg": picture})
    return bytes(made)
