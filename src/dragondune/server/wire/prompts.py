"""What is asked of a player: the question of the step, told with the names and numbers of the moment."""

from collections.abc import Callable, Sequence
from typing import Final

from dragondune.game import Decision
from dragondune.model.actions import KIND_NAMES, kind_of
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES, RANK
from dragondune.model.codes import AGAINST_EARLY_DISBAND, AGAINST_HIRING
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME, NOBODY
from dragondune.model.frames import (
    frame_against,
    frame_loot,
    frame_place,
    frame_player,
    frame_purpose,
    frame_questions,
    frame_side,
    frame_stack_units,
    frame_stage,
    frame_units,
)
from dragondune.model.powers import ACE_PLACES, HIRES, RAISES
from dragondune.model.ruleset import PLUNDER_FOR_VALUE
from dragondune.rules.reckoning import revive_limit, revived_free
from dragondune.telling.words import FACTIONS, gold, the
from dragondune.views.view import View

# What is asked is told from what everybody sees. Only what was drawn by plundering is the asked one's own.
Prompt = Callable[[View, int], str]
OWN: Final = frozenset(("plunder",))  # steps whose question takes the view of the one asked


def prompt(asked: Decision, view: View, codes: Sequence[int] = ()) -> str:
    """The question of the decision on top of this view's agenda, as the seat that has to choose is asked it."""
    if asked.step == "dragon_acts":
        return _dragon_acts({KIND_NAMES[kind_of(code)] for code in codes})
    made = PROMPTS.get(asked.step)
    return asked.question if made is None else made(view, FACTION_OF_NAME[asked.seat])


def _dragon_acts(kinds: set[str]) -> str:
    acts = []
    if "carry" in kinds:
        acts.append("carry units away with an ace")
    if "steer" in kinds:
        acts.append("say how far they fly")
    acts.append("let them fly")
    return f"The dragons are about to fly: {', or '.join(acts)}."


def waiting_prompt(waiting: list[str]) -> str:
    """What those who have nothing to decide read."""
    names = [the(FACTION_NAMES.index(name)) for name in waiting]
    return f"Waiting for {' and '.join(names)}." if names else "The game is over."


def _place(view: View) -> str:
    at = frame_place(view.stack[-1])
    return NAMES[at] if at < len(NAMES) else "there"


def _opponent(view: View, seat: int) -> int:
    return view.defender if seat == view.attacker else view.attacker


def _hire(view: View, seat: int) -> str:
    """Orcs raise units [OR1]; after a hire only an ace places more [EL6]."""
    powers = view.powers[seat]
    hires = bool(powers & HIRES) and not view.hire_stopped >> seat & 1
    if powers & RAISES:
        if hires:
            return "Hire mercenaries or raise units in one place, or pass."
        return "Raise units in one of your lands, or pass."
    if hires and not frame_stage(view.stack[-1]):
        return "Hire mercenaries in one place, or pass."
    more = "more " if hires else ""
    if powers & ACE_PLACES:
        return f"Place up to five units {more}with an ace, or go on."
    return "The Goblins have stopped your hire: go on."


def passing(pending: Decision, view: View) -> str:
    """The label of passing; whoever cannot hire raises nobody instead [OR1]."""
    if pending.step == "hire" and not view.powers[FACTION_OF_NAME[pending.seat]] & HIRES:
        return "Raise nobody"
    return pending.passing


def _units(n: int) -> str:
    return "1 unit" if n == 1 else f"{n} units"


def _deny(view: View, seat: int) -> str:
    """The frame says what an ace would stop, and whom; the one below, where and how many."""
    top, below = view.stack[-1], view.stack[-2]
    purpose, against = frame_purpose(top), the(frame_against(top))
    who = against[0].upper() + against[1:]
    if purpose == AGAINST_HIRING:
        deed = f"hire {_units(frame_units(below))} in {NAMES[frame_place(below)]}"
        return f"{who} mean to {deed}: discard an ace to stop it, or let it happen."
    if purpose == AGAINST_EARLY_DISBAND:
        deed = f"disband {_units(frame_stack_units(below))} in {NAMES[frame_place(below)]}"
        return (
            f"{who} mean to {deed} before recruiting: discard an ace to stop it, or let it happen."
        )
    acts: dict[int, str] = {
        6: f"stop the question of {against}",
        7: f"turn the Red Dragon on {against}",
        9: f"stop {against} from exchanging Queen and Jack",
    }
    return f"Discard an ace to {acts.get(purpose, 'stop this')}, or pass."


def _bid(view: View, seat: int) -> str:
    purse = f"you have {gold(view.gold[seat])}"
    if not view.high_bid:
        return f"An artifact is on sale: open the bidding, or pass; {purse}."
    bidder = the(view.high_bidder)
    who = bidder[0].upper() + bidder[1:]
    return f"{who} bid {view.high_bid}: bid more, or pass; {purse}."


