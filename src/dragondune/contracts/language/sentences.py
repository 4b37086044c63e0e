"""Clauses as English sentences [B6]. ``parser`` reads the same sentences back."""

from typing import Final

from dragondune.model import contracts as deal
from dragondune.model.board import CASTLES, FORESTS, NAMES, ORCISH, territories_in
from dragondune.model.cards import BLACK, CARD_NAMES, RED
from dragondune.model.contracts import Clause, Deal
from dragondune.model.factions import FACTION_NAMES, NOBODY

ROUND_NAMES: Final = (
    *("", "dragon", "event", "bidding", "recruitment", "battle", "collection", "victory"),
)
SET_NAMES: Final = {
    "the castles": CASTLES,
    "the forests": FORESTS,
    "the Orcish lands": ORCISH,
}
COMPARISONS: Final = {
    "at least": deal.AT_LEAST,
    "at most": deal.AT_MOST,
    "exactly": deal.EXACTLY,
}
COLOURS: Final = {"red": RED, "black": BLACK}
THINGS: Final = {
    "their hand": deal.HAND,
    "their usurper": deal.USURPER,
    "their sabotaged artifact": deal.SABOTAGE,
    "the card on sale": deal.ON_SALE,
    "the next event card": deal.NEXT_EVENT,
    "the size of their battle plans": deal.PLAN_SIZE,
}
PURPOSES: Final = {
    "for anything": 0,
    "to pay for an artifact": deal.TO_PAY,
    "to hire at half price": deal.TO_HIRE,
    "to move further": deal.TO_MOVE,
    "to hide": deal.TO_HIDE,
    "to fight": deal.TO_FIGHT,
    "to stop a battle question": 6,
    "to stop anybody surviving the Red Dragon": 7,
    "to stop early disbanding": 8,
    "to stop an exchange of Queen and Jack": 9,
    "to stop a hire": 10,
    "to carry units away from the dragons": deal.TO_LEAP,
    "to ask both battle questions": deal.TO_ASK_BOTH,
    "to empty the graveyard": deal.TO_REVIVE,
    "to place units": deal.TO_PLACE,
    "to betray": deal.TO_BETRAY,
    "to take a special action": deal.TO_ACT,
}
# What a seat does that a clause may wait for; the object follows.
DEEDS: Final = {
    deal.IF_ATTACKS: "attack",
    deal.IF_ENTERS: "enter",
    deal.IF_BUYS: "buy an artifact",
    deal.IF_BETRAYS: "declare treachery against",
    deal.IF_BREAKS: "break their alliance",
    deal.IF_ALLIES: "ally with",
    deal.IF_WINS: "win a battle against",
}
WITH_PLAYER: Final = (deal.IF_ATTACKS, deal.IF_BETRAYS, deal.IF_ALLIES, deal.IF_WINS)
RED_DRAGON_COMES: Final = "When the Red Dragon appears"
COUNCIL_MEETS: Final = "When the Great Council meets"
NOT_ENFORCED: Final = "(not enforced)"


def word_of(words: dict[str, int], value: int) -> str:
    """The word that stands for a number."""
    for word, meaning in words.items():
        if meaning == value:
            return word
    raise ValueError(f"no word stands for {value}")


