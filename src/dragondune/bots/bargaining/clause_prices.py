"""What a clause costs and brings beyond the board of this turn, in gold [B6].

What it does to this turn's moves and castles is weighed by ``turn_forecast``. Here are gold, battles,
knowledge, alliances, and the turns to come. Prices never depend on a seat's own secret cards:
otherwise they would tell what it holds.
"""

from collections.abc import Callable
from typing import Final

from dragondune.bots.steward.board_worth import Scene
from dragondune.bots.steward.chances import UNSEEN_HAND
from dragondune.bots.steward.council import alliance_worth, castles_held
from dragondune.model import contracts as deal
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
    deal.CARD: 0.7,
    deal.HAND: 0.8,  # a card
    deal.USURPER: 2.5,
    deal.SABOTAGE: 1.5,
    deal.ON_SALE: 0.9,
    deal.NEXT_EVENT: 0.9,
    deal.PLAN_SIZE: 2.5,
}
ACE_FOR_ALL: Final = 1.2
ACE_FOR_ONE: Final = 0.4
ARTIFACT_SPENT: Final = 0.8
TREACHERY: Final = 0.15  # how often it decides a battle
MEETING: Final = 0.3  # how likely two players meet in battle in a turn
COMMON_STAKE: Final = 5.0  # what an ordinary battle is about, in hundredths of a game
COUNCIL: Final = 0.6  # how likely a Great Council comes while it matters


def flat_worth(scenes: dict[int, Scene], f: int, c: Clause) -> float:
    """What a clause is worth to a seat: less than nothing where it is the one who owes it."""
    scene = scenes[c.debtor]
    if c.debtor == f:
        return -_likelihood(scene.view, f, c) * burden(scene, c)
    return _likelihood(scene.view, f, c) * _benefit(scene, f, c)


def _likelihood(view: View, f: int, c: Clause) -> float:
    """How likely the condition comes, guessed to the disadvantage of ``f``."""
    if c.when == deal.ALWAYS:
        return 1.0
    if c.when == deal.WHEN_TURN:
        return 0.8
    if c.debtor == f:
        # Whoever gains by a condition will see to it, if it is theirs to bring about.
        return 0.6 if c.when >= deal.WHEN_RED_DRAGON or c.when_seat == f else 1.0
    return 0.25


def turns_after(view: View, c: Clause) -> int:
    """For how many turns after this one a clause goes on."""
    last: int = c.until or view.rules.turns
    if c.when == deal.WHEN_TURN:
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


def burden(scene: Scene, c: Clause) -> float:
    """What keeping a clause costs the one who owes it, in gold."""
    return _BURDENS[c.kind](scene, c)


def _pay(scene: Scene, c: Clause) -> float:
    return float(c.n)


def _share(scene: Scene, c: Clause) -> float:
    view, f = scene.view, c.debtor
    expected = 0.0
    for t in territories_in(c.place):
        expected += min(2 * view.up[f * 28 + t], view.board_gold[t])
        expected += 0.15 * view.board_gold[t] + 0.1 * _faded(turns_after(view, c))
    return min(expected, 12.0) * int(c.n) / 100


def _no_attack(scene: Scene, c: Clause) -> float:
    view = scene.view
    rate = PEACE_WITH_ALL if c.other == NOBODY else PEACE_WITH_ONE
    rate *= 1 + 0.5 * _castles_of_those(scene, c)
    total = 0.3 + rate * _faded(turns_after(view, c))
    for t, g in _battles(scene, c):
        odds = scene.beats(view.up[c.debtor * 28 + t], c.debtor, view.up[g * 28 + t], g)
        total += max(0.0, 2 * odds - 1) * stake(scene, t, g) / scene.w.gold
    return total


def _castles_of_those(scene: Scene, c: Clause) -> int:
    """How many castles a player has whom the debtor would leave alone."""
    players = scene.view.order if c.other == NOBODY else (int(c.other),)
    return max(castles_held(scene.view, g) for g in players)


def _no_enter(scene: Scene, c: Clause) -> float:
    view = scene.view
    own = view.vis[c.debtor]
    castles = len(territories_in(c.place & CASTLES & ~own))
    others = len(territories_in(c.place & ~CASTLES))
    rate = CASTLE_BARRED * castles + PLACE_BARRED * others
    return 0.15 * min(rate, 2.0) + rate * _faded(turns_after(view, c))


def _leave(scene: Scene, c: Clause) -> float:
    view = scene.view
    held = view.vis[c.debtor] & c.place
    castles = len(territories_in(held & CASTLES))
    later = c.turn > view.turn
    return (
        0.5 + (scene.w.castle * castles * 0.7 if later else 0.0) + 0.3 * len(territories_in(held))
    )


