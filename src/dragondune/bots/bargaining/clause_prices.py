"""What promises cost and bring beyond the board of this turn, in gold [B6].

What they do to this turn's moves and castles is weighed by ``turn_forecast``. Here are gold, battles,
knowledge, alliances, and the turns to come. Promises are weighed together with those in force: what
is promised twice counts once, what is known already is worth nothing, and gold counts when it is
paid at once: nothing keeps anybody from spending what they owe later. So every contract is judged by what a seat
has afterwards, and no row of contracts, each good for itself, leaves it poorer. Prices never depend
on a seat's own secret cards: otherwise they would tell what it holds.
"""

from collections.abc import Callable
from typing import Final

from dragondune.bots.steward.board_worth import CASTLE_PLACE, BoardWorth
from dragondune.bots.steward.chances import UNSEEN_HAND, unseen_artifacts
from dragondune.bots.steward.council import alliance_worth, castles_held, lacks_one, nearness
from dragondune.engine.agenda import seat_of, step_of
from dragondune.engine.steps import HIRING
from dragondune.model import contracts
from dragondune.model.board import CASTLES, territories_in
from dragondune.model.cards import ACE_MASK, NO_CARD, SUIT
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_place, frame_units
from dragondune.model.powers import EXCHANGES, SEES_EVENT, SEES_SALE, SELLS_ARTIFACTS
from dragondune.rules.reckoning import hire_price
from dragondune.views.view import UNKNOWN, View

FADING: Final = 0.85  # what a promise for the next turn is worth, of one for this turn
GIVEN: Final = 0.8  # of what a promise costs the one, what it brings the other
LATE_GOLD: Final = 0.2  # a piece of gold when there is nothing left to buy
BATTLE: Final = 5  # round
RECRUITMENT: Final = 4
# what a turn of it costs the one who promises
CASTLE_BARRED: Final = 1.2
PLACE_BARRED: Final = 0.1
PEACE_WITH_ONE: Final = 1.0
PEACE_WITH_ALL: Final = 2.2
CASTLE_HIRE: Final = 0.5
SHOWN: Final = {  # what it costs to show it
    contracts.CARD: 0.7,
    contracts.HAND: 0.8,  # a card
    contracts.USURPER: 2.5,
    contracts.SABOTAGE: 1.5,
    contracts.ON_SALE: 0.9,
    contracts.NEXT_EVENT: 0.9,
    contracts.PLAN_SIZE: 2.5,
}
SEEN: Final = {  # what it brings to see it, where it was not known
    contracts.CARD: 0.7,
    contracts.HAND: 0.7,  # a card, before a battle
    contracts.USURPER: 1.2,
    contracts.SABOTAGE: 0.8,
    contracts.ON_SALE: 0.8,
    contracts.NEXT_EVENT: 0.5,
    contracts.PLAN_SIZE: 2.0,
}
TELLS: Final = {  # of what a battle is about, what it may cost to have shown it there
    contracts.CARD: 0.06,
    contracts.HAND: 0.06,  # a card
    contracts.USURPER: 0.1,
    contracts.SABOTAGE: 0.1,
    contracts.PLAN_SIZE: 0.2,
}
IDLE_KNOWLEDGE: Final = 0.25  # of that, what a hand is worth where no battle is coming
ACE_FOR_ALL: Final = 1.2
ACE_FOR_ONE: Final = 0.4
ARTIFACT_SPENT: Final = 0.8
TREACHERY: Final = 0.15  # how often it decides a battle
MEETING: Final = 0.3  # how likely two players meet in battle in a turn
COMMON_STAKE: Final = 5.0  # what an ordinary battle is about, in hundredths of a game
UNSEEN_CARDS: Final = 0.1  # of what it is worth that a card is not played, if nobody has seen it
COUNCIL: Final = 0.6  # how likely a Great Council comes while it matters


def flat_worth(scenes: dict[int, BoardWorth], f: int, clauses: list[Clause]) -> float:
    """What promises are worth to a seat, taken together: less than nothing where it owes them."""
    view = scenes[f].view
    total = gold_worth(view, f, clauses)
    best: dict[tuple[int, int, int, int, int], float] = {}
    for c in clauses:
        if c.kind == contracts.PAY:
            continue
        for one in _piece_by_piece(c):
            key = _sameness(f, one)
            worth = _one_worth(scenes, f, one, clauses)
            if abs(worth) > abs(best.get(key, 0.0)):
                best[key] = worth
    return total + sum(best.values())


