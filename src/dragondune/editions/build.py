"""Making the rules of one game out of an edition and the options its table chose."""

from collections.abc import Iterable
from typing import Final

from dragondune.editions.first import FIRST
from dragondune.editions.house import apply_settings, is_house_setting, near, title_among
from dragondune.editions.options import OPTIONS, Option
from dragondune.editions.r2 import R2
from dragondune.editions.r6 import R6
from dragondune.editions.r6b import R6B
from dragondune.editions.r9 import R9
from dragondune.model.ruleset import Ruleset

EDITIONS: Final[dict[str, Ruleset]] = {"first": FIRST, "r2": R2, "r6": R6, "r6b": R6B, "r9": R9}
TITLES: Final = {
    "first": "First edition",
    "r2": "2nd Revision (1.6)",
    "r6": "6th Revision (1.10), printed",
    "r6b": "6th Revision (1.10), web text",
    "r9": "9th Revision",
}
NEWEST: Final = "r9"


def build(edition: str, options: Iterable[str] = ()) -> Ruleset:
    """The rules of a game; ValueError with a sentence when the choice makes no sense.

    Options act in catalogue order and house rules last, however the table listed them.
    """
    chosen = tuple(options)
    check(edition, chosen)
    rules = EDITIONS[edition]
    for name in sorted(set(chosen) & set(OPTIONS), key=list(OPTIONS).index):
        rules = OPTIONS[name].apply(rules, edition)
    return apply_settings(rules, sorted(name for name in chosen if is_house_setting(name)))


def check(edition: str, options: tuple[str, ...]) -> None:
    """Raise ValueError when edition or options do not exist or do not go together."""
    if edition not in EDITIONS:
        meant = near(edition, EDITIONS)
        raise ValueError(
            f"There is no edition {edition!r}; there are {', '.join(EDITIONS)}.{meant}"
        )
    seen: set[str] = set()
    for name in options:
        key = name.split("=")[0]
        if key in seen:
            raise ValueError(f"Option {key!r} is given twice.")
        seen.add(key)
        if not is_house_setting(name):
            _check_option(edition, name, options)


def _check_option(edition: str, name: str, chosen: tuple[str, ...]) -> None:
    if name not in OPTIONS:
        meant = near(name, OPTIONS)
        raise ValueError(f"There is no option {name!r}; there are {', '.join(OPTIONS)}.{meant}")
    option = OPTIONS[name]
    if edition in option.nonsense:
        raise ValueError(
            f"{option.rule}: {option.title} makes no sense: {option.nonsense[edition]}."
        )
    for other in option.excludes:
        if other in chosen:
            raise ValueError(f"{option.title} and {OPTIONS[other].title} exclude each other.")
    for other in option.needs:
        if other not in chosen:
            raise ValueError(f"{option.title} needs {OPTIONS[other].title}.")


def is_house_rule(edition: str, option: Option) -> bool:
    """An option that this edition's book does not offer."""
    return edition not in option.editions


def offered(edition: str) -> list[Option]:
    """The options a table can switch on in an edition, its own ones first."""
    possible = [option for option in OPTIONS.values() if edition not in option.nonsense]
    return sorted(possible, key=lambda option: is_house_rule(edition, option))


def title_of(edition: str, options: Iterable[str] = ()) -> str:
    """What a game's rules are called: the title its table gave them, or the edition's own."""
    return title_among(options) or TITLES.get(edition, edition)
