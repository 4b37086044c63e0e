"""A table where bots sit down: plays a whole game from a seed, choices without choice by itself."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragondune.bots.bargaining.memory import Memory
from dragondune.bots.bargaining.negotiation import parley
from dragondune.bots.bargaining.offers import TALKING_ROUNDS
from dragondune.bots.base import Bot
from dragondune.editions.build import NEWEST
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.actions import KIND_NAMES, kind_of
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.powers import LOOKS
from dragondune.model.state import State
from dragondune.views.view import view_of

# The rounds in which what a hand holds matters: bidding, recruitment, battle.
ROUNDS_WORTH_A_LOOK: Final = (3, 4, 5)
MOST_FREE_ACTIONS: Final = 8  # at one moment, so that no bot can stop a game


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[str, ...]
    way: str
    turn: int
    decisions: int
    contracts: int = 0  # that were signed
    offers: int = 0  # that bots made on their own

    def share(self, faction: str) -> float:
        """1 for a sole winner, 1/2 for each of two who win together."""
        return 1 / len(self.winners) if faction in self.winners else 0.0


def play_game(
    bots: Mapping[str, Bot],
    seed: int | str,
    edition: str = NEWEST,
    options: Iterable[str] = (),
    factions: Sequence[str] | None = None,
    contracts: bool = False,
) -> Outcome:
    """Seat a bot at each faction and play to the end; the same seeds give the same game.

    With ``contracts`` the table plays with contracts, and the bots use them.
    """
    game = Game.new(edition, factions, options, seed, contracts)
    game.state.log = None  # nobody listens, and telling costs time
    return finish(game, bots)


def finish(game: Game, bots: Mapping[str, Bot]) -> Outcome:
    """Play a game on from where it stands; bots talk where the table plays with contracts."""
    state = game.state
    seated = [bots.get(name) for name in FACTION_NAMES]
    decisions = 0
    moment: tuple[int, ...] = ()
    memory = Memory()
    quiet = (-1, 0, 0)
    while state.stack:
        now = _moment(state)
        if now != moment:
            moment = now
            _free_actions(game, bots)
        if game.talks and state.round in TALKING_ROUNDS:
            pause = (state.turn, state.round, state.turns_taken)
            if pause != quiet:
                quiet = pause
                parley(game, bots, memory)
                if not state.stack:
                    break
        decisions += _decide(game, seated)
    turn = int(state.turn)
    return Outcome(game.winners, game.way, turn, decisions, memory.signed, memory.offers)


def _decide(game: Game, seated: list[Bot | None]) -> int:
    """One decision, kept in the history so that the game can be written down."""
    s = game.state
    waiting: int = agenda.actors(s)
    f = (waiting & -waiting).bit_length() - 1
    legal = agenda.legal(s, f)
    if len(legal) == 1:
        agenda.apply(s, f, legal[0])
        game.history.append((f, legal[0]))
        return 0
    bot = seated[f]
    if bot is None:
        raise ValueError(f"Nobody sits at the {FACTION_NAMES[f]}.")
    choice = bot.choose(view_of(s, f), legal)
    if choice not in legal:
        raise ValueError(
            f"{bot.name} chose an action that is not legal: {KIND_NAMES[kind_of(choice)]}"
        )
    agenda.apply(s, f, choice)
    game.history.append((f, choice))
    return 1


def _moment(s: State) -> tuple[int, ...]:
    """Changes where free actions make sense: with each round and with each battle."""
    return (s.turn, s.round, s.attacker, s.defender, s.place)


def _free_actions(game: Game, bots: Mapping[str, Bot]) -> None:
    s = game.state
    if s.round not in ROUNDS_WORTH_A_LOOK:
        return
    for f in s.order:
        if s.powers[f] & LOOKS:
            _act_freely(game, FACTION_NAMES[f], bots)


def _act_freely(game: Game, seat: str, bots: Mapping[str, Bot]) -> None:
    bot = bots.get(seat)
    seated = [bots.get(name) for name in FACTION_NAMES]
    for _ in range(MOST_FREE_ACTIONS):
        offered = {action.code: action for action in game.anytime(seat)}
        if bot is None or not offered:
            return
        choice = bot.anytime(game.view(seat), list(offered))
        if choice is None:
            return
        depth = len(game.state.stack)
        game.play(seat, offered[choice])
        # A look first asks its target what stays secret.
        while len(game.state.stack) > depth:
            _decide(game, seated)
