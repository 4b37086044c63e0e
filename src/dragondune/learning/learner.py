"""The learner: answers every actor's questions, and trains in the gaps.

    python -m dragondune.learning.learner --out FOLDER --clone 60 --learn 400 --deals 400

It imitates stewards first (``--clone`` seconds), or a champion's choices that are there in files
(``--distil`` seconds of ``--shards``), then plays itself, its past, and bots by a policy
gradient (PPO) with a critic that sees all cards (``--learn`` seconds), then measures its strength on
the deals of ``dragon-dune match`` (``--deals``). ``--load`` goes on from an earlier run's weights.
Actors need the compiled package and may run under another Python: ``DRAGONDUNE_ACTOR`` is the
command that starts it, ``DRAGONDUNE_ACTOR_ENV`` its environment as JSON.
"""

import argparse
import copy
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from dragondune.engine.steps import STEP_NAMES
from dragondune.learning.exchange import (
    ACTIONS,
    ANSWERED,
    BUSY,
    HALVES,
    POSTED,
    QUESTION,
    WAITED,
    Exchange,
    most_actions,
)
from dragondune.learning.features import BELIEFS, Arrays, secret_features
from dragondune.learning.layout import ROW, SECRET_ROW
from dragondune.learning.optimizer import FlatAdam, Recorded, flattened, up_to
from dragondune.learning.seats import BUSY as BUSY_SEAT
from dragondune.learning.seats import (
    GREEDY,
    IDLE,
    IMITATOR,
    LEARNER,
    RIVAL,
    TEACHER,
    is_newest,
    player_in,
    table_kind,
)
from dragondune.learning.shards import Batch, Shards
from dragondune.learning.torch_network import (
    NEVER,
    TorchNetwork,
    best_of,
    fresh,
    load,
    log_shares,
    row_max,
    save,
)

CLONE, LEARN, MEASURE = "clone", "learn", "measure"
LONGEST: Final = 400  # decisions of one seat in one game that are learned from
KINDS: Final = ("self", "rivals", "three stewards", "some stewards", "three imitators")
FACTIONS: Final = ("dwarves", "elves", "goblins", "orcs")
# Columns of what is known of a question on the device
FIRST, NUMBER, CHOSEN, SEAT, BY_LOT, PLAYER = range(6)
# What may change while it learns: step size, weights of the entropy bonus and of the pull towards
# the average, how fast the average follows, and whether advantages are the critic's
RATE, ENTROPY, PULL, FOLLOW, CRITIC = range(5)
LOG_SHARE, VALUE, GAIN = range(3)


class Memory:
    """The last questions with their answers, on the device, in rings."""

    def __init__(self, size: int, device: str) -> None:
        self.size = size
        self.rows = torch.zeros(size, ROW, dtype=torch.uint8, device=device)
        self.secrets = torch.zeros(size, SECRET_ROW, dtype=torch.uint8, device=device)
        self.codes = torch.zeros(size * 24, dtype=torch.int64, device=device)
        self.ints = torch.zeros(size, 4, dtype=torch.int64, device=device)
        self.floats = torch.zeros(size, 3, device=device)
        self.outcome = torch.zeros(size, 4, device=device)
        self.counts = np.zeros(size, np.int64)  # on the host, so that sizes need no waiting
        self.at = self.code_at = 0

    def room(self, rows: int, codes: int) -> tuple[int, int]:
        """Where the next questions go."""
        if self.at + rows > self.size:
            self.at = 0
        if self.code_at + codes > len(self.codes):
            self.code_at = 0
        at, code_at = self.at, self.code_at
        self.at, self.code_at = at + rows, code_at + codes
        return at, code_at


