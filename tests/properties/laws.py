"""What must hold in every position, written from the rulebook and not from the engine.

Each law yields sentences about what is wrong. Nothing of ``engine/`` or ``rules/`` is asked: board,
cards and numbers of units are counted here anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragondune.engine.steps import HIDE, PLUNDER
from dragondune.model.board import NAMES
from dragondune.model.ruleset import TO_EXILE
from dragondune.model.state import State

NOBODY, NO_CARD = 7, 63
CASTLES = tuple(t for t, name in enumerate(NAMES) if name.endswith("★"))
ARTIFACTS = sum(1 << suit * 13 + rank for suit in range(4) for rank in range(6))
EVENTS = sorted(suit * 13 + rank for suit in range(4) for rank in range(6, 10))
QUEENS = {suit * 13 + 11 for suit in range(4)}
JACKS = {suit * 13 + 10 for suit in range(4)}
# Events lie in open land only [II5].
BARREN = tuple(t for t, name in enumerate(NAMES) if name[-1] in "★•")
SOME_OR_NONE = b"0" + b"1" * 255


def broken_laws(s: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    wrong = [*units(s), *markers(s), *castle_limit(s), *cards(s), *gold(s), *alliances(s)]
    return [*wrong, *course(s)]


def units(s: State) -> Iterator[str]:
    """A2: board, graveyard and bank make up a faction's total, exile excepted (ruling 3)."""
    exile = s.rules.dragon_losses == TO_EXILE
    for f in range(4):
        here = slice(f * 28, f * 28 + 28)
        seen, hidden = s.up[here], s.hid[here]
        total = sum(seen) + sum(hidden) + s.grave[f] + s.bank[f]
        due = s.rules.units[f] if f in s.order else 0
        if total > due or (total < due and not exile):
            yield f"A2: faction {f} has {total} of {due} units"
        if min(seen) < 0 or min(hidden) < 0 or s.grave[f] < 0 or s.bank[f] < 0:
            yield f"A2: faction {f} owes units somewhere"
        if s.elites_played:
            yield from elites(s, f, exile)
    if not s.elites_played and any((*s.elite_up, *s.elite_hid, *s.elite_grave, *s.elite_bank)):
        yield "DW4: elites in a game without them"


def elites(s: State, f: int, exile: bool) -> Iterator[str]:
    """DW4, ruling 44: elites are units among the others, in each place."""
    here = slice(f * 28, f * 28 + 28)
    pairs = [
        *zip(s.elite_up[here], s.up[here], strict=True),
        *zip(s.elite_hid[here], s.hid[here], strict=True),
        (s.elite_grave[f], s.grave[f]),
        (s.elite_bank[f], s.bank[f]),
    ]
    if any(not 0 <= elite <= every for elite, every in pairs):
        yield f"DW4: faction {f} has more elites than units in a place"
    total = sum(elite for elite, _ in pairs)
    due = s.rules.elites[f] if f in s.order else 0
    if total > due or (total < due and not exile):
        yield f"DW4: faction {f} has {total} of {due} elites"


def markers(s: State) -> Iterator[str]:
    """Masks agree with counts; EL9: own units in a territory have one status."""
    for f in range(4):
        seen = _places(s.up[f * 28 : f * 28 + 28])
        hidden = _places(s.hid[f * 28 : f * 28 + 28])
        if s.vis[f] != seen or s.hidm[f] != hidden:
            yield f"masks of faction {f} disagree with its units"
        if s.rules.uniform_stacks and seen & hidden:
            yield f"EL9: faction {f} has a mixed stack"


def _places(counts: list[int]) -> int:
    """Where units stand, as a set: read as a binary number, the last territory first."""
    return int(bytes(counts[::-1]).translate(SOME_OR_NONE), 2)


def castle_limit(s: State) -> Iterator[str]:
    """B5: visible units of at most two players, but for those about to hide (ruling 59)."""
    for t in CASTLES:
        there = [f for f in range(4) if s.vis[f] >> t & 1]
        if len(there) > 2 and not _entering(s, t, there):
            yield f"B5: factions {there} have visible units in {NAMES[t]}"


