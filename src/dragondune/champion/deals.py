"""What a contract is worth [B6]: everyone's chance of winning with it, and without it.

Both are tried in the same worlds with the same luck, the clauses enforced. The rules of thumb of
all bots speak first, for they know what must never be signed; the trials have the last word.
"""

import random
from typing import Any, Final, NamedTuple

import numpy as np

from dragondune.bots.bargaining.answers import Reply
from dragondune.champion.judge import Judge
from dragondune.champion.search import Effort, Search, trusted
from dragondune.champion.trials import Horizon, Trial, World, play_out
from dragondune.contracts import offers, talk
from dragondune.contracts.language.parser import parse_contract
from dragondune.model.contracts import Contract
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State
from dragondune.views.view import View

WORLDS: Final = 48
LOSS: Final = 0.004  # of chance, from which on a contract is not signed
GAIN: Final = 0.002  # of chance that an offer of one's own has to bring both


class Price(NamedTuple):
    """How a contract changes everyone's chance of winning, as far as trials can be trusted."""

    changes: tuple[float, ...]
    before: tuple[float, ...]

    def winner_besides(self, seat: int) -> int:
        """Who gains most of the others."""
        others = [f for f in range(4) if f != seat]
        return max(others, key=lambda f: self.changes[f])


def price_of_offer(view: View, number: int, judge: Judge, rng: random.Random) -> Price | None:
    """What an offer on the table would change once everybody has signed it."""
    return _price(view, judge, rng, lambda s: _sign(s, number))


def price_of_line(view: View, line: str, judge: Judge, rng: random.Random) -> Price | None:
    """What an offer or counter-offer would change if it were made and signed."""

    def begin(s: State) -> bool:
        if talk.say(s, view.seat, line) is not None or not s.offers:
            return False
        return _sign(s, int(s.offers[-1].number))

    return _price(view, judge, rng, begin)


def _sign(s: State, number: int) -> bool:
    """Everybody says yes; False where the contract cannot be."""
    found = offers.find(s.offers, number)
    if found is None:
        return False
    missing = [f for f in s.order if (found.parties & ~found.agreed) >> f & 1]
    return all(offers.accept(s, f, number) is None for f in missing)


def _price(view: View, judge: Judge, rng: random.Random, begin: Any) -> Price | None:
    search = Search(view, judge, rng, Effort())
    without, signed = [], []
    for number in range(WORLDS):
        world = search.world(number)
        with_it = _trial(world, view)
        if not begin(with_it.state):
            return None
        signed.append(with_it)
        without.append(_trial(world, view))
    play_out([*signed, *without], judge)
    return _compared(signed, without)


def _trial(world: World, view: View) -> Trial:
    return Trial(world, State(world.state), view.seat, Horizon(view.turn))


def _compared(signed: list[Trial], without: list[Trial]) -> Price:
    after = np.array([trial.ending.chances for trial in signed])
    before = np.array([trial.ending.chances for trial in without])
    gains = after - before
    changes = tuple(trusted(gains[:, f]) for f in range(4))
    return Price(changes, tuple(before.mean(0).tolist()))


# --- what is said --------------------------------------------------------------------------


def second_thought(view: View, offer: Contract, reply: Reply, price: Price | None) -> Reply:
    """What the rules of thumb say, unless the trials speak against it."""
    if price is None:
        return reply
    mine = price.changes[view.seat]
    if mine >= -LOSS:
        return Reply(reply.line, f"{reply.sentence} {_tried(view, price)}".strip())
    other = price.winner_besides(view.seat)
    name = FACTION_NAMES[other].capitalize()
    gains = f", and the {name} would gain by it" if price.changes[other] > LOSS else ""
    sentence = f"No: in the games I tried, signing this costs me about {-mine:.0%} to win{gains}."
    return Reply(f"refuse {int(offer.number)}", sentence)


def _tried(view: View, price: Price) -> str:
    mine, had = price.changes[view.seat], price.before[view.seat]
    if f"{had:.0%}" == f"{had + mine:.0%}":
        return ""
    return f"In the games I tried it takes me from about {had:.0%} to {had + mine:.0%}."


def helps_all(view: View, line: str, price: Price | None) -> bool:
    """Does an offer of one's own pay for this seat, and cost none of those who are asked?"""
    if price is None:
        return False
    parties = parse_contract(line.split(None, 1)[1], view.seat).parties
    asked = [f for f in view.order if f != view.seat and parties >> f & 1]
    return price.changes[view.seat] >= GAIN and all(price.changes[f] >= -LOSS for f in asked)
