"""One turn on one page: the seven rounds of this game, with the ids of the rules behind each line."""

from typing import Final

from dragondune.engine import steps
from dragondune.model.constants import (
    CASTLE_PRICE,
    GRIFFIN_MOVEMENT,
    LAND_PRICE,
    LONG_MOVEMENT,
    MOVEMENT,
)
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.powers import (
    ASKS,
    EARLY_DISBAND,
    FREE_DISBAND,
    HALF_PRICE,
    INITIATIVE,
    LATE_DISBAND,
    MOVES_THREE,
    RED_DRAGON_PROOF,
    RIDES,
)
from dragondune.model.ruleset import (
    ACE_SECOND_MOVE,
    BY_DIE,
    OMEN_DISCARD_COLOUR,
    OMEN_FIRST_PLAYERS_COLOUR,
    OMEN_RED,
    OMEN_SECOND_CARD_SUIT,
    Ruleset,
)

Line = tuple[str, str]
Round = tuple[str, list[Line]]

OMENS = {
    OMEN_FIRST_PLAYERS_COLOUR: (
        "Turn up an event card. If it has the Emperor’s colour, the Red Dragon appears."
    ),
    OMEN_DISCARD_COLOUR: (
        "Turn up an event card. If it has the colour of the last event, the Red Dragon appears."
        " Put it under the deck and turn up the event."
    ),
    OMEN_RED: (
        "Turn up an event card. If it is red, the Red Dragon appears."
        " Put it under the deck and turn up the event."
    ),
    OMEN_SECOND_CARD_SUIT: (
        "Turn up two event cards. If the second has the suit of the last event,"
        " the Red Dragon appears. Discard the second, then the first on top."
    ),
}


def _each(values: tuple[int, ...], one: str = "unit", many: str = "units") -> str:
    """`2 units`, or `1 unit (Orcs 2)`."""
    usual = max(values, key=values.count)
    others = [f"{FACTION_NAMES[f].capitalize()} {v}" for f, v in enumerate(values) if v != usual]
    said = f"{usual} {one if usual == 1 else many}"
    return f"{said} ({', '.join(others)})" if others else said


def _having(rules: Ruleset, power: int) -> str:
    """`Goblins`, or `Goblins and their ally`: who has a power."""
    own = [name.capitalize() for f, name in enumerate(FACTION_NAMES) if rules.powers[f] & power]
    lent = any(powers & power for powers in rules.ally_powers)
    return " and ".join([*own, *(["their ally"] if lent else [])])


def _dragon(rules: Ruleset) -> list[Line]:
    lines: list[Line] = []
    if rules.turn_steps.index(steps.EMERGE) < rules.turn_steps.index(steps.DRAGON_MOVES):
        lines.append(("Before it: the Elves say which of their hidden units come out.", "IV0"))
    how = (
        "Roll a die"
        if rules.dragon_moves_by == BY_DIE
        else "Turn up the top artifact card (an ace counts 1) and discard it"
    )
    lines.append(
        (f"{how}: the dragon marker flies on that many numbers. After 18 comes 1.", "I1 I2")
    )
    rounding = "up" if rules.half_losses_round_up else "down"
    lines.append(
        (
            "Units and gold in every territory it visits are lost, except in castles and forests."
            f" Orcs lose half, rounded {rounding}.",
            "I3 OR3",
        )
    )
    return lines


def _event(rules: Ruleset) -> list[Line]:
    gold = "Put gold on the event’s territory, as the card says."
    if rules.second_gold:
        gold = (
            "Put gold on the first card’s territory, as the card says,"
            f" and {rules.second_gold} on the second’s."
        )
    told: dict[int, Line] = {
        steps.EVENT_CARDS: (OMENS[rules.omen], "II1 II2"),
        steps.RED_DRAGON: (
            "The Red Dragon burns the territory of the last event: units and gold there are lost"
            f"{_spared(rules)} Then a Great Council: alliances are made and broken.",
            "II3 OR5 II4",
        ),
        steps.EVENT_GOLD: (f"{gold} None where the dragon marker stands.", "II5 II6"),
    }
    return [told[step] for step in rules.turn_steps if step in told]


def _spared(rules: Ruleset) -> str:
    """OR4, OR5: who outlives the Red Dragon, and who flies away with it."""
    riders, proof = _having(rules, RIDES), _having(rules, RED_DRAGON_PROOF)
    ride = f" {riders} may fly away with it." if riders else ""
    return f" (not the units of {proof}).{ride}" if proof else f".{ride}"


def _bidding() -> list[Line]:
    return [
        ("One card for sale for each player below the hand limit. The Elves see it first.", "III1"),
        ("Bid higher or pass; whoever passed may come back.", "III2"),
        (
            "The winner pays the Dwarves, or discards an ace. Goblins draw a second card.",
            "III3 GO3",
        ),
        ("Afterwards the Elves see the next event card.", "EL4"),
    ]


