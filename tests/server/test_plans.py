"""A recruitment turn planned as a whole: foreseen from one's own view, played in the engine's order."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from server.room import PEOPLE, Ear, Room

from dragondune.bots.arena.registry import make_bot
from dragondune.game import Game
from dragondune.model.action_text import action_text
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.rules.recruitment import play_within, turn_is_done
from dragondune.server.lobby.hall import Hall
from dragondune.server.play.planning import foresee, is_recruiting, on_turn
from dragondune.server.play.session import Session
from dragondune.server.tables.plan_preview import preview
from dragondune.server.web.socket import Player
from dragondune.server.wire import incoming
from dragondune.server.wire.incoming import NewTable, PlannedLine, decode_message
from dragondune.server.wire.outgoing import encode
from dragondune.views.sample import sample

Scene = Callable[..., None]
ORDER = ["orcs", "elves", "dwarves", "goblins"]


def to_a_turn(game: Game, seat: str, turn: int, seed: int = 1) -> None:
    """Let bots play until it is this seat's recruitment turn."""
    bots = {name: make_bot("steward", seed) for name in FACTION_NAMES}
    while not (on_turn(game, seat) and game.turn >= turn):
        asked = game.pending()[0].seat
        legal = game.legal(asked)
        game.play(asked, bot_choice(bots[asked], game, asked, legal))


def bot_choice(bot: Any, game: Game, seat: str, legal: list[Any]) -> Any:
    codes = [one.code for one in legal]
    code = codes[0] if len(codes) == 1 else bot.choose(game.view(seat), codes)
    return next(one for one in legal if one.code == code)


def turn_of_a_bot(game: Game, seat: str, seed: int) -> list[PlannedLine]:
    """What a bot does in its turn while nobody steps in; the game is played on to the turn's end."""
    bot, lines = make_bot("steward", seed), []
    while not turn_is_done(game.state):
        decision = game.pending()[0]
        legal = game.legal(decision.seat)
        choice = bot_choice(bot, game, seat, legal) if decision.seat == seat else legal[0]
        if decision.seat == seat and len(legal) > 1 and str(choice) != "pass":
            lines.append(PlannedLine(decision.step, str(choice)))
        play_within(game.state, FACTION_OF_NAME[decision.seat], choice.code)
    return lines


@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b", "r9"])
def test_a_turn_goes_as_it_was_foreseen(edition: str) -> None:
    """Whatever a bot does in a turn can be planned, and ends with the board and purse foreseen."""
    planned = 0
    for seed, seat in enumerate(FACTION_NAMES):
        game = Game.new(edition, ORDER, (), seed)
        to_a_turn(game, seat, 2, seed)
        real = Game.from_json(game.to_json())
        lines = turn_of_a_bot(real, seat, seed)
        seen = foresee(game, seat, lines)
        assert seen.whole
        assert [one.chosen for one in seen.stages if one.chosen] == [one.line for one in lines]
        f = FACTION_OF_NAME[seat]
        assert seen.after.gold[f] == real.state.gold[f]
        assert [*seen.after.up] == [*real.state.up]
        assert [*seen.after.hid] == [*real.state.hid]
        paid = sum(one.cost for one in seen.stages)
        assert paid == game.state.gold[f] - real.state.gold[f]
        planned += len(lines)
    assert planned > 5


def test_a_plan_shows_only_what_its_player_may_know() -> None:
    """Two worlds that the planner cannot tell apart answer a plan with the same bytes."""
    for seed in range(4):
        for seat in FACTION_NAMES:
            session = Session("r9", (), ORDER, str(seed))
            to_a_turn(session.game, seat, 2, seed)
            lines = turn_of_a_bot(Game.from_json(session.game.to_json()), seat, seed)
            told = encode(preview(session, 1, seat, lines))
            state = sample(session.game.view(seat), random.Random(seed + 99))
            session.game = Game(session.game.header, state)
            assert encode(preview(session, 1, seat, lines)) == told


def test_an_earlier_change_says_what_became_impossible() -> None:
    game = Game.new("r9", ORDER, (), 3)
    to_a_turn(game, "dwarves", 1)
    f = FACTION_OF_NAME["dwarves"]
    game.state.gold[f], game.state.bank[f], game.state.hand[f] = 20, 12, 0
    hire = [PlannedLine("hire", "hire 4 9•")]
    stages = {one.decision.step: one for one in foresee(game, "dwarves", hire).stages}
    assert stages["hire"].chosen == "hire 4 9•"
    assert stages["hire"].cost == 8
    game.state.gold[f] = 3
    stages = {one.decision.step: one for one in foresee(game, "dwarves", hire).stages}
    refusal = stages["hire"].refusal
    assert stages["hire"].chosen is None
    assert refusal is not None
    assert "That costs 8 gold, and you have 3." in refusal.text
    assert refusal.rule == "IV4"


