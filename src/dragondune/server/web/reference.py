"""What does not change while the server runs: the editions, the map, the rulebook."""

from functools import lru_cache
from typing import Final

from dragondune import __version__
from dragondune.booklet.book import Rule, is_ruling
from dragondune.booklet.choices import Choice, choices
from dragondune.booklet.loading import load
from dragondune.booklet.printing import print_rules
from dragondune.editions.build import EDITIONS, NEWEST, TITLES, is_house_rule, offered
from dragondune.editions.handicaps import BOUNDS
from dragondune.editions.options import OPTIONS, Option
from dragondune.model.board import (
    EVENT_PLACES,
    GRIFFINS,
    LAKES,
    NAMES,
    NEIGHBOURS,
    NUMBER,
    ORCISH,
    RECTS,
    territories_in,
)
from dragondune.model.factions import FACTION_NAMES
from dragondune.printing.sheets import PAPERS
from dragondune.records import RULES_VERSION
from dragondune.server.web.printing import can_print
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.views import Json, kind_name

CREDIT: Final = "Dragon Dune is a game by Vincent von Guard, CC BY-SA 4.0."
CANVAS: Final = 1090


def meta_json(bots: list[str]) -> Json:
    """What a table can be made of."""
    return {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "credit": CREDIT,
        "newest": NEWEST,
        "factions": list(FACTION_NAMES),
        "editions": [_edition(name) for name in EDITIONS],
        "options": [_option(option) for option in OPTIONS.values()],
        "handicaps": [
            {"name": name, "least": least, "most": most, "title": title}
            for name, (least, most, title) in BOUNDS.items()
        ],
        "bots": bots,
        "papers": list(PAPERS) if can_print() else [],
    }


def _edition(name: str) -> Json:
    possible = offered(name)
    return {
        "name": name,
        "title": TITLES[name],
        "turns": EDITIONS[name].turns,
        "options": [option.name for option in possible if not is_house_rule(name, option)],
        "house": [option.name for option in possible if is_house_rule(name, option)],
    }


def _option(option: Option) -> Json:
    return {
        "name": option.name,
        "rule": option.rule,
        "group": option.group,
        "title": option.title,
        "sentence": option.sentence,
        "editions": list(option.editions),
        "excludes": list(option.excludes),
        "needs": list(option.needs),
        "nonsense": dict(option.nonsense),
    }


def map_json() -> Json:
    """The board as data to draw."""
    events = {place: (card, gold, first) for card, place, gold, first in EVENT_PLACES}
    return {
        "size": CANVAS,
        "lakes": [list(lake) for lake in LAKES],
        "territories": [_territory(t, events) for t in range(len(NAMES))],
    }


def _territory(t: int, events: dict[str, tuple[str, int, int]]) -> Json:
    card, gold, first = events.get(NAMES[t], (None, 0, 0))
    return {
        "id": NAMES[t],
        "number": NUMBER[t],
        "kind": kind_name(t),
        "rects": [list(rect) for rect in RECTS[t]],
        "neighbours": [NAMES[other] for other in territories_in(NEIGHBOURS[t])],
        "griffins": bool(GRIFFINS >> t & 1),
        "orcish": bool(ORCISH >> t & 1),
        "event": card,
        "event_gold": gold,
        "event_gold_first": first,
    }


# --- the rulebook --------------------------------------------------------------------------


@lru_cache(maxsize=64)
def rules_json(edition: str, options: tuple[str, ...]) -> Json:
    """The rulebook of that very game; ProblemError when there is no such game."""
    chosen = _chosen(edition, options)
    # The printed book decides what belongs into it; a heading names each rule that does.
    heads = [line for line in print_rules(edition, options).splitlines() if line.startswith("### ")]
    shown = {_id_of(line) for line in heads}
    chapters = []
    for chapter in load().chapters:
        rules = [_rule(rule, edition, chosen) for rule in chapter.rules if rule.id in shown]
        if rules:
            head = {"name": chapter.name, "title": chapter.title}
            chapters.append(head | {"introduction": chapter.introduction, "rules": rules})
    return {
        "edition": edition,
        "title": TITLES[edition],
        "options": list(options),
        "chosen": [{"name": c.name, "rule": c.rule, "text": c.text} for c in chosen],
        "chapters": chapters,
    }


def _chosen(edition: str, options: tuple[str, ...]) -> list[Choice]:
    try:
        return choices(load(), edition, options)
    except ValueError as error:
        raise ProblemError(400, str(error)) from None


def _id_of(heading: str) -> str:
    words = heading.removeprefix("### ").split()
    first = words[0]
    return f"{first.lower()} {words[1]}" if first in ("Ruling", "House") else first


def _rule(rule: Rule, edition: str, chosen: list[Choice]) -> Json:
    own = [choice for choice in chosen if choice.rule == rule.id]
    changed = [
        {"by": choice.name, "rule": choice.rule, "text": choice.text}
        for choice in chosen
        if rule.id in choice.changes
    ]
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text(edition) or (own[0].text if own else ""),
        "ruling": is_ruling(rule.id),
        "see": list(rule.see),
        "changed": changed,
    }


def rule_json(rule_id: str, edition: str, options: tuple[str, ...]) -> Json:
    """One rule as that game has it."""
    chosen = _chosen(edition, options)
    found = load().by_id.get(rule_id)
    if found is None:
        raise ProblemError(404, f"There is no rule {rule_id!r}.")
    return _rule(found, edition, chosen)
