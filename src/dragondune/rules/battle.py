"""V. Battle round [V1-V6]: who fights whom, secret plans, and the outcome."""

from typing import Final

from dragondune.engine.agenda import (
    BATTLE_LIST,
    Step,
    b_of,
    c_of,
    push,
    push_sequence,
    push_with,
    register,
    seat_of,
    tell,
    tell_only,
)
from dragondune.engine.pieces import (
    add_counts,
    kill,
    lose_card,
    make_public,
    others_everywhere,
)
from dragondune.engine.steps import BATTLES, CHOOSE_BATTLE, PLANS, PLUNDER, RESOLVE, SPOILS
from dragondune.ints import i64
from dragondune.model.actions import (
    CARD,
    DISCARD,
    FIGHT,
    FROM,
    KIND,
    NO_CARD_FIELD,
    PASS,
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
from dragondune.model.cards import ACE_MASK, BLACK_MASK, COLOUR, NO_CARD, RANK, RED, RED_MASK
from dragondune.model.factions import NOBODY
from dragondune.model.powers import BLESSED, PLUNDERS
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import WEAK_WHEN_COUNTING, WEAK_WHEN_PLAYED
from dragondune.model.state import State
from dragondune.rules.common import player_at

# answers: side * 3 + question; -1 while nothing was asked
COLOUR_ANSWER: Final = 0
NUMBER_ANSWER: Final = 1
VALUE_ANSWER: Final = 2
# miracles of one battle, as bits
CHAOS_CAME: Final = 1
BLESSING: Final = 2
# ways a battle ends, told in its event
BY_STRENGTH: Final = 0
BY_TREACHERY: Final = 1


class Battles(Step):
    """V1: each player in player order attacks until none of its battles is left.

    Frame: b = how many players have had their turn.
    """

    name = "battles"
    rule = "V1"

    def open(self, s: State) -> bool:
        s.round = 5
        done = b_of(s.stack[-1])
        if done == len(s.order):
            s.stack.pop()
        else:
            s.stack[-1] += 1 << 16
            push(s, CHOOSE_BATTLE, player_at(s, done))
        return False


def _fights(s: State, f: i64, g: i64) -> bool:
    """Allies battle like anyone, unless the table has switched that off (ruling 17)."""
    return f != g and (bool(s.rules.allies_fight) or s.ally[f] != g)


class ChooseBattle(Step):
    """V1, B1: the attacker names opponent and territory (ruling 35); never in 0•."""

    name = "choose_battle"
    rule = "V1"

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
        if kind_of(action) == FIGHT and from_of(action) == MOUNTAIN:
            return Refusal("B1", "The Great Mountain is neutral: nobody battles there.")
        return Refusal("V1", "Choose a territory where you and another player have units.")


def start_battle(s: State, f: i64, g: i64, t: i64) -> None:
    """Begin one battle; the player whose turn it is attacks [V1]."""
    s.attacker, s.defender, s.place = f, g, t
    s.answers = [-1, -1, -1, -1, -1, -1]
    s.plans = [-1, -1]
    s.betrayals = [-1, -1]
    s.miracles = s.lent = 0
    s.victor = NOBODY
    tell(s, "battle_began", f, g, t)
    push_sequence(s, BATTLE_LIST, f)


def side_of(s: State, f: i64) -> i64:
    """0 for the attacker, 1 for the defender."""
    return 0 if f == s.attacker else 1


def fighter(s: State, side: i64) -> i64:
    """The faction that fights on a side."""
    return s.attacker if side == 0 else s.defender


def playable(s: State, f: i64) -> i64:
    """The artifacts a faction may play in battle: aces only where they fight [D5]."""
    return s.hand[f] if s.rules.ace_fights else s.hand[f] & ~ACE_MASK


def _allowed_cards(s: State, f: i64, side: i64) -> i64:
    """The artifacts that keep a binding answer [EL3]; 0 when none may be played."""
    cards = playable(s, f)
    colour, value = s.answers[side * 3], s.answers[side * 3 + 2]
    if colour >= 0:
        cards &= 0 if colour == 0 else RED_MASK if colour == RED else BLACK_MASK
    if value >= 0:
        kept: i64 = 0
        for card in range(52):
            if cards >> card & 1 and RANK[card] == value:
                kept |= 1 << card
        cards = kept
    return cards


class Plans(Step):
    """V2: both sides secretly choose how many units to send and one artifact or none."""

    name = "plans"
    rule = "V2"

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
        cards = _allowed_cards(s, f, side)
        if s.answers[side * 3] <= 0 and s.answers[side * 3 + 2] <= 0:
            add_counts(out, PLAN * KIND + NO_CARD_FIELD, least, most, regulars, elites)
        for card in range(45):
            if cards >> card & 1:
                add_counts(out, PLAN * KIND + card * CARD, least, most, regulars, elites)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.plans[side_of(s, f)] = action
        tell(s, "planned", f)
        tell_only(s, 1 << f, "plan_made", f, count_of(action), card_of(action))
        if s.plans[0] >= 0 and s.plans[1] >= 0:
            s.stack.pop()
            _reveal(s, 0)
            _reveal(s, 1)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) != PLAN:
            return Refusal("V2", "Make your battle plan: units to send, and an artifact or none.")
        side, card = side_of(s, f), card_of(action)
        if card != NO_CARD and not s.hand[f] >> card & 1:
            return Refusal("V2", "You do not hold that artifact.")
        if card != NO_CARD and not playable(s, f) >> card & 1:
            return Refusal("D5", "An ace is no artifact in battle.")
        number = s.answers[side * 3 + NUMBER_ANSWER]
        if number >= 0 and count_of(action) != number:
            return Refusal("EL3", f"You answered that you send {number} units; that binds you.")
        if s.answers[side * 3] >= 0 or s.answers[side * 3 + 2] >= 0:
            return Refusal("EL3", "Your answer about your artifact binds you.")
        return Refusal("V2", f"You have {s.up[f * 28 + s.place]} units here to send.")