def test_a_plan_tells_what_is_left_empty_and_what_the_dragons_can_reach() -> None:
    session = Session("r9", (), ORDER, "7")
    to_a_turn(session.game, "orcs", 1)
    moves = [one for one in session.game.legal("orcs") if one.kind == "move"]
    while not moves:
        session.game.play("orcs", "pass")
        moves = [one for one in session.game.legal("orcs") if one.kind == "move"]
    fullest = max(moves, key=lambda one: int(str(one).split()[1].split("+")[0]))
    told = preview(session, 5, "orcs", [PlannedLine("move", str(fullest))])
    _, n, source, target = str(fullest).split()[:4]
    before = preview(session, 6, "orcs", [])
    assert before.empty == []
    units = {u.faction: u.n for u in before.territories[source].units}
    assert (source in told.empty) == (units["orcs"] == int(n.split("+")[0]))
    assert any(u.faction == "orcs" for u in told.territories[target].units)
    for one in (*told.risk, *before.risk):
        assert "★" not in one.place, "castles shelter"
        assert "•" not in one.place, "forests shelter"


# --- at a table ----------------------------------------------------------------------------


async def sit_down(room: Room, seat: str, turn: int = 1) -> None:
    """Everyone is there, and it is this seat's turn."""
    await room.sit(0, 1, 2, 3)
    rng = random.Random(4)
    for _ in range(3000):
        if on_turn(room.game, seat) and room.game.turn >= turn:
            return
        asked = room.game.pending()[0].seat
        legal = [one for one in room.game.legal(asked) if one.kind != "break"]
        await room.act(
            asked, str(legal[0] if room.session.step() != "plans" else rng.choice(legal))
        )
    raise AssertionError("their turn never came")


ACES = (0, 13, 26, 39)


def gold_to(room: Room, seat: str, gold: int, ace: str = "") -> None:
    """Fill a purse; and let the Goblins hold one ace (`one`), or put all of theirs back (`none`)."""
    s, f = room.game.state, FACTION_OF_NAME["goblins"]
    s.gold[FACTION_OF_NAME[seat]] = gold
    held = [card for card in ACES if s.hand[f] >> card & 1]
    if ace == "one" and not held:
        for pile in (s.deck, s.discard, s.hand):
            _take(pile, s.hand is pile)
        s.hand[f] |= 1 << 13
    if ace == "none":
        s.deck[:0] = held
        for card in held:
            s.hand[f] &= ~(1 << card)
    room.session._list_legal()


def _take(pile: list[int], hands: bool) -> None:
    """Take one ace out of wherever it is."""
    pile[:] = [one & ~(1 << 13) for one in pile] if hands else [one for one in pile if one != 13]


def a_move(room: Room, seat: str) -> list[PlannedLine]:
    """Hire a unit somewhere and march it off: the second is possible after the first alone."""
    stages = {one.decision.step: one.codes for one in foresee(room.game, seat, []).stages}
    for hire in map(action_text, stages["hire"]):
        place = hire.split()[2] if hire.startswith("hire 1 ") and "A" not in hire else ""
        stands = any(f" {place} " in text for text in map(action_text, stages["move"]))
        if not place or stands or place in ("1★", "10★"):
            continue
        lines = [PlannedLine("hire", hire)]
        seen = foresee(room.game, seat, lines).stages
        moves = [one.codes for one in seen if one.decision.step == "move"]
        for line in map(action_text, moves[0] if moves else []):
            if line.startswith(f"move 1 {place} "):
                return [*lines, PlannedLine("move", line)]
    raise AssertionError("nobody can be hired and moved")


