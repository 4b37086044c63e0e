"""The arithmetic of the rules as pure queries: battles, prices, reach, aces, dragons, victory.

They take the ruleset and plain numbers, so that whoever holds a state and whoever holds a view ask
the same question: steps, bots, laboratory, server and print. Nobody else reckons these.
"""

from typing import Final

from dragondune.ints import i64
from dragondune.model.actions import card_of, count_of, elites_of
from dragondune.model.board import CASTLES, FORESTS, GRIFFINS, MAX_REACH, OF_NUMBER, REACH
from dragondune.model.cards import ACE_MASK, COLOUR, NO_CARD, RANK
from dragondune.model.choices import BLESSING
from dragondune.model.constants import (
    CASTLE_PRICE,
    GRIFFIN_MOVEMENT,
    LAND_PRICE,
    LONG_MOVEMENT,
    MOVEMENT,
)
from dragondune.model.factions import NOBODY
from dragondune.model.powers import BLESSED, FREE_DISBAND, HALF_PRICE, MOVES_THREE
from dragondune.model.ruleset import (
    ACE_SECOND_MOVE,
    STEER_DRAGONS,
    WEAK_WHEN_COUNTING,
    WEAK_WHEN_PLAYED,
    Ruleset,
)

WEAKER_BY: Final = 2  # O2
BLESSED_BY: Final = 1  # O5
WILD_FLIGHT: Final = 6  # I1: a die, or an artifact's number

# --- battle [B12, V3-V5] -------------------------------------------------------------------


def artifact_counts(mine: i64, theirs: i64) -> bool:
    """V3: per colour, only the lower artifact adds its number; equal ones add nothing."""
    if mine == NO_CARD:
        return False
    if theirs == NO_CARD or COLOUR[mine] != COLOUR[theirs]:
        return True
    return RANK[mine] < RANK[theirs]


def unit_points(rules: Ruleset, units: i64, elites: i64) -> int:
    """B12, DW4: what units are worth in battle; ``units`` counts the elites too."""
    return (units - elites) * rules.unit_points + elites * rules.elite_points


def battle_bonus(rules: Ruleset, f: i64, g: i64) -> int:
    """DW3, OR8: what a faction adds whatever it plays, against this opponent."""
    return 0 if rules.no_bonus_against[f] >> g & 1 else rules.battle_bonus[f]


def weakness(rules: Ruleset, f: i64, theirs: i64, mine: i64) -> int:
    """O2: points lost against Ice or Fire, when it was played or when it counts."""
    if rules.weakness == 0 or theirs == NO_CARD or COLOUR[theirs] != rules.weak_against[f]:
        return 0
    if rules.weakness == WEAK_WHEN_PLAYED:
        return WEAKER_BY
    assert rules.weakness == WEAK_WHEN_COUNTING
    return WEAKER_BY if artifact_counts(theirs, mine) else 0


def edge(rules: Ruleset, f: i64, g: i64, mine: i64, theirs: i64, blessed: bool) -> int:
    """What a side has besides its units: artifact, bonus, weakness [O2] and blessing [O5]."""
    points = battle_bonus(rules, f, g)
    if artifact_counts(mine, theirs):
        points += RANK[mine]
    if blessed:
        points += BLESSED_BY
    return points - weakness(rules, f, theirs, mine)


def points_of(
    rules: Ruleset, f: i64, g: i64, plan: i64, other: i64, blessed: bool
) -> list[tuple[str, int]]:
    """A total in its parts, as one would add it up at the table; an artifact that does not count is 0."""
    mine, theirs = card_of(plan), card_of(other)
    parts = [("units", unit_points(rules, count_of(plan), elites_of(plan)))]
    if mine != NO_CARD:
        parts.append(("artifact", int(RANK[mine]) if artifact_counts(mine, theirs) else 0))
    parts.append(("bonus", battle_bonus(rules, f, g)))
    parts.append(("blessing", BLESSED_BY if blessed else 0))
    parts.append(("weakness", -weakness(rules, f, theirs, mine)))
    return [part for part in parts if part[1] or part[0] in ("units", "artifact")]


def is_blessed(miracles: i64, powers: i64) -> bool:
    """O5: is this battle blessed for a side with these powers?"""
    return bool(miracles & BLESSING) and bool(powers & BLESSED)


def total(rules: Ruleset, f: i64, g: i64, plan: i64, other: i64, blessed: bool) -> int:
    """B12, V3, V5: the total of a plan against another's.

    An army of no units has its bonus too (ruling 43).
    """
    army = unit_points(rules, count_of(plan), elites_of(plan))
    return army + edge(rules, f, g, card_of(plan), card_of(other), blessed)


def stronger(attacking: i64, defending: i64) -> int:
    """V5: the side with the higher total wins, the attacker a tie."""
    return 0 if attacking >= defending else 1


def do_fight(rules: Ruleset, ally: i64, g: i64) -> bool:
    """V1, ruling 17: a faction with that ally fights ``g``; allies too, unless that is switched off."""
    return bool(rules.allies_fight) or ally != g


def battle_cards(rules: Ruleset, hand: i64) -> int:
    """The artifacts of a hand that may fight: aces only where they do [D5]."""
    return hand if rules.ace_fights else hand & ~ACE_MASK