def _bid(scene: Scene, c: Clause) -> float:
    view, f, w = scene.view, c.debtor, scene.w
    worth = w.first_card * w.next_card ** view.hand_sizes[f]
    worth = min(worth, max(0.0, view.gold[f] - 1.0))
    return 0.4 * max(0.3, worth - int(c.n)) * _cards_meant(view, c)


def _cards_meant(view: View, c: Clause) -> float:
    a_round = float(len(view.order))
    if c.what == deal.NEXT_CARD:
        return 1.0
    if c.what == deal.IN_ROUND:
        return float(view.cards_left) if view.round == 3 else a_round
    return a_round * (1 + _faded(turns_after(view, c)))


def _send(scene: Scene, c: Clause) -> float:
    """Too few units lose a battle, too many are lost in it."""
    view, f = scene.view, c.debtor
    total = 0.0
    met = _battles(scene, c)
    for t, g in met:
        mine, theirs = view.up[f * 28 + t], view.up[g * 28 + t]
        if c.what != deal.AT_LEAST and c.n < mine:
            lost = scene.beats(mine, f, theirs, g) - scene.beats(c.n + 1, f, theirs, g)
            total += lost * stake(scene, t, g)
        if c.what != deal.AT_MOST:
            total += 0.5 * min(int(c.n), mine) * scene.w.unit
    generic = 1.5 if c.what != deal.AT_LEAST else 0.4 * min(int(c.n), 6)
    later = MEETING * _faded(turns_after(view, c)) + (0.0 if met else MEETING)
    return total / scene.w.gold + generic * later


def _no_play(scene: Scene, c: Clause) -> float:
    view, f = scene.view, c.debtor
    power = UNSEEN_HAND[min(view.hand_sizes[f], 9)] * (0.5 if c.what else 1.0)
    met = _battles(scene, c)
    total = 0.0
    for t, g in met:
        lead = scene.points * (view.up[f * 28 + t] - 1 - view.up[g * 28 + t])
        total += (scene.chance(lead + power) - scene.chance(lead)) * stake(scene, t, g)
    likely = MEETING * _faded(turns_after(view, c)) + (0.0 if met else MEETING)
    return (total + 0.1 * (1 + power) * COMMON_STAKE * likely) / scene.w.gold


def _play(scene: Scene, c: Clause) -> float:
    """An artifact that goes to a battle it is not needed for; without one it is void."""
    view = scene.view
    likely = float(len(_battles(scene, c)) or MEETING)
    likely = min(likely, 1.0) if c.n else likely + MEETING * _faded(turns_after(view, c))
    held = min(1.0, 0.3 + 0.3 * view.hand_sizes[c.debtor])
    return ARTIFACT_SPENT * likely * held


def _no_treachery(scene: Scene, c: Clause) -> float:
    met = _battles(scene, c)
    total = sum(TREACHERY * stake(scene, t, g) for t, g in met)
    likely = MEETING * _faded(turns_after(scene.view, c)) + (0.0 if met else MEETING)
    return (total + TREACHERY * COMMON_STAKE * likely) / scene.w.gold


def _no_ace(scene: Scene, c: Clause) -> float:
    if not scene.view.hand_sizes[c.debtor] and not turns_after(scene.view, c):
        return 0.1
    rate = ACE_FOR_ONE if c.what else ACE_FOR_ALL
    return rate * (1 + 0.5 * _faded(turns_after(scene.view, c)))


def _no_hire(scene: Scene, c: Clause) -> float:
    places = c.place or EVERYWHERE
    castles = len(territories_in(places & CASTLES))
    return 0.1 + CASTLE_HIRE * castles * _faded(turns_after(scene.view, c))


def _hire(scene: Scene, c: Clause) -> float:
    """The price; that the units stand somewhere is worth most of it again."""
    price = int(c.n) if c.place & CASTLES else 2 * int(c.n)
    return 0.4 * price


def _ally(scene: Scene, c: Clause) -> float:
    if c.other == NOBODY:
        best = max(_alliance(scene, g) for g in scene.view.order if g != c.debtor)
        return COUNCIL * max(0.3, best)
    return -0.5 * COUNCIL * _alliance(scene, c.other)


def _alliance(scene: Scene, g: int) -> float:
    """What an alliance with g is worth to the scene's seat for the turns it may last."""
    seat = scene.view.seat
    scene.view.seat = scene.me
    worth = alliance_worth(scene.view, scene.w, g)
    scene.view.seat = seat
    if castles_held(scene.view, g) >= 2:
        worth -= 10.0
    return 2 * worth


