"""What happens next, in the position notation: ``at=orcs.move`` in words, ``stack=`` exactly.

Words name a round or one player's question; the rest of the turn follows by itself. A question
that cannot be put (a move without units) is passed over, as in play.
"""

from typing import Final

from dragondune.engine import steps
from dragondune.engine.agenda import (
    BATTLE_LIST,
    RECRUIT_LIST,
    TURN_LIST,
    a_of,
    b_of,
    c_of,
    d_of,
    frame,
    push,
    push_with,
    seat_of,
    step_of,
)
from dragondune.engine.pieces import draw, hand_size, holder_of
from dragondune.model.action_text import read_faction, read_number, read_territory
from dragondune.model.actions import card_of, count_of, elites_of
from dragondune.model.board import MOUNTAIN
from dragondune.model.cards import ACE_MASK, NO_CARD
from dragondune.model.factions import FACTION_LETTERS, FACTION_NAMES, NOBODY
from dragondune.model.powers import FREE_ARTIFACT, SEES_SALE
from dragondune.model.state import State

ROUND_OF: Final = {
    steps.TURN_BEGINS: 1,
    steps.DRAGON_ACTS: 1,
    steps.DRAGON_MOVES: 1,
    steps.EVENT_CARDS: 2,
    steps.RED_DRAGON: 2,
    steps.EVENT_GOLD: 2,
    steps.BIDDING: 3,
    steps.BIDDING_ENDS: 3,
    steps.RECRUITMENT: 4,
    steps.TROLLS: 4,
    steps.BATTLES: 5,
    steps.COLLECTION: 6,
    steps.DISCARD: 6,
    steps.VICTORY: 6,
}


# --- the exact form ------------------------------------------------------------------------


def frames_text(stack: list[int]) -> str:
    """All frames, the one on top last: ``sequence:-.0.0.10/recruitment:D/…``."""
    return "/".join(_frame_text(entry) for entry in stack)


