"""``lab search``: looks for few changes to the rules under which every faction wins its part.

Optuna proposes sets of changes (TPE, two aims: little imbalance, few changes) and remembers every
trial in a journal on disk. A race judges them: all begin with few deals of the first bot, and only
those that may still be better than what is known of no more changes get more deals and slower bots.
The games of a set are a study of their own, as everywhere in the laboratory, so that nothing is
played twice and everything can be played again. At the end the best for each number of changes are
confirmed on deals that the search has never seen.
"""

import json
import math
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from dragondune.lab.figures.imbalance import Imbalance, imbalance_of
from dragondune.lab.figures.tables import Sample
from dragondune.lab.problems import LabError
from dragondune.lab.study.balance import BASE, folder_of
from dragondune.lab.study.disk import locked, write_safely
from dragondune.lab.study.game_row import Setting
from dragondune.lab.study.grid import SEPARATOR, Factor, Rules, changes_of, is_sound, varied
from dragondune.lab.study.storage import (
    BASE_FOLDER,
    MANIFEST,
    PLAN,
    Study,
)
from dragondune.lab.study.workers import Crew, How, Share, make_crew, play_shares

FORMAT: Final = "dragon-dune search"
SEARCH: Final = "search.json"
JOURNAL: Final = "search.journal"
CONFIRMED: Final = "confirmed"
FIRST_RUNG: Final = 60  # deals after which the hopeless leave the race
GROWTH: Final = 3
FRESH: Final = 10_000_000  # how far the deals of the confirmation lie from those of the search
BATCH: Final = 4
STILL_OPEN: Final = 0.01  # a set that may be so much worse than the best known is still of interest


@dataclass(frozen=True)
class Judge:
    """One strength of bots, and how many deals it plays of a set that stays in the race."""

    bots: str
    deals: int


@dataclass(frozen=True)
class Quest:
    """What is searched for: among which changes, by whose play, and how dear a change is."""

    edition: str
    rules: Rules
    factors: tuple[Factor, ...]
    judges: tuple[Judge, ...]
    most_changes: int
    costs: tuple[tuple[str, float], ...] = ()
    seed: int = 0

    def check(self) -> None:
        """LabError where nothing can be searched like this."""
        if not 1 <= self.most_changes <= len(self.factors):
            raise LabError(f"--changes must be from 1 to {len(self.factors)}, what is varied.")
        for judge in self.judges:
            if judge.deals < 1:
                raise LabError("Every bot needs one deal at least.")
            self.setting(judge.bots, BASE, self.seed).check()
        unknown = {name for name, _ in self.costs} - {factor.name for factor in self.factors}
        if unknown:
            raise LabError(f"--cost {min(unknown)}: this is not varied.")

    def single_changes(self) -> list[str]:
        """Everything that may be changed, one at a time."""
        told = (factor.change(value) for factor in self.factors for value in factor.values)
        return [change for change in told if change]

    def setting(self, bots: str, variant: str, seed: int) -> Setting:
        """Four of a kind, playing by a set of changes."""
        rules = varied(self.rules, variant)
        return Setting(*rules, ((bots,) * 4,), first_seed=seed, even_order=True)

    def cost(self, variant: str) -> float:
        """How far a set of changes departs from the book."""
        dear = dict(self.costs)
        return sum(dear.get(change.partition("=")[0], 1.0) for change in changes_of(variant))


def read_judges(bots: Sequence[str], deals: Sequence[str]) -> tuple[Judge, ...]:
    """``--bots steward,warlord:8 --deals 600,40``: a number for each, or one for all."""
    if not bots:
        raise LabError("Name one bot at least.")
    if not all(word.isdigit() for word in deals) or len(deals) not in (1, len(bots)):
        raise LabError("--deals takes one whole number for all bots, or one for each.")
    each = [int(word) for word in deals] * (len(bots) if len(deals) == 1 else 1)
    return tuple(Judge(*one) for one in zip(bots, each, strict=True))


