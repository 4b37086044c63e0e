"""Adam over all weights as one vector, and functions recorded once as CUDA graphs.

Both save what costs most where a network is small: launching many little kernels.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

_ALIGNED = 64  # or matrix products get slow


def flattened(network: nn.Module) -> Tensor:
    """Make all weights of a network views of one vector, and return it."""
    weights = list(network.parameters())
    flat = torch.zeros(sum(up_to(p.numel(), _ALIGNED) for p in weights), device=weights[0].device)
    at = 0
    for p in weights:
        here = slice(at, at + p.numel())
        flat[here] = p.data.reshape(-1)
        p.data = flat[here].view_as(p)
        at += up_to(p.numel(), _ALIGNED)
    return flat


class FlatAdam:
    """All weights of a network as one vector, with its gradient."""

    def __init__(self, network: nn.Module) -> None:
        self.weights = flattened(network)
        self.gradient, self.mean, self.square = (torch.zeros_like(self.weights) for _ in range(3))
        self.steps = torch.zeros((), device=self.weights.device)
        at = 0
        for p in network.parameters():
            p.grad = self.gradient[at : at + p.numel()].view_as(p)
            at += up_to(p.numel(), _ALIGNED)

    def step(self, rate: Tensor) -> None:
        """One step; gradients longer than 1 are shortened."""
        self.steps += 1
        g = self.gradient * (1 / self.gradient.norm()).clamp(max=1.0)
        self.mean.mul_(0.9).add_(g, alpha=0.1)
        self.square.mul_(0.999).addcmul_(g, g, value=0.001)
        mean = self.mean / (1 - torch.pow(0.9, self.steps))
        square = self.square / (1 - torch.pow(0.999, self.steps))
        self.weights -= rate * mean / (square.sqrt() + 1e-5)
        self.gradient.zero_()

    def state(self) -> dict[str, Tensor]:
        """What is needed to go on later."""
        return {"mean": self.mean, "square": self.square, "steps": self.steps}

    def resume(self, state: dict[str, Tensor]) -> None:
        """Go on where an earlier run stopped."""
        for name, value in self.state().items():
            value.copy_(state[name])


class Recorded:
    """A function of tensors that stay in place: recorded once per arguments, then replayed."""

    def __init__(self, function: Callable[..., None], device: str) -> None:
        self.function, self.on_gpu = function, device == "cuda"
        self.graphs: dict[Any, torch.cuda.CUDAGraph] = {}

    def __call__(self, *arguments: Any) -> None:
        if not self.on_gpu:
            self.function(*arguments)
        elif arguments in self.graphs:
            self.graphs[arguments].replay()
        else:
            self._record(arguments)

    def _record(self, arguments: Any) -> None:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            self.function(*arguments)
            self.function(*arguments)
        torch.cuda.current_stream().wait_stream(side)
        self.graphs[arguments] = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graphs[arguments]):
            self.function(*arguments)


def up_to(number: int, unit: int) -> int:
    """The next multiple of a unit."""
    return -(-number // unit) * unit