def _no_break(scene: Scene, c: Clause) -> float:
    view = scene.view
    ally = view.ally[c.debtor]
    if ally >= 4:
        return 1.0
    return 1.0 + 4.0 * max(0, castles_held(view, ally) - 1) + max(0.0, -_alliance(scene, ally))


def _show(scene: Scene, c: Clause) -> float:
    view = scene.view
    price = SHOWN[c.what]
    if c.what == deal.HAND:
        return price * max(1, view.hand_sizes[c.debtor])
    if c.what >= deal.ON_SALE:
        met = 1.0 if c.what != deal.PLAN_SIZE or _battles(scene, c) else MEETING
        return price * (met + 0.5 * _faded(turns_after(view, c)))
    return price


_BURDENS: Final[dict[int, Callable[[Scene, Clause], float]]] = {
    deal.PAY: _pay,
    deal.SHARE: _share,
    deal.NO_ATTACK: _no_attack,
    deal.NO_ENTER: _no_enter,
    deal.LEAVE: _leave,
    deal.BID: _bid,
    deal.SEND: _send,
    deal.NO_PLAY: _no_play,
    deal.PLAY: _play,
    deal.NO_TREACHERY: _no_treachery,
    deal.NO_ACE: _no_ace,
    deal.NO_HIRE: _no_hire,
    deal.HIRE: _hire,
    deal.ALLY: _ally,
    deal.NO_BREAK: _no_break,
    deal.SHOW: _show,
}


# --- battles that are coming ---------------------------------------------------------------


def _battles(scene: Scene, c: Clause) -> list[tuple[int, int]]:
    """Where the debtor stands beside somebody the clause speaks of, and who that is."""
    view, f = scene.view, c.debtor
    out: list[tuple[int, int]] = []
    if view.round > BATTLE:
        return out
    for g in view.order:
        if g == f or c.other not in (NOBODY, g):
            continue
        for t in territories_in(view.vis[f] & view.vis[g] & ~1):
            out.append((t, g))
    return out


def stake(scene: Scene, t: int, g: int) -> float:
    """What a battle against g is about, in hundredths of a game."""
    view, w = scene.view, scene.w
    if not CASTLES >> t & 1:
        return w.gold * min(view.board_gold[t], 2 * scene.mine[t]) + 2.0
    total = w.castle + w.next_castle
    if castles_held(view, scene.me) >= 2:
        total += w.win
    if castles_held(view, g) >= 2:
        total += w.lose
    return total


# --- what it brings ------------------------------------------------------------------------


def _benefit(scene: Scene, f: int, c: Clause) -> float:
    """What a promise of the scene's seat brings seat ``f``."""
    view = scene.view
    if c.kind == deal.PAY:
        return _paid(view, c) if c.other == f else 0.0
    if c.kind in (deal.NO_ENTER, deal.LEAVE):
        return _kept_out(view, f, c)
    if c.kind == deal.BID:
        return _less_bidding(scene, f, c)
    if c.kind in (deal.ALLY, deal.NO_BREAK):
        return 0.0
    if c.kind == deal.PLAY:
        # Whoever it is played against gains nothing; others may see two players weakened.
        return 0.0 if c.other == f else 0.25 * GIVEN * burden(scene, c)
    if c.other == f:
        # A debtor who loses little by it may spare the other much; never count on more than that.
        return min(GIVEN * burden(scene, c), 12.0)
    return 0.25 * GIVEN * min(burden(scene, c), 4.0) if c.other == NOBODY else 0.0


def _paid(view: View, c: Clause) -> float:
    if c.turn == 0:
        return int(c.n) * gold_use(view) if view.gold[c.debtor] >= c.n else 0.0
    return LATER_GOLD * min(int(c.n), view.gold[c.debtor]) * gold_use(view)


def _kept_out(view: View, f: int, c: Clause) -> float:
    """Castles a seat stands in are safe from one player; others are only less crowded."""
    mine = len(territories_in(c.place & CASTLES & view.vis[f]))
    rest = len(territories_in(c.place & CASTLES & ~view.vis[f]))
    gold = sum(min(view.board_gold[t], 4) for t in territories_in(c.place & view.vis[f] & ~CASTLES))
    turns = _faded(turns_after(view, c)) if c.kind == deal.NO_ENTER else 0.5
    return (0.7 * mine + 0.1 * rest) * turns + 0.1 * gold


def _less_bidding(scene: Scene, f: int, c: Clause) -> float:
    cards = min(_cards_meant(scene.view, c), 8.0)
    if scene.view.powers[f] & SELLS_ARTIFACTS:
        return -0.5 * cards
    return 0.3 * cards
