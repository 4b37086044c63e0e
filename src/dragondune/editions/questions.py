"""Every question that the editions answer differently, in words: its rules and its answers.

One or more entries for each field of ``Ruleset``. The matrix of the rulebook prints them, and the
coverage takes a rule that is nothing but a number or a choice here for implemented.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dragondune.engine.steps import STEP_NAMES
from dragondune.model import ruleset
from dragondune.model.board import NAMES, territories_in
from dragondune.model.cards import BLACK, RED, SUIT_SIGNS, card_name
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.powers import POWER_NAMES
from dragondune.model.ruleset import Ruleset

NONE: Final = "–"
FACTIONS: Final = tuple(name.capitalize() for name in FACTION_NAMES)


@dataclass(frozen=True)
class Question:
    """A question, the rules that ask it, and how a ruleset's answer reads."""

    key: str
    rules: tuple[str, ...]
    title: str
    answer: Callable[[Ruleset], str]

    @property
    def field(self) -> str:
        """The field of ``Ruleset`` that holds the answer."""
        return self.key.partition(".")[0]


def _ids(text: str) -> tuple[str, ...]:
    """Ids written with commas between them."""
    return tuple(part.strip() for part in text.split(","))


# --- how answers read ----------------------------------------------------------------------


def _int(rules: Ruleset, field: str) -> int:
    value = getattr(rules, field)
    assert isinstance(value, int)
    return value


def _four(rules: Ruleset, field: str) -> tuple[int, ...]:
    value = getattr(rules, field)
    assert isinstance(value, tuple)
    return value


def _number(field: str, rules: str, title: str, zero: str = NONE) -> Question:
    return Question(field, _ids(rules), title, lambda r: str(_int(r, field) or zero))


def _choice(field: str, rules: str, title: str, labels: dict[int, str]) -> Question:
    return Question(field, _ids(rules), title, lambda r: labels[_int(r, field)])


def _yes(field: str, rules: str, title: str) -> Question:
    return _choice(field, rules, title, {0: "no", 1: "yes"})


def _flags(field: str, rules: str, title: str, labels: dict[int, str]) -> Question:
    def answer(r: Ruleset) -> str:
        value = _int(r, field)
        return ", ".join(label for bit, label in labels.items() if value & bit) or NONE

    return Question(field, _ids(rules), title, answer)


def _by_faction(values: tuple[int, ...], words: Callable[[int], str], suffix: str) -> str:
    """`10 each`, `Orcs 4, others 2`, or a list of the factions that have any."""
    usual = max(values, key=values.count)
    others = [f"{FACTIONS[f]}{suffix} {words(v)}" for f, v in enumerate(values) if v != usual]
    if not others:
        return f"{words(usual)} each" if usual else NONE
    if usual and len(others) == 1:
        return f"{others[0]}, others {words(usual)}"
    return ", ".join(f"{FACTIONS[f]}{suffix} {words(v)}" for f, v in enumerate(values) if v)


def _each(field: str, rules: str, title: str) -> Question:
    return Question(field, _ids(rules), title, lambda r: _by_faction(_four(r, field), str, ""))


def _ally(field: str, rules: str, title: str) -> Question:
    return Question(
        field, _ids(rules), title, lambda r: _by_faction(_four(r, field), str, "’ ally")
    )


def _suits(r: Ruleset) -> str:
    return ", ".join(f"{FACTIONS[f]} {SUIT_SIGNS[suit]}" for f, suit in enumerate(r.suits))


def _weak_against(r: Ruleset) -> str:
    names = {RED: "Fire", BLACK: "Ice"}
    return ", ".join(f"{FACTIONS[f]} {names[colour]}" for f, colour in enumerate(r.weak_against))


def _no_bonus(r: Ruleset) -> str:
    out = []
    for f, mask in enumerate(r.no_bonus_against):
        if mask:
            against = " and ".join(FACTIONS[g] for g in range(4) if mask >> g & 1)
            out.append(f"{FACTIONS[f]} against {against}")
    return ", ".join(out) or NONE


def _places(r: Ruleset) -> str:
    return ", ".join(NAMES[t] for t in territories_in(r.trolls)) or NONE


