"""Contracts as callers make them [B6]: offers, answers and ends, typed or as objects.

Everything said at the table is a line of text, such as ``offer The orcs do not attack the elves.``
or ``accept 3``; lines are kept in the record beside the actions and replay like them.
"""

from collections.abc import Callable
from typing import Final

from dragondune.contracts import offers
from dragondune.contracts.language.parser import parse_contract
from dragondune.contracts.language.sentences import contract_text
from dragondune.contracts.preview import preview
from dragondune.contracts.templates import templates
from dragondune.model.action_text import action_text, read_faction, read_number
from dragondune.model.contracts import Contract
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.model.state import State

_NUMBERED: Final[dict[str, Callable[[State, int, int], Refusal | None]]] = {
    "accept": offers.accept,
    "refuse": offers.refuse,
    "withdraw": offers.withdraw,
    "end": offers.end,
}
SPOKEN: Final = ("offer", "counter", *_NUMBERED)


def is_spoken(line: object) -> bool:
    """Is this something said at the table? ``accept`` alone is an action of the Great Council."""
    words = line.split(None, 1) if isinstance(line, str) else []
    return len(words) == 2 and words[0].lower() in SPOKEN


def tidy(line: str, f: int) -> str:
    """The line as it is recorded; ValueError says what is wrong with it."""
    word, rest = line.split(None, 1)
    word = word.lower()
    if word == "offer":
        return f"offer {contract_text(parse_contract(rest, f))}"
    number, *more = rest.split(None, 1)
    tidied = f"{word} {read_number(number, 10**6)}"
    if word == "counter":
        return f"{tidied} {contract_text(parse_contract(''.join(more), f))}"
    if more:
        raise ValueError(f"write it like this: {word} 3")
    return tidied


def say(s: State, f: int, line: str) -> Refusal | None:
    """Carry out a tidy line, or refuse it and change nothing."""
    word, rest = line.split(None, 1)
    if word == "offer":
        return offers.offer(s, f, parse_contract(rest))
    number, *more = rest.split(None, 1)
    if word == "counter":
        return offers.counter(s, f, int(number), parse_contract(more[0]))
    return _NUMBERED[word](s, f, int(number))


def seat_number(name: str) -> int:
    """The faction of this name or first letter; -1 where there is none."""
    try:
        return read_faction(name)
    except ValueError:
        return -1


class Talk:
    """What a game lets its seats agree on; part of ``Game``."""

    state: State
    history: list[tuple[int, int]]  # actions, as seat and code
    spoken: list[tuple[int, int, str]]  # lines, as number of actions before them, seat and text
    talks: bool  # are contracts played at this table?

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contracts in force, the oldest first."""
        return self.state.contracts

    @property
    def offers(self) -> tuple[Contract, ...]:
        """The offers on the table."""
        return self.state.offers

    def contract_text(self, contract: Contract) -> str:
        """A contract, an offer or a template in sentences."""
        return contract_text(contract)

    def offer(self, seat: str, contract: "Contract | str") -> "tuple[Event, ...] | Refusal":
        """Offer a contract, as an object or in sentences."""
        return self.speak(seat, f"offer {_text(contract)}")

    def answer(self, seat: str, number: int, word: str) -> "tuple[Event, ...] | Refusal":
        """``accept`` or ``refuse`` an offer."""
        return self.speak(seat, f"{word} {number}")

    def counter(
        self, seat: str, number: int, contract: "Contract | str"
    ) -> "tuple[Event, ...] | Refusal":
        """Answer an offer with a changed one."""
        return self.speak(seat, f"counter {number} {_text(contract)}")

    def withdraw(self, seat: str, number: int) -> "tuple[Event, ...] | Refusal":
        """Take one's own offer back."""
        return self.speak(seat, f"withdraw {number}")

    def end(self, seat: str, number: int) -> "tuple[Event, ...] | Refusal":
        """Be willing to end a contract; it ends when all its parties are."""
        return self.speak(seat, f"end {number}")

    def preview(self, seat: str, contract: "Contract | str") -> list[str]:
        """What a contract would forbid this seat now and oblige it to, in plain words."""
        f = read_faction(seat)
        try:
            meant = parse_contract(contract, f) if isinstance(contract, str) else contract
        except ValueError as error:
            return [f"It cannot be read: {error}."]
        return preview(self.state, f, meant)

    def templates(self, seat: str) -> list[Contract]:
        """A compact set of offers this seat could make now, for players that are programs."""
        return templates(self.state, read_faction(seat)) if self.talks else []

    def speak(self, seat: str, line: str) -> "tuple[Event, ...] | Refusal":
        """Say a line at the table and answer with its events, or refuse it."""
        refusal = self.why_not_say(seat, line)
        if refusal is not None:
            return refusal
        f, log = read_faction(seat), self.state.log
        said = tidy(line, f)
        before = len(log.events) if log is not None else 0
        say(self.state, f, said)
        self.spoken.append((len(self.history), f, said))
        return tuple(log.events[before:]) if log is not None else ()

    def why_not_say(self, seat: str, line: str) -> Refusal | None:
        """The refusal this line would meet, or None."""
        if not self.talks:
            return Refusal("B6", "This table plays without contracts.")
        f = seat_number(seat)
        if f not in self.state.order:
            return Refusal("A7", f"No seat {seat!r} plays here.")
        if not is_spoken(line):
            return Refusal("B6", f"Begin with one of: {', '.join(SPOKEN)}.")
        try:
            return say(self.state.copy(), f, tidy(line, f))
        except ValueError as error:
            return Refusal("B6", f"That cannot be read: {error}.")

    def lines(self) -> list[list[str]]:
        """Actions and what was said between them, in order, as a record holds them."""
        told: list[list[str]] = []
        spoken = iter([*self.spoken, (-1, 0, "")])
        after, speaker, line = next(spoken)
        for place in range(len(self.history) + 1):
            while after == place:
                told.append([FACTION_NAMES[speaker], line])
                after, speaker, line = next(spoken)
            if place < len(self.history):
                f, code = self.history[place]
                told.append([FACTION_NAMES[f], action_text(code)])
        return told


def _text(contract: "Contract | str") -> str:
    return contract if isinstance(contract, str) else contract_text(contract)
