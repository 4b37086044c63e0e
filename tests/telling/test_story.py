"""Every event has its sentence, and the sentence says what the numbers mean."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragondune.editions.build import EDITIONS
from dragondune.model.board import INDEX, NOWHERE
from dragondune.model.cards import CARD_OF_NAME, NO_CARD
from dragondune.model.events import EVERYONE, Event
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, NOBODY, ORCS
from dragondune.model.ruleset import Ruleset
from dragondune.telling import dealings
from dragondune.telling.story import TELLERS, important, secret, sentence

# Where the kind of an event stands among the arguments of what tells it.
KIND_ARGUMENT = {"tell": 1, "tell_text": 1, "tell_only": 2, "_turn_up": 1}
# So rare in random play that no reasonable number of games is sure to show them.
RARE = {"chaos", "blessed", "battle_void", "decider_began", "hire_stopped", "honest_question"}
# Random players sign nothing: tests/contracts shows these.
RARE |= set(dealings.TELLERS)
RARE |= {"honest_answer", "extended", "lent", "plunder_kept", "walls_broken", "troll_left"}

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dragondune"
R9 = EDITIONS["r9"]
FIRST = EDITIONS["first"]


def kinds_in_source() -> Iterator[str]:
    """The kinds of events the rules tell, read from the source: compiled modules show none."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            at = KIND_ARGUMENT.get(node.func.id)
            if at is not None and isinstance(node.args[at], ast.Constant):
                yield ast.literal_eval(node.args[at])


def test_every_kind_of_event_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert set(kinds_in_source()) == set(TELLERS)


def test_all_events_of_many_games_can_be_told(told: list[tuple[Event, Ruleset]]) -> None:
    assert len(told) > 20_000
    for event, rules in told:
        text = sentence(event, rules)
        assert text[-1] in ".!?", text
        assert not text[0].islower(), text
        for wrong in ("nobody", "in nowhere", "None", "{", "  ", " 1 units", " 1 cards"):
            assert wrong not in text, f"{event}: {text}"


def test_random_play_shows_nearly_every_kind(told: list[tuple[Event, Ruleset]]) -> None:
    assert set(TELLERS) - {event.kind for event, _ in told} <= RARE


def test_a_short_story_keeps_a_part_of_each_game(told: list[tuple[Event, Ruleset]]) -> None:
    kept = Counter(important(event) for event, _ in told)
    assert 0.05 < kept[True] / len(told) < 0.4
    assert all(important(event) for event, _ in told if event.kind == "game_won")
    assert not any(important(event) for event, _ in told if secret(event))


def event(kind: str, *numbers: int, audience: int = EVERYONE) -> Event:
    a, b, c, d, e = (*numbers, 0, 0, 0, 0, 0)[:5]
    return Event(kind, audience, a, b, c, d, e)


def card(name: str) -> int:
    return CARD_OF_NAME[name]


@pytest.mark.parametrize(
    ("happened", "text"),
    [
        (event("placed", ELVES, INDEX["5★"], 5), "The Elves begin with 5 units in 5★."),
        (event("dragon_moved", 8), "The dragons settle at 8 and 8•."),
        (event("dragon_card", card("A♣")), "A♣ is turned up: the dragons fly 1 step."),
        (event("units_lost", ORCS, INDEX["7"], 1, 1), "Dragonfire kills 1 Orcish unit in 7."),
        (event("units_lost", ELVES, INDEX["3★"], 4, 2), "The troll in 3★ devours 4 Elven units."),
        (event("red_dragon", INDEX["13"]), "The Red Dragon descends on 13!"),
        (
            event("red_dragon", NOWHERE),
            "The Red Dragon appears, but has nowhere to strike yet.",
        ),
        (
            event("paid", ELVES, 3, 0, NO_CARD, DWARVES),
            "The Elves pay 3 gold to the Dwarves.",
        ),
        (event("paid", DWARVES, 3, 0, NO_CARD, NOBODY), "The Dwarves pay 3 gold to the bank."),
        (event("paid", ORCS, 0, 1, card("A♠")), "The Orcs spend A♠ instead of gold."),
        (
            event("hired", ELVES, INDEX["8"], 1, 1, card("A♦")),
            "The Elves hire 1 mercenary in 8 for 1 gold (half price with A♦).",
        ),
        (
            event("revived", DWARVES, 2, 0, card("A♠")),
            "The Dwarves spend A♠ to bring 2 units back from the graveyard.",
        ),
        (
            event("moved", ELVES, INDEX["2•"], INDEX["0•"], 2, 1),
            "The Elves move 2 hidden units from 2• to 0•.",
        ),
        (
            event("disbanded", GOBLINS, INDEX["8"], 1, 0, 1),
            "The Goblins disband 1 hidden unit in 8.",
        ),
        (
            event("asked", ELVES, ORCS, 3, card("A♥")),
            "The Elves play A♥ to ask both the colour of the Orcs' artifact "
            "and how many units the Orcs will send.",
        ),
        (event("answered", ORCS, 2, 0), "The Orcs answer: none at all."),
        (
            event("plan_shown", DWARVES, 3, card("5♦"), 1),
            "The Dwarves send 3 units (1 elite) with 5♦ (Fire).",
        ),
        (event("strength", ORCS, 7, ELVES, 5), "The Orcs reach 7 points, the Elves 5."),
        (
            event("denied", GOBLINS, 10, ELVES, card("A♠")),
            "The Goblins play A♠: the Elves may not hire mercenaries this turn.",
        ),
        (
            event("battle_won", ORCS, ELVES, INDEX["8"], 1),
            "The Orcs win the battle of 8 by treachery and are paid 2 gold.",
        ),
        (event("game_won", 1 << ELVES, 1), "The Elves hold three castles and win the game!"),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_sentences(happened: Event, text: str) -> None:
    assert sentence(happened, R9) == text


def test_court_cards_belong_to_the_faction_whose_suit_the_edition_gives_them() -> None:
    dealt = event("dealt", ELVES, card("Q♠"), card("J♥"), audience=1 << ELVES)
    assert "among the Goblins (Q♠)" in sentence(dealt, R9)
    assert "among the Orcs (Q♠)" in sentence(dealt, FIRST)
    own = event("dealt", ELVES, card("Q♥"), card("J♥"), audience=1 << ELVES)
    assert "among your own people (Q♥) and can sabotage hearts (J♥)" in sentence(own, R9)


def test_a_secret_is_told_to_the_one_who_may_know_it() -> None:
    got = event("got_card", GOBLINS, card("4♥"), audience=1 << GOBLINS)
    assert secret(got)
    assert sentence(got, R9) == "You receive 4♥ (Fire)."
    plan = event("plan_made", ELVES, 0, NO_CARD, audience=1 << ELVES)
    assert sentence(plan, R9) == "You will send no units and no artifact."


def test_a_victory_of_allies_names_both() -> None:
    won = event("game_won", 1 << ELVES | 1 << ORCS, 2)
    text = "The Elves and the Orcs, allied, hold four castles and win the game together!"
    assert sentence(won, FIRST) == text


@pytest.mark.parametrize("kind", sorted(dealings.TELLERS))
def test_agreements_are_told_in_whole_sentences(kind: str) -> None:
    text = sentence(Event(kind, 15, 1, 2, 3, 4, 5, "The Elves pay the Orcs 2 gold now."), R9)
    assert text[0].isupper()
    assert text.rstrip("”").endswith(".")
