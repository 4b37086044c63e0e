"""A row says what happened: checked against the same game walked through step by step."""

from __future__ import annotations

import pytest

from dragondune.engine.agenda import open_top, play_top
from dragondune.engine.steps import VICTORY
from dragondune.game import Game
from dragondune.lab.figures.counts import FLOWS
from dragondune.lab.problems import LabError
from dragondune.lab.study import game_row
from dragondune.lab.study.game_row import Row, Setting, begin, play
from dragondune.lab.study.simulation import setting as typed
from dragondune.model.actions import GIVE, LOOK
from dragondune.model.board import CASTLES, NAMES
from dragondune.model.codes import BY_DRAGONS, BY_RED_DRAGON
from dragondune.model.events import BattleBegan, BattleWon, UnitsLost
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.rules import standing

STEWARDS = (("steward",) * 4,)
# edition, options, with contracts?
GAMES = [
    ("r9", (), True),
    ("first", (), False),
    ("r6", ("plunder", "more-conscripts"), False),
    ("r2", ("oracles",), True),
]


def castles_held(s: State) -> list[int]:
    """Alone in a castle with a unit that can be seen [B3]."""
    held = [0, 0, 0, 0]
    for t, name in enumerate(NAMES):
        there = [f for f in range(4) if s.up[f * 28 + t]]
        if name.endswith("★") and len(there) == 1:
            held[there[0]] += 1
    return held


class Walk:
    """Plays a finished game again action by action and looks at the table between the steps."""

    def __init__(self, setting: Setting, number: int, finished: Game) -> None:
        game, _ = begin(setting, number)
        self.s = game.state
        self.ends: list[tuple[list[int], list[int]]] = []
        self.start = [int(gold) for gold in self.s.gold]
        said = list(finished.spoken)
        for place, (f, code) in enumerate(finished.history):
            while said and said[0][0] == place:
                _, speaker, line = said.pop(0)
                game.speak(FACTION_NAMES[speaker], line)
            if code >> 29 in (GIVE, LOOK):
                standing.play_anytime(self.s, f, code)
            else:
                play_top(self.s, f, code)
                self.settle()

    def settle(self) -> None:
        s = self.s
        while s.stack:
            step = s.stack[-1] & 127
            if step == VICTORY:
                self.ends.append((castles_held(s), [int(gold) for gold in s.gold]))
            if open_top(s):
                return


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: "-".join((game[0], *game[1])))
def played(request: pytest.FixtureRequest) -> tuple[Setting, Game, Row, Walk]:
    edition, options, contracts = request.param
    setting = Setting(edition, options, STEWARDS, first_seed=5, contracts=contracts)
    game, row = play(setting, 0)
    return setting, game, row, Walk(setting, 0, game)


Played = tuple[Setting, Game, Row, Walk]


def test_castles_and_gold_at_the_end_of_each_turn(played: Played) -> None:
    _, _, row, walk = played
    assert row.castles_by_turn == [castles for castles, _ in walk.ends]
    assert row.gold_by_turn == [gold for _, gold in walk.ends]
    assert len(row.castles_by_turn) == row.turn


def test_gold_comes_from_somewhere_and_goes_somewhere(played: Played) -> None:
    _, _, row, walk = played
    for f in range(4):
        assert walk.start[f] + sum(row.gold_flows[f]) == row.gold[f]
    sold = FLOWS.index("artifacts sold")
    assert [f for f in range(4) if row.gold_flows[f][sold]] in ([], [0])


def test_the_end_is_that_of_the_game(played: Played) -> None:
    setting, game, row, walk = played
    s = walk.s
    assert not s.stack
    assert tuple(row.winners) == game.winners
    assert row.way == game.way
    assert row.turn == s.turn
    assert row.castles == castles_held(s)
    assert row.gold == list(s.gold)
    assert row.units == [
        sum(s.up[f * 28 : f * 28 + 28]) + sum(s.hid[f * 28 : f * 28 + 28]) for f in range(4)
    ]
    assert set(row.factions) == set(FACTION_NAMES)
    assert row.seed == setting.first_seed


def test_what_happened_is_counted_where_it_happened(played: Played) -> None:
    _, game, row, _ = played
    events = game.events()
    battles = [e.place for e in events if isinstance(e, BattleBegan)]
    lost = [e for e in events if isinstance(e, UnitsLost)]
    assert row.battles == len(battles) == sum(row.battles_at)
    assert all(row.battles_at[t] == battles.count(t) for t in range(28))
    assert sum(row.dragon_kills_at) == sum(e.units for e in lost if e.cause == BY_DRAGONS)
    assert sum(row.red_kills_at) == sum(e.units for e in lost if e.cause == BY_RED_DRAGON)
    assert row.treacheries == sum(isinstance(e, BattleWon) and e.treachery for e in events)
    assert row.alliances == sum(e.kind == "allied" for e in events)
    assert row.contracts == sum(e.kind == "contract_signed" for e in events)
    assert not any(row.dragon_kills_at[t] for t in range(28) if CASTLES >> t & 1)


def test_a_game_can_be_written_down(played: Played) -> None:
    _, game, row, _ = played
    again = Game.replay(game.record())
    assert (list(again.winners), again.way, int(again.state.turn)) == (
        row.winners,
        row.way,
        row.turn,
    )


def test_two_factions_play_in_the_order_given() -> None:
    chosen = typed("r9", (), ("random", "steward"), ("orcs", "elves"), False, 3)
    _, row = play(chosen, 0)
    assert row.factions == ["orcs", "elves"]
    assert row.bots == ["random", "steward"]
    assert row.castles[0] == row.gold[0] == row.units[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("r99", (), ("steward",)), "There is no edition 'r99'"),
        (("r9", ("weekness",), ("steward",)), "There is no option 'weekness'"),
        (("r9", ("gold.orcs=99",), ("steward",)), "must be 0 to 30"),
        (("r9", (), ("stuart",)), "There is no bot 'stuart'"),
        (("r9", (), ("warlord",)), "warlord:8"),
        (("r9", (), ("steward", "random")), "Name one bot for all seats or 4"),
        (("r9", (), ("steward",), ("orcs", "humans")), "There is no faction 'humans'"),
        (("r9", (), ("steward",), ("orcs",)), "Two to four different factions"),
        (("r9", (), ("steward",), FACTION_NAMES, True, 2**63), "The first seed must be"),
        (("r9", (), ("steward",), FACTION_NAMES, True, -1), "The first seed must be"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_reason(
    words: tuple[object, ...], told: str
) -> None:
    with pytest.raises(LabError, match=told):
        typed(*words)  # type: ignore[arg-type]


def test_a_game_that_breaks_off_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(game_row, "finish", broken)
    setting = Setting("r6", ("plunder",), STEWARDS, first_seed=5000)
    with pytest.raises(LabError, match=r"Game 3 .*--edition r6 --options plunder .*--seed 5003"):
        game_row.play_job(game_row.Job(0, setting, (3,)))


def test_an_answer_that_binds_leaves_a_plan_to_make() -> None:
    """In this game the Elves promise to play black, holding one black ace that could ask too."""
    _, row = play(Setting("r6", (), STEWARDS), 3653)
    assert row.winners
