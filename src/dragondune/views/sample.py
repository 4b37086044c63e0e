"""Drawing a full game that fits a view, for search.

Unknown cards are dealt at random over the places this seat cannot see. What a seat may deduce for
sure from the open choices of others is kept: a binding answer, a bid above the bidder's gold, an
announced hire that only an ace pays. A card that the seat knows is not in a hand is not dealt to it, and
who has kept silent where treachery would have served is rarely dealt what it would have needed. What the
others know is filled in from what is public, what they hold, and what this seat knows that they have seen.
"""

import random
from typing import Final

from dragondune.engine.agenda import STEPS, keeper, seat_of, step_of
from dragondune.engine.pieces import bits, crowded_castles, others_here
from dragondune.engine.steps import HIDE, HIRING, LEND, PLANS, PLUNDER, SPEND, TREACHERY
from dragondune.model.actions import card_of, count_of, sabotage_of
from dragondune.model.board import CASTLES, territories_in
from dragondune.model.cards import (
    ACE_MASK,
    ARTIFACTS,
    BLACK_MASK,
    EVENTS,
    JACKS,
    NO_CARD,
    QUEENS,
    RANK,
    RED,
    RED_MASK,
    SUIT,
    cards_in,
)
from dragondune.model.choices import betrayal, prediction
from dragondune.model.factions import NOBODY
from dragondune.model.frames import (
    frame_ace,
    frame_loot,
    frame_owed,
    frame_place,
    frame_units,
    with_ace,
    with_loot,
)
from dragondune.model.memory import PILES, PLACES, SILENT
from dragondune.model.powers import FREE_ARTIFACT, HALF_PRICE, HIDES, LENDS_TREACHERY
from dragondune.model.state import State
from dragondune.rules.reckoning import battle_cards, hire_price
from dragondune.views.view import PUBLIC_INTS, PUBLIC_LISTS, SECRET, UNKNOWN, View

MOST_SWAPS: Final = 60
MOST_DEALS: Final = 12
SECRETIVE: Final = 0.2  # how often one who could betray keeps silent all the same


def sample(view: View, rng: random.Random) -> State:
    """A full position that this seat cannot tell from the real one."""
    s = State(None, view.rules)
    s.order = view.order
    s.seed = f"{rng.getrandbits(128):032x}"
    for name in PUBLIC_INTS:
        setattr(s, name, getattr(view, name))
    for name in PUBLIC_LISTS:
        setattr(s, name, list(getattr(view, name)))
    s.stack = list(view.stack)
    s.contract_count = view.contract_count
    keeper().put(s, view.contracts, view.offers)
    _deal_artifacts(s, view, rng)
    _deal_events(s, view, rng)
    _deal_secrets(s, view, rng)
    _fill_knowledge(s, view)
    _fill_choices(s, view, rng)
    return s


# --- artifacts -----------------------------------------------------------------------------


def _deal_artifacts(s: State, view: View, rng: random.Random) -> None:
    s.hand = list(view.hands)
    s.deck, s.discard, s.sale = list(view.deck), list(view.discard), view.sale
    slots = _open_slots(s, view)
    placed = _visible_artifacts(s)
    pool = [card for card in ARTIFACTS if not placed >> card & 1]
    rng.shuffle(pool)
    dealt = dict(zip(slots, pool, strict=False))
    pinned = _honour(s, view, dealt, rng)
    _keep_away(view, dealt, pinned, rng)
    for (where, place, *_), card in dealt.items():
        if where == "hand":
            s.hand[place] |= 1 << card
        elif where == "sale":
            s.sale = card
        else:
            getattr(s, where)[place] = card


def _visible_artifacts(s: State) -> int:
    mask = s.hand[0] | s.hand[1] | s.hand[2] | s.hand[3]
    for card in (*s.deck, *s.discard, s.sale):
        if card < UNKNOWN:
            mask |= 1 << card
    return mask


def _open_slots(s: State, view: View) -> list[tuple[str, int, int]]:
    slots = []
    for f in range(4):
        missing = view.hand_sizes[f] - bits(s.hand[f])
        slots += [("hand", f, number) for number in range(missing)]
    for where in ("deck", "discard"):
        cards = getattr(s, where)
        slots += [(where, place, 0) for place, card in enumerate(cards) if card == UNKNOWN]
    if s.sale == UNKNOWN:
        slots.append(("sale", 0, 0))
    return slots


