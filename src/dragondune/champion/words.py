"""Why, in words a person learns from: what happens in most trials after this, and after that."""

from collections.abc import Callable
from typing import Final, NamedTuple

from dragondune.champion.search import Idea
from dragondune.champion.trials import Ending
from dragondune.model import actions as act
from dragondune.model.actions import amount_of, card_of, count_of, from_of, kind_of, to_of, who_of
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES, NO_CARD
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.plurals import count, units
from dragondune.views.view import View

CLEAR: Final = 0.12  # difference in how often something happens, that is worth telling
NEARLY_ALL: Final = 0.96
NEAR: Final = 0.01  # chances of winning that are told as equal
NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


# --- deeds ---------------------------------------------------------------------------------


def deed(action: int) -> str:
    """An action as something one does: "moving 3 units to 10★"."""
    told = _DEEDS.get(kind_of(action))
    return told(action) if told else act.KIND_NAMES[kind_of(action)].replace("-", " ")


def _card(action: int) -> str:
    card = card_of(action)
    return "no artifact" if card == NO_CARD else CARD_NAMES[card]


def _many(action: int) -> str:
    return units(int(count_of(action)))


def _whom(action: int) -> str:
    return f"the {FACTION_NAMES[who_of(action)].capitalize()}"


def _to(verb: str, joint: str = "to") -> Callable[[int], str]:
    return lambda action: f"{verb} {_many(action)} {joint} {NAMES[to_of(action)]}"


def _plain(words: str) -> Callable[[int], str]:
    return lambda action: words


def _with_card(words: str) -> Callable[[int], str]:
    return lambda action: f"{words} {_card(action)}"


def _moving(action: int) -> str:
    return f"moving {_many(action)} from {NAMES[from_of(action)]} to {NAMES[to_of(action)]}"


_DEEDS: Final[dict[int, Callable[[int], str]]] = {
    act.PASS: _plain("passing"),
    act.CARRY: _to("flying"),
    act.DENY: _with_card("denying it with"),
    act.RIDE: _to("riding with"),
    act.PROPOSE: lambda action: f"proposing an alliance to {_whom(action)}",
    act.ACCEPT: _plain("taking the alliance"),
    act.BREAK: _plain("breaking the alliance"),
    act.BID: lambda action: f"bidding {amount_of(action)}",
    act.PAY_GOLD: _plain("paying with gold"),
    act.PAY_ACE: _with_card("paying with"),
    act.PAY_RIGHT: _plain("using the right to a free artifact"),
    act.EMERGE: lambda action: f"coming out of hiding in {NAMES[from_of(action)]}",
    act.REVIVE: lambda action: f"reviving {_many(action)}",
    act.DISBAND: lambda action: f"disbanding {_many(action)} in {NAMES[from_of(action)]}",
    act.CONSCRIPT: _to("drafting", "in"),
    act.HIRE: _to("hiring", "in"),
    act.RAISE: _to("raising", "in"),
    act.ACE_PLACE: _to("placing", "in"),
    act.EXTEND: _with_card("moving farther with"),
    act.SECOND_MOVE: _plain("taking a second move"),
    act.MOVE: _moving,
    act.HIDE: _plain("hiding"),
    act.COME_OUT: _plain("staying in the open"),
    act.FIGHT: lambda action: f"fighting {_whom(action)} in {NAMES[from_of(action)]}",
    act.ASK: _plain("asking"),
    act.BLESS: _plain("giving the blessing"),
    act.PLAN: lambda action: f"sending {_many(action)} with {_card(action)}",
    act.BETRAY: _plain("declaring treachery"),
    act.TAKE: _plain("taking the artifact"),
    act.SELL: _plain("selling"),
    act.DISCARD: _with_card("discarding"),
    act.KEEP: _with_card("keeping secret"),
    act.LOSE: lambda action: f"losing {_many(action)}",
}


# --- what the trials show ------------------------------------------------------------------


class Fact(NamedTuple):
    """Something that happens in a share of the trials, as a sentence to be filled in."""

    holds: Callable[[Ending], bool]
    sentence: str  # what it is, with {often} for how often it happens
    welcome: bool


def experience(view: View, idea: Idea) -> str:
    """Where nothing was tried because nothing else came to mind."""
    return f"In positions like this I have learned to do one thing: {deed(idea.action)}."


def reason(view: View, best: Idea, tried: list[Idea]) -> str:
    """The comparison with the strongest other idea after which things clearly go otherwise."""
    rivals = [idea for idea in tried if idea is not best and idea.endings]
    if not rivals:
        return experience(view, best)
    rivals.sort(key=lambda idea: (-idea.mean(view.seat), -idea.liked))
    for other in rivals:
        found = _telling(view, best, other)
        if found is not None:
            return found
    winning = _facts(view)[0]
    if _share(best, winning) > NEARLY_ALL:
        return f"After {deed(best.action)} {winning.sentence} in nearly all games I tried."
    rival = rivals[0]
    mine, theirs = best.mean(view.seat), rival.mean(view.seat)
    number = len(best.endings)
    if abs(mine - theirs) < NEAR:
        return (
            f"I tried {number} ways this may go: {deed(best.action)} and {deed(rival.action)} come "
            f"out alike, about {mine:.0%} to win, so I do what served me well before."
        )
    return (
        f"I tried {number} ways this may go: {deed(best.action)} leaves me about {mine:.0%} to win, "
        f"{deed(rival.action)} about {theirs:.0%}."
    )


def _telling(view: View, best: Idea, rival: Idea) -> str | None:
    """What happens clearly more or less often after one idea than after the other."""
    for fact in _facts(view):
        one, other = _share(best, fact), _share(rival, fact)
        if abs(one - other) >= CLEAR and (one > other) == fact.welcome:
            return (
                f"After {deed(best.action)} {fact.sentence} in {_often(one)} I tried; "
                f"after {deed(rival.action)}, in {_often(other)}."
            )
    return None


def _share(idea: Idea, fact: Fact) -> float:
    return sum(fact.holds(ending) for ending in idea.endings) / len(idea.endings)


def _often(share: float) -> str:
    if share < 0.04:
        return "almost none of the games"
    if share > NEARLY_ALL:
        return "nearly all games"
    return f"{share:.0%} of the games"


def _facts(view: View) -> list[Fact]:
    me = view.seat
    facts = [Fact(lambda e: bool(e.winners >> me & 1), "I win this turn", True)]
    for g in view.order:
        if g != me:
            name = FACTION_NAMES[g].capitalize()
            facts.append(Fact(_wins(g), f"the {name} win this turn", False))
    facts += [
        Fact(_holds(number), f"I hold {NUMBERS[number]} castles when the turn ends", True)
        for number in (3, 2)
    ]
    facts.append(Fact(_holds(1), "I hold a castle when the turn ends", True))
    have = sum(view.up[me * 28 : me * 28 + 28]) + sum(view.hid[me * 28 : me * 28 + 28])
    have += view.bank[me]
    facts.append(
        Fact(lambda e: e.units < have - 1, f"I lose {count(2, 'unit')} or more this turn", False)
    )
    cards = view.hand_sizes[me]
    facts.append(Fact(lambda e: e.cards > cards, "I end the turn with more artifacts", True))
    gold = view.gold[me]
    facts.append(Fact(lambda e: e.gold > gold, "I end the turn with more gold than now", True))
    return facts


def _wins(g: int) -> Callable[[Ending], bool]:
    return lambda e: bool(e.winners >> g & 1)


def _holds(number: int) -> Callable[[Ending], bool]:
    return lambda e: e.castles >= number
