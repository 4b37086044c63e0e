"""A chart as a Vega-Lite specification: live in the page, or as a picture in a file of its own."""

import json
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dragondune.lab.report.palette import FONT, LIGHT

Spec = dict[str, Any]
WIDTH: Final = 440  # of a whole chart, with its axes; the page shrinks it to a phone's width
SHARPNESS: Final = 2.0
HEADING: Final = 14  # size of the heading of a picture that stands alone
_NAME: Final = re.compile(r'"\$([a-z]+\d?)"')
CONFIG: Final[Spec] = {
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "$soft",
        "titleColor": "$soft",
        "gridColor": "$line",
        "domain": False,
        "ticks": False,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 400,
        "labelPadding": 5,
        "labelFlush": False,
    },
    "legend": {
        "orient": "bottom",
        "title": None,
        "labelColor": "$soft",
        "labelFontSize": 12,
        "columns": 2,
        "symbolType": "square",
        "labelLimit": 220,
        "symbolStrokeWidth": 0,
    },
    "header": {
        "title": None,
        "labelColor": "$ink",
        "labelFontSize": 13,
        "labelFontWeight": 600,
    },
    "text": {"color": "$ink", "fontSize": 12},
}
# One after the other, so that the page can be scrolled meanwhile. What is filtered out is hidden,
# and a chart of several editions or bots is drawn anew without it.
DRAW: Final = """
const specs = new Map();
const off = {edition: new Set(), bots: new Set()};
const stays = row => !off.edition.has(row.edition) && !off.bots.has(row.bots);
async function draw(place) {
  const spec = structuredClone(specs.get(place));
  if (spec.data && (off.edition.size || off.bots.size)) {
    spec.data.values = spec.data.values.filter(stays);
    const figure = place.closest("figure");
    figure.hidden = figure.hidden || !spec.data.values.length;
    if (figure.hidden) return;
  }
  await vegaEmbed(place, spec, {
    mode: "vega-lite", renderer: "svg", actions: false, tooltip: {theme: "custom"},
  });
}
for (const place of document.querySelectorAll(".chart")) {
  specs.set(place, JSON.parse(place.querySelector("script").textContent));
  await draw(place);
}
let turn = 0;
async function filter(box) {
  off[box.name][box.checked ? "delete" : "add"](box.value);
  for (const part of document.querySelectorAll("[data-edition],[data-bots]")) {
    part.hidden = !stays(part.dataset);
  }
  const mine = ++turn;
  for (const place of specs.keys()) {
    if (mine !== turn) return;
    if (!place.closest("[hidden]")) await draw(place);
  }
  document.body.dataset.filtered = mine;
}
for (const box of document.querySelectorAll(".filter input")) {
  box.addEventListener("change", () => filter(box));
}
// On a phone a row of a table becomes a card, whose lines need the heads of their columns.
for (const details of document.querySelectorAll("details")) {
  details.addEventListener("toggle", () => {
    const heads = [...details.querySelectorAll("th")].map(head => head.textContent);
    for (const row of details.querySelectorAll("tbody tr")) {
      [...row.cells].forEach((cell, at) => cell.dataset.head = heads[at]);
    }
  }, {once: true});
}
"""


@dataclass(frozen=True)
class Chart:
    """What is drawn, and a title for those who cannot see it."""

    title: str
    spec: Spec

    def inline(self) -> str:
        """For the report: its colours are the page's, and the page says above it what it shows."""
        told = {"background": "transparent", "description": self.title, "config": CONFIG}
        text = _NAME.sub(r'"var(--\1)"', _json(self.spec | told))
        # A script ends at its closing tag, even inside a string.
        safe = text.replace("</", "<\\/")
        return f'<div class="chart"><script type="application/json">{safe}</script></div>'

    def file(self) -> str:
        """An SVG that stands alone: light, on a ground, with its title above it."""
        import vl_convert

        lines = textwrap.wrap(self.title, int((WIDTH - 20) / (HEADING * 0.56)))
        title: Spec = {"text": lines, "anchor": "start", "frame": "bounds", "color": "$ink"}
        title |= {"fontSize": HEADING, "fontWeight": 600, "offset": 10}
        told = {"title": title, "description": self.title, "config": CONFIG}
        text = _json(self.spec | told | {"background": "$card", "padding": 10})
        light = _NAME.sub(lambda found: f'"{LIGHT[found[1]]}"', text)
        return str(vl_convert.vegalite_to_svg(light))

    def png(self) -> bytes:
        """The same picture as points."""
        import vl_convert

        return bytes(vl_convert.svg_to_png(self.file(), scale=SHARPNESS))


def _json(spec: Spec) -> str:
    return json.dumps(spec, ensure_ascii=False, separators=(",", ":"))


@cache
def script() -> str:
    """All that draws the charts of a page, with nothing to load from elsewhere."""
    import vl_convert

    return str(vl_convert.javascript_bundle(DRAW))
