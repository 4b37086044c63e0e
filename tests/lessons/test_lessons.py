"""Every lesson, checked by the engine: it can be finished, and it says what is so."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dragondune.booklet.loading import load
from dragondune.engine import agenda
from dragondune.engine.steps import STEP_NAMES
from dragondune.game import Game
from dragondune.lessons.guide import Guide, Scene, is_free
from dragondune.lessons.lesson import Lesson, LessonError, fits, lessons, read_lesson
from dragondune.lessons.walk import StuckError, Walk
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES
from dragondune.model.events import Event, Strength
from dragondune.model.factions import FACTION_NAMES
from dragondune.server.config import Config
from tools.lesson_times import (
    SECONDS_FOR_A_BOT,
    SECONDS_FOR_A_DEED,
    WORDS_A_MINUTE,
    table,
    timing,
)

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ROOT / "web" / "src" / "learn" / "targets.ts"
EACH = pytest.mark.parametrize("lesson", lessons().values(), ids=lambda one: one.name)
NAMED = {"place": NAMES, "faction": FACTION_NAMES, "round": list("1234567")}
TABS = ["log", "chat", "contracts", "orders"]
WORDS_OF_A_CARD = 65


def first(step: str, lines: list[str]) -> str:
    return "pass" if not step and "pass" in lines else lines[0]


@EACH
def test_it_can_be_finished_and_every_step_is_met(lesson: Lesson) -> None:
    """Whoever does what is asked meets each step but those that depend on a free choice."""
    walk = Walk(lesson)
    walk.run(first)
    assert walk.done
    met, done = set(walk.shown), set(walk.deeds)
    deeds = {step.id for step in lesson.steps if step.expect}
    for seed in range(40):
        if seed > 3 and done == deeds:
            break
        rng = random.Random(seed)
        again = Walk(lesson, f"luck-{seed}")
        again.run(lambda _, lines, rng=rng: rng.choice(lines))  # type: ignore[misc]
        met, done = met | set(again.shown), done | set(again.deeds)
    assert met == {step.id for step in lesson.steps}
    assert done == deeds


@EACH
def test_each_accepted_deed_leads_to_the_end(lesson: Lesson) -> None:
    """A lesson goes on after anything it accepts, not only after what it thinks of first."""
    for step in lesson.steps:
        for number, pattern in enumerate(step.expect[1:], 1):

            def other(at: str, lines: list[str], wanted: str = pattern, here: str = step.id) -> str:
                fitting = [line for line in lines if fits(wanted, line)]
                return fitting[-1] if at == here and fitting else first(at, lines)

            walk = Walk(lesson, f"{step.id}-{number}")
            walk.run(other)
            assert walk.done


@EACH
def test_what_the_lesson_cannot_use_gets_a_gentle_word_and_changes_nothing(lesson: Lesson) -> None:
    class Stubborn(Walk):
        """Tries everything else before what is asked."""

        words = 0

        def act(self, line: str) -> str:
            number = self.covering(line)
            if number is not None:
                step = self.lesson.steps[number]
                choices = self.anytime() if is_free(step) else self.legal()
                kind = [one for one in choices if one.split()[0] == line.split()[0]] or choices
                before = self.game.position()
                for one in [one for one in kind if not step.accepts(one)][:3]:
                    assert len(super().act(one).split()) >= 4, (step.id, one)
                    self.words += 1
                assert self.game.position() == before
            return super().act(line)

    walk = Stubborn(lesson)
    walk.run(first)
    assert walk.words


@EACH
def test_no_two_games_go_on_alike_but_the_lesson_is_the_same(lesson: Lesson) -> None:
    walks = [Walk(lesson, seed) for seed in ("one", "two")]
    for walk in walks:
        walk.run(first)
    assert walks[0].shown == walks[1].shown
    decks = [list(walk.game.state.deck) + list(walk.game.state.event_deck) for walk in walks]
    assert decks[0] != decks[1]


@EACH
def test_rules_targets_and_moments_exist(lesson: Lesson) -> None:
    rules = {rule.id for rule in load() if lesson.edition in rule.editions}
    kinds = set(re.findall(r"^  (\w+): \(", TARGETS.read_text(encoding="utf-8"), re.M))
    names = set(STEP_NAMES) | {"offered"}
    for step in lesson.steps:
        assert set(step.rules) <= rules, (step.id, set(step.rules) - rules)
        for point in step.point:
            kind, _, name = point.partition(":")
            assert kind in kinds, (step.id, point)
            assert not name or name in NAMED.get(kind, TABS), (step.id, point)
        assert step.when.step is None or step.when.step in names, step.id
        if step.when.event is not None:
            told = Event.KINDS[step.when.event].FIELDS
            assert step.when.faction is None or "faction" in told, f"{step.id}: by whom?"
        assert not step.expect or step.when.step, f"{step.id}: at which decision?"
        anything = any(one == "*" for one in step.expect)
        assert step.otherwise or not step.expect or anything or step.id == "proposal", step.id
    assert {move.step for move in lesson.moves} <= names


@EACH
def test_every_scripted_move_is_played(lesson: Lesson) -> None:
    """A script that names a move which is not legal at its moment would fall back to passing."""
    played: set[tuple[str, str]] = set()
    for seed in range(4):
        walk = Walk(lesson, f"script-{seed}")
        rng = random.Random(seed)
        walk.run(first if not seed else lambda _, lines, rng=rng: rng.choice(lines))  # type: ignore[misc]
        played |= {(FACTION_NAMES[f], str(line)) for f, line in _lines(walk.game)}
    for move in lesson.moves:
        if move.plays and move.step != "offered":
            assert any((move.seat, line) in played for line in move.plays), move


def _lines(game: Game) -> list[tuple[int, str]]:
    return [(FACTION_NAMES.index(seat), line) for seat, line in game.lines()]


@EACH
def test_cards_are_short(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert len(step.text.split()) <= WORDS_OF_A_CARD, step.id
        assert step.text.count("**") % 2 == 0, step.id
        assert len(step.title) <= 32, step.id


# What a card may tell to press: the labels of passing, and what the page writes on other buttons.
BUTTONS = {step.passing for step in agenda.STEPS} | {
    *("Next", "Bid", "Betray", "Hide them"),
    *(name.capitalize() for name in FACTION_NAMES),
}


@EACH
def test_the_buttons_it_names_are_there(lesson: Lesson) -> None:
    """ "Press Keep my cards.": what stands on a button is written with a capital."""
    for step in lesson.steps:
        for told in (step.text, step.otherwise or ""):
            named = re.findall(
                r"[Pp]ress ([A-Z][\w ]*?)(?= to | and | next |[.:,;]| …|$)", " ".join(told.split())
            )
            assert not [one for one in named if one not in BUTTONS], (step.id, told)


def test_the_first_game_meets_every_round_and_every_people() -> None:
    lesson = lessons()["first-game"]
    titles = " ".join(step.title for step in lesson.steps)
    for round_name in (
        "I. Dragon",
        "II. Event",
        "III. Bid",
        "IV. Rec",
        "V. Bat",
        "VI. Col",
        "VII. Vic",
    ):
        assert round_name in titles
    cited = {rule for step in lesson.steps for rule in step.rules}
    for power in ("DW1", "DW3", "DW6", "EL1", "EL2", "EL3", "EL4", "EL8"):
        assert power in cited
    for power in ("GO1", "GO2", "GO3", "GO4", "OR1", "OR2", "OR3", "OR5", "OR9"):
        assert power in cited


# --- how long it takes ------------------------------------------------------------------------


def test_the_reckoned_pace_of_bots_is_the_server_s() -> None:
    assert Config().bot_pace == SECONDS_FOR_A_BOT


def test_the_guided_game_takes_about_ten_minutes() -> None:
    assert 8 <= timing(lessons()["first-game"]).minutes <= 13


@EACH
def test_the_lobby_promises_the_time_it_takes(lesson: Lesson) -> None:
    """To the minute for a short lesson, which is one for a short break; to two for the first game."""
    found = timing(lesson).minutes
    if lesson.number == 1:
        assert abs(found - lesson.minutes) <= 2
    else:
        assert found < 4
        assert abs(found - lesson.minutes) <= 1


def test_what_is_read_and_what_is_done_counts() -> None:
    def steps(words: int) -> str:
        return (
            f"[[steps]]\nid='a'\ntitle='t'\ntext='{'x ' * words}'\n"
            "[[steps]]\nid='b'\ntitle='t'\ntext='x'\nwhen={step='hire'}\nexpect=['hire 1 5★']\n"
            "otherwise='no, not so'\n"
        )

    short, long = (timing(read_lesson("timed", GOOD + steps(n))) for n in (10, 10 + WORDS_A_MINUTE))
    assert long.minutes - short.minutes == pytest.approx(1)
    assert (short.words, short.cards, short.deeds) == (13, 1, 1)
    assert short.doing == SECONDS_FOR_A_DEED


def test_all_lessons_stand_in_the_table() -> None:
    rows = table().splitlines()
    assert [row.split()[0] for row in rows[1:]] == list(lessons())
    told = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    assert table() in told, "docs/lessons.md has other times than python3 run.py lesson-times"


def at(lesson_name: str, step: str, seed: int) -> Walk:
    """A walk by accepted choices, as luck has it, up to a step."""
    rng = random.Random(seed)
    walk = Walk(lessons()[lesson_name], f"at-{seed}")
    while walk.step.id != step or not walk.matches(walk.step.when):
        if not walk.others():
            walk._learner(lambda _, lines: rng.choice(lines))
    return walk


@pytest.mark.parametrize("seed", range(4))
def test_what_the_cards_tell_of_battles_is_so(seed: int) -> None:
    for name, title, seat in (
        ("first-game", "8 against 6", "elves"),
        ("battle", "6 against 4", "orcs"),
    ):
        walk = at(name, "won", seed)
        assert title in walk.step.title + walk.step.text
        fought = [e for e in walk.game.events(seat) if isinstance(e, Strength)][-1]
        assert title == f"{fought.attack} against {fought.defence}"
    plan = at("first-game", "colours", seed)
    dwarves = plan.game.view("elves").hands[0]
    assert dwarves == 1 << CARD_NAMES.index("2♠")
    assert plan.game.view("elves").hand_sizes[0] == 1


@pytest.mark.parametrize("seed", range(4))
def test_what_the_cards_tell_of_the_council_and_the_dragons_is_so(seed: int) -> None:
    walk = at("first-game", "council-turn", seed)
    words = {line.split()[0] for line in walk.legal()}
    allied = walk.game.state.ally[1] < 4
    assert words == ({"break", "pass"} if allied else {"propose", "pass"})
    end = at("first-game", "free", seed)
    position = end.game.position()
    assert re.search(r" E=\S*\b4:1\b", position)
    assert "dragon=17 " in position  # and one to six from there is 18, 1, 2, 3, 4 or 5


def test_a_contract_with_somebody_else_does_not_end_the_lesson_on_contracts() -> None:
    """The card speaks of the Orcs on 11; and whoever passes the auction first is not lost."""
    walk = at("deals", "contract", 0)
    other = walk.step.say.replace("Orcs", "Goblins")
    walk._play("dwarves", other)
    walk.others()
    assert not walk.game.contracts
    walk._play("goblins", f"accept {walk.game.offers[0].number}")
    assert walk.game.contracts
    assert not walk.matches(walk.step.until)
    while walk.decision() == "bid":
        walk.act("pass")
        while walk.others() and walk.decision() is None:
            pass
    assert walk.game.state.round > 3
    assert walk.step.id == "contract"
    walk._play("dwarves", walk.step.say)
    walk.others()
    assert walk.matches(walk.step.until)


# --- a lesson that is wrong says so ---------------------------------------------------------

HEAD = 'title = "T"\nabout = "A"\nminutes = 1\nnumber = 9\nseat = "elves"\n'
GOOD = HEAD + 'position = "order=EO E=5★5 gold=E3 hand=E:3♣ at=elves.hire"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = ", "Invalid value"),
        (HEAD + "[[steps]]\nid='a'\ntitle='t'\ntext='x'", "position"),
        (GOOD, "no steps"),
        (GOOD + "[[steps]]\nid='a'\ntitle='t'\ntext='x'\ncolour='red'", "'colour' means nothing"),
        (GOOD + "[[steps]]\nid='a'\ntitle='t'\ntext='x'\nwhen={year=3}", "'year' means nothing"),
        (GOOD + 2 * "[[steps]]\nid='a'\ntitle='t'\ntext='x'\n", "two of one name: ['a']"),
        (
            GOOD + "[[steps]]\nid='a'\ntitle='t'\ntext='x'\n[[moves]]\nseat='elves'\nstep='bid'",
            "no bot here",
        ),
        (
            GOOD + "[[steps]]\nid='a'\ntitle='t'\ntext='x'\n"
            "[[moves]]\nseat='orcs'\nstep='bid'\nafter='z'",
            "'z', which is no step",
        ),
    ],
)
def test_a_wrong_lesson_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(LessonError, match=re.escape(says)):
        read_lesson("wrong", text)


def test_a_lesson_that_cannot_end_is_found() -> None:
    steps = "[[steps]]\nid='a'\ntitle='t'\ntext='x'\nwhen={turn=30}\n"
    with pytest.raises(StuckError, match="never comes"):
        Walk(read_lesson("stuck", GOOD + steps)).run(first)


def test_the_example_in_the_docs_works() -> None:
    text = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.S)
    assert example
    lesson = read_lesson("example", example[1])
    walk = Walk(lesson)
    assert walk.act("hire 1 15★") == "Both into 15★, please: a castle is worth it."
    walk.run(first)
    assert walk.shown == ["hire", "end"]
    assert walk.deeds == ["hire"]
    while walk.others() or walk.decision():
        if walk.decision():
            walk.act("pass")
        if walk.game.state.round > 4:
            break
    assert ["orcs", "raise 2 16•"] in walk.game.lines()
    for name in ("place", "tab", "traitors"):
        assert f"`{name}" in text


def test_gold_that_a_lesson_needs_is_not_given_away() -> None:
    lesson = lessons()["first-game"]
    guide = Guide(lesson)
    game = Game.at(lesson.deal("gift"), lesson.edition, lesson.options)
    game.go_on()
    assert guide.objects("give 5 orcs", Scene(game, list))
    assert "this lesson needs it" in guide.word
    assert not guide.objects("look goblins", Scene(game, list))
    guide.end()
    assert not guide.objects("give 5 orcs", Scene(game, list))


def test_no_card_of_a_lesson_stands_before_a_game_that_is_over() -> None:
    lesson = lessons()["battle"]
    guide = Guide(lesson)
    game = Game.at(lesson.deal("over"), lesson.edition, lesson.options)
    game.go_on()
    while not game.over:
        for one in game.pending():
            game.play(one.seat, game.legal(one.seat)[0])
    guide.sync(Scene(game, list))
    assert guide.done or guide.is_here(Scene(game, list))
