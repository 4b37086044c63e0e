"""V. Battle round [V1, V2]: who fights whom, and the secret plans. ``outcome`` settles them."""

from dragondune.engine.agenda import (
    BATTLE_LIST,
    Step,
    ask_next,
    push,
    push_sequence,
    register,
    seat_of,
)
from dragondune.engine.pieces import (
    add_counts,
    changed,
    make_public,
    others_everywhere,
)
from dragondune.engine.steps import BATTLES, PLANS
from dragondune.engine.steps import FIGHT as FIGHT_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    CARD,
    FIGHT,
    FROM,
    KIND,
    NO_CARD_FIELD,
    PLAN,
    WHO,
    card_of,
    count_of,
    elites_of,
    from_of,
    kind_of,
    who_of,
)
from dragondune.model.board import MOUNTAIN
from dragondune.model.cards import ARTIFACT_MASK, NO_CARD, card_name
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_asked
from dragondune.model.plurals import units
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.common import NUMBER_ANSWER, cards_that_keep, player_at
from dragondune.rules.reckoning import do_fight
from dragondune.rules.wording import at_place, people, wrong_elites

# miracles of one battle, as bits


class Battles(Step):
    """V1: each player in player order attacks until none of its battles is left.

    Frame: b = how many players have had their turn.
    """

    rule = "V1"

    def open(self, s: State) -> bool:
        s.round = 5
        done = frame_asked(s.stack[-1])
        if done == len(s.order):
            s.stack.pop()
        else:
            ask_next(s)
            push(s, FIGHT_STEP, player_at(s, done))
        return False


def _fights(s: State, f: i64, g: i64) -> bool:
    """Allies battle like anyone, unless the table has switched that off (ruling 17)."""
    return f != g and do_fight(s.rules, s.ally[f], g)


class Fight(Step):
    """V1, B1: the attacker names opponent and territory (ruling 35); never in 0•.

    It fights on while it has units and opponents, also in the same territory (ruling 77).
    """

    rule = "V1"
    question = "Choose where you attack, and whom."

    def open(self, s: State) -> bool:
        f = seat_of(s.stack[-1])
        shared = s.vis[f] & others_everywhere(s, f) & ~(1 << MOUNTAIN)
        if shared and self.legal(s, f):
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = []
        for g in s.order:
            if not _fights(s, f, g):
                continue
            shared = s.vis[f] & s.vis[g] & ~(1 << MOUNTAIN)
            for t in range(28):
                if shared >> t & 1:
                    out.append(FIGHT * KIND + g * WHO + t * FROM)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        start_battle(s, f, who_of(action), from_of(action))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) != FIGHT:
            return Refusal("V1", "You cannot pass: your battles have to be fought.")
        return _why_not_fight(s, f, who_of(action), from_of(action))


def _why_not_fight(s: State, f: i64, g: i64, t: i64) -> Refusal:
    if t == MOUNTAIN:
        return Refusal("B1", "The Great Mountain is neutral: nobody battles there.")
    if g == f or g not in s.order:
        return Refusal("V1", "Choose another player at the table to fight.")
    if not s.vis[f] >> t & 1:
        return Refusal("V1", f"You have no visible units {at_place(t)}.")
    if not s.vis[g] >> t & 1:
        return Refusal("V1", f"T{people(g)[1:]} have no visible units {at_place(t)}.")
    return Refusal("V1", "Allies do not fight each other in this game.")


def start_battle(s: State, f: i64, g: i64, t: i64) -> None:
    """Begin one battle; the player whose turn it is attacks [V1]."""
    s.attacker, s.defender, s.place = f, g, t
    s.answers = [-1, -1, -1, -1, -1, -1]
    s.plans = [-1, -1]
    s.betrayals = [-1, -1]
    s.miracles = s.lent = 0
    s.victor = NOBODY
    if s.log is not None:
        s.log.add(events.BattleBegan(attacker=f, defender=g, place=t))
    push_sequence(s, BATTLE_LIST, f)


def side_of(s: State, f: i64) -> i64:
    """0 for the attacker, 1 for the defender."""
    return 0 if f == s.attacker else 1


def fighter(s: State, side: i64) -> i64:
    """The faction that fights on a side."""
    return s.attacker if side == 0 else s.defender


class Plans(Step):
    """V2: both sides secretly choose how many units to send and one artifact or none."""

    rule = "V2"
    question = "Choose units and an artifact for this battle."

    def actors(self, s: State) -> i64:
        waiting: i64 = 0
        if s.plans[0] < 0:
            waiting |= 1 << s.attacker
        if s.plans[1] < 0:
            waiting |= 1 << s.defender
        return waiting

    def legal(self, s: State, f: i64) -> list[i64]:
        side = side_of(s, f)
        out: list[i64] = []
        at = f * 28 + s.place
        least: i64 = 0
        most = s.up[at]
        if s.answers[side * 3 + NUMBER_ANSWER] >= 0:
            least = most = s.answers[side * 3 + NUMBER_ANSWER]
        regulars, elites = s.up[at] - s.elite_up[at], s.elite_up[at]
        cards = cards_that_keep(s, f, side)
        if s.answers[side * 3] <= 0 and s.answers[side * 3 + 2] <= 0:
            add_counts(out, PLAN * KIND + NO_CARD_FIELD, least, most, regulars, elites)
        for card in range(45):
            if cards >> card & 1:
                add_counts(out, PLAN * KIND + card * CARD, least, most, regulars, elites)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.plans = changed(s.plans, side_of(s, f), action)
        if s.log is not None:
            s.log.add(events.Planned(faction=f))
            s.log.add(events.PlanMade(faction=f, units=count_of(action), card=card_of(action)))
        if s.plans[0] >= 0 and s.plans[1] >= 0:
            s.stack.pop()
            _reveal(s, 0)
            _reveal(s, 1)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) != PLAN:
            return Refusal(
                "V2", "You cannot pass: plan how many units you send, and a card or none."
            )
        card = card_of(action)
        if card != NO_CARD and not (ARTIFACT_MASK >> card & 1):
            return Refusal("V2", f"The {card_name(card)} is not an artifact.")
        if card != NO_CARD and not s.hand[f] >> card & 1:
            return Refusal("V2", f"You do not hold the {card_name(card)}.")
        at, n, elites = f * 28 + s.place, count_of(action), elites_of(action)
        if n > s.up[at]:
            return Refusal("V2", f"You have {units(s.up[at])} here to send.")
        refusal = _breaks_answer(s, side_of(s, f), n)
        if refusal is None:
            refusal = wrong_elites(s, n, elites, s.up[at], s.elite_up[at], "here")
        return Refusal("V2", "That plan cannot be made.") if refusal is None else refusal


def _breaks_answer(s: State, side: i64, n: i64) -> Refusal | None:
    """EL3: an answer given binds the plan."""
    number = s.answers[side * 3 + NUMBER_ANSWER]
    if number >= 0 and n != number:
        return Refusal("EL3", f"You answered that you send {units(number)}; that binds you.")
    if s.answers[side * 3] >= 0 or s.answers[side * 3 + 2] >= 0:
        return Refusal("EL3", "Your answer about your artifact binds you.")
    return None


def _reveal(s: State, side: i64) -> None:
    plan, f = s.plans[side], fighter(s, side)
    if card_of(plan) != NO_CARD:
        make_public(s, card_of(plan))
    if s.log is not None:
        s.log.add(
            events.PlanShown(
                faction=f, units=count_of(plan), card=card_of(plan), elites=elites_of(plan)
            )
        )


register(BATTLES, Battles())
register(FIGHT_STEP, Fight())
register(PLANS, Plans())