def _reveal(s: State, side: i64) -> None:
    plan, f = s.plans[side], fighter(s, side)
    if card_of(plan) != NO_CARD:
        make_public(s, card_of(plan))
    tell(s, "plan_shown", f, count_of(plan), card_of(plan), elites_of(plan))


# --- the outcome ---------------------------------------------------------------------------


def _counts(mine: i64, theirs: i64) -> bool:
    """V3: per colour, only the lower artifact adds its number; equal ones add nothing."""
    if mine == NO_CARD:
        return False
    if theirs == NO_CARD or COLOUR[mine] != COLOUR[theirs]:
        return True
    return RANK[mine] < RANK[theirs]


def strength(s: State, side: i64) -> i64:
    """B12, V3, V5: units, artifact, bonus [DW3, OR8], weakness [O2] and blessing [O5]."""
    f, g = fighter(s, side), fighter(s, 1 - side)
    plan, other = s.plans[side], s.plans[1 - side]
    mine, theirs = card_of(plan), card_of(other)
    elites = elites_of(plan)
    total = (count_of(plan) - elites) * s.rules.unit_points + elites * s.rules.elite_points
    if _counts(mine, theirs):
        total += RANK[mine]
    if not s.rules.no_bonus_against[f] >> g & 1:
        total += s.rules.battle_bonus[f]
    if s.miracles & BLESSING and s.powers[f] & BLESSED:
        total += 1
    return total - _weakness(s, f, theirs, mine)


def _weakness(s: State, f: i64, theirs: i64, mine: i64) -> i64:
    """O2: two points less against Ice or Fire, when it was played or when it counts."""
    if s.rules.weakness == 0 or theirs == NO_CARD or COLOUR[theirs] != s.rules.weak_against[f]:
        return 0
    if s.rules.weakness == WEAK_WHEN_PLAYED:
        return 2
    assert s.rules.weakness == WEAK_WHEN_COUNTING
    return 2 if _counts(theirs, mine) else 0