def _recruitment(rules: Ruleset) -> list[Line]:
    free = _each(rules.revive_free)
    paid = (
        ""
        if rules.revive_free == rules.revive_limit
        else f", of these free {free}, then 1 gold each"
    )
    price = f"{rules.disband_price} gold a unit" if rules.disband_price else "free"
    spared = _having(rules, FREE_DISBAND) if rules.disband_price else ""
    half = _having(rules, HALF_PRICE)
    rounding = "up" if rules.half_rounds_up else "down"
    further = "again" if rules.ace_moves == ACE_SECOND_MOVE else "one farther"
    early = _having(rules, EARLY_DISBAND)
    far = _having(rules, MOVES_THREE)
    long = f"{far} {LONG_MOVEMENT}; " if far else ""
    late = all(powers & LATE_DISBAND for powers in rules.powers)
    told: dict[int, Line] = {
        steps.REVIVE: (
            f"Graveyard: up to {_each(rules.revive_limit)} back to the bank{paid}.",
            "IV1",
        ),
        steps.EARLY_DISBAND: (
            f"{early} may disband units of one territory, free, now instead of later.",
            "IV2",
        ),
        steps.CONSCRIPT: (
            f"Conscripts: up to {_each(rules.conscripts)}, free, into one territory with own units.",
            "IV3",
        ),
        steps.HIRE: (
            f"Mercenaries: any number into one territory, {CASTLE_PRICE} gold each in a castle,"
            f" {LAND_PRICE} elsewhere,"
            f" paid to the Goblins. {half} pay half, rounded {rounding}."
            " Orcs raise theirs free in the Orcish lands instead.",
            "IV4 GO2 OR1",
        ),
        steps.MOVE: (
            f"Move units of one territory up to {MOVEMENT} territories ({long}"
            f"griffins of 3★ or 5★ {GRIFFIN_MOVEMENT};"
            f" with an ace {further}). Never into or through the dragon marker’s territories.",
            "IV5 B4",
        ),
        steps.DISBAND: (
            f"Disband units of one territory, {price}"
            f"{f' (free for {spared})' if spared else ''}{'' if late else f' (not the {early})'}.",
            "IV6",
        ),
    }
    lines: list[Line] = []
    if rules.turn_steps.index(steps.EMERGE) > rules.turn_steps.index(steps.DRAGON_MOVES):
        lines.append(("First: the Elves say which hidden units come out; all others’ do.", "IV0"))
    swift = _having(rules, INITIATIVE)
    turns = f"In player order{f' ({swift} when they like)' if swift else ''}"
    lines.append((f"{turns}, each player takes these steps:", "B9 O6" if swift else "B9"))
    lines += [told[step] for step in rules.recruit_steps if step in told]
    told_by = "B10" if rules.trolls else "A10"  # without a troll of its own a book tells it there
    if rules.troll_after_each_turn:
        lines.append(
            ("At the end of a turn a troll there kills 4 of that player’s units.", told_by)
        )
    else:
        lines.append(("After all turns a troll kills 4 units of every player there.", told_by))
    return lines


def _battle(rules: Ruleset) -> list[Line]:
    gold = f", and get {rules.treachery_gold} gold" if rules.treachery_gold else ""
    same = (
        "Two of one colour: the lower counts, the higher is discarded; equal: both are."
        if rules.same_colour_discards
        else "Two of one colour: only the lower counts; equal: neither."
    )
    points = f"{rules.unit_points} point{'s' if rules.unit_points > 1 else ''}"
    return [
        (
            "In player order, attackers fight wherever they meet others"
            f"{'' if rules.allies_fight else ' (not allies)'}, never in 0•.",
            "V1 B1",
        ),
        (f"The {_having(rules, ASKS)} may ask a question; the answer binds.", "EL3"),
        ("Secretly choose units to send and one artifact or none; show together.", "V2"),
        (f"A unit is {points}, an artifact its number. {same}", "B12 V3"),
        (
            f"Treachery: Queen of the enemy, Jack of the suit played: you win, lose nothing{gold}.",
            "V7",
        ),
        (
            "The higher total wins, a tie goes to the attacker. The winner loses what was sent,"
            " the loser everything there and the artifact played.",
            "V5 V6",
        ),
    ]


def _collection(rules: Ruleset) -> list[Line]:
    castle = f", and {rules.castle_income} for each castle" if rules.castle_income else ""
    lines = [
        (f"Everyone takes {rules.income} gold{castle}.", "VI1"),
        ("In territories you control: 2 gold for each unit, up to what lies there.", "VI2"),
    ]
    if rules.may_discard:
        lines.append(("You may discard artifacts.", "VI3"))
    return lines


NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def _victory(rules: Ruleset) -> list[Line]:
    lines: list[Line] = []
    if rules.allied_victory:
        alone, allied = NUMBERS[rules.castles].capitalize(), NUMBERS[rules.allied_castles]
        lines.append((f"{alone} castles win for a player alone, {allied} for two allies.", "VII1"))
        lines.append(
            (f"If nobody has won after turn {rules.turns}: the Orcs and their ally.", "VII2")
        )
    else:
        castles = NUMBERS[rules.castles].capitalize()
        lines.append((f"The first player’s title passes on. {castles} castles win.", "VII0 VII1"))
        lines.append((f"If nobody has won after turn {rules.turns}: the Orcs.", "VII2"))
    lines.append(("Without Orcs in the game: whoever controls most castles then.", "VII3"))
    return lines


def rounds(rules: Ruleset) -> list[Round]:
    """The seven rounds."""
    return [
        ("I. Dragon", _dragon(rules)),
        ("II. Event", _event(rules)),
        ("III. Bidding", _bidding()),
        ("IV. Recruitment and movement", _recruitment(rules)),
        ("V. Battle", _battle(rules)),
        ("VI. Collection", _collection(rules)),
        ("VII. Victory", _victory(rules)),
    ]
