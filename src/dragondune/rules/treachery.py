"""Treachery [V7, DW2, DW5, DW6, D9] and the chaos monster [O9], after the plans are shown."""

from dragondune.engine.agenda import (
    Step,
    ask_next,
    push_with,
    register,
    seat_of,
    set_top,
)
from dragondune.engine.pieces import changed, lose_card, make_public
from dragondune.engine.steps import CHAOS as CHAOS_STEP
from dragondune.engine.steps import EXCHANGE, LEND, TREACHERY
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    BETRAY,
    CARD,
    CHAOS,
    KIND,
    NO_CARD_FIELD,
    PASS,
    card_of,
    kind_of,
    sabotage_of,
)
from dragondune.model.cards import JACK, NO_CARD, RANK, SUIT, card_name
from dragondune.model.choices import CHAOS_CAME, betrayal, sabotage_in, usurper_of
from dragondune.model.codes import AGAINST_EXCHANGE
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_asked, frame_side
from dragondune.model.memory import remember_silence
from dragondune.model.powers import ACE_IS_JACK, EXCHANGES, LENDS_TREACHERY
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import CHAOS_MONSTER, DENY_EXCHANGE
from dragondune.model.state import State
from dragondune.rules.aces import can_pay_special, open_denial, pay_special, too_dear
from dragondune.rules.battle import fighter, side_of
from dragondune.rules.common import spare_cards
from dragondune.rules.reckoning import is_blessed
from dragondune.rules.wording import people

# --- who can betray whom -------------------------------------------------------------------


def _exposed(s: State, side: i64) -> bool:
    """Could the other side betray this one: it played an artifact and is not blessed [O5]?"""
    if card_of(s.plans[side]) == NO_CARD:
        return False
    return not is_blessed(s.miracles, s.powers[fighter(s, side)])


def _usurps(s: State, side: i64, usurper: i64) -> bool:
    """V7: is this card the usurper of the side's opponent?"""
    return usurper != NO_CARD and SUIT[usurper] == s.rules.suits[fighter(s, 1 - side)]


def _sabotages(s: State, side: i64, sabotage: i64) -> bool:
    """V7: is this card sabotage of the suit that the side's opponent played?"""
    played = card_of(s.plans[1 - side])
    return NO_CARD not in (sabotage, played) and SUIT[sabotage] == SUIT[played]


def _fits(s: State, side: i64, usurper: i64, sabotage: i64) -> bool:
    """V7: the opponent's usurper, and sabotage of the suit the opponent played."""
    return _usurps(s, side, usurper) and _sabotages(s, side, sabotage)


def _add_pair(s: State, side: i64, usurper: i64, sabotage: i64, out: list[i64]) -> None:
    if _fits(s, side, usurper, sabotage):
        out.append(BETRAY * KIND + usurper * CARD + sabotage)


def _list_own_pairs(s: State, f: i64, side: i64, out: list[i64]) -> None:
    """The pairs of one player's cards with which a side can be betrayed."""
    queen, jack = s.usurper[f], s.sabotage[f]
    _add_pair(s, side, queen, jack, out)
    if s.powers[f] & EXCHANGES:
        _add_pair(s, side, jack, queen, out)
    for ace in _jacks_by_ace(s, f):
        _add_pair(s, side, queen, ace, out)


def _jacks_by_ace(s: State, f: i64) -> list[i64]:
    """The aces that may stand for the Jack of their suit [DW5]."""
    out: list[i64] = []
    if s.powers[f] & ACE_IS_JACK:
        left = spare_cards(s, f)
        for ace in (0, 13, 26, 39):
            if left >> ace & 1:
                out.append(ace)
    return out


def _list_halves(s: State, f: i64, side: i64, out: list[i64]) -> None:
    """DW6 in `first`: one fitting card, for a pair with a card of the ally's (ruling 65)."""
    if _usurps(s, side, s.usurper[f]):
        out.append(BETRAY * KIND + s.usurper[f] * CARD + NO_CARD)
    for sabotage in [s.sabotage[f], *_jacks_by_ace(s, f)]:
        if _sabotages(s, side, sabotage):
            out.append(BETRAY * KIND + NO_CARD_FIELD + sabotage)


def lender_of(s: State, side: i64) -> i64:
    """Who may use usurper and sabotage on behalf of a side [DW6], never against themselves."""
    lender = s.ally[fighter(s, side)] if s.attacker != NOBODY else NOBODY
    if lender == NOBODY or lender == fighter(s, 1 - side) or not _exposed(s, 1 - side):
        return NOBODY
    return lender if s.powers[lender] & LENDS_TREACHERY else NOBODY