class Resolve(Step):
    """V3-V7: treachery first, then the higher total; ties go to the attacker."""

    name = "resolve"
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
    tell(s, "strength", s.attacker, a, s.defender, d)
    winner: i64 = 0 if a >= d else 1
    plan = s.plans[winner]
    f = fighter(s, winner)
    _die(s, f, count_of(plan), elites_of(plan))
    _wipe_out(s, 1 - winner)
    kept = _discard_played(s, winner)
    played = card_of(plan)
    _win(s, winner, BY_STRENGTH)
    if kept and s.rules.winner_may_discard:
        push_with(s, SPOILS, f, 0, 0, played + 1, 0)


def _discard_played(s: State, winner: i64) -> bool:
    """V4, V6: the loser's artifact goes; of one colour the higher goes too, equal ones both.

    True when the winner keeps an artifact it played.
    """
    mine, theirs = card_of(s.plans[winner]), card_of(s.plans[1 - winner])
    if theirs != NO_CARD:
        lose_card(s, fighter(s, 1 - winner), theirs)
        tell(s, "discarded", fighter(s, 1 - winner), theirs)
    if mine == NO_CARD:
        return False
    clash = theirs != NO_CARD and COLOUR[mine] == COLOUR[theirs] and RANK[mine] >= RANK[theirs]
    if clash and s.rules.same_colour_discards:
        lose_card(s, fighter(s, winner), mine)
        tell(s, "discarded", fighter(s, winner), mine)
        return False
    return True


def _die(s: State, f: i64, n: i64, elites: i64) -> None:
    if n:
        kill(s, f, s.place, n, elites)
        tell(s, "units_lost", f, s.place, n, 4)
    if s.rules.powers[f] & BLESSED:
        s.combat_losses += n


def _wipe_out(s: State, side: i64) -> None:
    f = fighter(s, side)
    at = f * 28 + s.place
    _die(s, f, s.up[at], s.elite_up[at])


def _drop_artifact(s: State, side: i64) -> None:
    card = card_of(s.plans[side])
    if card != NO_CARD:
        lose_card(s, fighter(s, side), card)
        tell(s, "discarded", fighter(s, side), card)


def _betrayed(s: State, traitor: i64) -> None:
    """V7: no losses and no discards for the traitor (ruling 73), gold from the bank."""
    _wipe_out(s, 1 - traitor)
    _drop_artifact(s, 1 - traitor)
    s.gold[fighter(s, traitor)] += s.rules.treachery_gold
    _win(s, traitor, BY_TREACHERY)


def _both_lose(s: State) -> None:
    """Both declared treachery: both lose everything there and their artifacts (ruling 38)."""
    for side in range(2):
        _wipe_out(s, side)
        _drop_artifact(s, side)
    tell(s, "battle_void", s.attacker, s.defender, s.place)
    _close(s)


def _chaos(s: State) -> None:
    """O9: all units and gold there and the artifacts played are destroyed; nobody has won."""
    for f in s.order:
        at = f * 28 + s.place
        if s.up[at]:
            _die(s, f, s.up[at], s.elite_up[at])
    s.board_gold[s.place] = 0
    _drop_artifact(s, 0)
    _drop_artifact(s, 1)
    tell(s, "battle_void", s.attacker, s.defender, s.place)
    _close(s)


def _win(s: State, winner: i64, way: i64) -> None:
    f, g = fighter(s, winner), fighter(s, 1 - winner)
    s.victor = f
    tell(s, "battle_won", f, g, s.place, way)
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

    name = "spoils"
    rule = "V6"

    def legal(self, s: State, f: i64) -> list[i64]:
        card = c_of(s.stack[-1]) - 1
        return [PASS, DISCARD * KIND + card * CARD]

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        if kind_of(action) == DISCARD:
            lose_card(s, f, card_of(action))
            tell(s, "discarded", f, card_of(action))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("V6", "Say whether you discard the artifact you played, or keep it.")


register(BATTLES, Battles())
register(CHOOSE_BATTLE, ChooseBattle())
register(PLANS, Plans())
register(RESOLVE, Resolve())
register(SPOILS, Spoils())