def _frame_text(entry: int) -> str:
    step, seat = step_of(entry), seat_of(entry)
    if step >= steps.STEP_COUNT or entry >> 42:
        raise ValueError(f"there is no frame like {entry}")
    numbers = [a_of(entry), b_of(entry), c_of(entry), d_of(entry)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    who = "-" if seat == NOBODY else FACTION_LETTERS[seat] if seat < 4 else str(seat)
    return ".".join([f"{steps.STEP_NAMES[step]}:{who}", *[str(number) for number in numbers]])


def read_frames(text: str) -> list[int]:
    """The frames written by ``frames_text``."""
    return [_read_frame(word) for word in text.split("/")] if text else []


def _read_frame(word: str) -> int:
    name, _, rest = word.partition(":")
    step = steps.step_named(name)
    if step < 0:
        raise ValueError(f"{name!r} is no step")
    seat_word, *number_words = rest.split(".") if rest else ["-"]
    if len(number_words) > 4:
        raise ValueError(f"{word!r} has more than four numbers")
    numbers = [0, 0, 0, 0]
    for at, number in enumerate(number_words):
        numbers[at] = read_number(number, 63 if at < 2 else 1023)
    seat = NOBODY if seat_word == "-" else _read_seat(seat_word)
    return frame(step, seat, numbers[0], numbers[1], numbers[2], numbers[3])


def _read_seat(word: str) -> int:
    return read_number(word, 7) if word.isdigit() else read_faction(word)


# --- words ---------------------------------------------------------------------------------


def set_agenda(s: State, text: str, given: set[str]) -> None:
    """Lay out the frames for words such as ``orcs.move``; ``given`` names the fields written."""
    word, colon, rest = text.lower().partition(":")
    if not colon and "." in word:
        rest, _, word = word.partition(".")
    word = steps.OTHER_NAMES.get(word, word)
    _check_cards(s, word)
    if word == "over":
        s.stack = []
    elif word == "turn":
        _at_list(s, steps.TURN_BEGINS, 0)
        s.turn = max(0, s.turn - 1)
    elif ">" in rest:
        _at_battle(s, word, rest)
    elif rest:
        _at_question(s, word, _seated(s, rest), given)
    elif word in FACTION_NAMES or word.upper() in FACTION_LETTERS:
        _at_recruiting(s, _seated(s, word), 0, given)
    elif word == "council":
        _at_council(s, s.order[s.first])
    else:
        _at_list(s, _step_in(s.rules.turn_steps, word), 0)


def _check_cards(s: State, word: str) -> None:
    """Cards that lie open belong to some questions only: the others would sweep them away."""
    if s.sale != NO_CARD and word not in ("bid", "pay"):
        raise ValueError("a card on sale asks for at=bid:… or at=pay:…")
    turned = s.event_first != NO_CARD or s.event_second != NO_CARD
    if turned and word not in ("red_dragon", "event_gold", "council"):
        raise ValueError("events turned up ask for at=red, at=event_gold or at=council")


def _step_in(names: tuple[int, ...], word: str) -> int:
    name = word.replace("-", "_")
    for step in names:
        if steps.STEP_NAMES[step] == name:
            return step
    known = ", ".join(steps.STEP_NAMES[step] for step in names)
    raise ValueError(f"{word!r} is not among {known}")


def _seated(s: State, word: str) -> int:
    f = read_faction(word)
    if f not in s.order:
        raise ValueError(f"{word!r} has no seat in this game")
    return f


def _place_of(s: State, f: int) -> int:
    return (s.order.index(f) - s.first) % len(s.order)


def _at_list(s: State, step: int, done: int) -> None:
    """Stand in the turn's list before a step, or behind it (``done`` = 1)."""
    at = s.rules.turn_steps.index(step)
    s.stack = [frame(steps.SEQUENCE, NOBODY, TURN_LIST, 0, at + done, 0)]
    while s.rules.turn_steps[at] not in ROUND_OF:
        at -= 1
    s.round = ROUND_OF[s.rules.turn_steps[at]]


def _at_question(s: State, word: str, f: int, given: set[str]) -> None:
    if word in ("bid", "pay"):
        _at_sale(s, word, f)
    elif word == "council":
        _at_council(s, f)
    elif word == "fight":
        _at_list(s, steps.BATTLES, 1)
        push_with(s, steps.BATTLES, NOBODY, 0, _place_of(s, f) + 1, 0, 0)
        push(s, steps.FIGHT, f)
    elif word == "discard":
        _at_list(s, steps.DISCARD, 1)
        push_with(s, steps.DISCARD, f, 0, _place_of(s, f), 0, 0)
    elif word == "dragon_acts":
        _at_list(s, steps.DRAGON_ACTS, 1)
        push_with(s, steps.DRAGON_ACTS, f, 0, _place_of(s, f) + 1, 0, 0)
    else:
        step = _step_in(s.rules.recruit_steps, word)
        _at_recruiting(s, f, s.rules.recruit_steps.index(step), given)


def _at_recruiting(s: State, f: int, at: int, given: set[str]) -> None:
    """In a player's own turn; those before it in player order have had theirs."""
    _at_list(s, steps.RECRUITMENT, 1)
    push(s, steps.RECRUITMENT, 0)
    push_with(s, steps.SEQUENCE, f, RECRUIT_LIST, 0, at, 0)
    if "turns_taken" not in given:
        for place in range(_place_of(s, f)):
            s.turns_taken |= 1 << s.order[(s.first + place) % len(s.order)]
    s.turns_taken |= 1 << f
    if "moves_left" not in given:
        s.moves_left = 1


def _at_council(s: State, f: int) -> None:
    if len(s.order) < 3:
        raise ValueError("two players hold no council")
    _at_list(s, steps.RED_DRAGON, 1)
    push(s, steps.COUNCIL_TURN, f)


def _at_sale(s: State, word: str, f: int) -> None:
    """A player bids on the card on sale, or pays for it; without ``sale=`` it is the top card."""
    _at_list(s, steps.BIDDING, 1)
    if s.sale == NO_CARD:
        s.sale = draw(s)
    if s.sale == NO_CARD:
        raise ValueError("there is no card to sell")
    seer = holder_of(s, SEES_SALE)
    if seer != NOBODY:
        s.knows[seer] |= 1 << s.sale
    s.bidder = max(1, s.bidder)
    mask = 0
    for g in s.order:
        if hand_size(s, g) < s.rules.hand_limit[g]:
            mask |= 1 << g
    if not mask >> f & 1:
        raise ValueError(f"the hand of the {FACTION_NAMES[f].capitalize()} is full")
    push(s, steps.AUCTION, NOBODY)
    if word == "pay":
        s.high_bidder = f
        push(s, steps.PAY, f)
    else:
        push_with(s, steps.BID, f, 0, mask, 0, 0)
    if s.high_bidder != NOBODY:
        _check_payer(s, s.high_bidder)


def _check_payer(s: State, f: int) -> None:
    free = s.hand[f] & ACE_MASK or (s.powers[f] & FREE_ARTIFACT and not s.rights_used >> f & 1)
    if s.gold[f] < s.high_bid and not free:
        raise ValueError(
            f"the {FACTION_NAMES[f].capitalize()} have no means to pay {s.high_bid} gold"
        )


def _at_battle(s: State, word: str, rest: str) -> None:
    """``battle:orcs>elves@3★``, or a later step of it in place of ``battle``."""
    fighters, _, where = rest.partition("@")
    attacker, _, defender = fighters.partition(">")
    f, g, t = _seated(s, attacker), _seated(s, defender), read_territory(where)
    if f == g or not (s.vis[f] & s.vis[g]) >> t & 1:
        raise ValueError(f"a battle needs visible units of two players in {where!r}")
    if t == MOUNTAIN:
        raise ValueError("nobody battles on the Great Mountain but in the decider")
    battle = s.rules.battle_steps
    at = 0 if word == "battle" else battle.index(_step_in(battle, word))
    if at > battle.index(steps.PLANS) and min(s.plans) < 0:
        raise ValueError(f"{word!r} comes after the plans, so plans= has to tell both")
    _check_plan(s, s.plans[0], f, t)
    _check_plan(s, s.plans[1], g, t)
    if max(s.betrayals) >= 0:
        raise ValueError("betrayals= goes with the exact stack= only")
    s.attacker, s.defender, s.place, s.victor = f, g, t, NOBODY
    _at_list(s, steps.BATTLES, 1)
    push_with(s, steps.BATTLES, NOBODY, 0, _place_of(s, f) + 1, 0, 0)
    push(s, steps.FIGHT, f)
    push_with(s, steps.SEQUENCE, f, BATTLE_LIST, 0, at, 0)


def _check_plan(s: State, plan: int, f: int, t: int) -> None:
    if plan < 0:
        return
    at = f * 28 + t
    ordinary, elites = count_of(plan) - elites_of(plan), elites_of(plan)
    if ordinary > s.up[at] - s.elite_up[at] or elites > s.elite_up[at]:
        raise ValueError(
            f"the {FACTION_NAMES[f].capitalize()} plan with more units than they have there"
        )
    if card_of(plan) != NO_CARD and not s.hand[f] >> card_of(plan) & 1:
        raise ValueError(f"the {FACTION_NAMES[f].capitalize()} plan with a card they do not hold")
    if ACE_MASK >> card_of(plan) & 1 and not s.rules.ace_fights:
        raise ValueError("an ace does not fight in this game")
