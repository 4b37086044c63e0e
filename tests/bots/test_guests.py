"""Bots from outside: a bad one loses its own game, is named, and troubles nobody else."""

import asyncio
from importlib import metadata

import pytest

from dragondune.bots.arena import guest
from dragondune.bots.arena.guest import guest_names
from dragondune.bots.arena.match import run_match, run_match_command
from dragondune.bots.arena.registry import make_bot
from dragondune.bots.arena.table import play_game
from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES

WRONG = {
    "Raises": "it raised KeyError('no plan')",
    "Hangs": "it took more than 0.5 seconds for a decision",
    "Cheats": "which is not legal",
    "Quits": "its process ended",
    "Muddles": "Action('pass') is none of the numbers in legal",
}


def strange(name: str) -> str:
    return f"bots.strange_bots:{name}"


def test_a_guest_plays_like_any_bot() -> None:
    bot, game = make_bot(strange("Polite"), 3), Game.new(seed=1)
    for number in (1, 2):
        seat = game.pending()[0].seat
        legal = [action.code for action in game.legal(seat)]
        assert bot.choose(game.view(seat), legal) == legal[-1]
        assert bot.explain() == f"This is my choice number {number}.", "it keeps what it remembers"


@pytest.mark.parametrize("kind", WRONG)
def test_a_guest_that_fails_loses_its_game_and_is_named(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DRAGONDUNE_BOT_SECONDS", "0.5" if kind == "Hangs" else "60")
    for seed in (1, 2):
        bots = {name: make_bot("random", seed) for name in FACTION_NAMES}
        bots["orcs"] = make_bot(strange(kind), seed)
        outcome = play_game(bots, seed)
        assert dict(outcome.forfeits).keys() == {"orcs"}
        assert WRONG[kind] in dict(outcome.forfeits)["orcs"]
        assert outcome.share("orcs") == 0
        assert outcome.turn > 0, "the others play on to the end"
    assert f"The bot {strange(kind)} has lost a game" in caplog.text


def test_whoever_wrote_a_bot_is_shown_the_line_that_failed_once(
    capfd: pytest.CaptureFixture[str],
) -> None:
    for seed in (1, 2):
        bots = {name: make_bot("random", seed) for name in FACTION_NAMES}
        play_game(bots | {"orcs": make_bot(strange("Stumbles"), seed)}, seed)
    assert capfd.readouterr().err.count('raise KeyError("no plan")') == 1


def test_a_match_goes_on_and_counts_the_losses() -> None:
    result = run_match(strange("Raises"), "random", deals=1)
    assert result.games == 4
    assert result.share == 0


def test_a_name_that_means_nothing_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("nowhere:Bot", "bots.strange_bots:Nobody", "os:getcwd"):
        with pytest.raises(ValueError, match=f"There is no bot '{name}'"):
            make_bot(name)
    assert run_match_command(["nowhere:Bot", "random", "--games", "4"]) == 2
    assert "There is no bot 'nowhere:Bot'" in capsys.readouterr().err


def test_installed_packages_offer_bots_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = metadata.EntryPoint("reeve", strange("Polite"), "dragondune.bots")
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry] * (group == entry.group))
    assert make_bot("reeve").name == "reeve"
    with pytest.raises(ValueError, match=r"champion, reeve, and any of your own as module:Class"):
        make_bot("reve")
    monkeypatch.setenv("DRAGONDUNE_BOTS", f"{strange('Cheats')}, ")
    assert guest_names() == ["reeve", strange("Cheats")]


def test_at_a_table_a_bad_guest_says_so_and_a_steward_plays_on() -> None:
    workers = pytest.importorskip("dragondune.server.bots.workers")
    parcels = pytest.importorskip("dragondune.server.bots.parcels")
    game = Game.new(seed=1)
    seat = game.pending()[0].seat
    legal = [action.code for action in game.legal(seat)]

    async def asked(name: str) -> list[tuple[int, str]]:
        thinkers = workers.Thinkers(workers.Pool(1))
        parcel = parcels.pack(game, seat)
        try:
            return [await thinkers.choose(name, seed, parcel, legal) for seed in (1, 2)]
        finally:
            thinkers.close()

    (choice, reason), (later, words) = asyncio.run(asked(strange("Cheats")))
    assert choice in legal
    assert "has lost this game" in reason
    assert strange("Cheats") in reason
    assert later in legal
    assert strange("Cheats") not in words, "it is asked no more at this table"
    (choice, reason), _ = asyncio.run(asked("nowhere:Bot"))
    assert choice in legal
    assert reason != "I lost the thread."


def test_a_process_keeps_the_guests_that_play_and_forgets_those_that_are_done() -> None:
    game = Game.new(seed=1)
    seat = game.pending()[0].seat
    legal = [action.code for action in game.legal(seat)]
    playing = make_bot(strange("Polite"), 3)
    for seed in range(guest.MOST_GUESTS + 10):
        playing.choose(game.view(seat), legal)
        make_bot(strange("Polite"), seed).choose(game.view(seat), legal)
    playing.choose(game.view(seat), legal)
    assert playing.explain() == f"This is my choice number {guest.MOST_GUESTS + 11}."


def test_a_guest_tells_its_own_name_and_ways() -> None:
    """Where the class it is made from is compiled, too: what instances begin with is asked of one."""
    assert make_bot(strange("Polite")).talks_always is False
    broker = make_bot("exploiters.broker:Broker")
    assert (broker.name, broker.talks_always) == ("broker", True)
