"""A game's rules as plain answers: one field for each question the editions answer differently.

``editions/`` fills it; ``rules/`` reads it. Fields of four numbers are one per faction.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import Final

# dragon_start [A8]
THREE_DICE: Final = 0
THRICE_PLUS_ONE: Final = 1
# dragon_moves_by [I1]
BY_DIE: Final = 0
BY_CARD: Final = 1
# omen [II1]
OMEN_FIRST_PLAYERS_COLOUR: Final = 0
OMEN_DISCARD_COLOUR: Final = 1
OMEN_RED: Final = 2
OMEN_SECOND_CARD_SUIT: Final = 3
# ace_moves [D3]
ACE_ONE_FURTHER: Final = 1
ACE_SECOND_MOVE: Final = 2
# emerge_by_moving [EL5]
EMERGE_ANYWHERE: Final = 0
EMERGE_WHERE_EMPTY: Final = 1
EMERGE_WITH_OWN: Final = 2
# weakness [O2]
WEAK_NEVER: Final = 0
WEAK_WHEN_PLAYED: Final = 1
WEAK_WHEN_COUNTING: Final = 2
# plunder [OR11, O3]
PLUNDER_FOR_ONE: Final = 1
PLUNDER_FOR_VALUE: Final = 2
# dragon_losses (ruling 3)
TO_GRAVEYARD: Final = 0
TO_BANK: Final = 1
TO_EXILE: Final = 2
# questions [EL3], as bits
ASK_COLOUR: Final = 1
ASK_NUMBER: Final = 2
ASK_VALUE: Final = 4
# denials [D6-D9], as bits
DENY_QUESTION: Final = 1
DENY_RED_DRAGON: Final = 2
DENY_EARLY_DISBAND: Final = 4
DENY_EXCHANGE: Final = 8
DENY_QUESTION_OF_ALLY: Final = 16
DENY_DISBAND_OF_ALLY: Final = 32
# special actions [O7-O12]: index into ``special``; value 0 off, 1 two aces, 2 + card: that card
EXTRA_MOVE: Final = 0
HONEST_QUESTION: Final = 1
CHAOS_MONSTER: Final = 2
BREAK_WALLS: Final = 3
STEER_DRAGONS: Final = 4
EMPTY_GRAVES: Final = 5
TWO_ACES: Final = 1

Four = tuple[int, ...]


@dataclass(frozen=True)
class Ruleset:
    """Every question with the answer this game gives it."""

    turns: int
    castles: int
    allied_castles: int
    units: Four
    elites: Four
    gold: Four
    artifacts: Four
    placed: Four
    suits: Four
    hand_limit: Four
    dragon_start: int
    trolls: int
    unit_points: int
    elite_points: int
    powers: Four
    ally_powers: Four
    revive_limit: Four
    revive_free: Four
    ally_revive_limit: Four
    ally_revive_free: Four
    conscripts: Four
    ally_conscripts: Four
    battle_bonus: Four
    no_bonus_against: Four
    half_rounds_up: int
    half_losses_round_up: int
    ace_moves: int
    ace_hides: int
    ace_fights: int
    hides_from_troll: int
    uniform_stacks: int
    emerge_by_moving: int
    questions: int
    denials: int
    dragon_moves_by: int
    dragon_losses: int
    omen: int
    second_gold: int
    first_edition_gold: int
    troll_after_each_turn: int
    same_colour_discards: int
    winner_may_discard: int
    treachery_gold: int
    income: int
    castle_income: int
    ally_income: int
    may_discard: int
    disband_price: int
    seller_discount: int
    allies_fight: int
    allied_victory: int
    weakness: int
    weak_against: Four
    plunder: int
    oracles: int
    special: tuple[int, ...]
    steer_least: int
    steer_most: int
    turn_steps: tuple[int, ...]
    recruit_steps: tuple[int, ...]
    battle_steps: tuple[int, ...]

    def __reduce__(self) -> tuple[object, ...]:
        return restored_rules, tuple([getattr(self, field.name) for field in fields(self)])

    def __copy__(self) -> "Ruleset":
        return self

    def __deepcopy__(self, memo: object) -> "Ruleset":
        return self


@cache
def restored_rules(*answers: object) -> Ruleset:
    """A ruleset from its answers, as pickle brings them; the same object for the same answers."""
    make: type = Ruleset
    rules: Ruleset = make(*answers)
    return rules
