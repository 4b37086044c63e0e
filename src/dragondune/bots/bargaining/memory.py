"""What a table remembers of its talk, so that bots neither pester people nor bargain for ever."""

from typing import Final, NamedTuple

from dragondune.model import contracts
from dragondune.model.contracts import Contract

OFFERS_A_TURN: Final = 1  # that a bot makes
OFFERS_TO_ONE: Final = 2  # that all bots together make to one player in a turn
ANSWERS_A_TURN: Final = 16  # that a bot gives to one player
QUIET_TURNS: Final = 3  # before an offer that was refused is made again


class Mood(NamedTuple):
    """What one bot has to keep in mind of the talk so far: plain data, so that it can travel."""

    countered: int = 0  # players it made a counter-offer to in this turn, as bits
    pestered: int = 0  # players who have heard enough offers in this turn, as bits
    may_offer: bool = True
    tired: int = 0  # players it has answered often enough in this turn, as bits
    shunned: tuple[str, ...] = ()  # offers that were refused lately


def likeness(contract: Contract) -> str:
    """The same for two offers that differ in their numbers alone."""
    rows = [
        (int(c.kind), int(c.debtor), int(c.other), int(c.what))
        for c in contract.clauses
        if c.kind != contracts.PAY
    ]
    return f"{int(contract.parties)} {sorted(rows)}"


class Memory:
    """The talk at one table: who offered, answered and refused what in this turn and lately."""

    def __init__(self) -> None:
        self.turn = -1
        self.offers = 0
        self.signed = 0
        self._refused: dict[str, int] = {}
        self._begin(0)

    def _begin(self, turn: int) -> None:
        if turn != self.turn:
            self.turn = turn
            self._made = [0, 0, 0, 0]
            self._got = [0, 0, 0, 0]
            self._answers = [[0, 0, 0, 0] for _ in range(4)]  # by who answers, and whom
            self._countered = [0, 0, 0, 0]

    def mood(self, f: int, turn: int) -> Mood:
        """What a seat has to keep in mind now."""
        self._begin(turn)
        pestered = sum(1 << g for g in range(4) if self._got[g] >= OFFERS_TO_ONE)
        return Mood(
            self._countered[f],
            pestered,
            self._made[f] < OFFERS_A_TURN,
            sum(1 << g for g in range(4) if self._answers[f][g] >= ANSWERS_A_TURN),
            tuple(sorted(key for key, until in self._refused.items() if until >= turn)),
        )

    def offered(self, f: int, contract: Contract, turn: int) -> None:
        """A bot has made an offer."""
        self._begin(turn)
        self.offers += 1
        self._made[f] += 1
        for g in range(4):
            if g != f and contract.parties >> g & 1:
                self._got[g] += 1

    def answered(self, f: int, contract: Contract, word: str, turn: int) -> None:
        """A bot has answered an offer: accepted, refused or countered it."""
        self._begin(turn)
        self._answers[f][contract.maker] += 1
        if word == "counter":
            # One change of an offer is enough: the answer to it is yes or no.
            self._countered[f] |= 1 << contract.maker
            self._countered[contract.maker] |= 1 << f
        if word == "refuse":
            self.refused(contract, turn)

    def refused(self, contract: Contract, turn: int) -> None:
        """Nobody makes an offer like it again for a while."""
        self._refused[likeness(contract)] = turn + QUIET_TURNS
