"""``lab balance``: an edition as it is, and with each of its options, on the same deals.

``lab sweep`` plays a grid of house rules instead of options, and ``lab worth`` takes powers away.
Each edition, bot and option is a study of its own below one folder, so that all of it can be
stopped, gone on with and read again game by game.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from dragondune.editions.build import EDITIONS, build, is_house_rule, offered
from dragondune.editions.files import game_of, proposals
from dragondune.editions.options import OPTIONS
from dragondune.lab.problems import LabError
from dragondune.lab.study.disk import locked, write_safely
from dragondune.lab.study.game_row import Setting
from dragondune.lab.study.grid import Factor, Rules, grid, is_sound, read_factors, varied
from dragondune.lab.study.runs import run_lines
from dragondune.lab.study.seating import EVERYBODY, USUAL, Table
from dragondune.lab.study.storage import BASE_FOLDER, MANIFEST, PLAN, Study
from dragondune.lab.study.workers import How, Share, Tally, run
from dragondune.lab.study.worth import items

EVERY_EDITION: Final = "all"
FORMAT: Final = "dragon-dune balance"
BASE: Final = ""
REMEDIES: Final = "balancing"  # the group of G1-G4
# While time is short the base gets more of it than an option, and a remedy more than the others.
WEIGHTS: Final = {"base": 12.0, "remedy": 2.0, "option": 1.0}


def is_remedy(name: str) -> bool:
    """G1-G4: what the rulebook advises against a faction that is too strong."""
    return name in OPTIONS and OPTIONS[name].group == REMEDIES


def variants(edition: str) -> list[str]:
    """G1-G4 where they make sense, and every option O of the edition's own book."""
    found = []
    for one in offered(edition):
        numbered = one.rule[0] in "GO" and one.rule[1:].isdigit()
        if numbered and (is_remedy(one.name) or not is_house_rule(edition, one)):
            found.append(one.name)
    order = list(OPTIONS)
    return sorted(found, key=lambda name: (not is_remedy(name), order.index(name)))


def rules_named(word: str) -> tuple[str, tuple[str, tuple[str, ...]]]:
    """What was typed for an edition: a name for its folder, and the edition and options it means.

    A file called as an edition or a proposal keeps its ending, so that nobody takes it for that.
    """
    try:
        game = game_of(word)
        build(*game)
    except ValueError as wrong:
        raise LabError(str(wrong)) from None
    if word in EDITIONS or word in proposals():
        return word, game
    path = Path(word)
    taken = path.stem in EDITIONS or path.stem in proposals()
    return (path.name if taken else path.stem), game


@dataclass(frozen=True)
class Plan:
    """Which games a study of the balance consists of."""

    editions: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    deals: int
    options: tuple[str, ...] | None
    seed: int
    tables: tuple[Table, ...] = (USUAL,)  # each strength of bots plays at all of them
    house: tuple[tuple[str, Rules], ...] = ()  # what names of files mean
    factors: tuple[tuple[str, tuple[Factor, ...]], ...] = ()  # of a sweep, by edition
    worth: bool = False  # take away what the factions can do, instead of adding options

    @classmethod
    def of(
        cls,
        editions: str,
        bots: Sequence[str],
        games: int,
        deals: int,
        options: Sequence[str] | None,
        seed: int,
        tables: Sequence[Table] = (USUAL,),
    ) -> "Plan":
        """A plan as typed; LabError when it makes no sense."""
        chosen = tuple(EDITIONS) if editions == EVERY_EDITION else tuple(editions.split(","))
        named = [rules_named(word) for word in chosen]
        house = dict(named)
        if len(house) < len(named):
            raise LabError("Two of these editions have one name; a study tells them apart by it.")
        only = None if options is None else tuple(options)
        plan = cls(
            *(tuple(house), tuple(bots), games, deals, only, seed),
            *(tuple(tables), tuple(house.items())),
        )
        if not plan.bots:
            raise LabError("Name one bot at least.")
        if not 0 <= deals <= games:
            raise LabError(
                f"The deals of an option are taken out of those of the base: from 0 to {games}."
            )
        for edition in plan.editions:
            plan._check(edition)
        return plan

    def swept(self, words: Sequence[str]) -> "Plan":
        """The same with a grid of house rules in place of options."""
        found = [(name, read_factors(words, self.rules(name))) for name in self.editions]
        for name, factors in found:
            grid(factors, self.rules(name))  # too large? before anything is played
        return replace(self, factors=tuple(found))

    def rules(self, edition: str) -> tuple[str, tuple[str, ...]]:
        """The edition and options that a name of this study means."""
        return dict(self.house).get(edition, (edition, ()))

    def _check(self, edition: str) -> None:
        try:
            for name in self.options or ():
                _check_option(self.rules(edition)[0], name)
        except ValueError as wrong:
            raise LabError(str(wrong)) from None
        for name in self.bots:
            for table in self.tables:
                self.setting(edition, name, table, BASE).check()

    def variants(self, edition: str) -> list[str]:
        """The options played in an edition."""
        if not self.deals:
            return []
        if self.factors:
            return grid(dict(self.factors)[edition], self.rules(edition))
        if self.worth:
            return [item.variant for item in items(self.rules(edition))]
        book, already = self.rules(edition)
        wanted = variants(book) if self.options is None else self.options
        return [name for name in wanted if name not in already and is_sound((book, ()), name)]

    def setting(self, edition: str, bots: str, table: Table, variant: str) -> Setting:
        """All of a kind at the table."""
        return Setting(
            *varied(self.rules(edition), variant),
            ((bots,) * EVERYBODY,),
            first_seed=self.seed,
            contracts=table.contracts,
            even_order=True,
            players=table.players if table.players < EVERYBODY else 0,
        )

    def parts(self, edition: str, bots: str) -> Iterator[tuple[Table, str]]:
        """The tables and variants at one strength of bots."""
        for table in self.tables:
            for variant in (BASE, *self.variants(edition)):
                yield table, variant

    def target(self, variant: str) -> int:
        """How many games a variant gets."""
        return self.deals if variant else self.games


