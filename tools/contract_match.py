"""Do contracts pay? Two stewards who make them against two who sign nothing, at one table.

On every deal (seed and player order) each pair of factions talks once while the other pair is
silent: six games. If contracts bring nothing, who makes them wins exactly half of them, however
unbalanced the factions are. The interval is taken over deals.

    python3 run.py contract-match --games 402
"""

import argparse
from collections.abc import Sequence
from itertools import combinations

from dragondune.bots.arena.match import FACTIONS, _margin, _mean, deal_order
from dragondune.bots.arena.table import play_game
from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.editions.build import NEWEST
from dragondune.model.contracts import Contract
from dragondune.model.factions import FACTION_NAMES
from dragondune.views.view import View


class Silent(Steward):
    """A steward that makes no contracts."""

    name = "silent"

    def answer_offer(self, view: View, offer: Contract, mood: Mood) -> Reply:
        return Bot.answer_offer(self, view, offer, mood)

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        return None


def play_deal(seed: int, edition: str) -> tuple[float, int]:
    """The talkers' share of victories on one deal, and how many contracts they signed."""
    share, signed = 0.0, 0
    pairs = list(combinations(range(FACTIONS), 2))
    for pair in pairs:
        bots: dict[str, Bot] = {}
        for f, name in enumerate(FACTION_NAMES):
            kind = Steward if f in pair else Silent
            bots[name] = kind(seed * FACTIONS + f)
        outcome = play_game(bots, seed, edition, (), deal_order(seed), contracts=True)
        share += sum(outcome.share(FACTION_NAMES[f]) for f in pair)
        signed += outcome.contracts
    return share / len(pairs), signed


def run_contract_match(argv: Sequence[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python3 run.py contract-match", description=__doc__)
    parser.add_argument("--games", type=int, default=402)
    parser.add_argument("--edition", default=NEWEST)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(argv)
    deals = max(1, -(-chosen.games // 6))
    played = [play_deal(chosen.seed + deal, chosen.edition) for deal in range(deals)]
    shares = [share for share, _ in played]
    signed = sum(count for _, count in played) / (6 * deals)
    print(
        f"stewards who make contracts against as many who do not, {chosen.edition}: {_mean(shares):.1%} ± "
        f"{_margin(shares, 0.0):.1%} of {6 * deals} games (equal: 50 %), {signed:.1f} contracts a game"
    )
    return 0
