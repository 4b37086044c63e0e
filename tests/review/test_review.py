"""A review: chances that add up, luck and skill told apart, mistakes that are mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from review.scene import LAST_BATTLE, LAST_TURN, played_out, record

from dragondune.action import Action
from dragondune.advice.reasons import gains
from dragondune.advice.scales import Scales, Trials, settled
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.factions import GOBLINS
from dragondune.model.state import State
from dragondune.review.command import run_review
from dragondune.review.judge import Estimate, Playouts, Spot, unveiled
from dragondune.review.result import GameReview
from dragondune.review.review import assemble
from dragondune.review.smoothing import smoothed
from dragondune.review.timeline import Timeline, timeline
from dragondune.review.treachery import almost
from dragondune.review.work import EFFORTS, Effort, do, read, tasks
from dragondune.views.view import view_of

FEW = Effort(curve=3, known=2, trials=Trials(first=2, check=3, sure=4))


@pytest.fixture(scope="module")
def told() -> Timeline:
    return timeline(json.loads(record()))


@pytest.fixture(scope="module")
def review() -> GameReview:
    EFFORTS["few"] = FEW
    told = read(record())
    return assemble(told, do(record(), "few", 0, len(tasks(told))))


def position() -> State:
    return Game.at(LAST_TURN, "r9", (), False).state


# --- judging -------------------------------------------------------------------------------


def test_another_future_keeps_all_that_lies_on_the_table() -> None:
    s = position()
    worlds = [unveiled(s, number) for number in range(8)]
    for world in worlds:
        assert (world.hand, world.up, world.usurper) == (s.hand, s.up, s.usurper)
        assert sorted(world.deck) == sorted(s.deck)
    assert len({tuple(world.deck) for world in worlds}) > 1
    assert len({world.seed for world in worlds}) == 8


def test_a_card_that_somebody_knows_stays_where_it_is() -> None:
    s = position()
    top = s.deck[-1]
    s.knows = [known | 1 << top for known in s.knows]
    assert all(unveiled(s, number).deck[-1] == top for number in range(8))


def test_chances_are_shares_of_one_game_and_come_out_the_same_again() -> None:
    judged = Playouts(4).full(Spot(position()))
    assert sum(judged.chances) == pytest.approx(1)
    assert judged == Playouts(4).full(Spot(position()))


def test_what_a_seat_could_know_is_judged_by_its_view_alone() -> None:
    """Orcs cannot see the others' hands: cards that change places there change nothing."""
    s, other = position(), position()
    swapped = [*other.hand]
    hidden = [
        (f, card)
        for f in (0, 1)
        for card in range(52)
        if other.hand[f] >> card & 1 and not other.knows[3] >> card & 1
    ]
    (_, one), (_, two) = next(x for x in hidden if x[0] == 0), next(x for x in hidden if x[0] == 1)
    for f in (0, 1):
        swapped[f] ^= 1 << one | 1 << two
    other.hand = swapped
    assert view_of(s, 3) == view_of(other, 3)
    assert Playouts(3).known(view_of(s, 3)) == Playouts(3).known(view_of(other, 3))


def test_noise_is_drawn_together_and_a_step_stays() -> None:
    noisy = [0.30, 0.34, 0.28, 0.32, 0.85, 0.80, 0.83]
    found = [Estimate((one, 1 - one, 0.0, 0.0), 100, 0.04) for one in noisy]
    steady = [one.chances[0] for one in smoothed(found, (1.0, 0.0, 0.0, 0.0))]
    assert max(steady[:4]) - min(steady[:4]) < 0.04
    assert steady[4] - steady[3] > 0.4
    assert steady[-1] == pytest.approx(1, abs=1e-3)


# --- a game taken apart --------------------------------------------------------------------


def test_only_a_finished_game_is_reviewed() -> None:
    running = Game.at(LAST_TURN, "r9", (), False)
    with pytest.raises(ValueError, match="not over"):
        timeline(running.record())