def _power(name: str, rules: str, title: str) -> Question:
    """Who has a power, as their own or by alliance."""
    bit = POWER_NAMES[name]

    def answer(r: Ruleset) -> str:
        own = [FACTIONS[f] for f in range(4) if r.powers[f] & bit]
        lent = [f"{FACTIONS[f]}’ ally" for f in range(4) if r.ally_powers[f] & bit]
        return ", ".join((["everyone"] if len(own) == 4 else own) + lent) or NONE

    return Question(f"powers.{name.lower()}", _ids(rules), title, answer)


def _special(index: int, rules: str, title: str) -> Question:
    def answer(r: Ruleset) -> str:
        cost = r.special[index]
        return "two aces" if cost == ruleset.TWO_ACES else card_name(cost - 2) if cost else NONE

    return Question(f"special.{index}", _ids(rules), title, answer)


def _steps(field: str, rules: str, title: str) -> Question:
    def answer(r: Ruleset) -> str:
        return ", ".join(STEP_NAMES[step].replace("_", " ") for step in _four(r, field))

    return Question(field, _ids(rules), title, answer)


# --- the questions, chapter by chapter -----------------------------------------------------

SETUP: Final = (
    _number("turns", "A1", "Turns at most"),
    _number("castles", "VII1", "Castles that win"),
    _each("units", "A2", "Units of a faction"),
    _each("gold", "A3", "Starting gold"),
    _each("artifacts", "A4", "Starting artifacts"),
    _each("placed", "A5", "Starting units"),
    Question("suits", ("A6",), "Suits", _suits),
    _choice(
        "dragon_start",
        "A8, ruling 6",
        "Where the dragon begins",
        {ruleset.THREE_DICE: "three dice added", ruleset.THRICE_PLUS_ONE: "3 × a die + a die"},
    ),
    Question("trolls", ("A9",), "Trolls with all four in play", _places),
    _choice(
        "first_edition_gold", "A13, II5, ruling 2", "Event gold", {0: "table", 1: "larger table"}
    ),
    _each("hand_limit", "A14, GO4", "Hand limit"),
)

STANDING: Final = (
    _choice(
        "troll_after_each_turn",
        "B10, ruling 32, ruling 51",
        "A troll strikes",
        {0: "everyone there, after all turns", 1: "the player whose turn ends"},
    ),
    _number("unit_points", "B12", "Battle points of a unit"),
    _yes("allied_victory", "B8, VII1, ruling 64", "Allies win together"),
    _number("allied_castles", "B8, VII1", "Castles that allies need for it"),
    _yes("allies_fight", "ruling 17", "Allies in one territory fight"),
)

DWARVES: Final = (
    _power("SELLS_ARTIFACTS", "DW1", "Gets the gold for artifacts"),
    _number("seller_discount", "G3", "Gold of each sale that goes to the bank"),
    _power("EXCHANGES", "DW2", "Queen and Jack may change places"),
    _each("battle_bonus", "DW3, OR8", "Battle bonus"),
    Question("no_bonus_against", ("DW3",), "No bonus", _no_bonus),
    _each("elites", "DW4, O4", "Elite units"),
    _number("elite_points", "DW4, O4", "Battle points of an elite unit"),
    _power("ACE_IS_JACK", "DW5", "An ace counts as the Jack of its suit"),
    _power("ACE_REVIVES", "DW5, ruling 69", "An ace brings two units out of the graveyard"),
    _power("LENDS_TREACHERY", "DW6", "Lends Queen and Jack to the ally"),
    _power("FREE_ARTIFACT", "DW6, ruling 66", "One artifact a turn without paying"),
    _power("ALLY_INCOME", "DW6, VI1", "Gold in each collection round"),
    _number("ally_income", "DW6, VI1", "How much gold that is"),
)