def _check_option(edition: str, name: str) -> None:
    if "=" in name:
        build(edition, (name,))
    elif name not in OPTIONS:
        raise ValueError(f"There is no option {name!r}; there are {', '.join(OPTIONS)}.")


def folder_of(root: Path, edition: str, bots: str, variant: str) -> Path:
    """Where one part of the whole study lies."""
    return root / edition / bots.replace(":", "-") / (variant or BASE_FOLDER)


def play(root: Path, plan: Plan, how: How, command: str = "") -> bool:
    """Play what is missing, one strength of bots after the other; True when all is there.

    A limit of time holds for each strength.
    """
    if (root / MANIFEST).exists():
        raise LabError(f"{root} holds a study of another kind; choose another folder.")
    done = True
    with locked(root):
        for bots in plan.bots:
            shares = [
                Share(_study(root, plan, edition, bots, table, variant), _weight(variant))
                for edition in plan.editions
                for table, variant in plan.parts(edition, bots)
            ]
            tally = Tally()
            remember(root, _asked(plan))
            try:
                done &= run(shares, how, f"{', '.join(plan.editions)}, {bots}", tally)
            finally:
                remember(root, {"runs": run_lines(command, bots, how, tally)})
    if not done:
        print("The time is up; the same command goes on from here.", file=sys.stderr)
    return done


def _study(root: Path, plan: Plan, edition: str, bots: str, table: Table, variant: str) -> Study:
    folder = folder_of(root, edition, table.folder(bots), variant)
    return Study.prepare(folder, plan.setting(edition, bots, table, variant), plan.target(variant))


def _weight(variant: str) -> float:
    kind = "base" if not variant else "remedy" if is_remedy(variant) else "option"
    return WEIGHTS[kind]


def _asked(plan: Plan) -> dict[str, Any]:
    """What a report has to know of a plan."""
    return {
        "editions": list(plan.editions),
        "bots": list(plan.bots),
        "tables": [asdict(table) for table in plan.tables],
        "sweeps": [_sweep_data(*one) for one in plan.factors],
        "worth": list(plan.editions) if plan.worth else [],
    }


def remember(root: Path, more: dict[str, Any]) -> None:
    """What was asked for, so that a report knows what it reports; later runs add to it."""
    known = told(root)
    data: dict[str, Any] = {"format": FORMAT}
    for name in ("editions", "bots", "tables", "sweeps", "worth"):
        data[name] = _more(known.get(name, []), more.get(name, []))
    order = list(EDITIONS)
    data["editions"].sort(key=lambda name: order.index(name) if name in order else len(order))
    data["runs"] = [*known.get("runs", []), *more.get("runs", [])]
    write_safely(root / PLAN, json.dumps(data, indent=1).encode())


def _more(known: list[Any], added: list[Any]) -> list[Any]:
    return [*known, *(one for one in added if one not in known)]


def _sweep_data(edition: str, factors: tuple[Factor, ...]) -> dict[str, Any]:
    listed = [{**asdict(factor), "values": list(factor.values)} for factor in factors]
    return {"edition": edition, "factors": listed}


def told(root: Path) -> dict[str, Any]:
    """What is known of a study of the balance; empty where there is none."""
    try:
        data = json.loads((root / PLAN).read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError):
        raise LabError(f"{root / PLAN} does not describe a study of the balance.") from None
    return dict(data)


def is_balance(root: Path) -> bool:
    """Does a study of the balance lie there?"""
    return (root / PLAN).exists()
