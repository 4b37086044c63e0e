"""Set-up [A1-A15]: placing, predicting, then the first player, the dragon and the deal."""

from dragondune.engine.agenda import (
    TURN_LIST,
    Step,
    ask_next,
    push,
    push_sequence,
    register,
    set_top,
    settle,
)
from dragondune.engine.chance import pick, roll, shuffle
from dragondune.engine.pieces import changed, draw, gain, leave_bank, put
from dragondune.engine.steps import PLACE as PLACE_STEP
from dragondune.engine.steps import PREDICT as PREDICT_STEP
from dragondune.engine.steps import SETUP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    ELITE,
    FROM,
    KIND,
    PASS,
    PLACE,
    PREDICT,
    WHO,
    count_of,
    elites_of,
    from_of,
    kind_of,
    third_of,
    who_of,
    without_third,
)
from dragondune.model.board import CASTLES, INDEX
from dragondune.model.cards import ARTIFACTS, EVENTS, JACKS, NO_CARD, QUEENS
from dragondune.model.choices import prediction
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_asked
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import THREE_DICE, Ruleset
from dragondune.model.state import State
from dragondune.rules.common import bind_powers

# Where a faction's first units stand; a list of three is split as its player likes [A5]
HOMES: tuple[tuple[int, ...], ...] = (
    (),
    (INDEX["5★"],),
    (INDEX["10★"],),
    (INDEX["1★"], INDEX["9•"], INDEX["16•"]),
)


def new_state(rules: Ruleset, order: tuple[int, ...], seed: str) -> State:
    """The table before anything is decided; ``order`` empty draws all four seats (ruling 5)."""
    s = State(None, rules)
    s.seed = seed
    s.order = order
    return s


def begin(s: State) -> None:
    """Lay out the board and open the first decision."""
    if len(s.order) == 0:
        s.order = tuple(shuffle(s, [0, 1, 2, 3]))
    if s.log is not None:
        s.log.add(events.GameBegan(players=len(s.order)))
    s.trolls = s.rules.trolls
    for t in range(28):
        if s.trolls >> t & 1:
            if s.log is not None:
                s.log.add(events.TrollPlaced(place=t))
    push_sequence(s, TURN_LIST, NOBODY)
    push(s, SETUP, NOBODY)
    push(s, PREDICT_STEP, NOBODY)
    bind_powers(s)
    for f in range(4):
        if f in s.order:
            _seat(s, f)
        else:
            _leave_empty(s, f)
    settle(s)


def _seat(s: State, f: i64) -> None:
    """A2, A3, A5: units, gold and starting places of a faction in play."""
    s.gold[f] = s.rules.gold[f]
    s.bank[f] = s.rules.units[f]
    s.elite_bank[f] = s.rules.elites[f]
    homes = HOMES[f]
    if len(homes) == 1:
        _place(s, f, homes[0], s.rules.placed[f])
    elif len(homes) > 1:
        push(s, PLACE_STEP, f)


def _leave_empty(s: State, f: i64) -> None:
    """A10: trolls stand where the units of an absent faction would (ruling 8)."""
    for t in HOMES[f]:
        s.trolls |= 1 << t
        if s.log is not None:
            s.log.add(events.TrollPlaced(place=t))


def _place(s: State, f: i64, t: i64, n: i64) -> None:
    """Starting units are ordinary ones as far as there are any."""
    elites = max(0, n - (s.bank[f] - s.elite_bank[f]))
    leave_bank(s, f, n, elites)
    put(s, f, t, n, elites)
    if n:
        if s.log is not None:
            s.log.add(events.Placed(faction=f, place=t, units=n))


class Place(Step):
    """A5: split the starting units over three places, zero included (ruling 7).

    The action's count goes to the first place, its "elites" to the second, the rest to the third.
    """

    rule = "A5"
    question = "Split your starting units over 1★, 9• and 16•."

    def legal(self, s: State, f: i64) -> list[i64]:
        units = s.rules.placed[f]
        out: list[i64] = []
        for second in range(units + 1):
            base = PLACE * KIND + second * ELITE
            out.extend(range(base, base + units - second + 1))
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        one, two = count_of(action), elites_of(action)
        homes = HOMES[f]
        _place(s, f, homes[0], one)
        _place(s, f, homes[1], two)
        _place(s, f, homes[2], s.rules.placed[f] - one - two)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        units = s.rules.placed[f]
        one, two, told = count_of(action), elites_of(action), third_of(action)
        if kind_of(action) == PLACE and told >= 0:
            total = one + two + told
            return Refusal(
                "A5", f"You place {units} units, and {one} + {two} + {told} are {total}."
            )
        return Refusal("A5", f"Split exactly {units} units over 1★, 9• and 16•.")