def _honour(
    s: State, view: View, dealt: dict[tuple[str, int, int], int], rng: random.Random
) -> set[tuple[str, int, int]]:
    """Swap cards until everyone holds what their open choices prove that they hold; where they are."""
    pinned: set[tuple[str, int, int]] = set()
    for f, wanted, number in _proofs(s, view):
        mine = [slot for slot in dealt if slot[:2] == ("hand", f)]
        pinned.update(slot for slot in mine if wanted >> dealt[slot] & 1)
        fitting = [slot for slot in dealt if wanted >> dealt[slot] & 1 and slot not in pinned]
        given = [slot for slot in mine if slot not in pinned]
        missing = number - bits(s.hand[f] & wanted) - (len(mine) - len(given))
        for one, two in zip(given, rng.sample(fitting, len(fitting)), strict=False):
            if missing > 0:
                dealt[one], dealt[two] = dealt[two], dealt[one]
                pinned.add(one)
                missing -= 1
    return pinned


def _keep_away(
    view: View,
    dealt: dict[tuple[str, int, int], int],
    pinned: set[tuple[str, int, int]],
    rng: random.Random,
) -> None:
    """Swap cards until none is where this seat knows that it is not."""
    if not any(view.lacks):
        return
    slots = [slot for slot in dealt if slot not in pinned]
    for _ in range(MOST_SWAPS):
        wrong = [slot for slot in slots if not _may_lie(view, slot, dealt[slot])]
        if not wrong:
            return
        one = rng.choice(wrong)
        fitting = [two for two in slots if _may_lie(view, one, dealt[two])]
        better = [two for two in fitting if _may_lie(view, two, dealt[one])]
        if not fitting:
            return
        two = rng.choice(better or fitting)
        dealt[one], dealt[two] = dealt[two], dealt[one]


def _may_lie(view: View, slot: tuple[str, int, int], card: int) -> bool:
    place = slot[1] if slot[0] == "hand" else PILES
    return not view.lacks[place] >> card & 1


def _proofs(s: State, view: View) -> list[tuple[int, int, int]]:
    """(faction, cards of which it must hold some, how many of them)."""
    proofs = _proofs_of_answers(s, view)
    bidder = s.high_bidder
    if s.sale != NO_CARD and bidder != NOBODY and s.high_bid > s.gold[bidder]:
        has_right = s.powers[bidder] & FREE_ARTIFACT and not s.rights_used >> bidder & 1
        if not has_right:
            proofs.append((bidder, ACE_MASK, 1))
    for entry in view.stack:
        number = _aces_owed(s, entry)
        if number:
            proofs.append((seat_of(entry), ACE_MASK, number))
    return proofs


def _aces_owed(s: State, entry: int) -> int:
    """How many aces a player has to have for what a frame says: a dear hire, a price, hiding."""
    step, f, t = step_of(entry), seat_of(entry), frame_place(entry)
    if step == HIRING:
        paying = frame_ace(entry) == UNKNOWN and _needs_ace(s, entry)
        return int(paying) + int(_hides_by_ace(s, f, t))
    if step == HIDE and not s.powers[f] & HIDES and CASTLES >> t & 1:
        return 1 if bits(others_here(s, f, t)) > 1 else 0
    return frame_owed(entry) if step == SPEND else 0


def _hides_by_ace(s: State, f: int, t: int) -> bool:
    """Do units on their way to a full castle need an ace to hide there (ruling 59)?"""
    joining = s.rules.uniform_stacks and s.hid[f * 28 + t]
    return bool(crowded_castles(s, f) >> t & 1) and not s.powers[f] & HIDES and not joining


def _proofs_of_answers(s: State, view: View) -> list[tuple[int, int, int]]:
    proofs = []
    shown = min(view.plans) >= 0
    for side, f in enumerate((s.attacker, s.defender)):
        colour, value = s.answers[side * 3], s.answers[side * 3 + 2]
        if f == NOBODY or shown:
            continue
        if colour > 0:
            proofs.append((f, battle_cards(s.rules, RED_MASK if colour == RED else BLACK_MASK), 1))
        if value > 0:
            proofs.append((f, sum(1 << card for card in ARTIFACTS if RANK[card] == value), 1))
    return proofs


def _needs_ace(s: State, entry: int) -> bool:
    """Is an announced hire too dear for its player's gold without an ace?"""
    f, t, n = seat_of(entry), frame_place(entry), frame_units(entry)
    if s.powers[f] & HALF_PRICE:
        return False
    return hire_price(s.rules, s.powers[f], t, n, False) > s.gold[f]


# --- other cards ---------------------------------------------------------------------------


def _deal_events(s: State, view: View, rng: random.Random) -> None:
    s.event_deck = list(view.event_deck)
    out = {*s.event_deck, *s.event_discard, s.event_first, s.event_second}
    pool = [card for card in EVENTS if card not in out]
    rng.shuffle(pool)
    for place, card in enumerate(s.event_deck):
        if card == UNKNOWN:
            s.event_deck[place] = pool.pop()