def _entering(s: State, t: int, there: list[int]) -> bool:
    """One too many, and being asked right now how to hide."""
    top = s.stack[-1] if s.stack else 0
    asked = top & 127 == HIDE and top >> 10 & 63 == t
    return len(there) == 3 and asked and (top >> 7 & 7) in there


def cards(s: State) -> Iterator[str]:
    """A11-A13: every card of the four decks is in exactly one place."""
    lying = [*s.deck, *s.discard, *([s.sale] if s.sale != NO_CARD else [])]
    turned = [card for card in (s.event_first, s.event_second) if card != NO_CARD]
    events = sorted([*turned, *s.event_deck, *s.event_discard])
    if s.turn == 0:
        if lying or events or any(s.hand):
            yield "A12: cards before the deal"
        return
    # Twenty-four places for twenty-four cards: none is missing, so none is there twice.
    places = len(lying) + sum([int(hand).bit_count() for hand in s.hand])
    found = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    for card in lying:
        found |= 1 << card
    if places != 24 or found != ARTIFACTS:
        yield f"A12: {places} places of artifacts hold {found:x}"
    if events != EVENTS:
        yield f"A13: the events are {events}"
    yield from dealt(s)
    yield from hands(s)


def dealt(s: State) -> Iterator[str]:
    """A11: one Queen and one Jack for each player, all different."""
    for name, held, pack in (("Queens", s.usurper, QUEENS), ("Jacks", s.sabotage, JACKS)):
        given = {held[f] for f in s.order}
        if len(given) < len(s.order) or not given <= pack:
            yield f"A11: the {name} are {held}"
        if held.count(NO_CARD) != 4 - len(s.order):
            yield f"A11: an absent faction holds one of the {name}"


def hands(s: State) -> Iterator[str]:
    """A14: hand limits, but while plunder is being looked at; owners know their own cards."""
    plundering = bool(s.stack) and s.stack[-1] & 127 == PLUNDER
    for f in range(4):
        size = int(s.hand[f]).bit_count()
        limit = s.rules.hand_limit[f] if f in s.order else 0
        if size > limit + (1 if plundering and s.stack[-1] >> 7 & 7 == f else 0):
            yield f"A14: faction {f} holds {size} cards"
        if s.kept[f] & ~s.hand[f] or s.hand[f] & ~s.knows[f]:
            yield f"EL2, A15: faction {f} keeps or does not know cards of its hand"


def gold(s: State) -> Iterator[str]:
    """No debts, nothing for who does not play, none in forests, castles and on the mountain."""
    if min(s.gold) < 0 or min(s.board_gold) < 0:
        yield "gold is owed"
    if any(s.gold[f] for f in range(4) if f not in s.order):
        yield "ruling 8: an absent faction has gold"
    if any(s.board_gold[t] for t in BARREN):
        yield "II5: gold where no event is"


def alliances(s: State) -> Iterator[str]:
    """B7: alliances are pairs of players; powers are one's own and what the ally gives."""
    for f in range(4):
        friend = s.ally[f]
        lent = 0 if friend == NOBODY else s.rules.ally_powers[friend]
        if friend != NOBODY and (friend == f or s.ally[friend] != f or friend not in s.order):
            yield f"B7: faction {f} is allied with {friend}"
        if s.powers[f] != s.rules.powers[f] | lent:
            yield f"B7: the powers of faction {f} are not those of its alliance"
    if len(s.order) == 2 and s.ally != [NOBODY] * 4:
        yield "ruling 68: two players are allied"


def course(s: State) -> Iterator[str]:
    """A1, I2: turns and the dragon stay in bounds; a game that is over has a winner."""
    if not 0 <= s.turn <= s.rules.turns or not 1 <= s.dragon <= 18:
        yield f"turn {s.turn}, dragon at {s.dragon}"
    if bool(s.winners) == bool(s.stack) or bool(s.way) != bool(s.winners):
        yield f"winners {s.winners} by way {s.way} with {len(s.stack)} steps to go"
    if any(s.winners >> f & 1 for f in range(4) if f not in s.order):
        yield "somebody won who does not play"
