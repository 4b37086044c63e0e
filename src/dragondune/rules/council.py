"""The Great Council [B7, II4]: alliances are pairs, formed and broken only here (ruling 16)."""

from dragondune.engine.agenda import Step, push, push_with, register, set_top
from dragondune.engine.pieces import changed
from dragondune.engine.steps import COUNCIL, COUNCIL_TURN, PROPOSAL
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import ACCEPT, BREAK, KIND, PASS, PROPOSE, WHO, kind_of, who_of
from dragondune.model.choices import ALLIANCE_FORMED
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_player
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.common import bind_powers, next_player, player_at


class Council(Step):
    """Call the council; in a two-player game there are no alliances (ruling 68)."""

    rule = "II4"

    def open(self, s: State) -> bool:
        s.stack.pop()
        if s.log is not None:
            s.log.add(events.CouncilBegan())
        s.passes = s.proposed = 0
        if len(s.order) > 2:
            push(s, COUNCIL_TURN, player_at(s, 0))
        else:
            if s.log is not None:
                s.log.add(events.CouncilEnded())
        return False


class CouncilTurn(Step):
    """Propose to one player, break one's alliance, or pass, in player order.

    The council ends when all have passed in a row, or when an alliance formed in it leaves nobody
    without an ally (house 10).
    """

    rule = "II4"
    question = "Great Council: offer an alliance, break yours, or pass."

    def open(self, s: State) -> bool:
        if s.passes < len(s.order) and not (s.proposed & ALLIANCE_FORMED and _all_allied(s)):
            return True
        s.stack.pop()
        s.passes = s.proposed = 0
        if s.log is not None:
            s.log.add(events.CouncilEnded())
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if s.ally[f] != NOBODY:
            out.append(BREAK * KIND)
            return out
        for g in s.order:
            if g != f and s.ally[g] == NOBODY and not s.proposed >> (f * 4 + g) & 1:
                out.append(PROPOSE * KIND + g * WHO)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        set_top(s, COUNCIL_TURN, next_player(s, f), 0, 0)
        kind = kind_of(action)
        if kind == PASS:
            s.passes += 1
            return
        s.passes = 0
        if kind == BREAK:
            _break(s, f)
        else:
            g = who_of(action)
            s.proposed |= 1 << (f * 4 + g)
            if s.log is not None:
                s.log.add(events.Proposed(faction=f, other=g))
            push_with(s, PROPOSAL, g, f, 0, 0, 0)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) == BREAK:
            return Refusal("B7", "You have no alliance to break.")
        g = who_of(action)
        if s.ally[f] != NOBODY:
            return Refusal("B7", "Break your alliance before you propose another.")
        if g not in s.order or g == f:
            return Refusal("B7", "Propose to another player at the table.")
        if s.ally[g] != NOBODY:
            return Refusal("B7", "That player already has an ally.")
        return Refusal("II4", "You have already proposed to that player in this council.")


def _all_allied(s: State) -> bool:
    return all(s.ally[f] != NOBODY for f in s.order)


def _break(s: State, f: i64) -> None:
    g = s.ally[f]
    s.ally = changed(changed(s.ally, f, NOBODY), g, NOBODY)
    bind_powers(s)
    if s.log is not None:
        s.log.add(events.AllianceBroken(faction=f, other=g))


class Proposal(Step):
    """A proposal is answered at once. Frame: a = who proposes."""

    rule = "II4"
    question = "Accept the alliance that is offered, or turn it down."
    passing = "Turn it down"

    def legal(self, s: State, f: i64) -> list[i64]:
        return [PASS, ACCEPT * KIND]

    def play(self, s: State, f: i64, action: i64) -> None:
        g = frame_player(s.stack.pop())
        if kind_of(action) == PASS:
            if s.log is not None:
                s.log.add(events.Refused(faction=f, other=g))
            return
        s.ally = changed(changed(s.ally, f, g), g, f)
        s.proposed |= ALLIANCE_FORMED
        bind_powers(s)
        if s.log is not None:
            s.log.add(events.Allied(faction=g, other=f))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("II4", "Answer the proposal first: accept it or refuse it.")


register(COUNCIL, Council())
register(COUNCIL_TURN, CouncilTurn())
register(PROPOSAL, Proposal())