def _deal_secrets(s: State, view: View, rng: random.Random) -> None:
    for _ in range(MOST_DEALS):
        s.usurper = _deal_one_each(view.usurper, QUEENS, rng)
        s.sabotage = _deal_one_each(view.sabotage, JACKS, rng)
        if not _kept_silent(s, view) or rng.random() < SECRETIVE:
            return


def _kept_silent(s: State, view: View) -> bool:
    """Does anybody else hold a pair that it could have used, and did not?"""
    for f in s.order:
        queen, jack = s.usurper[f], s.sabotage[f]
        if f == view.seat or queen >= UNKNOWN or jack >= UNKNOWN:
            continue
        for g in s.order:
            suits = view.memory[SILENT + f * 4 + g]
            if suits >> SUIT[jack] & 1 and SUIT[queen] == s.rules.suits[g]:
                return True
    return False


def _deal_one_each(known: list[int], cards: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    pool = [card for card in cards if card not in known]
    rng.shuffle(pool)
    return tuple(pool.pop() if card == UNKNOWN else card for card in known)


def _fill_knowledge(s: State, view: View) -> None:
    for f in range(4):
        if f == view.seat:
            s.knows[f] = view.knows
            continue
        own = s.hand[f]
        for card in (s.usurper[f], s.sabotage[f]):
            own |= 1 << card if card < UNKNOWN else 0
        s.knows[f] = view.public | own | view.seen_by[f]
    if view.seat >= 0:
        s.kept[view.seat] = view.kept
        for place in range(PLACES):
            s.lacks[view.seat * PLACES + place] = view.lacks[place]


# --- choices made in secret ----------------------------------------------------------------


def _fill_choices(s: State, view: View, rng: random.Random) -> None:
    s.predictions = [_prediction(s, f, view, rng) for f in range(4)]
    s.lent = view.lent
    if any(step_of(entry) == TREACHERY for entry in view.stack):
        _guess_lending(s, view, rng)
    for place, entry in enumerate(view.stack):
        s.stack[place] = _complete_frame(s, entry, rng)
    for name in ("plans", "betrayals"):
        for side in (0, 1):
            value = getattr(view, name)[side]
            getattr(s, name)[side] = -1 if value == SECRET else value
    # The steps are asked by name: a look at a hand may lie on top of them.
    for side, f in enumerate((s.attacker, s.defender)):
        if view.plans[side] == SECRET:
            plans = keeper().kept(s, f, PLANS, STEPS[PLANS].legal(s, f))
            shown = [plan for plan in plans if count_of(plan) == view.sizes[side]]
            s.plans[side] = rng.choice(shown or plans)
        elif view.betrayals[side] == SECRET:
            _guess_betrayal(s, side, f, rng)


def _prediction(s: State, f: int, view: View, rng: random.Random) -> int:
    told = view.predictions[f]
    if told != SECRET:
        return told
    winner = rng.choice(s.order)
    return prediction(winner, rng.choice(territories_in(CASTLES)), rng.randint(1, s.rules.turns))


def _guess_betrayal(s: State, side: int, f: int, rng: random.Random) -> None:
    action = rng.choice(keeper().kept(s, f, TREACHERY, STEPS[TREACHERY].legal(s, f)))
    s.betrayals[side] = betrayal(card_of(action), sabotage_of(action)) if action else 0


def _guess_lending(s: State, view: View, rng: random.Random) -> None:
    """What another seat may have chosen for its ally's treachery [DW6], which nobody saw."""
    fighters = (s.attacker, s.defender)
    for f in s.order:
        helps = s.ally[f] in fighters and f not in fighters and f != view.seat
        if helps and s.powers[f] & LENDS_TREACHERY:
            action = rng.choice(STEPS[LEND].legal(s, f))
            s.lent = betrayal(card_of(action), sabotage_of(action)) if action else 0


def _complete_frame(s: State, entry: int, rng: random.Random) -> int:
    if step_of(entry) == HIRING and frame_ace(entry) == UNKNOWN:
        aces = cards_in(s.hand[seat_of(entry)] & ACE_MASK)
        ace = rng.choice(aces) if aces and _needs_ace(s, entry) else NO_CARD
        return with_ace(entry, ace)
    if step_of(entry) == PLUNDER and frame_loot(entry) == UNKNOWN:
        stolen = rng.choice(cards_in(s.hand[seat_of(entry)]))
        return with_loot(entry, stolen)
    return entry