def _piece_by_piece(c: Clause) -> list[Clause]:
    """A clause about several places as one clause for each, so that each counts once."""
    if c.kind in (contracts.NO_ENTER, contracts.LEAVE, contracts.SHARE, contracts.NO_HIRE):
        places = territories_in(c.place)
        if len(places) > 1:
            return [c.changed(place=1 << t) for t in places]
    return [c]


def _sameness(f: int, c: Clause) -> tuple[int, int, int, int, int]:
    """Promises that are alike in this count once, the weightiest of them."""
    if c.debtor == f:
        other: int = NOBODY if c.kind == contracts.NO_ENTER else c.other
        return c.debtor, c.kind, other, c.what, c.place
    # Of what somebody else promises in several ways only the best is sure to bring anything.
    what: int = 0
    if c.kind == contracts.SHOW:
        what = max(c.what, contracts.HAND)  # a card is part of a hand
    return c.debtor, c.kind, NOBODY, what, c.place


def _one_worth(scenes: dict[int, BoardWorth], f: int, c: Clause, clauses: list[Clause]) -> float:
    board = scenes[c.debtor]
    if c.debtor == f:
        return -_likelihood(f, c) * burden(board, c)
    if c.kind == contracts.NO_ATTACK and not is_mutual(c, clauses):
        return 0.0  # it would have to attack them itself, in its own turn to fight [V1]
    return _likelihood(f, c) * _benefit(board, f, c)


def is_mutual(c: Clause, clauses: list[Clause]) -> bool:
    """Does anybody whom this peace is promised to keep it as well?"""
    for d in clauses:
        if d.kind == contracts.NO_ATTACK and d.other in (c.debtor, NOBODY) and not d.when:
            if d.debtor != c.debtor and c.other in (d.debtor, NOBODY):
                return True
    return False


# --- gold ----------------------------------------------------------------------------------


def gold_worth(view: View, f: int, clauses: list[Clause]) -> float:
    """Gold a seat owes, and what it is paid at once, as far as whoever pays has it."""
    purses = [free_gold(view, g) for g in range(4)]
    total = 0.0
    for c in clauses:
        if c.kind != contracts.PAY:
            continue
        if c.debtor == f:
            total -= _likelihood(f, c) * int(c.n)
        if c.turn == 0 and c.when == contracts.ALWAYS and purses[c.debtor] >= c.n:
            purses[c.debtor] -= c.n
            purses[c.other] += c.n
            if c.other == f:
                total += int(c.n) * gold_use(view)
    return total


def _has_bought(view: View, f: int) -> bool:
    """Is there nothing left in this turn that a seat could spend its gold on?"""
    if view.round != RECRUITMENT:
        return view.round > RECRUITMENT
    acting = bool(view.stack) and seat_of(view.stack[-1]) == f
    return bool(view.turns_taken >> f & 1) and not acting


def free_gold(view: View, f: int) -> int:
    """A seat's gold that is not promised for a bid or a hire."""
    promised = 0
    if view.sale != NO_CARD and view.high_bidder == f:
        promised = view.high_bid
    for entry in view.stack:
        if step_of(entry) == HIRING and seat_of(entry) == f:
            t = frame_place(entry)
            promised += hire_price(view.rules, view.powers[f], t, frame_units(entry), False)
    return max(0, view.gold[f] - promised)


def _likelihood(f: int, c: Clause) -> float:
    """How likely the condition comes, guessed to the disadvantage of ``f``."""
    if c.when == contracts.ALWAYS or c.debtor == f:
        return 1.0  # whoever offers gold for a debt that may never fall due knows that it will
    if c.when == contracts.WHEN_TURN:
        return 0.8
    # Whoever loses by a condition will see that it does not come, if it is theirs to avoid.
    return 0.25 if c.when >= contracts.WHEN_RED_DRAGON or c.when_seat == f else 0.0


def turns_after(view: View, c: Clause) -> int:
    """For how many turns after this one a clause goes on."""
    last: int = c.until or view.rules.turns
    if c.when == contracts.WHEN_TURN:
        return max(0, last - max(view.turn, c.when_place - 1))
    return max(0, last - max(view.turn, 1))


def _faded(turns: int) -> float:
    total, share = 0.0, 1.0
    for _ in range(turns):
        share *= FADING
        total += share
    return total


