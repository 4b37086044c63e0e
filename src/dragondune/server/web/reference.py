"""What does not change while the server runs: the editions, the map, the rulebook."""

from functools import lru_cache
from importlib.util import find_spec
from typing import Final

import msgspec

from dragondune import __version__
from dragondune.booklet.book import Rule, is_ruling
from dragondune.booklet.choices import Choice, choices
from dragondune.booklet.loading import load
from dragondune.booklet.printing import print_rules
from dragondune.editions.build import (
    EDITIONS,
    NEWEST,
    TITLES,
    build,
    is_house_rule,
    offered,
    title_of,
)
from dragondune.editions.files import proposals
from dragondune.editions.house import GROUPS, Knob, has_place
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
from dragondune.model.ruleset import Ruleset
from dragondune.printing.layout import PAPERS
from dragondune.records import RULES_VERSION
from dragondune.server.wire.documents import (
    BoardMap,
    Book,
    Chapter,
    ChosenRule,
    EditionInfo,
    GameOption,
    HouseRule,
    HouseRuleGroup,
    MapTerritory,
    RuleChange,
    RuleText,
    ServerMeta,
)
from dragondune.server.wire.problems import ProblemError
from dragondune.server.wire.views import kind_name, names

CREDIT: Final = "Dragon Dune is a game by Vincent von Guard, CC BY-SA 4.0."
CANVAS: Final = 1090


def can_print() -> bool:
    """Is what makes the sheets installed?"""
    return find_spec("typst") is not None


def server_meta(bots: list[str], people: bool = False) -> ServerMeta:
    """What a table can be made of."""
    return ServerMeta(
        version=__version__,
        rules_version=RULES_VERSION,
        credit=CREDIT,
        newest=NEWEST,
        factions=names(FACTION_NAMES),
        editions=[*map(_edition, EDITIONS), *map(_proposal, proposals())],
        options=[_option(option) for option in OPTIONS.values()],
        bots=bots,
        papers=list(PAPERS) if can_print() else [],
        people=people,
    )


def _edition(name: str) -> EditionInfo:
    possible = offered(name)
    return EditionInfo(
        name=name,
        title=TITLES[name],
        turns=EDITIONS[name].turns,
        options=[option.name for option in possible if not is_house_rule(name, option)],
        house=[option.name for option in possible if is_house_rule(name, option)],
    )


def _proposal(name: str) -> EditionInfo:
    proposed = proposals()[name]
    return msgspec.structs.replace(
        _edition(proposed.edition),
        name=name,
        title=proposed.title,
        turns=build(proposed.edition, proposed.options).turns,
        base=proposed.edition,
        changes=list(proposed.options),
    )


def house_rules(edition: str, options: tuple[str, ...]) -> list[HouseRuleGroup]:
    """What a table can set in an edition, with what it says by itself."""
    try:
        rules = build(edition, options)
    except ValueError as error:
        raise ProblemError(400, str(error)) from None
    return [
        HouseRuleGroup(title, [_house_rule(rules, one) for one in knobs if has_place(rules, one)])
        for title, knobs in GROUPS.items()
    ]


def _house_rule(rules: Ruleset, knob: Knob) -> HouseRule:
    return HouseRule(
        name=knob.name,
        title=knob.title.partition("“")[2].rstrip("”") or knob.title,
        by_faction=knob.by_faction,
        least=knob.least,
        most=knob.most,
        words=list(knob.words or ()),
        usual=[knob.written(rules, f) for f in (range(4) if knob.by_faction else (-1,))],
    )


def _option(option: Option) -> GameOption:
    return GameOption(
        name=option.name,
        rule=option.rule,
        group=option.group,
        title=option.title,
        sentence=option.sentence,
        editions=list(option.editions),
        excludes=list(option.excludes),
        needs=list(option.needs),
        nonsense=dict(option.nonsense),
    )


def board_map() -> BoardMap:
    """The board as data to draw."""
    events = {place: (card, gold, first) for card, place, gold, first in EVENT_PLACES}
    return BoardMap(
        size=CANVAS,
        lakes=list(LAKES),
        territories=[_territory(t, events) for t in range(len(NAMES))],
    )


def _territory(t: int, events: dict[str, tuple[str, int, int]]) -> MapTerritory:
    card, gold, first = events.get(NAMES[t], (None, 0, 0))
    return MapTerritory(
        id=NAMES[t],
        number=NUMBER[t],
        kind=kind_name(t),
        rects=list(RECTS[t]),
        neighbours=[NAMES[other] for other in territories_in(NEIGHBOURS[t])],
        griffins=bool(GRIFFINS >> t & 1),
        orcish=bool(ORCISH >> t & 1),
        event=card,
        event_gold=gold,
        event_gold_first=first,
    )


# --- the rulebook --------------------------------------------------------------------------


@lru_cache(maxsize=64)
def book_of(edition: str, options: tuple[str, ...]) -> Book:
    """The rulebook of that very game; ProblemError when there is no such game."""
    chosen = _chosen(edition, options)
    # The printed book decides what belongs into it; a heading names each rule that does.
    heads = [line for line in print_rules(edition, options).splitlines() if line.startswith("### ")]
    shown = {_id_of(line) for line in heads}
    chapters = []
    for chapter in load().chapters:
        rules = [_rule(rule, edition, chosen) for rule in chapter.rules if rule.id in shown]
        if rules:
            chapters.append(Chapter(chapter.name, chapter.title, chapter.introduction, rules))
    return Book(
        edition=edition,
        title=title_of(edition, options),
        options=list(options),
        chosen=[ChosenRule(c.name, c.rule, c.text) for c in chosen],
        chapters=chapters,
    )


def _chosen(edition: str, options: tuple[str, ...]) -> list[Choice]:
    try:
        return choices(load(), edition, options)
    except ValueError as error:
        raise ProblemError(400, str(error)) from None


def _id_of(heading: str) -> str:
    words = heading.removeprefix("### ").split()
    first = words[0]
    return f"{first.lower()} {words[1]}" if first in ("Ruling", "House") else first


def _rule(rule: Rule, edition: str, chosen: list[Choice]) -> RuleText:
    own = [choice for choice in chosen if choice.rule == rule.id]
    changed = [
        RuleChange(choice.name, choice.rule, choice.text)
        for choice in chosen
        if rule.id in choice.changes
    ]
    return RuleText(
        id=rule.id,
        title=rule.title,
        text=rule.text(edition) or (own[0].text if own else ""),
        ruling=is_ruling(rule.id),
        see=list(rule.see),
        changed=changed,
    )


def rule_of(rule_id: str, edition: str, options: tuple[str, ...]) -> RuleText:
    """One rule as that game has it."""
    chosen = _chosen(edition, options)
    found = load().by_id.get(rule_id)
    if found is None:
        raise ProblemError(404, f"There is no rule {rule_id!r}.")
    return _rule(found, edition, chosen)
