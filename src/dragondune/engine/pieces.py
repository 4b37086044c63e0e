"""Moving pieces: units, gold and cards. No choice and no rule is made here."""

from dragondune.engine.chance import shuffle
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import CARD, ELITE, count_of, open_and_hidden
from dragondune.model.board import CASTLES
from dragondune.model.cards import ACE_MASK, NO_CARD
from dragondune.model.factions import NOBODY
from dragondune.model.memory import PILES, notice_discard, notice_gain
from dragondune.model.ruleset import TO_BANK, TO_GRAVEYARD
from dragondune.model.state import State

# --- units ---------------------------------------------------------------------------------


def put(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Add visible units."""
    at = f * 28 + t
    s.up[at] += n
    s.elite_up[at] += elites
    if n:
        s.vis[f] |= 1 << t


def take(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Remove visible units."""
    at = f * 28 + t
    left = s.up[at] - n
    s.up[at] = left
    s.elite_up[at] -= elites
    if not left:
        s.vis[f] &= ~(1 << t)


def put_hidden(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Add hidden units."""
    at = f * 28 + t
    s.hid[at] += n
    s.elite_hid[at] += elites
    if n:
        s.hidm[f] |= 1 << t


def take_hidden(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Remove hidden units."""
    at = f * 28 + t
    left = s.hid[at] - n
    s.hid[at] = left
    s.elite_hid[at] -= elites
    if not left:
        s.hidm[f] &= ~(1 << t)


def leave_bank(s: State, f: i64, n: i64, elites: i64) -> None:
    """Take units from the bank into the hand of the one who places them."""
    s.bank[f] -= n
    s.elite_bank[f] -= elites


def to_bank(s: State, f: i64, n: i64, elites: i64) -> None:
    """Give units back to the bank."""
    s.bank[f] += n
    s.elite_bank[f] += elites


def kill(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Visible units die: off the board, into the graveyard (ruling 3)."""
    take(s, f, t, n, elites)
    s.grave[f] += n
    s.elite_grave[f] += elites


def burn(s: State, f: i64, t: i64, n: i64, elites: i64) -> None:
    """Units lost to the wild dragons go where the setting says (ruling 3)."""
    if s.rules.dragon_losses == TO_GRAVEYARD:
        kill(s, f, t, n, elites)
        return
    take(s, f, t, n, elites)
    if s.rules.dragon_losses == TO_BANK:
        to_bank(s, f, n, elites)


def others_here(s: State, f: i64, t: i64) -> i64:
    """The other factions with visible units in a territory, as a bit mask."""
    found: i64 = 0
    for g in range(4):
        if g != f and s.vis[g] >> t & 1:
            found |= 1 << g
    return found


def others_everywhere(s: State, f: i64) -> i64:
    """The territories where any other faction has visible units."""
    found: i64 = 0
    for g in range(4):
        if g != f:
            found |= s.vis[g]
    return found


def controlled(s: State, f: i64) -> i64:
    """The territories faction ``f`` controls: alone there with a visible unit [B3].

    Neither hidden units nor trolls make a difference [EL10], ruling 76.
    """
    return s.vis[f] & ~others_everywhere(s, f)


def bits(mask: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def victory_share(winners: i64, f: i64) -> float:
    """A faction's share of a victory: 1, 1/2 for each of two who win together, or 0."""
    return 1 / bits(winners) if winners >> f & 1 else 0.0


def crowded_castles(s: State, f: i64) -> i64:
    """The castles where two other players stand visibly and faction ``f`` does not [B5]."""
    once: i64 = 0
    twice: i64 = 0
    for g in range(4):
        if g != f:
            twice |= once & s.vis[g]
            once |= s.vis[g]
    return twice & CASTLES & ~s.vis[f]


def has_room(s: State, f: i64, t: i64) -> bool:
    """Castle limit: visible units of two players at most [B5]."""
    return not crowded_castles(s, f) >> t & 1


def add_counts(
    out: list[i64], base: i64, least: i64, most: i64, regulars: i64, elites: i64
) -> None:
    """List ``base`` with every number of units from least to most, and of elites among them."""
    if not elites:
        for code in range(base + least, base + most + 1):
            out.append(code)
        return
    for n in range(least, most + 1):
        for e in range(max(0, n - regulars), min(n, elites) + 1):
            out.append(base + n + e * ELITE)


def add_mixed(out: list[i64], base: i64, most: i64, opened: list[i64], hidden: list[i64]) -> None:
    """List ``base`` with some open and some hidden units of a mixed stack, ``most`` in all.

    Both lists hold units and elites as ``add_counts`` writes them.
    """
    for one in opened:
        for two in hidden:
            if count_of(one) + count_of(two) <= most:
                out.append(base + open_and_hidden(one, two))


def changed(values: list[i64], place: i64, value: i64) -> list[i64]:
    """A list with one number changed, for the lists of a state that copies share."""
    fresh = values[:]
    fresh[place] = value
    return fresh


# --- gold ----------------------------------------------------------------------------------


def holder_of(s: State, power: i64) -> i64:
    """The faction in play whose own power this is (not by alliance), or nobody."""
    for f in s.order:
        if s.rules.powers[f] & power:
            return f
    return NOBODY


def pay(s: State, f: i64, receiver: i64, amount: i64) -> None:
    """Gold from a player to another, or to the bank, which has no end (ruling 80)."""
    s.gold[f] -= amount
    if receiver != NOBODY and receiver != f:
        s.gold[receiver] += amount


# --- cards ---------------------------------------------------------------------------------


def make_public(s: State, card: i64) -> None:
    """Everyone has seen where this card is."""
    bit = 1 << card
    for f in range(4):
        s.knows[f] |= bit


def forget(s: State, mask: i64) -> None:
    """Nobody knows where these cards are any more."""
    for f in range(4):
        s.knows[f] &= ~mask


def gain(s: State, f: i64, card: i64, source: i64 = PILES) -> None:
    """A card comes into a hand, from the piles or from another hand; its owner sees it."""
    s.hand[f] |= 1 << card
    s.knows[f] |= 1 << card
    notice_gain(s, f, card, source)
    s.looked &= ~(1 << f)
    if s.log is not None:
        s.log.add(events.GotCard(faction=f, card=card))


def lose_card(s: State, f: i64, card: i64) -> None:
    """A card leaves a hand, seen by all, for the discard."""
    bit = 1 << card
    s.hand[f] &= ~bit
    s.kept[f] &= ~bit
    s.looked &= ~(1 << f)
    make_public(s, card)
    s.discard.append(card)
    notice_discard(s, card)


def draw(s: State) -> i64:
    """The top card of the artifact deck; the shuffled discard when it is empty (ruling 21)."""
    if not s.deck:
        if not s.discard:
            return NO_CARD
        mask: i64 = 0
        for card in s.discard:
            mask |= 1 << card
        s.discard.sort()
        s.deck = shuffle(s, s.discard)
        s.discard = []
        forget(s, mask)
        if s.log is not None:
            s.log.add(events.DeckReshuffled(cards=len(s.deck)))
    return s.deck.pop()


def hand_size(s: State, f: i64) -> i64:
    """How many artifacts a faction holds."""
    return bits(s.hand[f])


def add_aces(out: list[i64], hand: i64, base: i64) -> None:
    """List ``base`` with each ace of a hand."""
    aces = hand & ACE_MASK
    for card in (0, 13, 26, 39):
        if aces >> card & 1:
            out.append(base + card * CARD)