def gold_use(view: View) -> float:
    """What a piece of gold still buys."""
    return LATE_GOLD if view.turn >= view.rules.turns and view.round > RECRUITMENT else 1.0


# --- what it costs -------------------------------------------------------------------------


def burden(board: BoardWorth, c: Clause) -> float:
    """What keeping a clause costs the one who owes it, in gold."""
    return _BURDENS[c.kind](board, c)


def _share(board: BoardWorth, c: Clause) -> float:
    view, f = board.view, c.debtor
    expected = 0.0
    for t in territories_in(c.place):
        expected += min(2 * view.up[f * 28 + t], view.board_gold[t])
        expected += 0.15 * view.board_gold[t] + 0.1 * _faded(turns_after(view, c))
    return min(expected, 12.0) * int(c.n) / 100


def _no_attack(board: BoardWorth, c: Clause) -> float:
    view = board.view
    rate = PEACE_WITH_ALL if c.other == NOBODY else PEACE_WITH_ONE
    rate *= 1 + 0.5 * _castles_of_those(board, c)
    total = 0.3 + rate * _faded(turns_after(view, c))
    for t, g in _battles(board, c):
        odds = board.beats(view.up[c.debtor * 28 + t], c.debtor, view.up[g * 28 + t], g)
        total += max(0.0, 2 * odds - 1) * stake(board, t, g) / board.w.gold
    return total


def _castles_of_those(board: BoardWorth, c: Clause) -> int:
    """How many castles a player has whom the debtor would leave alone."""
    players = board.view.order if c.other == NOBODY else (int(c.other),)
    return max(castles_held(board.view, g) for g in players)


def _no_enter(board: BoardWorth, c: Clause) -> float:
    view = board.view
    own = view.vis[c.debtor]
    if c.place & CASTLES:
        rate = 0.0 if c.place & own else CASTLE_BARRED
    else:
        rate = PLACE_BARRED
    return rate * (0.15 + _faded(turns_after(view, c)))


def _leave(board: BoardWorth, c: Clause) -> float:
    """What is left this turn is weighed on the board; a castle left later is a castle lost."""
    view = board.view
    if not view.vis[c.debtor] & c.place:
        return 0.3
    if c.turn <= view.turn:
        return 0.8
    if not c.place & CASTLES:
        return 1.2
    return 1.0 + (board.castle + board.w.next_castle) / board.w.gold


def _bid(board: BoardWorth, c: Clause) -> float:
    """Who has no gold now may have some when the next card comes, by this very contract perhaps."""
    view, f, w = board.view, c.debtor, board.w
    worth = w.first_card * w.next_card ** view.hand_sizes[f]
    return 0.4 * max(0.3, worth - int(c.n)) * _cards_meant(view, c)


def _cards_meant(view: View, c: Clause) -> float:
    a_round = float(len(view.order))
    if c.what == contracts.NEXT_CARD:
        return 1.0
    if c.what == contracts.IN_ROUND:
        return float(view.cards_left) if view.round == 3 else a_round
    return a_round * (1 + _faded(turns_after(view, c)))


def _send(board: BoardWorth, c: Clause) -> float:
    """Too few units lose a battle, too many are lost in it."""
    view, f = board.view, c.debtor
    total = 0.0
    met = _battles(board, c) + _visits(board, c)
    for t, g in met:
        mine, theirs = view.up[f * 28 + t], view.up[g * 28 + t]
        if c.what != contracts.AT_LEAST and c.n < mine:
            lost = board.beats(mine, f, theirs, g) - board.beats(c.n + 1, f, theirs, g)
            total += lost * stake(board, t, g)
        if c.what != contracts.AT_MOST:
            total += 0.5 * min(int(c.n), mine) * board.w.unit
            if c.n >= mine:  # nobody is left to hold the place
                total += board.beats(mine, f, theirs, g) * stake(board, t, g)
    generic = 1.5 if c.what != contracts.AT_LEAST else 0.4 * min(int(c.n), 6)
    later = MEETING * _faded(turns_after(view, c)) + (0.0 if met else MEETING)
    return total / board.w.gold + generic * later


