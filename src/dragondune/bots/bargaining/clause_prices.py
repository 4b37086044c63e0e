"""What a clause costs and brings beyond the board of this turn, in gold [B6].

What it does to this turn's moves and castles is weighed by ``turn_forecast``. Here are gold, battles,
knowledge, alliances, and the turns to come. Prices never depend on a seat's own secret cards:
otherwise they would tell what it holds.
"""

from collections.abc import Callable
from typing import Final

from dragondune.bots.steward.board_worth import BoardWorth
from dragondune.bots.steward.chances import UNSEEN_HAND
from dragondune.bots.steward.council import alliance_worth, castles_held
from dragondune.model import contracts
from dragondune.model.board import CASTLES, EVERYWHERE, territories_in
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.model.powers import SELLS_ARTIFACTS
from dragondune.views.view import View

FADING: Final = 0.85  # what a promise for the next turn is worth, of one for this turn
GIVEN: Final = 0.8  # of what a promise costs the one, what it brings the other
LATER_GOLD: Final = 0.7  # of gold promised for later, what usually comes
LATE_GOLD: Final = 0.2  # a piece of gold when there is nothing left to buy
BATTLE: Final = 5  # round
RECRUITMENT: Final = 4
# what a turn of it costs the one who promises
CASTLE_BARRED: Final = 1.2
PLACE_BARRED: Final = 0.1
PEACE_WITH_ONE: Final = 1.0
PEACE_WITH_ALL: Final = 2.2
CASTLE_HIRE: Final = 0.5
SHOWN: Final = {
    contracts.CARD: 0.7,
    contracts.HAND: 0.8,  # a card
    contracts.USURPER: 2.5,
    contracts.SABOTAGE: 1.5,
    contracts.ON_SALE: 0.9,
    contracts.NEXT_EVENT: 0.9,
    contracts.PLAN_SIZE: 2.5,
}
ACE_FOR_ALL: Final = 1.2
ACE_FOR_ONE: Final = 0.4
ARTIFACT_SPENT: Final = 0.8
TREACHERY: Final = 0.15  # how often it decides a battle
MEETING: Final = 0.3  # how likely two players meet in battle in a turn
COMMON_STAKE: Final = 5.0  # what an ordinary battle is about, in hundredths of a game
COUNCIL: Final = 0.6  # how likely a Great Council comes while it matters


def flat_worth(scenes: dict[int, BoardWorth], f: int, c: Clause) -> float:
    """What a clause is worth to a seat: less than nothing where it is the one who owes it."""
    board = scenes[c.debtor]
    if c.debtor == f:
        return -_likelihood(f, c) * burden(board, c)
    return _likelihood(f, c) * _benefit(board, f, c)


def _likelihood(f: int, c: Clause) -> float:
    """How likely the condition comes, guessed to the disadvantage of ``f``."""
    if c.when == contracts.ALWAYS:
        return 1.0
    if c.when == contracts.WHEN_TURN:
        return 0.8
    if c.debtor == f:
        # Whoever gains by a condition will see to it, if it is theirs to bring about.
        return 0.6 if c.when >= contracts.WHEN_RED_DRAGON or c.when_seat == f else 1.0
    return 0.25


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


def _pay(board: BoardWorth, c: Clause) -> float:
    return float(c.n)


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
    castles = len(territories_in(c.place & CASTLES & ~own))
    others = len(territories_in(c.place & ~CASTLES))
    rate = CASTLE_BARRED * castles + PLACE_BARRED * others
    return 0.15 * min(rate, 2.0) + rate * _faded(turns_after(view, c))


def _leave(board: BoardWorth, c: Clause) -> float:
    view = board.view
    held = view.vis[c.debtor] & c.place
    castles = len(territories_in(held & CASTLES))
    later = c.turn > view.turn
    return (
        0.5 + (board.w.castle * castles * 0.7 if later else 0.0) + 0.3 * len(territories_in(held))
    )


def _bid(board: BoardWorth, c: Clause) -> float:
    view, f, w = board.view, c.debtor, board.w
    worth = w.first_card * w.next_card ** view.hand_sizes[f]
    worth = min(worth, max(0.0, view.gold[f] - 1.0))
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
    met = _battles(board, c)
    for t, g in met:
        mine, theirs = view.up[f * 28 + t], view.up[g * 28 + t]
        if c.what != contracts.AT_LEAST and c.n < mine:
            lost = board.beats(mine, f, theirs, g) - board.beats(c.n + 1, f, theirs, g)
            total += lost * stake(board, t, g)
        if c.what != contracts.AT_MOST:
            total += 0.5 * min(int(c.n), mine) * board.w.unit
    generic = 1.5 if c.what != contracts.AT_LEAST else 0.4 * min(int(c.n), 6)
    later = MEETING * _faded(turns_after(view, c)) + (0.0 if met else MEETING)
    return total / board.w.gold + generic * later