class Desk:
    """The questions of one half, in tensors that stay in place, with pinned twins on the host."""

    def __init__(self, rows: int, codes: int, device: str) -> None:
        shapes: dict[str, tuple[tuple[int, ...], torch.dtype]] = {
            "rows": ((rows, ROW), torch.uint8),
            "secrets": ((rows, SECRET_ROW), torch.uint8),
            "codes": ((codes,), torch.int64),
            "ints": ((rows, 6), torch.int64),
        }
        pinned = device == "cuda"
        self.host = {n: torch.zeros(*s, dtype=t, pin_memory=pinned) for n, (s, t) in shapes.items()}
        self.here = {n: torch.zeros(*s, dtype=t, device=device) for n, (s, t) in shapes.items()}
        self.chosen = torch.zeros(rows, dtype=torch.int64, device=device)
        self.judged = torch.zeros(rows, 2, device=device)
        self._copied = torch.cuda.Event() if pinned else None

    def begin(self) -> None:
        """The host's twins may be written again."""
        if self._copied:
            self._copied.synchronize()

    def send(self, codes: int) -> None:
        """To the device, without waiting."""
        for name in ("rows", "secrets", "ints"):
            self.here[name].copy_(self.host[name], non_blocking=True)
        self.here["codes"][:codes].copy_(self.host["codes"][:codes], non_blocking=True)
        if self._copied:
            self._copied.record()