def settled_split(s: State, f: i64, action: i64) -> i64:
    """A split whose three numbers are right, as it is listed: with the first two alone [A5]."""
    told = third_of(action)
    if kind_of(action) != PLACE or told < 0:
        return action
    right = count_of(action) + elites_of(action) + told == s.rules.placed[f]
    return without_third(action) if right else action


class Predict(Step):
    """O1: each player may predict the winner, the turn and one castle, or decline.

    Any faction in play, one's own too (ruling 47).
    A prediction is stored as faction + 4 * castle + 128 * turn. Frame: b = seats already asked.
    """

    rule = "O1"
    question = "Predict winner, turn and one castle in secret, or decline."
    passing = "No prediction"

    def open(self, s: State) -> bool:
        entry = s.stack[-1]
        asked = frame_asked(entry)
        if not s.rules.oracles or asked == len(s.order):
            s.stack.pop()
            return False
        set_top(s, PREDICT_STEP, s.order[asked], 0, asked)
        return True

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        for g in s.order:
            for t in (2, 6, 9, 17, 23):
                base = PREDICT * KIND + g * WHO + t * FROM
                out.extend(range(base + 1, base + s.rules.turns + 1))
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        ask_next(s)
        predicted = kind_of(action) == PREDICT
        if predicted:
            g, t, turn = who_of(action), from_of(action), count_of(action)
            told = prediction(g, t, turn)
            s.predictions = changed(s.predictions, f, told)
            if s.log is not None:
                s.log.add(events.Predicted(faction=f, winner=g, castle=t, in_turn=turn))
        if s.log is not None:
            s.log.add(events.PredictionSealed(faction=f, predicted=predicted))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if who_of(action) not in s.order:
            return Refusal("O1", "Predict the victory of a faction in play.")
        if not CASTLES >> from_of(action) & 1:
            return Refusal("O1", "An oracle names a castle that the winner controls.")
        return Refusal("O1", f"The game has turns 1 to {s.rules.turns}.")


class SetUp(Step):
    """A7-A12: first player, dragon marker, usurpers, sabotaged artifacts, decks and hands."""

    rule = "A7"

    def open(self, s: State) -> bool:
        s.stack.pop()
        s.first = pick(s, len(s.order))
        _place_dragon(s)
        _deal_secrets(s)
        s.deck = shuffle(s, list(ARTIFACTS))
        s.event_deck = shuffle(s, list(EVENTS))
        for place in range(len(s.order)):
            f = s.order[(s.first + place) % len(s.order)]
            for _ in range(s.rules.artifacts[f]):
                gain(s, f, draw(s))
        return False


def _place_dragon(s: State) -> None:
    """A8: three dice, or three times a die and a die; above 18 counts on from 1 (ruling 6)."""
    if s.rules.dragon_start == THREE_DICE:
        total = roll(s) + roll(s) + roll(s)
    else:
        total = 3 * roll(s) + roll(s)
    s.dragon = (total - 1) % 18 + 1
    if s.log is not None:
        s.log.add(events.DragonPlaced(number=s.dragon, first=s.order[s.first]))


def _deal_secrets(s: State) -> None:
    """A11: a Queen and a Jack for each player, face down; unseen ones stay out (ruling 8)."""
    queens = shuffle(s, list(QUEENS))
    jacks = shuffle(s, list(JACKS))
    usurper = [NO_CARD] * 4
    sabotage = [NO_CARD] * 4
    for place in range(len(s.order)):
        f = s.order[place]
        usurper[f], sabotage[f] = int(queens[place]), int(jacks[place])
        s.knows[f] |= 1 << queens[place] | 1 << jacks[place]
        if s.log is not None:
            s.log.add(events.Dealt(faction=f, usurper=queens[place], sabotage=jacks[place]))
    s.usurper, s.sabotage = tuple(usurper), tuple(sabotage)


register(PLACE_STEP, Place())
register(PREDICT_STEP, Predict())
register(SETUP, SetUp())