def read_costs(words: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """``--cost turns=2``."""
    found = []
    for word in words:
        name, _, told = word.partition("=")
        try:
            cost = float(told)
        except ValueError:
            cost = math.nan
        if not 0 < cost < 1000:
            raise LabError(f"--cost {word}: it takes a name and a number above 0, as in turns=2.")
        found.append((name, cost))
    return tuple(found)


# --- the race ------------------------------------------------------------------------------


class Record:
    """What the games of sets of changes have shown so far: by set, by bots."""

    def __init__(self, wanted: Quest) -> None:
        self.quest = wanted
        self.known: dict[str, dict[str, Imbalance]] = {}

    def enter(self, variant: str, bots: str, found: Imbalance) -> None:
        """What a set has come to among these bots."""
        self.known.setdefault(variant, {})[bots] = found

    def is_open(self, variant: str) -> bool:
        """May it still be among the best of those with no more changes?"""
        cost = self.quest.cost(variant)
        rivals = [
            self.value(one)
            for one in self.known
            if one != variant and self.quest.cost(one) <= cost and self.is_whole(one)
        ]
        floor = max(found.low for found in self.known[variant].values())
        return floor <= min(rivals, default=1.0) + STILL_OPEN

    def is_whole(self, variant: str) -> bool:
        """Have all bots played it as often as they should?"""
        found = self.known.get(variant, {})
        return all(
            judge.bots in found and found[judge.bots].games >= judge.deals
            for judge in self.quest.judges
        )

    def value(self, variant: str) -> float:
        """The imbalance among those bots where it is worst."""
        return max(found.value for found in self.known[variant].values())

    def front(self) -> list[str]:
        """The sets than which none is better at no higher cost, the cheapest first."""
        whole = sorted((one for one in self.known if self.is_whole(one)), key=self.quest.cost)
        found: list[str] = []
        for cost in sorted({self.quest.cost(one) for one in whole}):
            best = min((one for one in whole if self.quest.cost(one) <= cost), key=self.value)
            if best not in found:
                found.append(best)
        return found


class Race:
    """Sets of changes that play on one crew until they are judged."""

    def __init__(self, root: Path, record: Record, crew: Crew, end: float | None) -> None:
        self.root, self.record, self.crew, self.end = root, record, crew, end
        self.quest = record.quest

    def judge(self, variants: Sequence[str]) -> bool:
        """All of them through the race; False when time was up before its end."""
        open_ones = list(dict.fromkeys(variants))
        for judge in self.quest.judges:
            for deals in rungs(judge.deals):
                if not self.play(open_ones, judge, deals):
                    return False
                open_ones = [one for one in open_ones if self.record.is_open(one)]
        return True

    def play(self, variants: Sequence[str], judge: Judge, deals: int) -> bool:
        """Bring these sets to so many deals among these bots; False when time is up."""
        shares = [Share(self._study(one, judge.bots, deals)) for one in variants]
        left = None if self.end is None else self.end - time.monotonic()
        done = play_shares(shares, self.crew, left)
        for variant, share in zip(variants, shares, strict=True):
            if share.study.done:
                sample = Sample(self.quest.edition, judge.bots, variant, share.study.table())
                self.record.enter(variant, judge.bots, imbalance_of(sample))
        return done

    def _study(self, variant: str, bots: str, deals: int) -> Study:
        folder = folder_of(self.root, self.quest.edition, bots, variant)
        return Study.prepare(folder, self.quest.setting(bots, variant, self.quest.seed), deals)


def rungs(deals: int) -> list[int]:
    """How many deals a set has had played after each part of the race."""
    found = [deals]
    while found[0] > FIRST_RUNG * GROWTH:
        found.insert(0, found[0] // GROWTH)
    return [FIRST_RUNG, *found] if deals > FIRST_RUNG else found


# --- the search ----------------------------------------------------------------------------


def search(
    root: Path,
    wanted: Quest,
    trials: int,
    how: How,
    confirm: int,
    command: str,
    ideas: Sequence[str] = (),
) -> bool:
    """Search until so many sets have been judged or time is up, then confirm the best.

    Ideas are sets of changes that are judged before those that the optimiser proposes.
    """
    wanted.check()
    known = [read_idea(wanted, idea) for idea in ideas]
    for taken in (PLAN, MANIFEST):
        if (root / taken).exists():
            raise LabError(f"{root} holds a study of another kind; choose another folder.")
    with locked(root):
        _remember(root, wanted, command)
        end = None if how.seconds is None else time.monotonic() + how.seconds
        crew = make_crew(how)
        try:
            race = Race(root, Record(wanted), crew, end)
            done = _search(race, trials, known)
            if confirm:
                done &= _confirm(race, confirm)
        finally:
            crew.close()
    if not done:
        print("The time is up; the same command goes on from here.", file=sys.stderr)
    return done


def _search(race: Race, trials: int, ideas: Sequence[Sequence[str]]) -> bool:
    wanted = race.quest
    study = _optuna_study(race.root, wanted)
    judged = [trial for trial in study.trials if trial.state.is_finished()]
    _recall(race.root, race.record, [variant_of(wanted, trial.params) for trial in judged])
    _begin_with(study, wanted, [[], *ideas])
    if not judged:
        _begin_with(study, wanted, [[change] for change in wanted.single_changes()])
    count = len(judged)
    while count < trials:
        asked = [study.ask(_space(wanted)) for _ in range(min(BATCH, trials - count))]
        named = {trial.number: variant_of(wanted, trial.params) for trial in asked}
        sound = [one for one in named.values() if is_sound(wanted.rules, one)]
        if sound and not race.judge(sound):
            return False
        for trial in asked:
            _tell(study, race.record, trial, named[trial.number])
        count += len(asked)
        _report_progress(race.record, count, trials)
    return True


def _tell(study: Any, record: Record, trial: Any, variant: str) -> None:
    from optuna.trial import TrialState

    if variant in record.known:
        study.tell(trial, (record.value(variant), record.quest.cost(variant)))
    else:  # rules that do not go together
        study.tell(trial, state=TrialState.FAIL)


def _optuna_study(root: Path, wanted: Quest) -> Any:
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    storage = JournalStorage(JournalFileBackend(str(root / JOURNAL)))
    sampler = optuna.samplers.TPESampler(
        seed=wanted.seed, multivariate=True, n_startup_trials=10, constant_liar=True
    )
    return optuna.create_study(
        storage=storage,
        sampler=sampler,
        study_name=FORMAT,
        directions=["minimize", "minimize"],
        load_if_exists=True,
    )


def _places(wanted: Quest) -> list[str]:
    """A set is a few places with a change or nothing in each, so that every set is a small one."""
    return [f"change {number}" for number in range(1, wanted.most_changes + 1)]


def _space(wanted: Quest) -> dict[str, Any]:
    from optuna.distributions import CategoricalDistribution

    choices = CategoricalDistribution([BASE, *wanted.single_changes()])
    return dict.fromkeys(_places(wanted), choices)


def variant_of(wanted: Quest, chosen: dict[str, Any]) -> str:
    """The set of changes in these places; of two changes of one thing the first counts."""
    found: dict[str, str] = {}
    for place in _places(wanted):
        change = str(chosen[place])
        if change:
            found.setdefault(change.partition("=")[0], change)
    return SEPARATOR.join(sorted(found.values()))


def read_idea(wanted: Quest, text: str) -> tuple[str, ...]:
    """``--try turns=9,battle_bonus.elves=1``: a set of changes as a person thinks of one."""
    changes = changes_of(text)
    strange = set(changes) - set(wanted.single_changes())
    if strange:
        raise LabError(f"--try {text}: {min(strange)} is not among what is varied (--vary).")
    if not 1 <= len(changes) <= wanted.most_changes:
        raise LabError(f"--try {text}: name 1 to {wanted.most_changes} changes (--changes).")
    return changes


def _begin_with(study: Any, wanted: Quest, ideas: Iterable[Sequence[str]]) -> None:
    """Sets that are judged next: the book, what a person thought of, and each change by itself."""
    places = _places(wanted)
    for changes in ideas:
        chosen = dict.fromkeys(places, BASE) | dict(zip(places, changes, strict=False))
        study.enqueue_trial(chosen, skip_if_exists=True)


def _recall(root: Path, record: Record, variants: Iterable[str]) -> None:
    """What earlier runs have played."""
    for variant in dict.fromkeys(variants):
        for judge in record.quest.judges:
            sample = played(root, record.quest.edition, judge.bots, variant)
            if sample is not None:
                record.enter(variant, judge.bots, imbalance_of(sample))


def record_of(root: Path, wanted: Quest) -> Record:
    """Everything that a search has played, by the folders it lies in."""
    record = Record(wanted)
    for judge in wanted.judges:
        base = folder_of(root, wanted.edition, judge.bots, BASE)
        there = sorted(path.parent.name for path in base.parent.glob(f"*/{MANIFEST}"))
        _recall(root, record, (BASE if name == BASE_FOLDER else name for name in there))
    return record


def played(root: Path, edition: str, bots: str, variant: str) -> Sample | None:
    """The games of a set of changes among these bots; None where there are none."""
    folder = folder_of(root, edition, bots, variant)
    if not (folder / MANIFEST).exists():
        return None
    study = Study.open(folder)
    return Sample(edition, bots, variant, study.table()) if study.parts() else None


def _report_progress(record: Record, count: int, trials: int) -> None:
    whole = [one for one in record.known if record.is_whole(one)]
    if whole:
        best = min(whole, key=record.value)
        told = f"{record.value(best) * 100:.1f} points off with {best or 'the book as it is'}"
        print(f"{count} of {trials} sets judged; best: {told}", file=sys.stderr, flush=True)


# --- what came of it -----------------------------------------------------------------------


def _confirm(race: Race, deals: int) -> bool:
    """The book and the best sets again, on deals that chose nothing."""
    wanted = replace(race.quest, seed=race.quest.seed + FRESH)
    fresh = Race(race.root / CONFIRMED, Record(wanted), race.crew, race.end)
    best = list(dict.fromkeys([BASE, *race.record.front()]))
    most = max(judge.deals for judge in wanted.judges)
    return all(
        fresh.play(best, judge, max(1, deals * judge.deals // most)) for judge in wanted.judges
    )


def _remember(root: Path, wanted: Quest, command: str) -> None:
    known = told(root)
    data: dict[str, Any] = {"format": FORMAT, "quest": _as_data(wanted)}
    if known and known["quest"] != data["quest"]:
        raise LabError(
            f"{root} holds a search with other settings. Choose another folder, or the settings "
            "it began with."
        )
    data["commands"] = [*known.get("commands", []), command]
    write_safely(root / SEARCH, json.dumps(data, indent=1).encode())


def _as_data(wanted: Quest) -> dict[str, Any]:
    return dict(json.loads(json.dumps(asdict(wanted))))


def told(root: Path) -> dict[str, Any]:
    """What is known of a search; empty where there is none."""
    try:
        data = json.loads((root / SEARCH).read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError):
        raise LabError(f"{root / SEARCH} does not describe a search.") from None
    return dict(data)


def quest_of(root: Path) -> Quest:
    """What a search that lies in a folder was after."""
    try:
        data = told(root)["quest"]
        edition, options = data["rules"]
        return Quest(
            data["edition"],
            (edition, tuple(options)),
            tuple(Factor(f["name"], tuple(f["values"]), f["book"]) for f in data["factors"]),
            tuple(Judge(**judge) for judge in data["judges"]),
            data["most_changes"],
            tuple((name, cost) for name, cost in data["costs"]),
            data["seed"],
        )
    except (KeyError, TypeError, ValueError):
        raise LabError(f"{root / SEARCH} does not describe a search.") from None
