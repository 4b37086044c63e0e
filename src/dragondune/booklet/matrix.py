"""Writes the matrix: every question, each edition's answer, and the options that change it."""

from __future__ import annotations

from collections import defaultdict

from dragondune.editions.build import EDITIONS, TITLES, build, is_house_rule
from dragondune.editions.house import BALANCING, KNOBS, apply_settings
from dragondune.editions.options import OPTIONS, Option
from dragondune.editions.questions import NONE, SECTIONS, Question, differences
from dragondune.model.factions import FACTION_NAMES

SAME = "="
HOUSE = "°"

HEAD = f"""\
# The matrix: questions, editions, options

Every question that the editions of Dragon Dune answer differently, or that an option changes,
with the answer of each edition. This file is written by `dragon-dune rules --matrix`.

- `{SAME}` means: as the cell to its left. `{NONE}` means: none, or no such rule.
- The last column names the options that change the answer, to what, and in which editions. A
  circle ({HOUSE}) marks an edition whose book does not offer the option: there it is a house rule.
- `gold.orcs=5` and the like set one faction's number by hand (G5), within the bounds given.
"""


def matrix() -> str:
    """The whole page, as Markdown."""
    changes = _changes()
    out = [HEAD]
    for title, questions in SECTIONS.items():
        out += [f"## {title}", "", *_table_head()]
        out += [_row(question, changes[question.key]) for question in questions]
        out.append("")
    return "\n".join([*out, "## What can be chosen", "", *_option_table()]) + "\n"


def _table_head() -> list[str]:
    heads = ["question", "rules", *(f"`{edition}`" for edition in EDITIONS), "options"]
    return [_line(heads), _line(["---"] * len(heads))]


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _row(question: Question, options: list[str]) -> str:
    answers = [question.answer(rules) for rules in EDITIONS.values()]
    shown = [
        SAME if place and answer == answers[place - 1] else answer
        for place, answer in enumerate(answers)
    ]
    return _line([question.title, ", ".join(question.rules), *shown, "; ".join(options)])


# --- what options change -------------------------------------------------------------------


def _changes() -> dict[str, list[str]]:
    """For each question's key what the options make of it, in words."""
    found: dict[str, list[str]] = defaultdict(list)
    for option in OPTIONS.values():
        for key, answers in _changed_by(option).items():
            told = ", ".join(f"{answer} ({' '.join(where)})" for answer, where in answers.items())
            found[key].append(f"`{option.name}`: {told}")
    for key, text in _set_by_hand():
        found[key].append(text)
    return found


def _changed_by(option: Option) -> dict[str, dict[str, list[str]]]:
    """Key of a question, its new answer, and the editions where the option gives that answer."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for edition in _possible(option):
        base = build(edition, option.needs)
        rules = build(edition, [*option.needs, option.name])
        mark = HOUSE if is_house_rule(edition, option) else ""
        for question in differences(base, rules):
            found[question.key][question.answer(rules)].append(f"{edition}{mark}")
    return found


def _possible(option: Option) -> list[str]:
    return [edition for edition in EDITIONS if edition not in option.nonsense]


def _set_by_hand() -> list[tuple[str, str]]:
    """The questions whose numbers G5 sets, found by setting one."""
    rules = next(reversed(EDITIONS.values()))
    out = []
    for knob in (KNOBS[name] for name in BALANCING):
        changed = apply_settings(rules, [f"{knob.name}.{FACTION_NAMES[0]}={knob.most}"])
        for question in differences(rules, changed):
            out.append((question.key, f"`{knob.name}.FACTION=N`: {knob.least} to {knob.most}"))
    return out


# --- the list of options -------------------------------------------------------------------


def _option_table() -> list[str]:
    heads = ["option", "rule", "title", "offered in", "house rule in", "not possible", "excludes"]
    out = [_line(heads), _line(["---"] * len(heads))]
    for option in OPTIONS.values():
        house = [edition for edition in _possible(option) if is_house_rule(edition, option)]
        refused = [f"{edition}: {why}" for edition, why in option.nonsense.items()]
        out.append(
            _line(
                [
                    f"`{option.name}`",
                    option.rule,
                    option.title,
                    " ".join(edition for edition in option.editions if edition in TITLES),
                    " ".join(house) or NONE,
                    "; ".join(refused) or NONE,
                    ", ".join(f"`{name}`" for name in option.excludes) or NONE,
                ]
            )
        )
    return out