ELVES: Final = (
    _power("SEES_SALE", "EL1", "Sees each artifact before the bidding"),
    _power("LOOKS", "EL2, ruling 34", "Looks into other hands"),
    _power("HALF_HAND_SECRET", "EL2", "Keeps half the hand secret, others one card"),
    _power("ASKS", "EL3, EL7", "Asks the battle question"),
    _power("ASKS_FOR_ALLY", "EL7", "Asks on behalf of the ally"),
    _flags(
        "questions",
        "EL3",
        "What may be asked",
        {
            ruleset.ASK_COLOUR: "colour",
            ruleset.ASK_VALUE: "value",
            ruleset.ASK_NUMBER: "number of units",
        },
    ),
    _power("SEES_EVENT", "EL4, ruling 33", "Sees the next event card"),
    _choice(
        "emerge_by_moving",
        "EL5, ruling 62",
        "Hidden units come out by moving",
        {
            ruleset.EMERGE_ANYWHERE: "to any new territory",
            ruleset.EMERGE_WHERE_EMPTY: "to an empty territory",
            ruleset.EMERGE_WITH_OWN: "to where own units are visible, or none are",
        },
    ),
    _power("ACE_PLACES", "EL6", "An ace places up to five units"),
    _power("ACE_ASKS_BOTH", "EL6", "An ace asks both questions"),
    _power("HIDES", "EL8", "Hides free of charge"),
    _yes("hides_from_troll", "EL8, D4, ruling 30", "Units may hide from a troll"),
    _yes("uniform_stacks", "EL9, house 3", "Own units in a territory have one status"),
)

GOBLINS: Final = (
    _power("SELLS_MERCENARIES", "GO1", "Gets the gold for mercenaries"),
    _power("HALF_PRICE", "GO2, GO8", "Hires at half price"),
    _choice(
        "half_rounds_up",
        "GO2, GO8, D2, ruling 26",
        "Half prices are rounded",
        {0: "down", 1: "up"},
    ),
    _power("SECOND_ARTIFACT", "GO3", "Draws a second artifact"),
    _power("EARLY_DISBAND", "GO5, GO8, IV2", "May disband early"),
    _power("FREE_DISBAND", "GO6, GO8", "Disbands free of charge"),
    _power("ACE_STOPS_HIRING", "GO7, ruling 27", "An ace stops a hire"),
)

ORCS: Final = (
    _power("RAISES", "OR1", "Raises units in the Orcish lands"),
    _power("MOVES_THREE", "OR2, OR12", "Moves three territories"),
    _power("HALF_DRAGON_LOSSES", "OR3", "Half losses in the dragon round"),
    _choice("half_losses_round_up", "OR3", "Half losses are rounded", {0: "down", 1: "up"}),
    _power("RED_DRAGON_PROOF", "OR4, OR12", "Spared by the Red Dragon"),
    _power("RIDES", "OR5", "Rides the Red Dragon"),
    _power("DEFAULT_WINNER", "OR9, VII2", "Wins if nobody has after the last turn"),
    _power("SHARES_DEFAULT", "OR12, VII2", "Shares that victory"),
    _power("ACE_CARRIES", "OR10", "An ace carries units away in the dragon round"),
    _power("PLUNDERS", "OR11, O3", "Takes an artifact after a victory"),
    _choice(
        "plunder",
        "OR11, O3, ruling 75",
        "Plunder not kept brings",
        {ruleset.PLUNDER_FOR_ONE: "1 gold", ruleset.PLUNDER_FOR_VALUE: "its number in gold"},
    ),
    _ally("ally_revive_limit", "OR12, ruling 70", "Ally’s units out of the graveyard"),
    _ally("ally_revive_free", "OR12, ruling 70", "Of these free"),
    _ally("ally_conscripts", "OR12", "Ally’s conscripts"),
)

ACES: Final = (
    _choice(
        "ace_moves",
        "D3, ruling 71",
        "An ace in movement",
        {
            ruleset.ACE_ONE_FURTHER: "one territory farther",
            ruleset.ACE_SECOND_MOVE: "a second movement",
        },
    ),
    _yes("ace_hides", "D4", "An ace hides units"),
    _yes("ace_fights", "D5, ruling 37", "An ace fights as an artifact of value 1"),
    _flags(
        "denials",
        "D6, D7, D8, D9",
        "An ace stops",
        {
            ruleset.DENY_QUESTION: "the Elves’ question",
            ruleset.DENY_QUESTION_OF_ALLY: "their ally’s question",
            ruleset.DENY_RED_DRAGON: "the Orcs’ escape from the Red Dragon",
            ruleset.DENY_EARLY_DISBAND: "the Goblins’ early disbanding",
            ruleset.DENY_DISBAND_OF_ALLY: "their ally’s early disbanding",
            ruleset.DENY_EXCHANGE: "the Dwarves’ exchange",
        },
    ),
)

