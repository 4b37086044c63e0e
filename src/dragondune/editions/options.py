"""Options: each one named thing that changes some answers of an edition [O1-O12, G1-G4].

An option says what it changes in the editions whose book offers it. In other editions it is a
house rule where it makes sense; where it makes none, ``nonsense`` says why.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from dragondune.model.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, ORCS
from dragondune.model.powers import BLESSED, INITIATIVE, PLUNDERS
from dragondune.model.ruleset import (
    BREAK_WALLS,
    CHAOS_MONSTER,
    EMPTY_GRAVES,
    EXTRA_MOVE,
    HONEST_QUESTION,
    PLUNDER_FOR_ONE,
    STEER_DRAGONS,
    TO_BANK,
    TO_EXILE,
    TWO_ACES,
    WEAK_WHEN_COUNTING,
    WEAK_WHEN_PLAYED,
    Four,
    Ruleset,
)

Change = Callable[[Ruleset], Ruleset]

ALL: Final = ("first", "r2", "r6", "r6b", "r9")
FROM_R2: Final = ALL[1:]
FROM_R6: Final = ALL[2:]
TWO_ACE_EDITIONS: Final = ALL[1:4]


@dataclass(frozen=True)
class Option:
    """One thing a table can switch on.

    Attributes:
        name: What it is called on the command line and in records.
        rule: The id of its rule.
        group: Under which heading the lobby lists it.
        title: What people call it.
        sentence: What it does, in a sentence.
        editions: The editions whose book offers it; in others it is a house rule.
        change: What it makes of a game's rules.
        variants: A different change for some editions.
        excludes: Options that cannot be chosen together with it.
        needs: Options without which it does nothing.
        nonsense: Editions in which it makes no sense, and why.
    """

    name: str
    rule: str
    group: str
    title: str
    sentence: str
    editions: tuple[str, ...]
    change: Change
    variants: Mapping[str, Change] = field(default_factory=dict)
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    nonsense: Mapping[str, str] = field(default_factory=dict)

    def apply(self, rules: Ruleset, edition: str) -> Ruleset:
        """The rules with this option switched on."""
        return self.variants.get(edition, self.change)(rules)


def _put(values: Four, place: int, value: int) -> Four:
    return (*values[:place], value, *values[place + 1 :])


def _empower(faction: int, power: int) -> Change:
    def change(rules: Ruleset) -> Ruleset:
        return replace(rules, powers=_put(rules.powers, faction, rules.powers[faction] | power))

    return change


def _special(which: int, cost: int) -> Change:
    def change(rules: Ruleset) -> Ruleset:
        return replace(rules, special=_put(rules.special, which, cost))

    return change


def _six(which: int, suit: int) -> Mapping[str, Change]:
    """The 9th Revision asks for a six where earlier ones ask for two aces."""
    return {"r9": _special(which, 2 + card(suit, 6))}


def _plunder(rules: Ruleset) -> Ruleset:
    return replace(_empower(ORCS, PLUNDERS)(rules), plunder=PLUNDER_FOR_ONE)


def _elites(rules: Ruleset) -> Ruleset:
    return replace(rules, elites=_put(rules.elites, DWARVES, 2))


def _more_conscripts(rules: Ruleset) -> Ruleset:
    more = tuple(n + 1 for n in rules.conscripts)
    ally = tuple(n + 1 if n else 0 for n in rules.ally_conscripts)
    return replace(rules, conscripts=more, ally_conscripts=ally)


def _orc_graves(limit: int, free: int) -> Change:
    def change(rules: Ruleset) -> Ruleset:
        return replace(
            rules,
            revive_limit=_put(rules.revive_limit, ORCS, limit),
            revive_free=_put(rules.revive_free, ORCS, free),
        )

    return change


def _elven_gold(amount: int) -> Change:
    def change(rules: Ruleset) -> Ruleset:
        return replace(rules, gold=_put(rules.gold, ELVES, amount))

    return change


_OPTIONS: Final = (
    Option(
        "oracles",
        "O1",
        "mechanics",
        "Oracles",
        "Before the game players may secretly predict winner, turn and one castle, and win by it.",
        FROM_R2,
        lambda rules: replace(rules, oracles=1),
    ),
    Option(
        "weaknesses",
        "O2",
        "mechanics",
        "Weaknesses",
        "Ice costs Orcs and Goblins two battle points, Fire costs Elves and Dwarves two.",
        FROM_R6,
        lambda rules: replace(rules, weakness=WEAK_WHEN_COUNTING),
        {"r6": lambda rules: replace(rules, weakness=WEAK_WHEN_PLAYED)},
    ),
    Option(
        "plunder",
        "O3",
        "faction powers",
        "Orcish Plunder",
        "Orcs who win a battle may take a random artifact, to keep or to discard for 1 gold.",
        FROM_R2,
        _plunder,
        nonsense={"first": "the Orcs of `first` plunder anyway, and for more [OR11]"},
    ),
    Option(
        "elite-warriors",
        "O4",
        "faction powers",
        "Dwarven Elite Warriors",
        "Two Dwarven units are worth more in battle than others.",
        FROM_R2,
        _elites,
        nonsense={"first": "the Dwarves of `first` have two elite units anyway [DW4]"},
    ),
    Option(
        "blessing",
        "O5",
        "faction powers",
        "Elven Blessing",
        "After three losses in combat the Elves bless one battle a turn: +1, safe from sabotage.",
        FROM_R2,
        _empower(ELVES, BLESSED),
    ),
    Option(
        "initiative",
        "O6",
        "faction powers",
        "Goblin Initiative",
        "The Goblins take their recruitment turn between any other players' turns.",
        FROM_R2,
        _empower(GOBLINS, INITIATIVE),
    ),
    Option(
        "extra-movement",
        "O7",
        "special cards",
        "A second movement",
        "Discard two aces (9th Revision: the 6♥) to make a second movement.",
        FROM_R2,
        _special(EXTRA_MOVE, TWO_ACES),
        _six(EXTRA_MOVE, HEARTS),
    ),
    Option(
        "honest-question",
        "O8",
        "special cards",
        "An honest answer",
        "Discard two aces to ask a player a yes-or-no question that is answered truthfully.",
        TWO_ACE_EDITIONS,
        _special(HONEST_QUESTION, TWO_ACES),
    ),
    Option(
        "chaos-monster",
        "O9",
        "special cards",
        "The chaos monster",
        "Discard two aces in a battle where a 6 was played: everything there is destroyed.",
        TWO_ACE_EDITIONS,
        _special(CHAOS_MONSTER, TWO_ACES),
    ),
    Option(
        "broken-walls",
        "O10",
        "special cards",
        "Breaking castle walls",
        "Discard two aces (9th Revision: the 6♠) to break a castle's walls: dragons strike it.",
        FROM_R2,
        _special(BREAK_WALLS, TWO_ACES),
        _six(BREAK_WALLS, SPADES),
    ),
    Option(
        "steered-dragons",
        "O11",
        "special cards",
        "Steering the dragon",
        "Discard two aces (9th Revision: the 6♣) to say how far the wild dragons fly.",
        FROM_R2,
        _special(STEER_DRAGONS, TWO_ACES),
        _six(STEER_DRAGONS, CLUBS),
    ),
    Option(
        "empty-graves",
        "O12",
        "special cards",
        "Back from the grave",
        "Discard the 6♦ to take two units out of your graveyard.",
        ("r9",),
        _special(EMPTY_GRAVES, 2 + card(DIAMONDS, 6)),
    ),
    Option(
        "more-conscripts",
        "G1",
        "balancing",
        "More conscripts",
        "If the Goblins are too strong: everyone conscripts one unit more.",
        ALL,
        _more_conscripts,
    ),
    Option(
        "weaker-orc-graves",
        "G2",
        "balancing",
        "A weaker Orcish graveyard",
        "If the Orcs are too strong: only two of their units leave the graveyard free.",
        FROM_R6,
        _orc_graves(3, 2),
        {"r2": _orc_graves(2, 2), "r6": _orc_graves(2, 2)},
        nonsense={"first": "in `first` the Orcs' graveyard is like everyone's [OR6]"},
    ),
    Option(
        "cheaper-dwarves",
        "G3",
        "balancing",
        "Poorer Dwarves",
        "If the Dwarves are too strong: of each artifact they sell 1 gold goes to the bank.",
        FROM_R6,
        lambda rules: replace(rules, seller_discount=1),
    ),
    Option(
        "poorer-elves",
        "G4",
        "balancing",
        "The Elves' purse",
        "If the Elves are too strong: they start with 3 gold (6th Revision in print: 5).",
        FROM_R6,
        _elven_gold(3),
        {"r6": _elven_gold(5), "first": _elven_gold(5)},
    ),
    Option(
        "dragon-losses-to-bank",
        "ruling 3",
        "other readings",
        "Dragons send units to the bank",
        "Units lost in the dragon round can be recruited again at once.",
        ALL,
        lambda rules: replace(rules, dragon_losses=TO_BANK),
        excludes=("dragon-losses-exiled",),
    ),
    Option(
        "dragon-losses-exiled",
        "ruling 3",
        "other readings",
        "Dragons remove units for good",
        "Units lost in the dragon round never come back, and the faction's total falls.",
        ALL,
        lambda rules: replace(rules, dragon_losses=TO_EXILE),
        excludes=("dragon-losses-to-bank",),
    ),
    Option(
        "allies-at-peace",
        "ruling 17",
        "other readings",
        "Allies do not fight",
        "Allies who share a territory do not battle there, and neither controls it.",
        ALL,
        lambda rules: replace(rules, allies_fight=0),
    ),
)

OPTIONS: Final = {option.name: option for option in _OPTIONS}