def _council_turn(view: View, seat: int) -> str:
    ally = view.ally[seat]
    if ally == NOBODY:
        asked = view.proposed >> seat * 4
        free = [g for g in view.order if g != seat and view.ally[g] == NOBODY]
        if all(asked >> g & 1 for g in free):
            return "Great Council: there is nobody left to whom you could offer an alliance. Pass."
        return "Great Council: offer somebody an alliance, or pass."
    return f"Great Council: break your alliance with {the(ally)}, or pass."


def _proposal(view: View, seat: int) -> str:
    return f"Accept the alliance that {the(frame_player(view.stack[-1]))} offer, or turn it down."


def _answer(view: View, seat: int) -> str:
    asked = frame_questions(view.stack[-1])
    if asked & 1:
        return "Say which colour your artifact will have. The answer binds your plan."
    if asked & 2:
        return "Say how many units you will send. The answer binds your plan."
    return "Say which value your artifact will have. The answer binds your plan."


def _hide(view: View, seat: int) -> str:
    """Those who have just come, or all that stood there before."""
    asked = view.stack[-1]
    n = frame_units(asked) or int(view.up[seat * 28 + frame_place(asked)])
    if not n:  # only where a position was made by hand
        return f"You have no visible units in {_place(view)}: there is nothing to hide. Go on."
    return f"Hide your {_units(n)} in {_place(view)}, or let them be seen."


def _revive(view: View, seat: int) -> str:
    """IV1: how many, and what they cost."""
    ally = view.ally[seat]
    limit, free = revive_limit(view.rules, seat, ally), revived_free(view.rules, seat, ally)
    dead = f"{view.grave[seat]} of yours {'lies' if view.grave[seat] == 1 else 'lie'} there"
    price = f"{free} free, then 1 gold each" if free else "1 gold each"
    price = "free of charge" if free >= limit else price
    return f"Bring up to {_units(limit)} back from the graveyard: {price}. {dead}."


def _plunder(view: View, seat: int) -> str:
    drawn = frame_loot(view.stack[-1])
    if drawn < 0:
        return "Take a random artifact of the beaten, or leave it to them."
    for_value = view.rules.plunder == PLUNDER_FOR_VALUE
    gold = RANK[drawn] if for_value else 1
    return f"You have taken {CARD_NAMES[drawn]}: keep it, or turn it into {gold} gold."


def _treachery(view: View, seat: int) -> str:
    foe = the(_opponent(view, seat))
    paid = view.rules.treachery_gold
    return (
        f"Betray {foe}: they lose everything here, you lose nothing"
        f"{f' and get {gold(paid)}' if paid else ''}. Or let the battle be fought."
    )


def _keep(view: View, seat: int) -> str:
    looker = frame_player(view.stack[-1])
    whose = the(looker) if looker < 4 else "the Elves"
    return f"{whose[0].upper()}{whose[1:]} look at your hand: choose a card to keep secret."


def _plans(view: View, seat: int) -> str:
    opponent = FACTIONS[_opponent(view, seat)]
    return f"Battle for {NAMES[view.place]}: choose units and an artifact against the {opponent}."


def _pay(view: View, seat: int) -> str:
    return f"The artifact is yours for {gold(view.high_bid)}: say how you pay."


def _move(view: View, seat: int) -> str:
    if not view.moves_left:
        return "Your movement is made: go on, or pay for a second one."
    if view.moves_left > 1:
        return f"Move units from one territory, {view.moves_left} times, or pass."
    return "Move units from one territory, or pass."


def _ask(view: View, seat: int) -> str:
    """Whoever asks may do so for an ally [EL7 in `first`]: the frame says for which side."""
    foe = view.attacker if frame_side(view.stack[-1]) else view.defender
    return f"Ask {the(foe)} about their plan, or pass."


def _place_units(view: View, seat: int) -> str:
    n = view.rules.placed[seat]
    return f"Split your {n} starting units over 1★, 9• and 16•."


PROMPTS: Final[dict[str, Prompt]] = {
    "place": _place_units,
    "council_turn": _council_turn,
    "proposal": _proposal,
    "bid": _bid,
    "pay": _pay,
    "hire": _hire,
    "revive": _revive,
    "move": _move,
    "hide": _hide,
    "status": lambda view, seat: f"Bring the units you moved to {_place(view)} out of hiding?",
    "lose": lambda view, seat: f"Choose which of your units in {_place(view)} are lost.",
    "deny": _deny,
    "ask": _ask,
    "answer": _answer,
    "plans": _plans,
    "chaos": lambda view, seat: (
        f"Summon the chaos monster: it destroys everything in {NAMES[view.place]}. Or let the battle be fought."
    ),
    "treachery": _treachery,
    "plunder": _plunder,
    "keep": _keep,
}
