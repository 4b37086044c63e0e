"""What dragons and trolls take: gold, and units, of which the owner chooses (ruling 44)."""

from dragondune.engine.agenda import Step, push_with, register, seat_of
from dragondune.engine.pieces import add_counts, burn, kill
from dragondune.engine.steps import LOSE as LOSE_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import KIND, LOSE, count_of, elites_of, kind_of
from dragondune.model.codes import BY_DRAGONS
from dragondune.model.frames import frame_cause, frame_place, frame_units
from dragondune.model.plurals import units
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.wording import at_place, wrong_elites


def burn_gold(s: State, t: i64) -> None:
    """I3, II3: the gold in a territory is lost to a dragon."""
    if s.board_gold[t]:
        if s.log is not None:
            s.log.add(events.GoldBurnt(place=t, gold=s.board_gold[t]))
        s.board_gold[t] = 0


def lose_units(s: State, f: i64, t: i64, n: i64, cause: i64) -> None:
    """Visible units are lost; where elites stand among them the owner is asked which."""
    at = f * 28 + t
    elites = s.elite_up[at]
    if n == 0:
        return
    if elites == 0 or n == s.up[at]:
        _remove(s, f, t, n, elites if n == s.up[at] else 0, cause)
    else:
        push_with(s, LOSE_STEP, f, t, cause, n, 0)


def _remove(s: State, f: i64, t: i64, n: i64, elites: i64, cause: i64) -> None:
    if cause == BY_DRAGONS:
        burn(s, f, t, n, elites)
    else:
        kill(s, f, t, n, elites)
    if s.log is not None:
        s.log.add(events.UnitsLost(faction=f, place=t, units=n, cause=cause))


class Lose(Step):
    """Choose how many elites are among the lost. Frame: a = territory, b = cause, c = number."""

    rule = "DW4"
    question = "Choose which of your units are lost."

    def legal(self, s: State, f: i64) -> list[i64]:
        entry = s.stack[-1]
        at = f * 28 + frame_place(entry)
        out: list[i64] = []
        n, elites = frame_units(entry), s.elite_up[at]
        add_counts(out, LOSE * KIND, n, n, s.up[at] - elites, elites)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        _remove(
            s,
            seat_of(entry),
            frame_place(entry),
            frame_units(entry),
            elites_of(action),
            frame_cause(entry),
        )

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        entry = s.stack[-1]
        n, at = frame_units(entry), f * 28 + frame_place(entry)
        if kind_of(action) == LOSE and count_of(action) == n:
            where = f"in sight {at_place(frame_place(entry))}"
            elites = elites_of(action)
            refusal = wrong_elites(s, n, elites, s.up[at], s.elite_up[at], where)
            if refusal is not None:
                return refusal
        return Refusal("DW4", f"You lose {units(n)} {at_place(frame_place(entry))}: say which.")


register(LOSE_STEP, Lose())