ROUNDS: Final = (
    _steps("turn_steps", "IV0, EL5, II5", "Steps of a turn"),
    _choice(
        "dragon_moves_by",
        "I1",
        "The dragon moves by",
        {ruleset.BY_DIE: "a die", ruleset.BY_CARD: "the number of the top artifact card"},
    ),
    _choice(
        "dragon_losses",
        "I3, ruling 3",
        "Units lost in the dragon round go",
        {
            ruleset.TO_GRAVEYARD: "to the graveyard",
            ruleset.TO_BANK: "to the bank",
            ruleset.TO_EXILE: "out of the game",
        },
    ),
    _choice(
        "omen",
        "II1, II2, ruling 13",
        "The Red Dragon appears if",
        {
            ruleset.OMEN_FIRST_PLAYERS_COLOUR: "the event card has the Emperor’s colour",
            ruleset.OMEN_DISCARD_COLOUR: "a card has the colour of the last event",
            ruleset.OMEN_RED: "a card is red",
            ruleset.OMEN_SECOND_CARD_SUIT: "the second card has the suit of the last event",
        },
    ),
    _number("second_gold", "II5", "Gold at the second event card"),
    _steps("recruit_steps", "IV1, IV2, ruling 23", "Steps of a recruitment turn"),
    _each("revive_limit", "IV1, OR6", "Units out of the graveyard"),
    _each("revive_free", "IV1, OR6", "Of these free, the others 1 gold each"),
    _each("conscripts", "IV3, OR7", "Conscripts"),
    _power("HIRES", "IV4, OR1, GO8", "May hire mercenaries"),
    _power("LATE_DISBAND", "IV6", "May disband at the end of the turn"),
    _number("disband_price", "IV6, GO6", "Gold for each unit disbanded"),
    _steps("battle_steps", "V1, V2, V7", "Steps of a battle"),
    _yes("same_colour_discards", "V4", "Of two artifacts of one colour the higher goes"),
    _yes("winner_may_discard", "V6", "The winner may discard the artifact played"),
    _number("treachery_gold", "V7, ruling 42", "Gold for treachery"),
    _number("income", "VI1", "Income"),
    _number("castle_income", "VI1", "Income for each castle"),
    _yes("may_discard", "VI3", "Artifacts may be discarded"),
)

CHOSEN: Final = (
    _choice("oracles", "O1", "Oracles", {0: NONE, 1: "yes"}),
    _choice(
        "weakness",
        "O2",
        "Two points less when the weakness",
        {
            ruleset.WEAK_NEVER: NONE,
            ruleset.WEAK_WHEN_PLAYED: "is played",
            ruleset.WEAK_WHEN_COUNTING: "counts",
        },
    ),
    Question("weak_against", ("O2",), "Weak against", _weak_against),
    _power("BLESSED", "O5", "Blesses a battle"),
    _power("INITIATIVE", "O6", "Takes the recruitment turn at any time"),
    _special(ruleset.EXTRA_MOVE, "O7", "A second movement costs"),
    _special(ruleset.HONEST_QUESTION, "O8", "An honest answer costs"),
    _special(ruleset.CHAOS_MONSTER, "O9", "The chaos monster costs"),
    _special(ruleset.BREAK_WALLS, "O10", "Breaking walls costs"),
    _special(ruleset.STEER_DRAGONS, "O11", "Steering the dragon costs"),
    _number("steer_least", "O11", "Steered from", "0"),
    _number("steer_most", "O11", "Steered to"),
    _special(ruleset.EMPTY_GRAVES, "O12", "Two units out of the graveyard cost"),
)

SECTIONS: Final[dict[str, tuple[Question, ...]]] = {
    "Setting up": SETUP,
    "Standing rules": STANDING,
    "Dwarves": DWARVES,
    "Elves": ELVES,
    "Goblins": GOBLINS,
    "Orcs": ORCS,
    "Aces": ACES,
    "The rounds": ROUNDS,
    "Options": CHOSEN,
}
QUESTIONS: Final = tuple(question for group in SECTIONS.values() for question in group)


def differences(one: Ruleset, other: Ruleset) -> list[Question]:
    """The questions to which two rulesets give different answers."""
    return [question for question in QUESTIONS if question.answer(one) != question.answer(other)]
