"""Powers as bits: what a faction may do beyond the common rules.

An edition gives each faction its own powers and the powers its ally gets; the state keeps the sum
for each faction, so that a rule asks one question ("does this seat ask before battle?") and never
names a faction. What each power means is told in ``factions/``.
"""

from typing import Final

SELLS_ARTIFACTS: Final = 1 << 0  # DW1
EXCHANGES: Final = 1 << 1  # DW2
FREE_ARTIFACT: Final = 1 << 2  # DW6
ALLY_INCOME: Final = 1 << 3  # DW6
LENDS_TREACHERY: Final = 1 << 4  # DW6, first
ACE_IS_JACK: Final = 1 << 5  # DW5, first
ACE_REVIVES: Final = 1 << 6  # DW5
SEES_SALE: Final = 1 << 7  # EL1
LOOKS: Final = 1 << 8  # EL2
ASKS: Final = 1 << 9  # EL3
SEES_EVENT: Final = 1 << 10  # EL4
HIDES: Final = 1 << 11  # EL8
ACE_ASKS_BOTH: Final = 1 << 12  # EL6
ACE_PLACES: Final = 1 << 13  # EL6, first
ASKS_FOR_ALLY: Final = 1 << 14  # EL7, first
SELLS_MERCENARIES: Final = 1 << 15  # GO1
HALF_PRICE: Final = 1 << 16  # GO2
SECOND_ARTIFACT: Final = 1 << 17  # GO3
EARLY_DISBAND: Final = 1 << 18  # GO5
FREE_DISBAND: Final = 1 << 19  # GO6
ACE_STOPS_HIRING: Final = 1 << 20  # GO7
HIRES: Final = 1 << 21  # IV4, OR1, GO8
RAISES: Final = 1 << 22  # OR1
MOVES_THREE: Final = 1 << 23  # OR2
HALF_DRAGON_LOSSES: Final = 1 << 24  # OR3
RED_DRAGON_PROOF: Final = 1 << 25  # OR4
RIDES: Final = 1 << 26  # OR5
DEFAULT_WINNER: Final = 1 << 27  # OR9
SHARES_DEFAULT: Final = 1 << 28  # OR12, first
ACE_CARRIES: Final = 1 << 29  # OR10
PLUNDERS: Final = 1 << 30  # OR11, O3
BLESSED: Final = 1 << 31  # O5
INITIATIVE: Final = 1 << 32  # O6
LATE_DISBAND: Final = 1 << 33  # IV6
HALF_HAND_SECRET: Final = 1 << 34  # EL2: keeps half of its hand from a look

POWER_NAMES: Final = {
    name: value
    for name, value in dict(globals()).items()
    if name.isupper() and isinstance(value, int)
}
# What an ace can do in the hands of those who have the power
BY_ACE: Final = (
    ACE_IS_JACK | ACE_REVIVES | ACE_ASKS_BOTH | ACE_PLACES | ACE_STOPS_HIRING | ACE_CARRIES
)
COMMON: Final = LATE_DISBAND  # what a round lets everybody do, kept as a power where it is not so
