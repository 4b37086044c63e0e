"""Every event has its sentence, and the sentence says what its fields mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragondune.editions.build import EDITIONS
from dragondune.model import events
from dragondune.model.board import INDEX, NOWHERE
from dragondune.model.cards import CARD_OF_NAME, NO_CARD
from dragondune.model.codes import (
    AGAINST_HIRING,
    ALLIED_CASTLES,
    BY_DRAGONS,
    BY_TROLL,
    THREE_CASTLES,
    WITH_AN_ACE,
    WITH_GOLD,
)
from dragondune.model.event_base import Meaning
from dragondune.model.events import Event
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, NOBODY, ORCS
from dragondune.model.ruleset import ASK_COLOUR, ASK_NUMBER, Ruleset
from dragondune.telling import contracts
from dragondune.telling.story import TELLERS, important, secret, sentence

# So rare in random play that no reasonable number of games is sure to show them.
RARE: set[type[Event]] = {
    events.Chaos,
    events.Blessed,
    events.BattleVoid,
    events.DeciderBegan,
    events.HireStopped,
    events.HonestQuestion,
}
# Random players sign nothing: tests/contracts shows these.
RARE |= set(contracts.TELLERS)
RARE |= {
    events.HonestAnswer,
    events.Extended,
    events.Lent,
    events.PlunderKept,
    events.WallsBroken,
    events.TrollLeft,
}

SOURCE = Path(__file__).resolve().parents[2] / "src" / "dragondune"
R9 = EDITIONS["r9"]
FIRST = EDITIONS["first"]


def kinds_in_source() -> Iterator[type[Event]]:
    """The kinds of events that are told, read from the source: compiled modules show none."""
    made = re.compile(r"\bevents\.([A-Z]\w+)\(")
    for path in sorted(SOURCE.rglob("*.py")):
        for name in made.findall(path.read_text(encoding="utf-8")):
            yield getattr(events, name)


def test_every_kind_of_event_is_told_and_has_a_sentence() -> None:
    assert set(TELLERS) == set(Event.KINDS.values())
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
    assert set(TELLERS) - {type(event) for event, _ in told} <= RARE


def test_a_short_story_keeps_a_part_of_each_game(told: list[tuple[Event, Ruleset]]) -> None:
    kept = Counter(important(event) for event, _ in told)
    assert 0.05 < kept[True] / len(told) < 0.4
    assert all(important(event) for event, _ in told if isinstance(event, events.GameWon))
    assert not any(important(event) for event, _ in told if secret(event))


def card(name: str) -> int:
    return CARD_OF_NAME[name]


@pytest.mark.parametrize(
    ("happened", "text"),
    [
        (
            events.Placed(faction=ELVES, place=INDEX["5★"], units=5),
            "The Elves begin with 5 units in 5★.",
        ),
        (events.DragonMoved(number=8), "The dragons settle at 8 and 8•."),
        (events.DragonCard(card=card("A♣")), "A♣ is turned up: the dragons fly 1 step."),
        (
            events.UnitsLost(faction=ORCS, place=INDEX["7"], units=1, cause=BY_DRAGONS),
            "Dragonfire kills 1 Orcish unit in 7.",
        ),
        (
            events.UnitsLost(faction=ELVES, place=INDEX["3★"], units=4, cause=BY_TROLL),
            "The troll in 3★ devours 4 Elven units.",
        ),
        (events.RedDragon(place=INDEX["13"]), "The Red Dragon descends on 13!"),
        (
            events.RedDragon(place=NOWHERE),
            "The Red Dragon appears, but has nowhere to strike yet.",
        ),
        (
            events.Paid(faction=ELVES, gold=3, means=WITH_GOLD, receiver=DWARVES),
            "The Elves pay 3 gold to the Dwarves.",
        ),
        (
            events.Paid(faction=DWARVES, gold=3, means=WITH_GOLD, receiver=NOBODY),
            "The Dwarves pay 3 gold to the bank.",
        ),
        (
            events.Paid(faction=ORCS, means=WITH_AN_ACE, card=card("A♠")),
            "The Orcs spend A♠ instead of gold.",
        ),
        (
            events.Hired(faction=ELVES, place=INDEX["8"], units=1, gold=1, card=card("A♦")),
            "The Elves hire 1 mercenary in 8 for 1 gold (half price with A♦).",
        ),
        (
            events.Revived(faction=DWARVES, units=2, gold=0, card=card("A♠")),
            "The Dwarves spend A♠ to bring 2 units back from the graveyard.",
        ),
        (
            events.Moved(
                faction=ELVES, source=INDEX["2•"], target=INDEX["0•"], units=2, hidden=True
            ),
            "The Elves move 2 hidden units from 2• to 0•.",
        ),
        (
            events.Disbanded(faction=GOBLINS, place=INDEX["8"], units=1, gold=0, hidden=True),
            "The Goblins disband 1 hidden unit in 8.",
        ),
        (
            events.Asked(
                faction=ELVES, other=ORCS, topics=ASK_COLOUR | ASK_NUMBER, card=card("A♥")
            ),
            "The Elves play A♥ to ask both the colour of the Orcs' artifact "
            "and how many units the Orcs will send.",
        ),
        (
            events.Answered(faction=ORCS, topic=ASK_NUMBER, answer=0),
            "The Orcs answer: none at all.",
        ),
        (
            events.PlanShown(faction=DWARVES, units=3, card=card("5♦"), elites=1),
            "The Dwarves send 3 units (1 elite) with 5♦ (Fire).",
        ),
        (
            events.Strength(attacker=ORCS, attack=7, defender=ELVES, defence=5),
            "The Orcs reach 7 points, the Elves 5.",
        ),
        (
            events.Denied(faction=GOBLINS, window=AGAINST_HIRING, other=ELVES, card=card("A♠")),
            "The Goblins play A♠: the Elves may not hire mercenaries this turn.",
        ),
        (
            events.BattleWon(winner=ORCS, loser=ELVES, place=INDEX["8"], treachery=True),
            "The Orcs win the battle of 8 by treachery and are paid 2 gold.",
        ),
        (
            events.GameWon(winners=1 << ELVES, way=THREE_CASTLES),
            "The Elves hold three castles and win the game!",
        ),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_sentences(happened: Event, text: str) -> None:
    assert sentence(happened, R9) == text


def test_court_cards_belong_to_the_faction_whose_suit_the_edition_gives_them() -> None:
    dealt = events.Dealt(faction=ELVES, usurper=card("Q♠"), sabotage=card("J♥"))
    assert "among the Goblins (Q♠)" in sentence(dealt, R9)
    assert "among the Orcs (Q♠)" in sentence(dealt, FIRST)
    own = events.Dealt(faction=ELVES, usurper=card("Q♥"), sabotage=card("J♥"))
    assert "among your own people (Q♥) and can sabotage hearts (J♥)" in sentence(own, R9)


def test_a_secret_is_told_to_the_one_who_may_know_it() -> None:
    got = events.GotCard(faction=GOBLINS, card=card("4♥"))
    assert secret(got)
    assert sentence(got, R9) == "You receive 4♥ (Fire)."
    plan = events.PlanMade(faction=ELVES, units=0, card=NO_CARD)
    assert sentence(plan, R9) == "You will send no units and no artifact."


def test_a_victory_of_allies_names_both() -> None:
    won = events.GameWon(winners=1 << ELVES | 1 << ORCS, way=ALLIED_CASTLES)
    text = "The Elves and the Orcs, allied, hold four castles and win the game together!"
    assert sentence(won, FIRST) == text


def sample(meaning: Meaning) -> int | str:
    """A value that a field may hold."""
    if meaning.fits(words := "The Elves pay the Orcs 2 gold now."):
        return words
    return next(value for value in (True, 1, 2) if meaning.fits(value))


@pytest.mark.parametrize("kind", contracts.TELLERS, ids=lambda kind: kind.kind)
def test_contracts_are_told_in_whole_sentences(kind: type[Event]) -> None:
    fields = {name: sample(meaning) for name, meaning in kind.FIELDS.items()}
    text = sentence(kind(**fields), R9)
    assert text[0].isupper()
    assert text.rstrip("”").endswith(".")