class Learner:
    """One network in training."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.device = args, "cuda" if torch.cuda.is_available() else "cpu"
        # On the GPU sizes are few, as each is recorded by itself.
        self.unit = 8192 if self.device == "cuda" else 64
        torch.set_float32_matmul_precision("high")
        torch.manual_seed(args.seed)
        self.order = np.random.default_rng(args.seed)
        self.arrays = Arrays(torch, self.device)
        self.network = load(Path(args.load), self.device) if args.load else fresh(self.device)
        for step, much in json.loads(args.heed).items():
            self.network.heed.data[STEP_NAMES.index(step)] = much
        self.rivals = {RIVAL: self._other(args.rival), IMITATOR: self._other(args.imitator)}
        self.past = [copy.deepcopy(self.rivals[RIVAL].state_dict())]
        self.average = self._other("")
        self.adam = FlatAdam(self.network)
        self.averaged = flattened(self.average)
        rows = args.actors * args.games
        self.memory = Memory(args.memory, self.device)
        self.desk = Desk(rows, args.actors * most_actions(args.games), self.device)
        self.batch = torch.zeros(args.batch, dtype=torch.int64, device=self.device)
        self.knobs = torch.zeros(5, device=self.device)
        self.spread = torch.full((4,), 0.1, device=self.device)  # a faction's usual advantage
        self.stats = torch.zeros(9, device=self.device)
        self.answering = Recorded(self._answer, self.device)
        self.training = Recorded(self._train, self.device)
        self.decay = _decay(args.decay).to(self.device)
        self.out = Path(args.out)
        self.out.mkdir(parents=True, exist_ok=True)

    def _other(self, path: str) -> TorchNetwork:
        return load(Path(path), self.device) if path else copy.deepcopy(self.network)

    # --- actors ----------------------------------------------------------------------------------

    def start(self, mode: str, settings: dict[str, Any], seed: str) -> None:
        """Start the actors of one phase."""
        a, games = self.args.actors, self.args.games
        folder = "/dev/shm" if Path("/dev/shm").is_dir() else tempfile.gettempdir()
        self.path = Path(folder) / f"dragondune.{os.getpid()}.{mode}"
        self.exchange = Exchange(self.path, a, games, create=True)
        command = json.loads(os.environ.get("DRAGONDUNE_ACTOR", json.dumps([sys.executable])))
        env = os.environ | json.loads(os.environ.get("DRAGONDUNE_ACTOR_ENV", "{}"))
        words = [str(self.path), "", str(a), str(games), mode, seed, json.dumps(settings)]
        self.actors = []
        for number in range(a):
            words[1] = str(number)
            module = ["-m", "dragondune.learning.actor"]
            self.actors.append(subprocess.Popen([*command, *module, *words], env=env))
        self.seen = [0] * HALVES
        self.times: dict[str, float] = defaultdict(float)
        self.track = np.zeros((HALVES, a * games, 4, LONGEST), np.int64)
        self.length = np.zeros((HALVES, a * games, 4), np.int64)
        self.results: list[tuple[int, Any, int]] = []
        self.ready: list[tuple[Any, int, Any]] = []
        self.waiting, self.queue = 0, list[tuple[Tensor, int]]()

    def stop(self) -> None:
        """End a phase."""
        self.exchange.stop()
        for process in self.actors:
            process.wait()
        self.path.unlink()

    def _await(self, half: int) -> None:
        began, posted = time.perf_counter(), self.exchange.flags[:, POSTED + half]
        tries = 0
        while (posted <= self.seen[half]).any():
            tries += 1
            if tries % 5000 == 0 and any(p.poll() is not None for p in self.actors):
                raise RuntimeError("An actor has died; what it said stands above.")
            time.sleep(2e-5)
        self.seen[half] += 1
        self.times["wait"] += time.perf_counter() - began

    def _collect(self, half: int) -> tuple[Any, int]:
        """Take the questions of a half over to the device: their numbers, and how many actions."""
        self._await(half)
        self.desk.begin()
        exchange, host, total = self.exchange, self.desk.host, 0
        questions = exchange.questions[half].reshape(-1, QUESTION).copy()
        np.copyto(host["rows"].numpy(), exchange.rows[half].reshape(-1, ROW))
        np.copyto(host["secrets"].numpy(), exchange.secrets[half].reshape(-1, SECRET_ROW))
        for actor, count in enumerate(exchange.flags[:, ACTIONS + half].tolist()):
            host["codes"].numpy()[total : total + count] = exchange.actions[half, actor, :count]
            total += count
        seat, player, number, taught = questions[:, :4].T
        columns = [np.cumsum(number) - number, number, np.maximum(taught, 0), seat]
        columns += [player != GREEDY, player]
        host["ints"].numpy()[:] = np.stack(columns, 1)
        self.desk.send(total)
        return questions, total

    # --- one half: answer it, keep it, note the games that ended -----------------------------------

    def step(self, half: int, answers: bool = True) -> bool:
        """Serve one half once; True when all its games are over for good."""
        questions, total = self._collect(half)
        began, rows, player = time.perf_counter(), len(questions), questions[:, 1]
        at, code_at = self.memory.room(rows, total)
        here, memory = self.desk.here, self.memory
        if answers:
            size = min(up_to(total, self.unit), len(here["codes"]))
            self.answering(size, *(bool((player == rival).any()) for rival in self.rivals))
        memory.rows[at : at + rows] = here["rows"]
        memory.secrets[at : at + rows] = here["secrets"]
        memory.codes[code_at : code_at + total] = here["codes"][:total]
        here["ints"][:, FIRST] += code_at
        if answers:
            here["ints"][:, CHOSEN] += self.desk.chosen
            memory.floats[at : at + rows, :2] = self.desk.judged
        memory.ints[at : at + rows] = here["ints"][:, :4]
        memory.counts[at : at + rows] = questions[:, 2]
        if answers:
            shape = self.exchange.answers[half].shape
            self.exchange.answers[half] = self.desk.chosen.cpu().numpy().reshape(shape)
        self.exchange.flags[:, ANSWERED + half] += 1
        self._note_ended(half, questions)
        self._note_asked(half, questions, at)
        self.times["answer"] += time.perf_counter() - began
        self.times["rows"] += int((player < BUSY_SEAT).sum())
        return bool((player == IDLE).all())

    def _note_asked(self, half: int, questions: Any, at: int) -> None:
        """Remember which rows belong to which seat of which game."""
        keep = np.flatnonzero((questions[:, 1] == LEARNER) | (questions[:, 1] == TEACHER))
        seat = questions[keep, 0]
        spot = np.minimum(self.length[half, keep, seat], LONGEST - 1)
        self.track[half, keep, seat, spot] = at + keep
        self.length[half, keep, seat] = spot + 1

    def _note_ended(self, half: int, questions: Any) -> None:
        for game in np.flatnonzero(questions[:, 4]):
            winners, label, turn = (int(x) for x in questions[game, 5:8])
            share = np.array([winners >> f & 1 for f in range(4)], np.float32)
            share /= max(1, share.sum())
            self.results.append((label, share, turn))
            for f in range(4):
                if count := int(self.length[half, game, f]):
                    self.ready.append((self.track[half, game, f, :count].copy(), f, share))
                    self.waiting += count
            self.length[half, game] = 0

    def _ragged(self, count: Tensor, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Rows' actions in a list of fixed size: the row of each, rows' beginnings, which are real."""
        ends, k = count.cumsum(0), torch.arange(size, device=self.device)
        of = torch.searchsorted(ends, k, right=True).clamp(max=len(count) - 1)
        return of, ends - count, k < ends[-1]

    @torch.no_grad()
    def _answer(self, size: int, *seated: bool) -> None:
        here, rows = self.desk.here, len(self.desk.chosen)
        ints, codes = here["ints"], here["codes"][:size]
        of, begins, real = self._ragged(ints[:, NUMBER], size)
        said = self.network(self.arrays, here["rows"], here["secrets"], codes, of)
        scores, player = said.scores, ints[of, PLAYER]
        for (number, rival), sits in zip(self.rivals.items(), seated, strict=True):
            if sits:
                theirs = rival(self.arrays, here["rows"], None, codes, of).scores
                scores = torch.where(player == number, theirs, scores)
        scores = torch.where(real, scores, NEVER)
        lots = -torch.log(-torch.log(torch.rand_like(scores).clamp_(1e-9, 1 - 1e-7)))
        choice = best_of(scores + lots * ints[of, BY_LOT], of, begins, rows).clamp(0)
        self.desk.chosen.copy_(choice)
        self.desk.judged[:, LOG_SHARE] = log_shares(scores, of, rows)[begins + choice]
        logits = torch.where(self.knobs[CRITIC] > 0, said.critic, said.wins)
        seat = ints[:, SEAT : SEAT + 1]
        self.desk.judged[:, VALUE] = logits.softmax(1).gather(1, seat).squeeze(1)

    # --- training --------------------------------------------------------------------------------

    def prepare(self, mode: str) -> None:
        """Turn finished games into batches: advantages over each seat's own decisions."""
        if self.waiting < self.args.pool:
            return
        ready, self.ready, self.waiting = self.ready, [], 0
        for part in range(0, len(ready), 2048):
            self._credit(ready[part : part + 2048])
        order = np.concatenate([rows for rows, _, _ in ready])
        size = self.args.batch
        for _ in range(self.args.clone_epochs if mode == CLONE else self.args.epochs):
            self.order.shuffle(order)
            there = self._put(order.copy())
            for at in range(0, len(order) - size + 1, size):
                actions = int(self.memory.counts[order[at : at + size]].sum())
                self.queue.append((there[at : at + size], actions))

    def _credit(self, games: list[tuple[Any, int, Any]]) -> None:
        """Generalized advantages, and how the game ended, for every row of these games."""
        memory = self.memory
        size = np.array([len(rows) for rows, _, _ in games])
        index = np.zeros((len(games), size.max()), np.int64)
        for k, (rows, _, _) in enumerate(games):
            index[k, : len(rows)] = rows
        flat = np.flatnonzero(np.arange(size.max())[None] < size[:, None])
        shares = np.stack([share for _, _, share in games])
        own = shares[np.arange(len(games)), [f for _, f, _ in games]]
        index_, flat_, size_ = self._put(index), self._put(flat), self._put(size)[:, None]
        value = memory.floats[index_, VALUE]
        t = torch.arange(index.shape[1], device=self.device)[None]
        after = torch.cat([value[:, 1:], value[:, :1]], 1)
        after = torch.where(t == size_ - 1, self._put(own.astype(np.float32))[:, None], after)
        delta = torch.where(t < size_, after - value, 0.0)
        gain = delta @ self.decay[: index.shape[1], : index.shape[1]]
        rows_ = index_.reshape(-1)[flat_]
        memory.floats[rows_, GAIN] = gain.reshape(-1)[flat_]
        memory.outcome[rows_] = self._put(shares)[flat_ // index.shape[1]]

    def _put(self, array: Any) -> Tensor:
        tensor = torch.from_numpy(array)
        if self.device == "cuda":
            return tensor.pin_memory().to(self.device, non_blocking=True)
        return tensor.clone()

    def _train(self, mode: str, size: int, pulled: bool) -> None:
        """One batch: imitation or policy gradient, the chances of winning beside it, one step."""
        memory, index = self.memory, self.batch
        rows, ints = len(index), memory.ints[index]
        of, begins, real = self._ragged(ints[:, NUMBER], size)
        k = torch.arange(size, device=self.device)
        places = (ints[of, FIRST] + k - begins[of]).clamp(max=len(memory.codes) - 1)
        asked = (self.arrays, memory.rows[index], memory.secrets[index], memory.codes[places], of)
        said = self.network(*asked)
        every = log_shares(torch.where(real, said.scores, NEVER), of, rows)
        chosen = every.gather(0, begins + ints[:, CHOSEN])
        outcome = memory.outcome[index]
        by_view = -(outcome * said.wins.log_softmax(1)).sum(1).mean()
        by_all = -(outcome * said.critic.log_softmax(1)).sum(1).mean()
        truth = secret_features(self.arrays, memory.secrets[index])[:, :BELIEFS]
        belief = binary_cross_entropy_with_logits(said.beliefs, truth)
        entropy = -(every.exp() * every).sum() / rows
        loss = self.args.value * (by_view + by_all) + self.args.belief * belief
        pull = torch.zeros((), device=self.device)
        if mode == CLONE:
            loss = loss - chosen.mean()
            hit = (chosen >= row_max(every.detach(), of, rows)).float().mean()
        else:
            loss = loss + self._policy_loss(memory.floats[index], ints, chosen)
            loss = loss - self.knobs[ENTROPY] * entropy
            hit = ((chosen - memory.floats[index, LOG_SHARE]).exp() - 1).abs()
            hit = (hit > self.args.clip).float().mean()
            if pulled:
                with torch.no_grad():
                    held = self.average(*asked[:2], None, *asked[3:]).scores
                    held = log_shares(torch.where(real, held, NEVER), of, rows)
                pull = (every.exp() * (every - held)).sum() / rows
                loss = loss + self.knobs[PULL] * pull
        loss.backward()  # type: ignore[no-untyped-call]
        length = self.adam.gradient.norm()
        self.adam.step(self.knobs[RATE])
        self.averaged.lerp_(self.adam.weights, self.knobs[FOLLOW])
        told = (loss, chosen.mean(), by_view, by_all, belief, entropy, pull, hit, length)
        self.stats += torch.stack([number.detach() for number in told])

    def _policy_loss(self, floats: Tensor, ints: Tensor, chosen: Tensor) -> Tensor:
        seat = ints[:, SEAT]
        gain = floats[:, GAIN]
        is_seat = (seat[:, None] == torch.arange(4, device=self.device)).float()
        seats = is_seat.sum(0)
        usual = ((is_seat * gain[:, None] ** 2).sum(0) / seats.clamp(min=1)).sqrt()
        moved = 0.98 * self.spread + 0.02 * usual
        self.spread.copy_(torch.where(seats > 50, moved, self.spread))
        gain = gain / self.spread.clamp(min=0.02)[seat]
        ratio = (chosen - floats[:, LOG_SHARE]).exp()
        clipped = ratio.clamp(1 - self.args.clip, 1 + self.args.clip)
        return -torch.minimum(ratio * gain, clipped * gain).mean()

    def _train_next(self, mode: str, seconds: float, of: float) -> None:
        began, args, progress = time.perf_counter(), self.args, seconds / of
        index, actions = self.queue.pop(0)
        warm = min(1.0, (self.updates + 1) / 200)
        if mode == CLONE:
            rate = args.clone_rate * (1 - 0.9 * progress)
        else:
            rate = args.rate * warm * (1 - progress * (1 - args.rate_end))
        pull = args.pull if mode == LEARN else 0.0
        follow = max(1 / (self.updates + 1), 1 / args.average)
        by_critic = float(seconds > args.critic_after)
        self.knobs.copy_(
            torch.tensor([rate, args.entropy * (1 - 0.5 * progress), pull, follow, by_critic])
        )
        self.batch.copy_(index)
        self.training(mode, up_to(actions, 2 * self.unit), pull > 0)
        self.updates += 1
        self.fresh += 1
        self.times["train"] += time.perf_counter() - began

    def run(self, mode: str, seconds: float, settings: dict[str, Any]) -> None:
        """One phase: serve the actors and train for so long."""
        self.start(mode, settings, f"{self.args.seed}.{time.time():.0f}")
        self.updates = self.fresh = 0
        self.stats.zero_()
        began = told = swapped = time.time()
        rows = 0.0
        while (now := time.time()) - began < seconds:
            for half in range(HALVES):
                self.step(half, answers=mode != CLONE)
                self.prepare(mode)
                while self.queue:  # one batch in the gap, more only when they pile up
                    self._train_next(mode, now - began, seconds)
                    if len(self.queue) < self.args.queue:
                        break
            if mode == LEARN and now - swapped > self.args.swap:
                swapped = now
                self._swap_rival()
            if now - told > self.args.tell:
                self.tell(mode, now - began, (self.times["rows"] - rows) / (now - told))
                told, rows = now, self.times["rows"]
        self.stop()
        self.adam.weights.copy_(self.averaged)
        if mode == CLONE:
            for other in self.rivals.values():
                other.load_state_dict(self.network.state_dict())
            self.past = [copy.deepcopy(self.network.state_dict())]
        self.keep(f"{mode}.npz")

    def distil(self, folder: Path, seconds: float) -> None:
        """Imitate what a stronger player chose in its own games (``distil.py``), for so long."""
        args, began = self.args, time.time()
        batches = Shards(folder).batches(args.batch, args.seed)
        self.updates = 0
        told = began
        while (now := time.time()) - began < seconds:
            rate = args.clone_rate * (1 - 0.9 * (now - began) / seconds)
            loss = self._imitate(next(batches), rate)
            self.updates += 1
            if now - told > args.tell:
                told = now
                line = {"mode": "distil", "seconds": round(now - began, 1), "updates": self.updates}
                self.write(line | {"loss": round(float(loss), 4)})
        self.adam.weights.copy_(self.averaged)
        self.keep("distil.npz")

    def _imitate(self, batch: Batch, rate: float) -> Tensor:
        """One step towards a batch of choices, the end of the game and hidden cards beside them."""
        rows, secrets, codes, of, shares, outcome = (self._put(np.asarray(x)) for x in batch[:6])
        said = self.network(self.arrays, rows, secrets, codes, of)
        every = log_shares(said.scores, of, len(rows))
        by_view = -(outcome * said.wins.log_softmax(1)).sum(1).mean()
        by_all = -(outcome * said.critic.log_softmax(1)).sum(1).mean()
        truth = secret_features(self.arrays, secrets)[:, :BELIEFS]
        belief = binary_cross_entropy_with_logits(said.beliefs, truth)
        loss = -(shares * every).sum() / len(rows)
        loss = loss + self.args.value * (by_view + by_all) + self.args.belief * belief
        loss.backward()  # type: ignore[no-untyped-call]
        self.adam.step(torch.tensor(rate, device=self.device))
        self.averaged.lerp_(self.adam.weights, max(1 / (self.updates + 1), 1 / self.args.average))
        return loss.detach()

    def _swap_rival(self) -> None:
        """The rival becomes some past self, a late one more often than an early one."""
        self.past.append(copy.deepcopy(self.average.state_dict()))
        pick = int(len(self.past) * (1 - self.order.random() ** 2 * 0.999))
        self.rivals[RIVAL].load_state_dict(self.past[min(pick, len(self.past) - 1)])
        self.keep("last.npz")

    def keep(self, name: str) -> None:
        """Write the weights, the critic's included, so that training can go on from them."""
        save(self.average, self.out / name, critic=True)

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, mode: str, at: float, rows: float) -> None:
        """A line about the last seconds."""
        busy, waited = self.exchange.flags[:, BUSY], self.exchange.flags[:, WAITED]
        line: dict[str, Any] = {"mode": mode, "seconds": round(at, 1), "updates": self.updates}
        line |= {"decisions/s": round(rows), "queue": len(self.queue)}
        line["actors busy"] = round(float(np.mean(busy / np.maximum(1, busy + waited))), 3)
        line |= {k: round(v, 1) for k, v in self.times.items() if k != "rows"}
        if self.fresh:
            names = ["loss", "log share", "by view", "by all", "belief", "entropy", "pull"]
            names += ["hit", "gradient"]
            told = [round(x / self.fresh, 4) for x in self.stats.tolist()]
            line |= dict(zip(names, told, strict=True))
            self.stats.zero_()
            self.fresh = 0
        line |= {"games": len(self.results)} | self._shares()
        self.results = []
        self.write(line)

    def _shares(self) -> dict[str, Any]:
        """How often the learner won, by kind of table and faction, in the newest edition."""
        tables: dict[int, Any] = defaultdict(lambda: np.zeros((4, 2)))
        for label, share, _ in self.results:
            if is_newest(label):
                for f in range(4):
                    if player_in(label, f) == LEARNER:
                        tables[table_kind(label)][f] += share[f], 1
        return {
            KINDS[kind]: [round(float(won / max(1, games)), 3) for won, games in table]
            for kind, table in sorted(tables.items())
        }

    def write(self, line: dict[str, Any]) -> None:
        """To the screen and to the log."""
        text = json.dumps(line, ensure_ascii=False)
        print(text, flush=True)
        with open(self.out / "log.jsonl", "a", encoding="utf-8") as log:
            log.write(f"{text}\n")

    # --- measuring -------------------------------------------------------------------------------

    def measure(self, deals: int, edition: str, measures: list[str]) -> None:
        """Strength on the deals of ``dragon-dune match``, each faction in turn."""
        advice = json.loads(self.args.mix).get("advice", True)
        settings = {"deals": deals, "edition": edition, "measures": measures, "advice": advice}
        self.start(MEASURE, settings, "measure")
        done = [False] * HALVES
        while not all(done):
            done = [self.step(half) for half in range(HALVES)]
        self.stop()
        won = np.zeros((len(measures), deals, 4))
        all_four = np.zeros((len(measures), deals * 4, 4))
        for label, share, _ in self.results:
            which, rest = divmod(label, 4 * deals)
            won[which, rest // 4, rest % 4] = share[rest % 4]
            all_four[which, rest] = share
        for which, name in enumerate(measures):
            table = all_four[which] if name.startswith("four") else won[which]
            self._tell_measure(name, edition, table)

    def _tell_measure(self, name: str, edition: str, table: Any) -> None:
        whole = table.mean(1)
        margin = 1.96 * whole.std(ddof=1) / math.sqrt(len(whole))
        line: dict[str, Any] = {"measure": name, "edition": edition, "games": int(table.size)}
        line |= {"share": round(float(whole.mean()), 4), "±": round(float(margin), 4)}
        spread = 1.96 * table.std(0, ddof=1) / math.sqrt(len(table))
        for f, faction in enumerate(FACTIONS):
            line[faction] = f"{table[:, f].mean():.3f} ± {spread[f]:.3f}"
        self.write(line)


def _decay(by: float) -> Tensor:
    """Weights of later surprises, later down, earlier across."""
    powers = [[by ** (k - t) if k >= t else 0.0 for t in range(LONGEST)] for k in range(LONGEST)]
    return torch.tensor(powers)


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="dragondune.learning.learner", description=__doc__)
    p.add_argument("--out", default="learning-run")
    p.add_argument("--load", default="", help="weights to begin with")
    p.add_argument("--rival", default="", help="weights of the first rival")
    p.add_argument("--imitator", default="", help="weights that imitate stewards")
    whole = {"actors": 2, "games": 32, "batch": 8192, "epochs": 3, "clone_epochs": 2}
    whole |= {"pool": 131072, "queue": 40, "memory": 4_000_000, "deals": 0, "seed": 0}
    for name, default in (whole | {"average": 2000}).items():
        p.add_argument(f"--{name.replace('_', '-')}", type=int, default=default)
    parts = {
        "clone": 0.0,
        "distil": 0.0,
        "learn": 0.0,
        "rate": 4e-4,
        "rate_end": 0.05,
        "clone_rate": 1e-3,
    }
    parts |= {"decay": 0.93, "clip": 0.2, "value": 0.5, "entropy": 0.004, "pull": 0.0}
    parts |= {"belief": 0.2, "critic_after": 60.0}
    for number, usual in (parts | {"swap": 20.0, "tell": 10.0}).items():
        p.add_argument(f"--{number.replace('_', '-')}", type=float, default=usual)
    p.add_argument("--shards", default="", help="a folder of choices to imitate (distil.py)")
    p.add_argument("--heed", default="{}", help="how much to heed a steward at first, by step")
    p.add_argument("--mix", default="{}", help="how often which tables are drawn, as JSON")
    p.add_argument("--edition", default="r9", help="the edition that strength is measured in")
    p.add_argument("--measures", default="best v three stewards")
    return p


def main(words: list[str] | None = None) -> None:
    args = parser().parse_args(words)
    learner = Learner(args)
    weights = sum(p.numel() for p in learner.network.parameters())
    settings = {name: Path(x).name if isinstance(x, str) else x for name, x in vars(args).items()}
    learner.write({"device": learner.device, "weights": weights, "settings": settings})
    mix = json.loads(args.mix)
    if args.clone:
        learner.run(CLONE, args.clone, mix)
    if args.distil:
        learner.distil(Path(args.shards), args.distil)
    if args.learn:
        learner.run(LEARN, args.learn, mix)
    if args.deals:
        learner.measure(args.deals, args.edition, args.measures.split(","))


if __name__ == "__main__":
    main()