def _no_play(board: BoardWorth, c: Clause) -> float:
    view, f = board.view, c.debtor
    power = UNSEEN_HAND[min(view.hand_sizes[f], 9)] * (0.5 if c.what else 1.0)
    met = _battles(board, c) + _visits(board, c)
    total = 0.0
    for t, g in met:
        lead = board.points * (view.up[f * 28 + t] - 1 - view.up[g * 28 + t])
        total += (board.chance(lead + power) - board.chance(lead)) * stake(board, t, g)
    likely = MEETING * _faded(turns_after(view, c)) + (0.0 if met else MEETING)
    return (total + 0.1 * (1 + power) * COMMON_STAKE * likely) / board.w.gold


def _play(board: BoardWorth, c: Clause) -> float:
    """An artifact that goes to a battle it is not needed for; without one it is void."""
    view = board.view
    likely = float(len(_battles(board, c)) or MEETING)
    likely = min(likely, 1.0) if c.n else likely + MEETING * _faded(turns_after(view, c))
    held = min(1.0, 0.3 + 0.3 * view.hand_sizes[c.debtor])
    return ARTIFACT_SPENT * likely * held


def _no_treachery(board: BoardWorth, c: Clause) -> float:
    met = _battles(board, c)
    total = sum(TREACHERY * stake(board, t, g) for t, g in met)
    likely = MEETING * _faded(turns_after(board.view, c)) + (0.0 if met else MEETING)
    return (total + TREACHERY * COMMON_STAKE * likely) / board.w.gold


def _no_ace(board: BoardWorth, c: Clause) -> float:
    if not board.view.hand_sizes[c.debtor] and not turns_after(board.view, c):
        return 0.1
    rate = ACE_FOR_ONE if c.what else ACE_FOR_ALL
    return rate * (1 + 0.5 * _faded(turns_after(board.view, c)))


def _no_hire(board: BoardWorth, c: Clause) -> float:
    castles = 5 if not c.place else 1 if c.place & CASTLES else 0
    return 0.1 + CASTLE_HIRE * castles * _faded(turns_after(board.view, c))


def _hire(board: BoardWorth, c: Clause) -> float:
    """The price and the units; what they do where they stand is weighed on the board, if now."""
    view, w = board.view, board.w
    t = int(c.place).bit_length() - 1
    price = hire_price(view.rules, view.powers[c.debtor], t, c.n, False)
    cost = price + int(c.n) * w.bank_unit / w.gold
    return 0.7 * cost if c.turn > view.turn and c.place & CASTLES else cost


def _ally(board: BoardWorth, c: Clause) -> float:
    if c.other == NOBODY:
        best = max(_alliance(board, g) for g in board.view.order if g != c.debtor)
        return COUNCIL * max(0.3, best)
    # Whoever gains by an alliance can make it without a promise: only the freedom has a price.
    return COUNCIL * max(0.5, -_alliance(board, c.other))


def _alliance(board: BoardWorth, g: int) -> float:
    """What an alliance with g is worth to this seat for the turns it may last."""
    seat = board.view.seat
    board.view.seat = board.me
    worth = alliance_worth(board.view, board.w, g)
    board.view.seat = seat
    if lacks_one(board.view, g):
        worth -= 10.0
    return 2 * worth


def _no_break(board: BoardWorth, c: Clause) -> float:
    view = board.view
    ally = view.ally[c.debtor]
    free = 1.0 + 0.5 * _faded(turns_after(view, c))
    if ally >= 4:
        return free
    return free + 4.0 * max(0, nearness(view, ally) - 1) + max(0.0, -_alliance(board, ally))


def _show(board: BoardWorth, c: Clause) -> float:
    view = board.view
    price = max(SHOWN[c.what], TELLS.get(c.what, 0.0) * _at_stake(board, c))
    if c.what == contracts.HAND:
        return price * max(1, _unseen_by(view, c.debtor, c.other))
    if c.what >= contracts.ON_SALE:
        met = 1.0 if c.what != contracts.PLAN_SIZE or _battles(board, c) else MEETING
        return price * (met + 0.5 * _faded(turns_after(view, c)))
    return price


def _at_stake(board: BoardWorth, c: Clause) -> float:
    """What the greatest battle that is coming is about, in gold."""
    met = _battles(board, c) + _visits(board, c)
    return max((stake(board, t, g) for t, g in met), default=0.0) / board.w.gold


def _unseen_by(view: View, f: int, g: int) -> int:
    """How many cards of f's hand are new to g, as far as this seat can tell."""
    known = 0
    if g == view.seat:
        known = view.hands[f]
    elif f == view.seat and g < 4:
        known = view.seen_by[g]
    return max(0, view.hand_sizes[f] - bin(known).count("1"))


