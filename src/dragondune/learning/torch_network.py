"""The network where it is trained, with a critic beside it that sees all cards."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from dragondune.learning.features import (
    ACTION_FEATURES,
    SECRET_FEATURES,
    STATE_FEATURES,
    Arrays,
    Seen,
    secret_features,
)
from dragondune.learning.network import SIZE

NEVER = -1e30  # the score of an action that is none
TRAINING_ONLY = "critic"


class TorchNetwork(nn.Module):
    """Scores of actions, chances of winning by the view, and by everything."""

    def __init__(self, width: int, blocks: int, action: int, hidden: int) -> None:
        super().__init__()
        self.size = (width, blocks, action, hidden)
        self.first = nn.Linear(STATE_FEATURES, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(blocks + 1))
        self.inner = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.outer = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.win, self.win_out = nn.Linear(width, 128), nn.Linear(128, 4)
        self.context, self.action = nn.Linear(width, action), nn.Linear(ACTION_FEATURES, action)
        self.weigh, self.score = nn.Linear(action, hidden), nn.Linear(hidden, 1)
        self.critic = nn.Linear(width + SECRET_FEATURES, 256)
        self.critic_out = nn.Linear(256, 4)
        for layer in (self.win_out, self.critic_out, self.score, *self.outer):
            nn.init.normal_(cast(nn.Linear, layer).weight, std=0.01)
            nn.init.zeros_(cast(nn.Linear, layer).bias)

    def forward(
        self, arrays: Arrays, rows: Tensor, secrets: Tensor, codes: Tensor, of: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of the actions, and the logits of winning: by the view, and by everything."""
        seen = Seen(arrays, rows)
        h = torch.relu(self.first(seen.features))
        for norm, inner, outer in zip(self.norms, self.inner, self.outer, strict=False):
            h = h + outer(torch.relu(inner(norm(h))))
        h = self.norms[-1](h)
        actions = self.action(seen.actions(arrays, codes, of))
        # Indexing with [of] would sort in its backward pass.
        weighed = torch.relu(actions + self.context(h).index_select(0, of))
        scores = self.score(torch.relu(self.weigh(weighed))).squeeze(1)
        everything = torch.cat([h.detach(), secret_features(arrays, secrets)], 1)
        critic = self.critic_out(torch.relu(self.critic(everything)))
        return scores, self.win_out(torch.relu(self.win(h))), critic


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
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in network.state_dict().items()
        if critic or not name.startswith(TRAINING_ONLY)
    }
    np.savez(path, size=np.array(network.size), **cast(Any, weights))


def load(path: Path, device: str) -> TorchNetwork:
    """Read weights; a critic that is missing begins anew."""
    with np.load(path) as data:
        network = TorchNetwork(*(int(x) for x in data["size"])).to(device)
        stored = {
            name: torch.from_numpy(data[name].astype(np.float32))
            for name in data.files
            if name != "size"
        }
    network.load_state_dict(stored, strict=False)
    return network


def fresh(device: str) -> TorchNetwork:
    """A network that knows nothing."""
    return TorchNetwork(*SIZE).to(device)
