"""What bots at a table keep in mind of its talk, kept while it goes on or rebuilt from its log."""

from collections.abc import Callable

from dragondune.bots.bargaining.memory import Memory
from dragondune.contracts.talk import is_spoken
from dragondune.game import Game
from dragondune.model.contracts import Contract
from dragondune.model.factions import FACTION_OF_NAME


class Recollection:
    """Offers made, answered and refused."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.made: dict[int, Contract] = {}  # offers of bots that lie on the table

    def remember(self, game: Game, f: int, offer: Contract | None, word: str, turn: int) -> None:
        """A bot spoke: in answer to an offer, or of itself."""
        made = game.offers
        if offer is not None:
            self.memory.answered(f, offer, word, turn)
        elif made and made[-1].maker == f:
            self.memory.offered(f, made[-1], turn)
        if word in ("offer", "counter") and made and made[-1].maker == f:
            self.made[int(made[-1].number)] = made[-1]

    def note_refusals(self, game: Game) -> None:
        """An offer of a bot that is gone and was not signed is not made again soon."""
        if not self.made:
            return
        there = {int(offer.number) for offer in game.offers}
        signed = {int(contract.number) for contract in game.contracts}
        for number in [number for number in self.made if number not in there]:
            contract = self.made.pop(number)
            if number not in signed:
                self.memory.refused(contract, int(game.state.turn))

    def replay(self, game: Game, seat: str, line: str, bot: bool, play: Callable[[], None]) -> None:
        """Play a line of the log again, and keep in mind what it said."""
        words = line.split()
        spoken = bot and bool(words) and is_spoken(line)
        offer = None
        if spoken and len(words) > 1 and words[1].isdigit():
            found = [one for one in game.offers if one.number == int(words[1])]
            offer = found[0] if found else None
        turn = int(game.state.turn)
        play()
        if spoken:
            self.remember(game, FACTION_OF_NAME[seat], offer, words[0], turn)
        self.note_refusals(game)