_BURDENS: Final[dict[int, Callable[[BoardWorth, Clause], float]]] = {
    contracts.SHARE: _share,
    contracts.NO_ATTACK: _no_attack,
    contracts.NO_ENTER: _no_enter,
    contracts.LEAVE: _leave,
    contracts.BID: _bid,
    contracts.SEND: _send,
    contracts.NO_PLAY: _no_play,
    contracts.PLAY: _play,
    contracts.NO_TREACHERY: _no_treachery,
    contracts.NO_ACE: _no_ace,
    contracts.NO_HIRE: _no_hire,
    contracts.HIRE: _hire,
    contracts.ALLY: _ally,
    contracts.NO_BREAK: _no_break,
    contracts.SHOW: _show,
}


# --- battles that are coming ---------------------------------------------------------------


def _battles(board: BoardWorth, c: Clause) -> list[tuple[int, int]]:
    """Where the debtor stands beside somebody the clause speaks of, and who that is."""
    view, f = board.view, c.debtor
    out: list[tuple[int, int]] = []
    if view.round > BATTLE:
        return out
    for g in view.order:
        if g == f or c.other not in (NOBODY, g):
            continue
        for t in territories_in(view.vis[f] & view.vis[g] & ~1):
            out.append((t, g))
    return out


def _visits(board: BoardWorth, c: Clause) -> list[tuple[int, int]]:
    """The debtor's castles that somebody the clause speaks of may still come to with an army."""
    view, f = board.view, c.debtor
    out: list[tuple[int, int]] = []
    for g in board.forces:
        if g == f or c.other not in (NOBODY, g):
            continue
        for t in territories_in(view.vis[f] & CASTLES & ~view.vis[g]):
            if board.forces[g][CASTLE_PLACE[t]]:
                out.append((t, g))
    return out


def stake(board: BoardWorth, t: int, g: int) -> float:
    """What a battle against g is about, in hundredths of a game."""
    view, w = board.view, board.w
    if not CASTLES >> t & 1:
        return w.gold * min(view.board_gold[t], 2 * board.mine[t]) + 2.0
    total = board.castle + w.next_castle
    if _others(view, board.me, t) >= view.rules.castles - 1:
        total += w.win
    if _others(view, g, t) >= view.rules.castles - 1:
        total += w.lose
    return total


def _others(view: View, f: int, t: int) -> int:
    """Castles a player stands in besides one."""
    return len(territories_in(view.vis[f] & CASTLES & ~(1 << t)))


# --- what it brings ------------------------------------------------------------------------


def _benefit(board: BoardWorth, f: int, c: Clause) -> float:
    """What a promise of this seat brings seat ``f``, beyond what it has and knows."""
    view = board.view
    if c.kind in (contracts.NO_ENTER, contracts.LEAVE):
        return _kept_out(view, f, c)
    if c.kind == contracts.BID:
        return _less_bidding(board, f, c)
    if c.kind == contracts.SHOW:
        return _learned(board, f, c) if c.other == f else 0.0
    if c.kind == contracts.SHARE:
        return _shared(view, c) if c.other == f else 0.0
    if c.kind in (contracts.ALLY, contracts.NO_BREAK, contracts.HIRE):
        return 0.0
    if c.kind == contracts.PLAY:
        # Whoever it is played against gains nothing; others may see two players weakened.
        return 0.0 if c.other == f else 0.25 * GIVEN * burden(board, c)
    if c.other == f:
        # A debtor who loses little by it may spare the other much; never count on more than that.
        return min(GIVEN * _binding(board, c), 12.0) * _sincerity(view, c)
    if c.other != NOBODY:
        return 0.0
    return 0.25 * GIVEN * min(burden(board, c), 4.0) * _sincerity(view, c)


def _sincerity(view: View, c: Clause) -> float:
    """Who promises not to play a card sells best what it does not hold: that much is believed.

    Where the card is known to be there the promise counts in full.
    """
    if c.kind not in (contracts.NO_TREACHERY, contracts.NO_PLAY, contracts.NO_ACE):
        return 1.0
    if c.debtor == view.seat:
        return 1.0
    known = view.hands[c.debtor]
    if c.kind == contracts.NO_TREACHERY:
        return 1.0 if view.usurper[c.debtor] < UNKNOWN else UNSEEN_CARDS
    wanted = ACE_MASK if c.kind == contracts.NO_ACE else ~ACE_MASK
    return 1.0 if known & wanted else UNSEEN_CARDS


