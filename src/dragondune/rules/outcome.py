"""The outcome of a battle [V3-V7, B12]: strength, losses, and what becomes of the artifacts."""

from dragondune.engine.agenda import (
    Step,
    push_with,
    register,
)
from dragondune.engine.pieces import (
    kill,
    lose_card,
)
from dragondune.engine.steps import PLUNDER, RESOLVE, SPOILS
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    CARD,
    DISCARD,
    KIND,
    PASS,
    card_of,
    count_of,
    elites_of,
    kind_of,
)
from dragondune.model.cards import COLOUR, NO_CARD, RANK, card_name
from dragondune.model.choices import CHAOS_CAME
from dragondune.model.codes import IN_BATTLE
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_loot
from dragondune.model.powers import BLESSED, PLUNDERS
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.battle import fighter
from dragondune.rules.reckoning import is_blessed, stronger, total


def strength(s: State, side: i64) -> i64:
    """The total of the plan on one side, against the plan on the other."""
    f, g = fighter(s, side), fighter(s, 1 - side)
    blessed = is_blessed(s.miracles, s.powers[f])
    return total(s.rules, f, g, s.plans[side], s.plans[1 - side], blessed)


class Resolve(Step):
    """V3-V7: treachery first, then the higher total; ties go to the attacker."""

    rule = "V5"

    def open(self, s: State) -> bool:
        s.stack.pop()
        if s.miracles & CHAOS_CAME:
            _chaos(s)
        elif s.betrayals[0] > 0 and s.betrayals[1] > 0:
            _both_lose(s)
        elif s.betrayals[0] > 0:
            _betrayed(s, 0)
        elif s.betrayals[1] > 0:
            _betrayed(s, 1)
        else:
            _measure(s)
        return False


def _measure(s: State) -> None:
    a, d = strength(s, 0), strength(s, 1)
    if s.log is not None:
        s.log.add(events.Strength(attacker=s.attacker, attack=a, defender=s.defender, defence=d))
    winner = stronger(a, d)
    plan = s.plans[winner]
    f = fighter(s, winner)
    _die(s, f, count_of(plan), elites_of(plan))
    _wipe_out(s, 1 - winner)
    kept = _discard_played(s, winner)
    played = card_of(plan)
    _win(s, winner, False)
    if kept and s.rules.winner_may_discard:
        push_with(s, SPOILS, f, 0, 0, played + 1, 0)


def _discard_played(s: State, winner: i64) -> bool:
    """V4, V6: the loser's artifact goes; of one colour the higher goes too, equal ones both.

    In `first` colours take nothing (ruling 41). Destroyed means discarded (ruling 74).

    True when the winner keeps an artifact it played.
    """
    mine, theirs = card_of(s.plans[winner]), card_of(s.plans[1 - winner])
    if theirs != NO_CARD:
        lose_card(s, fighter(s, 1 - winner), theirs)
        if s.log is not None:
            s.log.add(events.Discarded(faction=fighter(s, 1 - winner), card=theirs))
    if mine == NO_CARD:
        return False
    clash = theirs != NO_CARD and COLOUR[mine] == COLOUR[theirs] and RANK[mine] >= RANK[theirs]
    if clash and s.rules.same_colour_discards:
        lose_card(s, fighter(s, winner), mine)
        if s.log is not None:
            s.log.add(events.Discarded(faction=fighter(s, winner), card=mine))
        return False
    return True


def _die(s: State, f: i64, n: i64, elites: i64) -> None:
    if n:
        kill(s, f, s.place, n, elites)
        if s.log is not None:
            s.log.add(events.UnitsLost(faction=f, place=s.place, units=n, cause=IN_BATTLE))
    if s.rules.powers[f] & BLESSED:
        s.combat_losses += n


def _wipe_out(s: State, side: i64) -> None:
    """V6, V7: a loser loses all its visible units there, in `first` too (ruling 40)."""
    f = fighter(s, side)
    at = f * 28 + s.place
    _die(s, f, s.up[at], s.elite_up[at])


def _drop_artifact(s: State, side: i64) -> None:
    card = card_of(s.plans[side])
    if card != NO_CARD:
        lose_card(s, fighter(s, side), card)
        if s.log is not None:
            s.log.add(events.Discarded(faction=fighter(s, side), card=card))


def _betrayed(s: State, traitor: i64) -> None:
    """V7: no losses and no discards for the traitor (ruling 73), gold from the bank."""
    _wipe_out(s, 1 - traitor)
    _drop_artifact(s, 1 - traitor)
    s.gold[fighter(s, traitor)] += s.rules.treachery_gold
    _win(s, traitor, True)


def _both_lose(s: State) -> None:
    """Both declared treachery: both lose everything there and their artifacts (ruling 38)."""
    for side in range(2):
        _wipe_out(s, side)
        _drop_artifact(s, side)
    if s.log is not None:
        s.log.add(events.BattleVoid(attacker=s.attacker, defender=s.defender, place=s.place))
    _close(s)


def _chaos(s: State) -> None:
    """O9: all visible units and gold there and the artifacts played are destroyed (ruling 57).

    Nobody has won.
    """
    for f in s.order:
        at = f * 28 + s.place
        if s.up[at]:
            _die(s, f, s.up[at], s.elite_up[at])
    if s.board_gold[s.place]:
        if s.log is not None:
            s.log.add(events.GoldBurnt(place=s.place, gold=s.board_gold[s.place]))
        s.board_gold[s.place] = 0
    _drop_artifact(s, 0)
    _drop_artifact(s, 1)
    if s.log is not None:
        s.log.add(events.BattleVoid(attacker=s.attacker, defender=s.defender, place=s.place))
    _close(s)


def _win(s: State, winner: i64, treachery: bool) -> None:
    f, g = fighter(s, winner), fighter(s, 1 - winner)
    s.victor = f
    if s.log is not None:
        s.log.add(events.BattleWon(winner=f, loser=g, place=s.place, treachery=treachery))
    _close(s)
    if s.powers[f] & PLUNDERS and s.hand[g]:
        push_plunder(s, f, g)


def push_plunder(s: State, f: i64, g: i64) -> None:
    """OR11, O3: the winner may take an artifact. Frame: a = from whom, c = card + 1 once drawn."""
    push_with(s, PLUNDER, f, g, 0, 0, 0)


def _close(s: State) -> None:
    s.attacker = s.defender = NOBODY
    s.plans = [-1, -1]
    s.answers = [-1, -1, -1, -1, -1, -1]
    s.betrayals = [-1, -1]
    s.miracles = s.lent = 0


class Spoils(Step):
    """V6 in `first`: the winner may discard the artifact it played. Frame: c = the card + 1."""

    rule = "V6"
    question = "Keep the artifact you played, or discard it."
    passing = "Keep it"

    def legal(self, s: State, f: i64) -> list[i64]:
        card = frame_loot(s.stack[-1])
        return [PASS, DISCARD * KIND + card * CARD]

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        if kind_of(action) == DISCARD:
            lose_card(s, f, card_of(action))
            if s.log is not None:
                s.log.add(events.Discarded(faction=f, card=card_of(action)))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        card = frame_loot(s.stack[-1])
        return Refusal("V6", f"Only the {card_name(card)}, which you played, may be discarded now.")


register(RESOLVE, Resolve())
register(SPOILS, Spoils())