def joined(words: list[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def player(f: int) -> str:
    """``the orcs``; ``anybody`` where a clause names nobody."""
    return "anybody" if f == NOBODY else f"the {FACTION_NAMES[f]}"


def places_text(mask: int) -> str:
    """``10★ and 9•``, or the name of a well-known set."""
    for name, known in SET_NAMES.items():
        if known == mask:
            return name
    return joined([NAMES[t] for t in territories_in(mask)])


def turn_text(turn: int) -> str:
    """``turn 3``; ``this turn`` before an offer is made."""
    return "this turn" if turn == deal.THIS_TURN else f"turn {turn}"


def _gold(n: int) -> str:
    return f"{n} gold"


def _units(n: int) -> str:
    return "1 unit" if n == 1 else f"{n} units"


def _moment(c: Clause) -> str:
    if c.turn == 0:
        return " now" if c.when == deal.ALWAYS else ""
    if c.round == 0:
        return f" in {turn_text(c.turn)}"
    return f" in the {ROUND_NAMES[c.round]} round of {turn_text(c.turn)}"


# --- the clause itself ---------------------------------------------------------------------


def _bid(c: Clause) -> str:
    words = f"bid at most {_gold(c.n)}" if c.n else "do not bid"
    if c.what == deal.NEXT_CARD:
        return words + " on the next card"
    if c.what == deal.IN_ROUND:
        return words + f" in the bidding round of {turn_text(c.turn)}"
    return words


def _send(c: Clause) -> str:
    if c.n == 0 and c.what == deal.AT_MOST:
        return f"send no units against {player(c.other)}"
    number = f"{word_of(COMPARISONS, c.what)} {_units(c.n)}"
    return f"send {number} against {player(c.other)}"


def _no_play(c: Clause) -> str:
    colour = f" {word_of(COLOURS, c.what)}" if c.what else ""
    return f"play no{colour} artifact against {player(c.other)}"


def _play(c: Clause) -> str:
    artifact = f"a {word_of(COLOURS, c.what)} artifact" if c.what else "an artifact"
    battle = " in the next battle" if c.n else ""
    return f"play {artifact}{battle} against {player(c.other)}"


def _show(c: Clause) -> str:
    if c.what == deal.CARD:
        return f"show {player(c.other)} {CARD_NAMES[c.n]}{_moment(c)}"
    if c.what < deal.ON_SALE:
        return f"show {player(c.other)} {word_of(THINGS, c.what)}{_moment(c)}"
    return f"show {player(c.other)} {word_of(THINGS, c.what)}"


def _deed(c: Clause) -> str:
    """What the debtor does or leaves, without saying who."""
    kind = c.kind
    if kind == deal.PAY:
        return f"pay {player(c.other)} {_gold(c.n)}{_moment(c)}"
    if kind == deal.SHARE:
        return f"pay {player(c.other)} {c.n}% of what they collect from {places_text(c.place)}"
    if kind == deal.NO_ATTACK:
        return f"do not attack {player(c.other)}"
    if kind == deal.NO_ENTER:
        return f"do not enter {places_text(c.place)}"
    if kind == deal.LEAVE:
        return f"leave {places_text(c.place)} by the end of {turn_text(c.turn)}"
    if kind == deal.NO_TREACHERY:
        return f"do not declare treachery against {player(c.other)}"
    if kind == deal.NO_ACE:
        return f"do not use an ace {word_of(PURPOSES, c.what)}"
    return _deed_of_turn(c)


def _deed_of_turn(c: Clause) -> str:
    kind = c.kind
    if kind == deal.NO_HIRE:
        return "do not hire" + (f" in {places_text(c.place)}" if c.place else "")
    if kind == deal.HIRE:
        return f"hire {_units(c.n)} in {places_text(c.place)} in {turn_text(c.turn)}"
    if kind == deal.ALLY:
        ally = "nobody" if c.other == NOBODY else player(c.other)
        return f"ally with {ally} at the next Great Council"
    if kind == deal.NO_BREAK:
        return "do not break their alliance"
    return _WRITERS[kind](c)


_WRITERS: Final = {
    deal.BID: _bid,
    deal.SEND: _send,
    deal.NO_PLAY: _no_play,
    deal.PLAY: _play,
    deal.SHOW: _show,
}


def _condition(c: Clause) -> str:
    when = c.when
    if when == deal.WHEN_RED_DRAGON:
        return RED_DRAGON_COMES
    if when == deal.WHEN_COUNCIL:
        return COUNCIL_MEETS
    if when == deal.WHEN_GOLD:
        return f"When gold is placed in {places_text(c.when_place)}"
    if when == deal.WHEN_TURN:
        return f"When turn {c.when_place} begins"
    words = f"If {player(c.when_seat)} {DEEDS[when]}"
    if when in WITH_PLAYER:
        return f"{words} {player(c.when_other)}"
    return f"{words} {places_text(c.when_place)}" if when == deal.IF_ENTERS else words


def clause_text(c: Clause) -> str:
    """The sentence that says a clause: ``The orcs do not attack the elves.``"""
    words = f"{player(c.debtor)} {_deed(c)}"
    if c.until:
        words += f" until the end of {turn_text(c.until)}"
    if c.when != deal.ALWAYS:
        return f"{_condition(c)}, {words}."
    return words[0].upper() + words[1:] + "."


def deal_text(contract: Deal) -> str:
    """A whole contract in one line, free words in quotation marks."""
    names = [player(f) for f in range(4) if contract.parties >> f & 1]
    sentences = [clause_text(c) for c in contract.clauses]
    sentences += [f'"{text}"' for text in contract.words]
    return f"Between {joined(names)}: {' '.join(sentences)}"


def deal_lines(contract: Deal) -> list[str]:
    """A contract for the eye: each clause with how it stands, free words marked as such."""
    lines = [
        f"{c.number}. {clause_text(c)} ({deal.STAGE_WORDS[c.stage]})" for c in contract.clauses
    ]
    return lines + [f'"{text}" {NOT_ENFORCED}' for text in contract.words]
