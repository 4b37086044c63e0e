"""The keeper of contracts [B6], ruling 49: stands beside every step while contracts are in force.

It lets a seat choose only what keeps its promises, sees to duties at their moments, and notices
what conditions wait for. What it tells the table follows from what the table has seen.
"""

from typing import Final

from dragondune.contracts import duties
from dragondune.contracts.enforcement import (
    breaks,
    kept,
    speaks,
    target,
)
from dragondune.contracts.language.sentences import clause_text
from dragondune.contracts.moments import ROUND_STEPS, set_contracts
from dragondune.contracts.plans import meant, opponent, wrong_plan
from dragondune.contracts.stored import restore, stored
from dragondune.engine import steps
from dragondune.engine.agenda import STEPS, Keeper, seat_of, step_of
from dragondune.ints import i64
from dragondune.model import actions as act
from dragondune.model import contracts as terms
from dragondune.model import events
from dragondune.model.choices import CHAOS_CAME
from dragondune.model.contracts import Contract
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_place, frame_player, frame_units
from dragondune.model.refusal import Refusal
from dragondune.model.state import State

_ABOUT_HIRES: Final = (terms.NO_ENTER, terms.NO_HIRE)
_ABOUT_PLANS: Final = (terms.SEND, terms.NO_PLAY, terms.PLAY)
# chosen in secret: nothing is told of them before they are shown
_SECRET: Final = 1 << steps.PLANS | 1 << steps.TREACHERY | 1 << steps.KEEP


class KeeperOfContracts(Keeper):
    """Enforces every clause in force."""

    def open(self, s: State, step: i64) -> bool:
        if step == steps.FIGHT:
            return not _forgo(s) and STEPS[step].open(s)
        entry, gold = s.stack[-1], s.board_gold[:]
        fighters = (s.attacker, s.defender)
        if STEPS[step].open(s):
            return True
        if s.stack:
            _see_to(s, step, entry, gold, fighters)
        return False

    def kept(self, s: State, f: i64, step: i64, choices: list[i64]) -> list[i64]:
        return kept(s, f, step, choices)

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack[-1]
        step = step_of(entry)
        if s.bound[f] >> step & 1:
            _note_breach(s, f, step, action)
        STEPS[step].play(s, f, action)
        if step == steps.PLANS:
            _planned(s, f, action)
        elif s.awaited or step == steps.HIRE:
            _follow(s, f, step, entry, action)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal | None:
        step = step_of(s.stack[-1])
        choices = STEPS[step].legal(s, f)
        if action not in choices:
            return None
        for c in s.live:
            if not speaks(c, f, step):
                continue
            # The first clause, by age, that takes the action away is the one that forbids it.
            alone = s.copy()
            alone.live = s.live[: s.live.index(c) + 1]
            if action not in kept(alone, f, step, choices):
                return Refusal(
                    "B6", f"Contract {c.contract} forbids it, clause {c.number}: {clause_text(c)}"
                )
        return None

    def put(self, s: State, contracts: tuple[Contract, ...], offers: tuple[Contract, ...]) -> None:
        set_contracts(s, contracts, offers)

    def stored(self, s: State) -> dict[str, object]:
        return stored(s)

    def restore(self, s: State, data: object) -> None:
        restore(s, data)


def _forgo(s: State) -> bool:
    """An attacker whose battles are all given up by contract fights none of them."""
    f = seat_of(s.stack[-1])
    battles = STEPS[steps.FIGHT].legal(s, f)
    if not battles or kept(s, f, steps.FIGHT, battles):
        return False
    s.stack.pop()
    if s.log is not None:
        s.log.add(events.BattlesForgone(faction=f, battles=len(battles)))
    return True


def _note_breach(s: State, f: i64, step: i64, action: i64) -> None:
    """A choice that breaks a clause is only open where that clause is void: tell it."""
    secret: i64 = _SECRET
    if secret >> step & 1:
        return
    for c in s.live:
        if not speaks(c, f, step) or not breaks(s, f, c, step, action):
            continue
        # A hire can still be stopped: it breaks nothing before the units arrive.
        if act.kind_of(action) == act.HIRE and c.kind in _ABOUT_HIRES:
            continue
        # That an artifact promised will not be played is told once, when the plans are shown.
        if c.kind != terms.PLAY:
            duties.tell_void(s, c)


def _note_hire(s: State, f: i64, t: i64) -> None:
    """Units arrive against a promise: it was void, or made after they were hired."""
    for c in s.live:
        if c.debtor == f and c.stage == terms.ACTIVE and c.kind in _ABOUT_HIRES:
            if c.place == 0 or c.place >> t & 1:
                duties.tell_void(s, c)