def test_a_whole_turn_is_one_update_and_one_step_back(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await sit_down(room, "goblins")
        gold_to(room, "goblins", 20)
        position, n = room.game.position(), room.session.n
        plan = a_move(room, "goblins")
        answer = await room.table.plan("goblins", 5001, plan, n)
        assert answer.ok, answer.text
        assert room.session.n == n + 1
        assert not is_recruiting(room.game, "goblins")
        kinds = [e["kind"] for e in room.ears["orcs"].update["events"]]
        assert kinds.index("hired") < kinds.index("moved")
        assert (await room.table.plan("goblins", 5001, plan, n)).ok, "the same message again"
        assert room.session.n == n + 1
        if room.session.can_undo("goblins"):
            assert (await room.table.undo("goblins", 5002)).ok
            assert room.game.position() == position

    scene(play)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_plan_waits_where_another_has_to_be_heard(scene: Scene, stopped: bool) -> None:
    async def play(room: Room) -> None:
        await sit_down(room, "elves")
        gold_to(room, "elves", 20, "one")
        plan = a_move(room, "elves")
        assert (await room.table.plan("elves", 5001, plan, None)).ok
        assert room.session.step() == "deny"
        assert room.session.waiting() == ["goblins"]
        deny = next(a for a in room.game.legal("goblins") if a.kind == "deny")
        assert (await room.act("goblins", str(deny) if stopped else "pass", 7001)).ok
        moved = ("elves", plan[1].line) in room.session.lines
        assert moved != stopped
        # Who was stopped thinks again; who was not has ended the turn.
        assert on_turn(room.game, "elves") == stopped

    scene(play)


def test_a_plan_that_waits_outlasts_the_server(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await sit_down(room, "elves")
        # A restart plays the log again, so nothing may be put into the position by hand here.
        plan = a_move(room, "elves")
        assert (await room.table.plan("elves", 5001, plan, None)).ok
        assert room.session.waiting() == ["goblins"]
        room.table.driver.stop()
        again = Hall(room.hall.config)
        try:
            table = again.tables[room.table.meta.id]
            await table.load()
            assert table.session is not None
            table.driver.stop()
            assert (await table.act("goblins", 7001, "pass", None)).ok
            assert ("elves", plan[1].line) in table.session.lines
            assert (await table.plan("elves", 5001, plan, None)).ok, "it was carried out before"
        finally:
            again.close()

    scene(play, veil_median=1e6)


def test_an_ace_more_or_less_changes_nothing_that_others_are_told(scene: Scene) -> None:
    """A plan passes what could be done with an ace at once, whether there is one or not."""

    async def play(room: Room) -> None:
        await sit_down(room, "goblins")
        told: list[Any] = []
        for ace in ("one", "none"):
            gold_to(room, "goblins", 20, ace)
            ear = room.ears["orcs"]
            ear.heard.clear()
            assert (await room.table.plan("goblins", len(told) + 5001, [], None)).ok
            told.append([m["events"] for m in ear.told("update")])
            if not room.session.can_undo("goblins"):
                return
            assert (await room.table.undo("goblins", len(told) + 6001)).ok
        assert [len(updates) for updates in told] == [1, 1]

    scene(play, veil_median=1e6)


def test_what_is_no_plan_is_refused(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await room.sit(0, 1, 2, 3)
        table = room.table
        early = await table.plan("elves", 1, [], None)
        assert (early.ok, early.rule) == (False, "B9")
        await sit_down(room, "elves")
        n = room.session.n
        answers = [
            await table.plan("elves", 5000, [PlannedLine("move", "move 30 1★ 2")], None),
            await table.plan("elves", 5001, [PlannedLine(room.session.step(), "nonsense")], None),
            await table.plan("orcs", 5002, [], None),
            await table.plan("elves", 5003, [], room.session.opened["elves"] - 1),
        ]
        refused = [answer for answer in answers if not answer.ok]
        assert len(refused) >= 3
        assert all(answer.text for answer in refused)
        assert room.session.n <= n + 1

    scene(play)


def test_any_lines_at_all_do_no_harm() -> None:
    rng = random.Random(5)
    words = [
        "hire",
        "move",
        "2",
        "9•",
        "pass",
        "",
        "30+2e",
        "10★",
        "x" * 100,
        "question orcs 3",
        "raise",
    ]
    steps = ["hire", "move", "revive", "conscript", "disband", "hide", "", "plans", "none such"]
    session = Session("r9", (), ORDER, "5")
    to_a_turn(session.game, "dwarves", 2)
    position = session.game.position()
    for _ in range(60):
        lines = [
            PlannedLine(rng.choice(steps), " ".join(rng.choices(words, k=rng.randint(0, 4)))[:120])
            for _ in range(rng.randint(0, 24))
        ]
        told = preview(session, 1, "dwarves", lines)
        assert told.stages
        encode(told)
    assert session.game.position() == position, "looking ahead changes nothing"


def test_plans_beyond_all_bounds_are_no_message() -> None:
    fine: dict[str, Any] = {"t": "plan", "id": 1, "do": "preview", "lines": []}
    decode_message(msgspec.json.encode(fine))
    for wrong in (
        {"do": "dream"},
        {"lines": [{"step": "hire", "line": "x" * 121}]},
        {"lines": [{"step": "h" * 21, "line": "x"}]},
        {"lines": [{"step": "hire"}]},
        {"lines": [{"step": "hire", "line": "x", "for": "me"}]},
        {"lines": [{"step": "hire", "line": "x"}] * 25},
        {"n": -1},
        {"seat": "orcs"},
    ):
        with pytest.raises(msgspec.ValidationError):
            decode_message(msgspec.json.encode(fine | wrong))


def test_looking_ahead_has_its_limit(scene: Scene) -> None:
    async def play(room: Room) -> None:
        await sit_down(room, "elves")
        player = Player(room.hall, room.table, None)  # type: ignore[arg-type]
        number = [s.faction for s in room.table.meta.seats].index("elves")
        ear = player.connection = Ear(number)  # type: ignore[assignment]
        for cid in range(1, 12):
            await player._plan("elves", incoming.Plan(id=cid, do="preview"))
        kinds = [json.loads(raw)["t"] for raw in ear.heard]
        assert kinds[:4] == ["plan"] * 4
        assert "no" in kinds[4:]

    scene(play, NewTable(seats=PEOPLE), plans_per_second=1)