# --- recruitment [IV1-IV7] -----------------------------------------------------------------


def hire_price(rules: Ruleset, powers: i64, t: i64, units: i64, ace: bool) -> int:
    """IV4, GO2, D2: 1 in a castle, which a "city" is, 2 elsewhere (ruling 4).

    Halves are taken on the whole sum (ruling 25).
    """
    whole = units * CASTLE_PRICE if CASTLES >> t & 1 else units * LAND_PRICE
    if ace or powers & HALF_PRICE:
        return (whole + rules.half_rounds_up) // 2
    return whole


def most_hired(rules: Ruleset, powers: i64, gold: i64, castle: bool, ace: bool) -> int:
    """The largest army that so much gold buys, in a castle or elsewhere."""
    each = CASTLE_PRICE if castle else LAND_PRICE
    if not ace and not powers & HALF_PRICE:
        return gold // each
    budget = 2 * gold if rules.half_rounds_up else 2 * gold + 1
    return budget // each


def revive_limit(rules: Ruleset, f: i64, ally: i64) -> int:
    """How many units may leave the graveyard in a turn [IV1, OR6, OR12]."""
    own = rules.revive_limit[f]
    return own if ally == NOBODY else max(own, rules.ally_revive_limit[ally])


def revived_free(rules: Ruleset, f: i64, ally: i64) -> int:
    """How many of them cost nothing [IV1, OR6, OR12]."""
    own = rules.revive_free[f]
    return own if ally == NOBODY else max(own, rules.ally_revive_free[ally])


def conscripts(rules: Ruleset, f: i64, ally: i64) -> int:
    """How many units may be conscripted [IV3, OR7, OR12]."""
    own = rules.conscripts[f]
    return own if ally == NOBODY else max(own, rules.ally_conscripts[ally])


def disband_price(rules: Ruleset, powers: i64) -> int:
    """What it costs to disband a unit at the end of a turn [IV6, GO6]."""
    return 0 if powers & FREE_DISBAND else rules.disband_price


def movement(powers: i64, controlled: i64, bonus: i64) -> int:
    """How far units move: griffins 4 [B4], Orcs 3 [OR2], others 2, and 1 per ace [D3].

    Griffins carry who controls their castle, and do not add to the three (ruling 29).
    """
    steps: i64 = LONG_MOVEMENT if powers & MOVES_THREE else MOVEMENT
    if controlled & GRIFFINS:
        steps = GRIFFIN_MOVEMENT
    return min(steps + bonus, MAX_REACH)


def within(dragon: i64, t: i64, steps: i64) -> int:
    """The territories that units get to from one, round the dragon marker [IV5, I4]."""
    return REACH[(dragon * 28 + t) * 9 + steps]


# --- auction, aces, dragons ----------------------------------------------------------------


def proceeds(rules: Ruleset, price: i64) -> int:
    """What the seller gets of a price that another player pays [DW1, G3]."""
    return price - min(price, rules.seller_discount)


# What anybody can do with an ace [D1-D9], in the order of their rules.
ACE_PAYS: Final = "pays"
ACE_HIRES: Final = "hires"
ACE_MOVES_AGAIN: Final = "moves again"
ACE_MOVES_FARTHER: Final = "moves farther"
ACE_HIDES: Final = "hides"
ACE_STOPS: Final = "stops others"
ACE_FIGHTS: Final = "fights as a 1"


def ace_uses(rules: Ruleset) -> list[str]:
    """What anybody can do with an ace in this game, besides what is a faction's own."""
    again = rules.ace_moves == ACE_SECOND_MOVE
    uses = [ACE_PAYS, ACE_HIRES, ACE_MOVES_AGAIN if again else ACE_MOVES_FARTHER]
    uses += [ACE_HIDES] if rules.ace_hides else []
    uses += [ACE_STOPS] if rules.denials else []
    uses += [ACE_FIGHTS] if rules.ace_fights else []
    return uses


def struck(number: i64, broken: i64) -> i64:
    """Where units burn when the dragons come to a number [I2, I3, B2]: not in forests and castles.

    ``broken``: the castles whose walls shelter nobody any more.
    """
    return OF_NUMBER[number] & ~(CASTLES & ~broken | FORESTS)


def flights(rules: Ruleset, steered: i64) -> tuple[int, int]:
    """The least and the most numbers that the dragons may fly on next [I1, O11].

    ``steered`` is the number they were steered to, and negative while they are not.
    """
    if steered >= 0:
        return steered, steered
    if rules.special[STEER_DRAGONS]:
        return min(1, rules.steer_least), max(WILD_FLIGHT, rules.steer_most)
    return 1, WILD_FLIGHT


def steering(rules: Ruleset) -> tuple[int, int]:
    """From which to which number the dragons may be steered [O11]."""
    return rules.steer_least, rules.steer_most


# --- victory [VII1] -------------------------------------------------------------------------


def win_together(rules: Ruleset, ally: i64) -> bool:
    """B8, VII1: do allies win with one another, counting the castles of both?"""
    return bool(rules.allied_victory) and ally != NOBODY


def castles_to_win(rules: Ruleset, ally: i64) -> int:
    """VII1: how many castles win at the end of a turn; allies may need more, together."""
    return rules.allied_castles if win_together(rules, ally) else rules.castles
