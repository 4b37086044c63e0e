"""A table where bots sit down: the one loop that plays games of bots, for whoever watches them.

Matches, the laboratory and told stories all play here. Choices without choice are played by the
table itself; an ``Observer`` sees what happens in between. A game is a course that stops at every real
choice and waits for the answer, so that several can be played side by side.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from dragondune.bots.bargaining.memory import Memory
from dragondune.bots.bargaining.negotiation import negotiate, silent
from dragondune.bots.bargaining.offers import TALKING_ROUNDS
from dragondune.bots.base import Bot
from dragondune.editions.build import NEWEST
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.powers import LOOKS
from dragondune.model.state import State
from dragondune.views.view import View, view_of

# The rounds in which what a hand holds matters: bidding, recruitment, battle.
ROUNDS_WORTH_A_LOOK: Final = (3, 4, 5)
MOST_FREE_ACTIONS: Final = 8  # at one moment, so that no bot can stop a game


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: The factions that won: one, or two who won together.
        way: How they won, in words.
        turn: In which turn.
        decisions: How many choices were made.
        contracts: How many contracts were signed.
        offers: How many contracts bots offered on their own.
        forfeits: Seats whose bots failed, and how. They have lost, whatever came after.
    """

    winners: tuple[str, ...]
    way: str
    turn: int
    decisions: int
    contracts: int = 0
    offers: int = 0
    forfeits: tuple[tuple[str, str], ...] = ()

    def share(self, faction: str) -> float:
        """1 for a sole winner, 1/2 for each of two who win together."""
        return share_of(faction, self.winners)


def share_of(faction: str, winners: Sequence[str]) -> float:
    """A faction's share of a victory: 1, 1/2 for each of two who win together, or 0."""
    return 1 / len(winners) if faction in winners else 0.0


class Choice(NamedTuple):
    """What a game waits for: a bot is to choose, by what it sees, among the legal actions."""

    bot: Bot
    view: View
    legal: list[int]


Course = Generator[Choice, int, Outcome]


class Observer:
    """Who watches a game of bots. Nobody has to see or hear anything."""

    def before_step(self, s: State) -> None:
        """A step of the agenda is about to open; what went before it has been told."""

    def said(self, seat: str, sentence: str) -> None:
        """A bot says why it makes, signs or refuses a contract."""


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


def finish(game: Game, bots: Mapping[str, Bot], observer: Observer | None = None) -> Outcome:
    """Play a game on from where it stands; bots talk where the table plays with contracts."""
    playing = course(game, bots, observer)
    try:
        asked = next(playing)
        while True:
            asked = playing.send(asked.bot.choose(asked.view, asked.legal))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def course(game: Game, bots: Mapping[str, Bot], observer: Observer | None = None) -> Course:
    """The same game, stopping at every choice until it is sent the answer."""
    game.go_on()
    state = game.state
    seated = [bots.get(name) for name in FACTION_NAMES]
    decisions = 0
    moment: tuple[int, ...] = ()
    memory = Memory()
    quiet = (-1, 0, 0)
    chatty = [seat for seat, bot in bots.items() if bot.talks_always]
    while state.stack:
        now = _moment(state)
        begins = now != moment
        if begins:
            moment = now
            yield from _free_actions(game, bots, observer)
        if game.talks:
            pause = (state.turn, state.round, state.turns_taken)
            talk = observer.said if observer else silent
            if pause != quiet and state.round in TALKING_ROUNDS:
                quiet = pause
                negotiate(game, bots, memory, talk)
            elif begins and chatty:
                negotiate(game, bots, memory, talk, chatty)
            if not state.stack:
                break
        decisions += yield from _decide(game, seated, observer)
    turn = int(state.turn)
    failed = {seat: bot.failed for seat, bot in bots.items() if bot.failed}
    winners = tuple(seat for seat in game.winners if seat not in failed)
    talk_figures = (memory.signed, memory.offers)
    return Outcome(winners, game.way, turn, decisions, *talk_figures, tuple(failed.items()))


def _decide(
    game: Game, seated: list[Bot | None], observer: Observer | None
) -> Generator[Choice, int, int]:
    """One decision, and whether it left a choice."""
    s = game.state
    waiting: int = agenda.actors(s)
    f = (waiting & -waiting).bit_length() - 1
    legal = agenda.legal(s, f)
    if len(legal) == 1:
        _carry_out(game, f, legal[0], observer)
        return 0
    bot = seated[f]
    if bot is None:
        raise ValueError(f"Nobody sits at the {FACTION_NAMES[f].capitalize()}.")
    choice = yield Choice(bot, view_of(s, f), legal)
    if choice not in legal:
        raise ValueError(
            f"{type(bot).__name__} chose {choice!r}, which is none of the numbers in legal "
            "(an Action's number is its code)."
        )
    _carry_out(game, f, choice, observer)
    return 1


def _carry_out(game: Game, f: int, code: int, observer: Observer | None) -> None:
    """Play an action, kept in the history so that the game can be written down."""
    game.history.append((f, code))
    if observer is None:
        agenda.apply(game.state, f, code)
        return
    agenda.play_top(game.state, f, code)
    while game.state.stack:
        observer.before_step(game.state)
        if agenda.open_top(game.state):
            return


def _moment(s: State) -> tuple[int, ...]:
    """Changes where free actions make sense: with each round and with each battle."""
    return (s.turn, s.round, s.attacker, s.defender, s.place)


def _free_actions(
    game: Game, bots: Mapping[str, Bot], observer: Observer | None
) -> Generator[Choice, int, None]:
    s = game.state
    if s.round not in ROUNDS_WORTH_A_LOOK:
        return
    for f in s.order:
        if s.powers[f] & LOOKS:
            yield from _act_freely(game, FACTION_NAMES[f], bots, observer)


def _act_freely(
    game: Game, seat: str, bots: Mapping[str, Bot], observer: Observer | None
) -> Generator[Choice, int, None]:
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
            yield from _decide(game, seated, observer)