def _no_play(board: BoardWorth, c: Clause) -> float:
    view, f = board.view, c.debtor
    power = UNSEEN_HAND[min(view.hand_sizes[f], 9)] * (0.5 if c.what else 1.0)
    met = _battles(board, c)
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
    places = c.place or EVERYWHERE
    castles = len(territories_in(places & CASTLES))
    return 0.1 + CASTLE_HIRE * castles * _faded(turns_after(board.view, c))


def _hire(board: BoardWorth, c: Clause) -> float:
    """The price; that the units stand somewhere is worth most of it again."""
    price = int(c.n) if c.place & CASTLES else 2 * int(c.n)
    return 0.4 * price


def _ally(board: BoardWorth, c: Clause) -> float:
    if c.other == NOBODY:
        best = max(_alliance(board, g) for g in board.view.order if g != c.debtor)
        return COUNCIL * max(0.3, best)
    return -0.5 * COUNCIL * _alliance(board, c.other)


def _alliance(board: BoardWorth, g: int) -> float:
    """What an alliance with g is worth to this seat for the turns it may last."""
    seat = board.view.seat
    board.view.seat = board.me
    worth = alliance_worth(board.view, board.w, g)
    board.view.seat = seat
    if castles_held(board.view, g) >= 2:
        worth -= 10.0
    return 2 * worth


def _no_break(board: BoardWorth, c: Clause) -> float:
    view = board.view
    ally = view.ally[c.debtor]
    if ally >= 4:
        return 1.0
    return 1.0 + 4.0 * max(0, castles_held(view, ally) - 1) + max(0.0, -_alliance(board, ally))


def _show(board: BoardWorth, c: Clause) -> float:
    view = board.view
    price = SHOWN[c.what]
    if c.what == contracts.HAND:
        return price * max(1, view.hand_sizes[c.debtor])
    if c.what >= contracts.ON_SALE:
        met = 1.0 if c.what != contracts.PLAN_SIZE or _battles(board, c) else MEETING
        return price * (met + 0.5 * _faded(turns_after(view, c)))
    return price


_BURDENS: Final[dict[int, Callable[[BoardWorth, Clause], float]]] = {
    contracts.PAY: _pay,
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


def stake(board: BoardWorth, t: int, g: int) -> float:
    """What a battle against g is about, in hundredths of a game."""
    view, w = board.view, board.w
    if not CASTLES >> t & 1:
        return w.gold * min(view.board_gold[t], 2 * board.mine[t]) + 2.0
    total = w.castle + w.next_castle
    if castles_held(view, board.me) >= 2:
        total += w.win
    if castles_held(view, g) >= 2:
        total += w.lose
    return total


# --- what it brings ------------------------------------------------------------------------


def _benefit(board: BoardWorth, f: int, c: Clause) -> float:
    """What a promise of this seat brings seat ``f``."""
    view = board.view
    if c.kind == contracts.PAY:
        return _paid(view, c) if c.other == f else 0.0
    if c.kind in (contracts.NO_ENTER, contracts.LEAVE):
        return _kept_out(view, f, c)
    if c.kind == contracts.BID:
        return _less_bidding(board, f, c)
    if c.kind in (contracts.ALLY, contracts.NO_BREAK):
        return 0.0
    if c.kind == contracts.PLAY:
        # Whoever it is played against gains nothing; others may see two players weakened.
        return 0.0 if c.other == f else 0.25 * GIVEN * burden(board, c)
    if c.other == f:
        # A debtor who loses little by it may spare the other much; never count on more than that.
        return min(GIVEN * burden(board, c), 12.0)
    return 0.25 * GIVEN * min(burden(board, c), 4.0) if c.other == NOBODY else 0.0


def _paid(view: View, c: Clause) -> float:
    if c.turn == 0:
        return int(c.n) * gold_use(view) if view.gold[c.debtor] >= c.n else 0.0
    return LATER_GOLD * min(int(c.n), view.gold[c.debtor]) * gold_use(view)


def _kept_out(view: View, f: int, c: Clause) -> float:
    """Castles a seat stands in are safe from one player; others are only less crowded."""
    mine = len(territories_in(c.place & CASTLES & view.vis[f]))
    rest = len(territories_in(c.place & CASTLES & ~view.vis[f]))
    gold = sum(min(view.board_gold[t], 4) for t in territories_in(c.place & view.vis[f] & ~CASTLES))
    turns = _faded(turns_after(view, c)) if c.kind == contracts.NO_ENTER else 0.5
    return (0.7 * mine + 0.1 * rest) * turns + 0.1 * gold


def _less_bidding(board: BoardWorth, f: int, c: Clause) -> float:
    cards = min(_cards_meant(board.view, c), 8.0)
    if board.view.powers[f] & SELLS_ARTIFACTS:
        return -0.5 * cards
    return 0.3 * cards
