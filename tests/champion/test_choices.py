"""The champion and the levels below it: they play everywhere, repeat themselves, keep no secrets."""

import numpy as np
import pytest
from bots.positions import decisions, keeps_to_its_view

from dragondune.bots import make_bot
from dragondune.bots.arena import registry
from dragondune.bots.arena.registry import LEVEL_NAMES
from dragondune.bots.base import Bot
from dragondune.bots.warlord.warlord import Warlord
from dragondune.champion.player import Champion
from dragondune.champion.quick import QuickNetwork
from dragondune.champion.search import Effort
from dragondune.contracts import offers
from dragondune.contracts.language.parser import parse_contract
from dragondune.engine import agenda
from dragondune.learning.encoder import row_of
from dragondune.learning.network import Network, rows_array
from dragondune.learning.player import WEIGHTS
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.views.view import View, view_of

FEW = Effort(rows=60)


@pytest.mark.parametrize("name", ["network", *LEVEL_NAMES])
def test_what_a_seat_cannot_know_changes_no_choice(name: str) -> None:
    keeps_to_its_view(lambda: _bot(name), decisions(6, 60))


@pytest.mark.parametrize("name", ["network", "champion"])
@pytest.mark.parametrize(
    ("edition", "options", "seats", "every"),
    [
        ("first", (), FACTION_NAMES, 60),
        ("r2", (), ("goblins", "elves", "orcs"), 50),
        ("r6", ("honest-question", "broken-walls"), FACTION_NAMES, 60),
        ("r6b", (), ("dwarves", "elves"), 12),
        ("r9", ("oracles", "empty-graves"), FACTION_NAMES, 60),
    ],
)
def test_nor_under_other_rules(
    name: str, edition: str, options: tuple[str, ...], seats: tuple[str, ...], every: int
) -> None:
    keeps_to_its_view(lambda: _bot(name), decisions(6, every, edition, options, seats))


@pytest.mark.parametrize("name", ["network", "champion"])
def test_nor_where_contracts_bind(name: str) -> None:
    """Some of them are about cards: what a seat has promised shows nobody's hand."""
    found = [(_with_contracts(state), f) for state, f in decisions(8, 60)]
    assert any(state.bound[f] for state, f in found)
    keeps_to_its_view(lambda: _bot(name), found)


def _with_contracts(state: State) -> State:
    """The same position with promises of each to the next."""
    signed = state.copy()
    for f, g in zip(signed.order, [*signed.order[1:], signed.order[0]], strict=True):
        one, other = FACTION_NAMES[f].capitalize(), FACTION_NAMES[g].capitalize()
        text = (
            f"The {one} do not use an ace for anything. The {one} play no artifact against the "
            f"{other}. The {one} do not attack the {other}. The {one} do not enter 3★."
        )
        if offers.offer(signed, f, parse_contract(text)) is None:
            offers.accept(signed, g, int(signed.offers[-1].number))
    return signed


def _bot(name: str) -> Bot:
    return Champion(3, FEW) if name in ("expert", "champion") else make_bot(name, 3)


def _choice(name: str, view: View, legal: list[int]) -> tuple[int, str]:
    bot = _bot(name)
    choice = bot.choose(view, legal)
    assert choice in legal
    return choice, bot.explain()


def test_the_same_seed_makes_the_same_choice_whatever_was_thought_before() -> None:
    found = decisions(6, 60)
    fresh = [_choice("champion", view_of(s, f), agenda.legal(s, f)) for s, f in found]
    for s, f in reversed(found):
        _choice("champion", view_of(s, f), agenda.legal(s, f))
    again = [_choice("champion", view_of(s, f), agenda.legal(s, f)) for s, f in found]
    assert again == fresh


@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        ("first", FACTION_NAMES),
        ("r2", ("goblins", "elves", "orcs")),
        ("r6", ("goblins", "orcs")),
        ("r6b", ("dwarves", "elves")),
        ("r9", ("dwarves", "goblins", "orcs")),
    ],
)
def test_every_level_plays_every_edition(edition: str, seats: tuple[str, ...]) -> None:
    found = decisions(4, 5, edition, (), seats)
    assert len(found) > 3
    for state, f in found[:: len(found) // 3]:
        view, legal = view_of(state, f), agenda.legal(state, f)
        for name in ("beginner", "casual", "skilled", "network", "champion:1"):
            bot = make_bot(name, 4)
            assert bot.choose(view, legal) in legal
            assert bot.explain().endswith(".")


def test_weaker_levels_waver() -> None:
    found = decisions(6, 12)
    apart = dict.fromkeys(("beginner", "casual", "skilled"), 0)
    best = make_bot("network", 1)
    for number, (state, f) in enumerate(found):
        view, legal = view_of(state, f), agenda.legal(state, f)
        for name in apart:
            apart[name] += make_bot(name, number).choose(view, legal) != best.choose(view, legal)
    assert apart["beginner"] > apart["casual"] > apart["skilled"]


def test_the_quick_network_says_what_the_network_says() -> None:
    rows = rows_array([row_of(view_of(s, f)) for s, f in decisions(6, 12)])
    codes, of = np.zeros(len(rows), np.int64), np.arange(len(rows))
    plain, quick = Network(WEIGHTS), QuickNetwork(WEIGHTS)
    for _ in range(2):
        for one, other in zip(
            plain.judge(rows, codes, of), quick.judge(rows, codes, of), strict=True
        ):
            assert np.allclose(one, other, atol=1e-3)


def test_without_numpy_a_warlord_sits_down_and_the_log_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named 'numpy' ({name})", name="numpy")

    monkeypatch.setattr(registry, "import_module", missing)
    monkeypatch.setattr(registry, "_told", set())
    for _ in range(2):
        assert isinstance(make_bot("champion", 1), Warlord)
        assert make_bot("beginner", 1).name == "steward"
    assert [line.count("numpy") for line in caplog.messages] == [1, 1]
