"""What a steward cares for, in numbers: the one place to tune.

Everything is measured in hundredths of a game: ``win`` is what winning is worth, and a castle of
8 is worth as much as eight more chances in a hundred to win.
"""

from dataclasses import dataclass, replace
from typing import Final

from dragondune.model.factions import DWARVES, ELVES, GOBLINS, ORCS


@dataclass(frozen=True)
class Weights:
    """Named scales. Prices are per piece."""

    # the position
    win: float = 100.0  # enough castles at the end of this turn
    lose: float = 100.0  # another player's last castle to win
    late_lose: float = 0.4  # of that, what it is in the last turns to who does not win by default
    castle: float = 7.0  # a castle held at the end of the turn
    next_castle: float = 4.0  # the second one, more than the first
    unit: float = 1.6  # a unit on the board
    hidden: float = 0.7  # of a visible unit's worth, what a hidden one keeps
    bank_unit: float = 0.9  # a unit that waits in the bank
    grave_unit: float = 0.3  # a unit in the graveyard
    gold: float = 1.0  # a piece of gold in the purse
    forest: float = 0.2  # a unit in a forest: safe, though it holds nothing
    garrison: float = 4.0  # units that a castle needs
    crowd: float = 0.5  # what a unit beyond that is worth less
    # others
    threat: float = 0.35  # how likely a player yet to move attacks a castle that wins nothing
    react: float = 0.85  # how likely a player yet to move attacks a castle that wins the game
    grab: float = 0.7  # how likely a player who lacks one castle finds it when it can
    trust: float = 0.45  # how far others are trusted to stop the last castle
    steepness: float = 0.45  # how fast odds grow with battle points
    # battle
    kill: float = 0.7  # an enemy unit that dies
    surprise: float = 0.6  # plans as good as the best but for this may be chosen instead
    # cards
    first_card: float = 3.0  # what the first artifact in hand is worth, in gold
    next_card: float = 0.62  # each further one, of the one before it
    second_card: float = 0.7  # the Goblins' second card, of the first one's worth
    ace: float = 2.5  # an ace, in gold
    reserve: float = 1.0  # gold kept back at auctions
    rich: float = 0.08  # how much more a card is worth with each piece in the purse
    outbid: float = 0.35  # how often the seller drives up a price
    ace_saves: float = 3.0  # an ace is spent where it saves so much gold
    # alliances
    ally: float = 0.5  # how gladly alliances are made


COMMON: Final = Weights()
# Found by trying changes in one faction against stewards in the others, on the same deals.
OF_FACTION: Final[dict[int, Weights]] = {
    # Rich, with cards to sell: keeps units in the bank to hire them where they win.
    DWARVES: replace(COMMON, steepness=0.25, gold=0.7, garrison=2.0, crowd=0.8, bank_unit=1.25),
    # Few and dear units: wary, hides early, buys the cards it sees.
    ELVES: replace(
        COMMON,
        react=0.98,
        threat=0.8,
        trust=0.2,
        unit=2.4,
        bank_unit=1.2,
        grave_unit=0.2,
        hidden=0.9,
        first_card=5.0,
    ),
    # Half price: units come when they are needed, castles are not worth clinging to.
    GOBLINS: replace(
        COMMON, bank_unit=1.45, steepness=0.25, castle=4.0, first_card=5.0, next_card=0.8
    ),
    # Wins by default: stops others first.
    ORCS: replace(COMMON, castle=5.0, react=0.98, threat=0.8, trust=0.2),
}


def tempers(w: Weights) -> tuple[Weights, ...]:
    """Other ways to play on.

    Boldly, as if nobody reacted; all at once, whatever it costs; thriftily, for a later turn;
    warily, as if everybody reacted.
    """
    bold = replace(w, react=0.3 * w.react, threat=0.3 * w.threat, castle=1.3 * w.castle)
    spending = replace(
        bold,
        castle=2 * w.castle,
        next_castle=2 * w.next_castle,
        unit=0.6 * w.unit,
        bank_unit=0.4 * w.bank_unit,
        gold=0.4 * w.gold,
        crowd=0.2,
    )
    thrifty = replace(w, castle=0.5 * w.castle, bank_unit=1.2 * w.unit, gold=1.4 * w.gold)
    wary = replace(w, react=0.98, threat=0.8, trust=0.2, castle=1.2 * w.castle)
    return bold, spending, thrifty, wary