def test_every_line_of_the_record_has_its_moment(told: Timeline) -> None:
    lines = json.loads(record())["actions"]
    assert len(told.clock) == len(lines) + 1
    assert told.end.winners == played_out().state.winners
    for decision in told.decisions:
        seat, line = lines[decision.at]
        assert (seat, line) == (played_out().seats[told.order.index(decision.faction)], line)
        assert str(decision.action) == line
        assert len(decision.legal) > 1


def test_what_chance_decided_is_told_apart_from_choices(told: Timeline) -> None:
    chance = [one for one in told.turnouts if one.faction < 0]
    kinds = {type(event).__name__ for one in chance for event in one.events}
    assert {"DragonMoved", "OnSale"} <= kinds
    chosen = {
        type(event).__name__ for one in told.turnouts if one.faction >= 0 for event in one.events
    }
    assert not chosen & {"DragonMoved", "OnSale"}


def test_a_planted_blunder_costs_the_game_and_a_good_plan_is_named() -> None:
    """Whoever sends nobody into the battle that wins the game gives it away."""
    state = Game.at(LAST_BATTLE, "r9", (), False).state
    legal = agenda.legal(state, GOBLINS)
    view = view_of(state, GOBLINS)
    found = Scales(view, legal, min(legal), FEW.trials).weigh()
    assert found is not None
    assert found.cost > 0.5
    assert Action.of(found.best).units
    assert any("wins the game" in text for text in gains(view, found))


def test_what_may_be_noise_counts_little() -> None:
    assert settled(0.02, 0.03) == 0
    assert settled(0.10, 0.01) == pytest.approx(0.099)
    assert 0 < settled(0.04, 0.03) < 0.03


def test_treachery_that_almost_happened_names_place_and_people(told: Timeline) -> None:
    for at, text in almost(told):
        assert 0 <= at < len(told.clock)
        assert text.startswith("In ")
        assert "betray" in text


# --- the whole -----------------------------------------------------------------------------


def test_luck_own_choices_and_others_add_up_to_the_way_of_each_seat(review: GameReview) -> None:
    for seat, total in review.totals.items():
        assert total.start + total.luck + total.own + total.others == pytest.approx(
            total.end, abs=2e-4
        )
        assert total.end == pytest.approx(1 if seat in review.winners else 0, abs=1e-3)
        luck = sum(swing.change[seat] for swing in review.luck)
        assert total.luck == pytest.approx(luck, abs=1e-3)
        assert (total.start, total.end) == (
            review.curve[0].chances[seat],
            review.curve[-1].chances[seat],
        )
        assert total.cost >= 0


def test_the_curve_covers_the_game_and_each_point_is_one_game(review: GameReview) -> None:
    ats = [point.at for point in review.curve]
    assert ats == sorted(set(ats))
    assert (ats[0], ats[-1]) == (0, review.moments)
    for point in review.curve:
        assert sum(point.chances.values()) == pytest.approx(1, abs=0.01)
        assert all(-0.001 <= chance <= 1.001 for chance in point.chances.values())
    assert set(review.known) == set(review.seats)


def test_a_mistake_says_what_and_why(review: GameReview) -> None:
    for seat, mistakes in review.worst.items():
        for mistake in mistakes:
            assert (mistake.seat, mistake.cost > 0) == (seat, True)
            assert mistake.played != mistake.better
            assert mistake.why


def test_pieces_of_work_make_the_same_review(review: GameReview) -> None:
    told = read(record())
    whole = len(tasks(told))
    pieces = [one for begin in range(0, whole, 25) for one in do(record(), "few", begin, 25)]
    assert assemble(told, pieces) == review


def test_the_command_says_what_is_wrong_with_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.record"
    path.write_text('{"format": "dragon-dune record"}', encoding="utf-8")
    assert run_review([str(path)]) == 2
    assert "dragon-dune review:" in capsys.readouterr().err


def test_the_command_tells_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    EFFORTS["few"] = FEW
    path = tmp_path / "game.record"
    path.write_text(record(), encoding="utf-8")
    assert run_review([str(path), "--effort", "few"]) == 0
    printed = capsys.readouterr().out
    assert "Luck and skill" in printed
    assert "won in turn 8" in printed
