"""Numbers that no edition changes where it has the rule: rules reckon with them, texts name them."""

from typing import Final

CASTLE_PRICE: Final = 1  # IV4: a mercenary into a castle
LAND_PRICE: Final = 2  # IV4: a mercenary anywhere else
MOVEMENT: Final = 2  # IV5
LONG_MOVEMENT: Final = 3  # OR2
GRIFFIN_MOVEMENT: Final = 4  # B4
RAISED_BY_CARD: Final = 2  # DW5, O12: out of the graveyard by an ace or the 6♦
PLACED_BY_ACE: Final = 5  # EL6 in `first`
