"""The network where it is trained, with a critic beside it that sees all cards."""

from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn

from dragondune.engine.steps import STEP_COUNT
from dragondune.learning.features import (
    ACTION_FEATURES,
    BELIEFS,
    SECRET_FEATURES,
    STATE_FEATURES,
    Arrays,
    Seen,
    secret_features,
)
from dragondune.learning.layout import ADVISED
from dragondune.learning.network import SIZE
from dragondune.learning.older import widened
from dragondune.learning.ship import TRAINING_ONLY

NEVER = -1e30  # the score of an action that is none
_TRUNK = "trunk."  # left out of the names in the file
_CRITIC = 384
_JUDGING = 128


class Trunk(nn.Module):
    """A layer and some residual blocks."""

    def __init__(self, features: int, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(features, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(blocks + 1))
        self.inner = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.outer = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        _begin_small(*self.outer)

    def forward(self, x: Tensor) -> Tensor:
        h = torch.relu(self.first(x))
        for norm, inner, outer in zip(self.norms, self.inner, self.outer, strict=False):
            h = h + outer(torch.relu(inner(norm(h))))
        return cast(Tensor, self.norms[-1](h))


class Answers(NamedTuple):
    """What the network says of some rows: logits all."""

    scores: Tensor  # of each action
    wins: Tensor  # of the four factions, by the view
    beliefs: Tensor  # of each card in each hand, each Queen, each Jack
    critic: Tensor  # of the four factions, by everything


class TorchNetwork(nn.Module):
    """Scores of actions, chances of winning and hidden cards by the view, chances by everything."""

    def __init__(self, width: int, blocks: int, action: int, hidden: int) -> None:
        super().__init__()
        self.size = (width, blocks, action, hidden)
        self.trunk = Trunk(STATE_FEATURES, width, blocks)
        self.win, self.win_out = nn.Linear(width, _JUDGING), nn.Linear(_JUDGING, 4)
        self.belief_out = nn.Linear(_JUDGING, BELIEFS)
        self.context, self.action = nn.Linear(width, action), nn.Linear(ACTION_FEATURES, action)
        self.weigh, self.score = nn.Linear(action, hidden), nn.Linear(hidden, 1)
        # How much more a steward's choice is liked for that alone, by step and faction
        self.heed = nn.Parameter(torch.zeros(STEP_COUNT, 4))
        self.critic = Trunk(STATE_FEATURES + SECRET_FEATURES, _CRITIC, 1)
        self.critic_out = nn.Linear(_CRITIC, 4)
        _begin_small(self.win_out, self.belief_out, self.critic_out, self.score)

    def forward(
        self, arrays: Arrays, rows: Tensor, secrets: Tensor | None, codes: Tensor, of: Tensor
    ) -> Answers:
        """All answers; without secrets the critic is left out."""
        seen = Seen(arrays, rows)
        h = self.trunk(seen.features)
        actions = self.action(seen.actions(arrays, codes, of))
        # Indexing with [of] would sort in its backward pass.
        weighed = torch.relu(actions + self.context(h).index_select(0, of))
        scores = self.score(torch.relu(self.weigh(weighed))).squeeze(1)
        heed = self.heed.reshape(-1).index_select(0, seen.step(arrays) * 4 + seen.seat)
        scores = scores + heed.index_select(0, of) * (codes >= ADVISED)
        judging = torch.relu(self.win(h))
        wins, beliefs = self.win_out(judging), self.belief_out(judging)
        if secrets is None:
            return Answers(scores, wins, beliefs, wins)
        everything = torch.cat([seen.features, secret_features(arrays, secrets)], 1)
        return Answers(scores, wins, beliefs, self.critic_out(self.critic(everything)))


def _begin_small(*layers: nn.Module) -> None:
    """What these layers add begins near nothing."""
    for layer in layers:
        nn.init.normal_(cast(nn.Linear, layer).weight, std=0.01)
        nn.init.zeros_(cast(nn.Linear, layer).bias)


def row_max(scores: Tensor, of: Tensor, rows: int) -> Tensor:
    """The best score of each row."""
    lowest = torch.full((rows,), NEVER, device=scores.device)
    return lowest.scatter_reduce(0, of, scores, "amax")


def log_shares(scores: Tensor, of: Tensor, rows: int) -> Tensor:
    """Log-probabilities of the actions within each row."""
    scores = scores - row_max(scores.detach(), of, rows)[of]
    total = torch.zeros(rows, device=scores.device).index_add(0, of, scores.exp())
    return scores - total.log().index_select(0, of)


def best_of(scores: Tensor, of: Tensor, begins: Tensor, rows: int) -> Tensor:
    """Which action of each row scores best, counted from the row's first."""
    best = scores >= row_max(scores, of, rows)[of]
    beyond = 1 << 40
    spots = torch.where(best, torch.arange(len(of), device=of.device), beyond)
    found = torch.full((rows,), beyond, device=of.device).scatter_reduce(0, of, spots, "amin")
    return found - begins


def save(network: TorchNetwork, path: Path, critic: bool = False) -> None:
    """Write the weights as half floats; the critic's only where training is to go on."""
    weights = {
        name.removeprefix(_TRUNK): value.detach().cpu().numpy().astype(np.float16)
        for name, value in network.state_dict().items()
        if critic or not name.startswith(TRAINING_ONLY)
    }
    np.savez(path, size=np.array(network.size), **cast(Any, weights))


def load(path: Path, device: str) -> TorchNetwork:
    """Read weights; parts that are missing, or of another shape, begin anew."""
    with np.load(path) as data:
        network = TorchNetwork(*(int(x) for x in data["size"])).to(device)
        own = network.state_dict()
        for name in own:
            stored = name.removeprefix(_TRUNK)
            if stored in data.files:
                weights = widened(data[stored].astype(np.float32), tuple(own[name].shape))
                if weights is not None:
                    own[name].copy_(torch.from_numpy(weights))
    return network


def fresh(device: str) -> TorchNetwork:
    """A network that knows nothing."""
    return TorchNetwork(*SIZE).to(device)
