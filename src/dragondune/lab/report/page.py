"""The report as one HTML file that needs nothing else: no network, and what draws is inside."""

import base64
import io
import re
from collections.abc import Sequence
from html import escape
from typing import Final

import polars as pl

from dragondune.lab.report import sentences
from dragondune.lab.report.briefs import Brief
from dragondune.lab.report.chart import script
from dragondune.lab.report.contents import Chapter, Report
from dragondune.lab.report.palette import DARK, FONT, LIGHT, variables
from dragondune.lab.report.pictures import Picture
from dragondune.lab.study.findings import Finding
from dragondune.lab.study.runs import RunLine, pace
from dragondune.model.factions import FACTION_NAMES

SHARES: Final = (
    *("share", "low", "high", "difference", "share before", "share after"),
    *("unchanged games", "unchanged winners", "shared victories", "worth", "imbalance"),
    *(
        "difference low",
        "difference high",
        "farthest",
        "part of the games",
        "chance",
        "nothing left",
    ),
)
TABLE_TITLES: Final = {
    "overview": "Overview of every study",
    "wins": "Win shares",
    "ways": "Ways of winning",
    "ways-by-turn": "Ways of winning by turn",
    "last-turns": "Last turns",
    "over-time": "Castles and gold over time",
    "gold-flows": "Gold flows",
    "gold-left": "Gold left unspent",
    "seats": "Victories by place in the player order",
    "places": "Territories",
    "effects": "Effects of options",
    "drama": "Is it exciting?",
    "rule-use": "What happens how often",
    "winners-chance": "The later winner's chance by turn",
    "waiting": "Decisions and waiting by seat",
    "search": "Sets of changes that were judged",
    "sweeps": "Points of the sweeps",
    "worth": "What powers are worth",
    "remedies": "Remedies G1–G4 on the faction each is aimed at",
}
PARQUET: Final = "application/vnd.apache.parquet"
SCRIPTLESS: Final = (
    "<noscript><p>The charts need scripts; the folders svg and png hold them too.</p></noscript>"
)
STYLE: Final = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 FONT}
main,header{max-width:74rem;margin:0 auto;padding:0 1.1rem}
header{padding-top:2.2rem}
h1,h2,h3{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Georgia,serif;line-height:1.2;margin:0}
h1{font-size:clamp(1.7rem,5vw,2.5rem)}h2{font-size:1.7rem;margin:2.6rem 0 .3rem}h3{font-size:1.12rem}
p{margin:.5rem 0;max-width:68ch}.soft{color:var(--soft)}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:.4rem;margin:1.1rem 0 0}
nav a{border:1px solid var(--line);border-radius:99px;padding:.3rem .85rem;text-decoration:none;background:var(--card)}
.grid{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;margin:1rem 0;align-items:start;grid-auto-flow:dense}
@media(min-width:46rem){.grid{grid-template-columns:repeat(6,minmax(0,1fr))}.grid>*{grid-column:span 3}}
@media(min-width:66rem){.grid>.third{grid-column:span 2}}
@media(min-width:46rem){.grid>.whole{grid-column:2/span 4}}
@media(max-width:30rem){main,header{padding-inline:.6rem}header{padding-top:1.2rem}figure,.card{padding:.75rem}}
figure,.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1rem;margin:0;min-width:0}
.chart.chart{display:block}.chart:not(.vega-embed){min-height:12rem}
.chart svg{display:block;width:100%;height:auto;margin:.5rem 0 .3rem}
#vg-tooltip-element.custom-theme{background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:8px;font:14px/1.4 FONT;padding:.5rem .7rem}
#vg-tooltip-element.custom-theme td.key{color:var(--soft);max-width:none}#vg-tooltip-element.custom-theme td{border:0;padding:.05rem .3rem;text-align:left}
figcaption{font-size:.86rem;color:var(--soft)}
.card h3{display:flex;align-items:center;gap:.5rem}.card h3::before{content:"";width:.75rem;height:.75rem;border-radius:3px;background:var(--of)}
.card p{font-size:.94rem;margin:.4rem 0}.card p.head{font-weight:600;font-size:1rem}
details{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:.6rem 0;padding:.55rem 1rem}
summary{cursor:pointer;font-weight:600;padding:.25rem 0}
.scroll{overflow-x:auto;max-height:32rem}.brief{max-height:none}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;margin:.4rem 0}
th,td{padding:.25rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{position:sticky;top:0;background:var(--card);color:var(--soft);font-weight:600}
.t{text-align:left}
.brief table{margin:0;width:100%}.brief td,.brief th{vertical-align:top}
.brief tr>:first-child{position:sticky;left:0;background:var(--card)}
.filter{display:flex;flex-wrap:wrap;gap:.3rem .9rem;border:0;margin:.8rem 0 0;padding:0}
.filter legend{float:left;color:var(--soft);padding:0;margin-right:.9rem}.filter label{display:flex;gap:.35rem;align-items:center;min-height:1.8rem}
[hidden]{display:none!important}
.brief td,.brief th{white-space:normal}
@media(max-width:40rem){
.scroll{overflow-x:visible}table,tbody,tr,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{padding:.5rem 0;border-bottom:1px solid var(--line)}tr:last-child{border:0}
td,td.t{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.6rem;border:0;padding:.1rem 0;white-space:normal;text-align:left;overflow-wrap:anywhere}
td::before{content:attr(data-head);color:var(--soft)}.brief tr>:first-child{position:static}
details .scroll{overflow-y:auto;overflow-x:hidden}}
ul{padding-left:1.2rem;margin:.4rem 0}li{margin:.15rem 0}
footer{max-width:74rem;margin:3rem auto 0;padding:1.2rem 1.1rem 2.5rem;color:var(--soft);font-size:.88rem}
code{font-size:.86em;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--k1);outline-offset:2px}
@media print{body{background:#fff}figure,.card{break-inside:avoid}}
"""


def page(report: Report) -> str:
    """The whole report."""
    light = "--paper:#f4ecd8;" + variables(LIGHT)
    dark = "--paper:#1d1813;" + variables(DARK)
    style = f":root{{color-scheme:light dark;{light}}}"
    style += f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}" + STYLE.replace("FONT", FONT)
    body = [_header(report), "<main>", *(_brief(one) for one in report.briefs)]
    if report.glance:
        body.append(_figures(report.glance))
    body += [_chapter(chapter) for chapter in report.chapters]
    body += [_method(report), _tables(report), "</main>", _footer(report)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>{escape(report.title)}</title><style>{style}</style></head>"
        f"<body>{''.join(body)}{SCRIPTLESS}"
        f'<script type="module">{script()}</script></body></html>'
    )


def _header(report: Report) -> str:
    games = sum(sample.size for one in report.findings for sample in (one.base, *one.others))
    links = "".join(f'<a href="#{one.name}">{escape(one.title)}</a>' for one in report.briefs)
    links += "".join(f'<a href="#{c.edition}">{escape(c.title)}</a>' for c in report.chapters)
    bots = sentences.listed(dict.fromkeys(sentences.plural(one.bots) for one in report.findings))
    return (
        f"<header><h1>{escape(report.title)}</h1>"
        f'<p class="soft">{games:,} games among bots ({escape(bots)}). '
        "What follows is true of these bots; what it says about people is at the end.</p>"
        f'<nav aria-label="Contents">{links}<a href="#method">How to read it</a>'
        f'<a href="#figures">All figures</a></nav>{_filters(report)}</header>'
    )


def _filters(report: Report) -> str:
    """A tick for each edition and each strength of bots, where there are several."""
    found = ""
    for name, title in (("edition", "Editions"), ("bots", "Bots")):
        values = list(dict.fromkeys(str(getattr(one, name)) for one in report.findings))
        boxes = "".join(
            f'<label><input type="checkbox" name="{name}" value="{escape(value)}" checked>'
            f"{escape(value)}</label>"
            for value in values
        )
        if len(values) > 1:
            found += f'<fieldset class="filter"><legend>{title}</legend>{boxes}</fieldset>'
    return found


def _brief(brief: Brief) -> str:
    head = "".join(f'<th scope="col" class="t">{_prose(cell)}</th>' for cell in brief.head)
    rows = "".join(_brief_row(brief, row) for row in brief.rows)
    notes = "".join(f"<p>{_prose(note)}</p>" for note in brief.notes)
    return (
        f'<section id="{brief.name}"><h2>{escape(brief.title)}</h2><p>{_prose(brief.lead)}</p>'
        f'<div class="card scroll brief" tabindex="0" role="region" aria-label="{escape(brief.title)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{notes}</section>"
    )


def _brief_row(brief: Brief, row: Sequence[str]) -> str:
    told = dict(zip(brief.head, row, strict=True))
    filtered = "".join(
        f' data-{name}="{escape(told[name])}"' for name in ("edition", "bots") if name in told
    )
    cells = (
        f'<td class="t" data-head="{escape(head)}"><span>{_cell(cell)}</span></td>'
        for head, cell in told.items()
    )
    return f"<tr{filtered}>{''.join(cells)}</tr>"


def _cell(text: str) -> str:
    return "<br>".join(_prose(line) for line in text.splitlines())


def _prose(text: str) -> str:
    """A sentence; what stands in back-ticks is a word of the program."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _chapter(chapter: Chapter) -> str:
    counts = sentences.listed(
        f"{one.base.size:,} games of {sentences.plural(one.bots)}" for one in chapter.findings
    )
    name = escape(chapter.edition)
    parts = [f'<section id="{name}" data-edition="{name}"><h2>{escape(chapter.title)}</h2>']
    parts.append(f'<p class="soft">{escape(counts)}.</p>')
    parts += [f"<p>{_prose(line)}</p>" for line in chapter.opening]
    if chapter.answers:
        parts.append('<div class="grid">')
        parts += [_answer(faction, chapter.answers[faction]) for faction in FACTION_NAMES]
        parts.append("</div>")
    parts.append(_figures(chapter.pictures))
    parts += [_options(one) for one in chapter.findings if one.others]
    parts.append("</section>")
    return "".join(parts)


def _answer(faction: str, lines: Sequence[str]) -> str:
    head, *rest = lines
    told = "".join(f"<p>{_prose(line)}</p>" for line in rest)
    return (
        f'<div class="card" style="--of:var(--{faction})"><h3>Are the {faction.capitalize()} too '
        f'strong?</h3><p class="head">{_prose(head)}</p>{told}</div>'
    )


def _options(finding: Finding) -> str:
    head, found, rest = sentences.option_words(finding)
    below = f"<ul>{''.join(f'<li>{_prose(line)}</li>' for line in found)}</ul>" if found else ""
    return f"<p>{_prose(head)}</p>{below}" + "".join(f"<p>{_prose(line)}</p>" for line in rest)


def _figures(pictures: Sequence[Picture]) -> str:
    parts = ['<div class="grid">']
    for one in pictures:
        parts.append(
            f'<figure class="{one.part}" id="{one.name}"{_of(one)}><h3>{escape(one.title)}</h3>{one.chart.inline()}'
            f"<figcaption>{_prose(one.caption)}</figcaption></figure>"
        )
    return "".join([*parts, "</div>"])


def _of(picture: Picture) -> str:
    return f' data-bots="{escape(picture.bots)}"' if picture.bots else ""


def _method(report: Report) -> str:
    told = "".join(f"<p>{_prose(line)}</p>" for line in report.method)
    return f'<section id="method"><h2>How to read it</h2>{told}</section>'


# --- figures -------------------------------------------------------------------------------


def _tables(report: Report) -> str:
    parts = ['<section id="figures"><h2>All figures</h2>']
    parts.append(
        "<p>Each table can be kept as CSV or Parquet; the file holds more digits than the page.</p>"
    )
    for name, frame in report.tables.items():
        link = _download(f"{name}.csv", "text/csv", frame.write_csv().encode())
        link += " " + _download(f"{name}.parquet", PARQUET, parquet(frame))
        parts.append(
            f'<details id="table-{name}"><summary>{TABLE_TITLES[name]}</summary><p>{link}</p>'
            f'<div class="scroll" tabindex="0" role="region" aria-label="{TABLE_TITLES[name]}">'
            f"{table(frame)}</div></details>"
        )
    return "".join([*parts, "</section>"])


def _download(name: str, kind: str, content: bytes) -> str:
    data = base64.b64encode(content).decode()
    return f'<a download="{name}" href="data:{kind};base64,{data}">{name}</a>'


def parquet(frame: pl.DataFrame) -> bytes:
    """A table as a file that keeps its types."""
    content = io.BytesIO()
    frame.write_parquet(content, compression="zstd")
    return content.getvalue()


def table(frame: pl.DataFrame) -> str:
    """A table of figures, shares as percent."""
    kinds = [' class="t"' if kind == pl.String else "" for kind in frame.dtypes]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>'
        for name, kind in zip(frame.columns, kinds, strict=True)
    )
    rows = []
    for row in frame.iter_rows():
        cells = (
            f"<td{kind}>{escape(shown(name, value))}</td>"
            for name, kind, value in zip(frame.columns, kinds, row, strict=True)
        )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def shown(name: str, value: object) -> str:
    """A figure as people read it."""
    if isinstance(value, float):
        return f"{value * 100:.1f} %" if name in SHARES else f"{value:.2f}"
    return "–" if value in (None, "") else str(value)


def _footer(report: Report) -> str:
    runs = "".join(
        f"<li><code>{escape(str(run['command']))}</code>{_what(run)}{_when(run)}</li>"
        for run in report.runs
    )
    made = f"<p>Made by</p><ul>{runs}</ul>" if runs else ""
    return (
        f"<footer>{made}<p>Dragon Dune is a game by Vincent von Guard, CC BY-SA 4.0.</p></footer>"
    )


def _what(run: RunLine) -> str:
    if "games" not in run:
        return ""
    return f": {run['games']:,} games of {escape(sentences.plural(str(run['bots'])))}"


def _when(run: RunLine) -> str:
    if "seconds" not in run:
        return ""
    return f" in {duration(run['seconds'])}{_pace(run)}, {run['day']}"


def _pace(run: RunLine) -> str:
    """How fast the processes were together, and one of them."""
    found = pace(run)
    if found is None:
        return ""
    where = " of Ray" if run["on"] == "Ray" else ""
    many = f"{run['cores']} processes" if run["cores"] != 1 else "1 process"
    return (
        f" ({found[0]:,.1f} a second by the clock on {many}{where}; "
        f"one process plays {found[1]:,.1f} in a second of its own)"
    )


def duration(seconds: object) -> str:
    """So many seconds in words."""
    spent = float(str(seconds))
    return f"{spent:.0f} s" if spent < 120 else f"{spent / 60:.0f} min"