def _binding(board: BoardWorth, c: Clause) -> float:
    """What the debtor really gives: nothing where it holds no card the promise could be about."""
    view = board.view
    if c.kind == contracts.NO_PLAY and not view.hand_sizes[c.debtor] and not turns_after(view, c):
        return 0.0
    if c.kind == contracts.NO_TREACHERY and _harmless(view, c):
        return 0.0
    return burden(board, c)


def _harmless(view: View, c: Clause) -> bool:
    """Is it known that the debtor has nobody in the other's ranks?"""
    queen = view.usurper[c.debtor]
    if c.other >= 4 or queen >= UNKNOWN or c.debtor == view.seat:
        return False
    return SUIT[queen] != view.rules.suits[c.other] and view.powers[c.debtor] & EXCHANGES == 0


def _learned(board: BoardWorth, f: int, c: Clause) -> float:
    """What it brings to be shown something: nothing where it is known already."""
    view, g = board.view, c.debtor
    worth = SEEN[c.what]
    later = _faded(turns_after(view, c))
    if c.what == contracts.ON_SALE:
        return 0.0 if view.powers[f] & SEES_SALE else worth * ((view.round <= 3) + 0.5 * later)
    if c.what == contracts.NEXT_EVENT:
        return 0.0 if view.powers[f] & SEES_EVENT else worth * (1 + 0.5 * later)
    if c.what == contracts.PLAN_SIZE:
        return worth * (float(bool(_battles(board, c))) or MEETING * (0.5 + 0.5 * later))
    if c.what in (contracts.USURPER, contracts.SABOTAGE):
        dealt = view.usurper[g] if c.what == contracts.USURPER else view.sabotage[g]
        return worth if f != view.seat or dealt == UNKNOWN else 0.0
    use = 1.0 if _battles(board, c) else IDLE_KNOWLEDGE
    unseen = _unseen_by(view, g, f)
    if c.what == contracts.CARD:
        return worth * use * _odds_of_card(view, f, c.n, unseen)
    return worth * use * min(unseen, 4)


def _odds_of_card(view: View, f: int, card: int, unseen: int) -> float:
    """How likely a card is among so many unseen ones."""
    pool = unseen_artifacts(view)
    if f == view.seat and card not in pool:
        return 0.0
    return unseen / max(1, len(pool), unseen)


def _shared(view: View, c: Clause) -> float:
    """A share of what lies where the debtor stands, if it cannot walk away from it any more."""
    standing = sum(
        min(2 * view.up[c.debtor * 28 + t], view.board_gold[t])
        for t in territories_in(c.place & view.controlled(c.debtor))
    )
    sure = GIVEN if _has_bought(view, c.debtor) else 0.25
    return sure * standing * max(0, min(int(c.n), 100 - _shared_already(view, c))) / 100


def _shared_already(view: View, new: Clause) -> int:
    """Of what is collected there, percent that are promised to somebody else: older promises stand."""
    return sum(
        int(c.n)
        for contract in view.contracts
        for c in contract.clauses
        if c.kind == contracts.SHARE and c.debtor == new.debtor and c.stage < contracts.DONE
        if c.other != new.other and c.place & new.place
    )


def _kept_out(view: View, f: int, c: Clause) -> float:
    """A castle a seat stands in is safe from one player; others are only less crowded."""
    turns = _faded(turns_after(view, c)) if c.kind == contracts.NO_ENTER else 0.5
    if c.place & CASTLES:
        return (0.7 if c.place & view.vis[f] else 0.1) * turns * _strength(view, c.debtor)
    gold = min(view.board_gold[int(c.place).bit_length() - 1], 4)
    return 0.1 * gold if c.place & view.vis[f] else 0.0


def _strength(view: View, g: int) -> float:
    """How much a player is to be feared in turns to come: its units, in numbers of six."""
    units = view.bank[g] + sum(view.up[g * 28 : g * 28 + 28])
    return min(1.0, units / 6)


def _less_bidding(board: BoardWorth, f: int, c: Clause) -> float:
    view = board.view
    cards = min(_cards_meant(view, c), 8.0)
    if view.powers[f] & SELLS_ARTIFACTS:
        return -0.5 * cards
    # Who could not or would not pay much gives little.
    missing = max(0.0, min(view.gold[c.debtor], 3) - int(c.n)) / 3
    return 0.3 * cards * missing