def _planned(s: State, f: i64, action: i64) -> None:
    """A plan was made: its size may be owed to somebody; once both are shown, look at both."""
    duties.show_size(s, f, act.count_of(action))
    if s.plans[0] < 0 or s.plans[1] < 0:
        return
    _note_plan(s, s.attacker, s.plans[0])
    _note_plan(s, s.defender, s.plans[1])


def _note_plan(s: State, f: i64, plan: i64) -> None:
    for c in s.live:
        if c.debtor != f or c.stage != terms.ACTIVE:
            continue
        if c.kind in _ABOUT_PLANS and meant(c, opponent(s, f)):
            wrong = wrong_plan(c, plan)
        else:
            wrong = c.kind == terms.NO_ACE and breaks(s, f, c, steps.PLANS, plan)
        if c.kind == terms.PLAY and c.n and meant(c, opponent(s, f)):
            duties.settle_play(s, c, not wrong)
        elif wrong:
            duties.tell_void(s, c)


def _follow(s: State, f: i64, step: i64, entry: i64, action: i64) -> None:
    """What an action brings about for clauses that wait for it."""
    kind, to = act.kind_of(action), target(action)
    if kind == act.FIGHT:
        duties.met(s, terms.IF_ATTACKS, f, act.who_of(action), 0)
    elif kind == act.BREAK:
        duties.met(s, terms.IF_BREAKS, f, NOBODY, 0)
    elif step == steps.PROPOSAL and kind == act.ACCEPT:
        duties.met(s, terms.IF_ALLIES, f, frame_player(entry), 0)
        duties.met(s, terms.IF_ALLIES, frame_player(entry), f, 0)
    elif step == steps.PAY:
        duties.met(s, terms.IF_BUYS, f, NOBODY, 0)
    elif to >= 0 and kind != act.HIRE:
        if kind == act.RAISE or kind == act.ACE_PLACE:
            duties.hired(s, f, to, act.count_of(action))
        duties.met(s, terms.IF_ENTERS, f, NOBODY, 1 << to)


def _see_to(s: State, step: i64, entry: i64, gold: list[i64], fighters: tuple[i64, i64]) -> None:
    """The moments an automatic step brings. ``entry`` is its frame, ``gold`` the land's before."""
    rounds: i64 = ROUND_STEPS
    if rounds >> step & 1:
        _round(s, step, gold)
    elif step == steps.AUCTION:
        if s.sale != 63:
            duties.card_came_up(s)
    elif step == steps.BIDDING_ENDS:
        duties.bidding_over(s)
    elif step == steps.HIRING:
        f, t = seat_of(entry), frame_place(entry)
        _note_hire(s, f, t)
        duties.hired(s, f, t, frame_units(entry))
        duties.met(s, terms.IF_ENTERS, f, NOBODY, 1 << t)
    elif step == steps.TREACHERY:
        _betrayals(s)
    elif step == steps.RESOLVE:
        if s.victor != NOBODY:
            loser = fighters[1] if s.victor == fighters[0] else fighters[0]
            duties.met(s, terms.IF_WINS, s.victor, loser, 0)
    else:
        _event(s, step, gold)


def _round(s: State, step: i64, gold: list[i64]) -> None:
    if step == steps.TURN_BEGINS:
        duties.turn_begins(s)
    elif step == steps.BATTLES:
        duties.recruitment_over(s)
    elif step == steps.COLLECTION:
        duties.pay_shares(s, gold)
    duties.round_begins(s)


def _betrayals(s: State) -> None:
    if s.miracles & CHAOS_CAME:
        return
    if s.betrayals[0] > 0:
        duties.met(s, terms.IF_BETRAYS, s.attacker, s.defender, 0)
    if s.betrayals[1] > 0:
        duties.met(s, terms.IF_BETRAYS, s.defender, s.attacker, 0)


def _event(s: State, step: i64, gold: list[i64]) -> None:
    """The event round: the Red Dragon, the Great Council, gold."""
    if step == steps.RED_DRAGON:
        if s.red_at >= 0:
            duties.met(s, terms.WHEN_RED_DRAGON, NOBODY, NOBODY, 0)
    elif step == steps.COUNCIL:
        duties.met(s, terms.WHEN_COUNCIL, NOBODY, NOBODY, 0)
    elif step == steps.COUNCIL_TURN:
        duties.council_over(s)
    else:
        placed: i64 = 0
        for t in range(28):
            if s.board_gold[t] > gold[t]:
                placed |= 1 << t
        if placed:
            duties.met(s, terms.WHEN_GOLD, NOBODY, NOBODY, placed)