class Lend(Step):
    """DW6 in `first`: the Dwarves may declare treachery on behalf of their ally, in secret.

    They choose a pair of their own, or one card to go with one of the ally's; nobody is shown
    a card that is not used. Frame: b = the sides already asked for.
    """

    rule = "DW6"
    question = "Declare treachery on behalf of your ally, or let them fight alone?"
    passing = "No treachery"

    def open(self, s: State) -> bool:
        side = frame_asked(s.stack[-1])
        if s.miracles & CHAOS_CAME or side > 1:
            s.stack.pop()
            return False
        lender = lender_of(s, side)
        if lender == NOBODY:
            ask_next(s)
            return False
        set_top(s, LEND, lender, 0, side)
        return True

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        side = _side_helped(s, f)
        _list_own_pairs(s, f, side, out)
        _list_halves(s, f, side, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.lent = _choice(action)
        ask_next(s)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return _why_not_betray(s, f, _side_helped(s, f), action, "DW6")


def _side_helped(s: State, f: i64) -> i64:
    return 0 if s.ally[f] == s.attacker else 1


def _choice(action: i64) -> i64:
    """How a choice about treachery is kept: 0 for none, otherwise 1 + the two cards."""
    return betrayal(card_of(action), sabotage_of(action)) if kind_of(action) == BETRAY else 0


class Treachery(Step):
    """V7: both sides decide in secret; declared betrayals are shown together (ruling 38)."""

    rule = "V7"
    question = "Betray your opponent, or let the battle be fought."
    passing = "No treachery"

    def open(self, s: State) -> bool:
        if not s.miracles & CHAOS_CAME and self.actors(s):
            return True
        s.stack.pop()
        _join_lent(s)
        _note_silence(s)
        _declare(s, 1)
        _declare(s, 0)
        return False

    def actors(self, s: State) -> i64:
        waiting: i64 = 0
        for side in range(2):
            if s.betrayals[side] < 0 and _exposed(s, 1 - side):
                waiting |= 1 << fighter(s, side)
        return waiting

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        side = side_of(s, f)
        _list_own_pairs(s, f, side, out)
        if lender_of(s, side) != NOBODY:
            _list_halves(s, f, side, out)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        s.betrayals = changed(s.betrayals, side_of(s, f), _choice(action))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return _why_not_betray(s, f, side_of(s, f), action, "V7")


def _why_not_betray(s: State, f: i64, side: i64, action: i64, rule: str) -> Refusal:
    """V7, DW6: which of the two cards is wrong."""
    usurper, sabotage = card_of(action), sabotage_of(action)
    alone = lender_of(s, side) != NOBODY and usurper != sabotage
    for card in (usurper, sabotage):
        if card > 51 and not alone:
            return Refusal(rule, "Name two cards: a usurper and a sabotaged artifact.")
        if card < 52 and not _serves(s, f, card):
            return Refusal(rule, f"The {card_name(card)} is not among your secret cards.")
    opponent, played = fighter(s, 1 - side), card_of(s.plans[1 - side])
    if usurper < 52 and not _usurps(s, side, usurper):
        return Refusal(rule, f"The {card_name(usurper)} is not a usurper of {people(opponent)}.")
    if sabotage < 52 and not _sabotages(s, side, sabotage):
        text = f"The {card_name(sabotage)} does not sabotage the {card_name(played)}."
        return Refusal(rule, text)
    return Refusal(rule, "These cards do not work as usurper and sabotage.")


def _serves(s: State, f: i64, card: i64) -> bool:
    """Could this card be one of the two: the player's Queen or Jack, or an ace in place of it?"""
    return card in (s.usurper[f], s.sabotage[f]) or card in _jacks_by_ace(s, f)


def _note_silence(s: State) -> None:
    """Who could have betrayed and did not leaves a hint of what it does not hold."""
    if s.miracles & CHAOS_CAME:
        return
    for side in range(2):
        if s.betrayals[side] == 0 and _exposed(s, 1 - side):
            suit = SUIT[card_of(s.plans[1 - side])]
            remember_silence(s, fighter(s, side), fighter(s, 1 - side), suit)


def _join_lent(s: State) -> None:
    """DW6: what the Dwarves chose counts where their ally has no pair of its own.

    Two single cards count if they make a pair; otherwise they stay secret.
    """
    for side in range(2):
        own = s.betrayals[side]
        if own > 0 and usurper_of(own) != NO_CARD and sabotage_in(own) != NO_CARD:
            continue
        pair = _lent_pair(s, side, own)
        if own > 0 or pair > 0:
            s.betrayals = changed(s.betrayals, side, pair)


def _lent_pair(s: State, side: i64, own: i64) -> i64:
    """The pair that the lender's cards make, alone or with the ally's one; 0 for none."""
    lender = lender_of(s, side)
    if lender == NOBODY or not s.lent:
        return 0
    usurper, sabotage = usurper_of(s.lent), sabotage_in(s.lent)
    if usurper not in (NO_CARD, s.usurper[lender]):
        return 0
    if own > 0:
        usurper = usurper_of(own) if usurper == NO_CARD else usurper
        sabotage = sabotage_in(own) if sabotage == NO_CARD else sabotage
    return betrayal(usurper, sabotage) if _fits(s, side, usurper, sabotage) else 0


def _declare(s: State, side: i64) -> None:
    """Show the cards used; an exchanged pair may be stopped first [D9]."""
    chosen = s.betrayals[side]
    if chosen <= 0 or s.miracles & CHAOS_CAME:
        return
    f = fighter(s, side)
    usurper, sabotage = usurper_of(chosen), sabotage_in(chosen)
    make_public(s, usurper)
    if s.log is not None:
        s.log.add(
            events.Betrayed(
                faction=f, other=fighter(s, 1 - side), usurper=usurper, sabotage=sabotage
            )
        )
    _tell_lent(s, side, usurper, sabotage)
    if RANK[sabotage] == 1:
        lose_card(s, f if s.hand[f] >> sabotage & 1 else lender_of(s, side), sabotage)
    else:
        make_public(s, sabotage)
    if RANK[usurper] == JACK:
        push_with(s, EXCHANGE, f, side, 0, 0, 0)
        if s.rules.denials & DENY_EXCHANGE:
            open_denial(s, AGAINST_EXCHANGE, f)


def _tell_lent(s: State, side: i64, usurper: i64, sabotage: i64) -> None:
    """DW6: the table sees whose cards were used."""
    lender = lender_of(s, side)
    if lender == NOBODY or not s.lent:
        return
    queen = usurper if usurper == s.usurper[lender] else NO_CARD
    jack = sabotage
    if jack != s.sabotage[lender] and not s.hand[lender] >> jack & 1:
        jack = NO_CARD
    if s.log is not None and (queen != NO_CARD or jack != NO_CARD):
        s.log.add(events.Lent(faction=lender, usurper=queen, sabotage=jack))


class Exchange(Step):
    """D9: stopped before the battle is settled (ruling 39), the exchange leaves the printed pair.

    That pair is used instead, if it fits too (ruling 72).
    """

    rule = "D9"

    def open(self, s: State) -> bool:
        s.stack.pop()
        return False

    def denied(self, s: State) -> None:
        entry = s.stack.pop()
        f, side = seat_of(entry), frame_side(entry)
        s.betrayals = changed(s.betrayals, side, 0)
        if _fits(s, side, s.usurper[f], s.sabotage[f]):
            printed = betrayal(s.usurper[f], s.sabotage[f])
            s.betrayals = changed(s.betrayals, side, printed)
            if s.log is not None:
                s.log.add(
                    events.Betrayed(
                        faction=f,
                        other=fighter(s, 1 - side),
                        usurper=s.usurper[f],
                        sabotage=s.sabotage[f],
                    )
                )


# --- the chaos monster ---------------------------------------------------------------------


class Chaos(Step):
    """O9: where a 6 was played, either side may summon the monster for two aces, attacker first.

    Frame: b = sides already asked.
    """

    rule = "O9"
    question = "Summon the chaos monster, or let the battle be fought."
    passing = "No monster"

    def open(self, s: State) -> bool:
        side = frame_asked(s.stack[-1])
        if not s.rules.special[CHAOS_MONSTER] or side > 1 or s.miracles & CHAOS_CAME:
            s.stack.pop()
            return False
        if not (_is_six(s.plans[0]) or _is_six(s.plans[1])):
            s.stack.pop()
            return False
        set_top(s, CHAOS_STEP, fighter(s, side), 0, side)
        return True

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if can_pay_special(s, f, CHAOS_MONSTER):
            out.append(CHAOS * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        ask_next(s)
        if kind_of(action) == CHAOS:
            s.miracles |= CHAOS_CAME
            if s.log is not None:
                s.log.add(events.Chaos(faction=f, place=s.place))
            pay_special(s, f, CHAOS_MONSTER)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        refusal = too_dear(s, f, CHAOS_MONSTER, "O9", "The chaos monster")
        return Refusal("O9", "The monster cannot be called now.") if refusal is None else refusal


def _is_six(plan: i64) -> bool:
    card = card_of(plan)
    return card != NO_CARD and RANK[card] == 6


register(CHAOS_STEP, Chaos())
register(LEND, Lend())
register(TREACHERY, Treachery())
register(EXCHANGE, Exchange())
