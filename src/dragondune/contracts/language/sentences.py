"""Clauses as English sentences [B6]. ``parser`` reads the same sentences back."""

from typing import Final

from dragondune.model import contracts as terms
from dragondune.model.board import CASTLES, FORESTS, NAMES, ORCISH, territories_in
from dragondune.model.cards import BLACK, CARD_NAMES, RED
from dragondune.model.contracts import Clause, Contract
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
    "at least": terms.AT_LEAST,
    "at most": terms.AT_MOST,
    "exactly": terms.EXACTLY,
}
COLOURS: Final = {"red": RED, "black": BLACK}
THINGS: Final = {
    "their hand": terms.HAND,
    "their usurper": terms.USURPER,
    "their sabotaged artifact": terms.SABOTAGE,
    "the card on sale": terms.ON_SALE,
    "the next event card": terms.NEXT_EVENT,
    "the size of their battle plans": terms.PLAN_SIZE,
}
PURPOSES: Final = {
    "for anything": 0,
    "to pay for an artifact": terms.TO_PAY,
    "to hire at half price": terms.TO_HIRE,
    "to move further": terms.TO_MOVE,
    "to hide": terms.TO_HIDE,
    "to fight": terms.TO_FIGHT,
    "to stop a battle question": 6,
    "to stop anybody surviving the Red Dragon": 7,
    "to stop early disbanding": 8,
    "to stop an exchange of Queen and Jack": 9,
    "to stop a hire": 10,
    "to carry units away from the dragons": terms.TO_CARRY,
    "to ask both battle questions": terms.TO_ASK_BOTH,
    "to empty the graveyard": terms.TO_REVIVE,
    "to place units": terms.TO_PLACE,
    "to betray": terms.TO_BETRAY,
    "to take a special action": terms.TO_ACT,
}
# What a seat does that a clause may wait for; the object follows.
DEEDS: Final = {
    terms.IF_ATTACKS: "attack",
    terms.IF_ENTERS: "enter",
    terms.IF_BUYS: "buy an artifact",
    terms.IF_BETRAYS: "declare treachery against",
    terms.IF_BREAKS: "break their alliance",
    terms.IF_ALLIES: "ally with",
    terms.IF_WINS: "win a battle against",
}
WITH_PLAYER: Final = (terms.IF_ATTACKS, terms.IF_BETRAYS, terms.IF_ALLIES, terms.IF_WINS)
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
    """``the Orcs``; ``anybody`` where a clause names nobody."""
    return "anybody" if f == NOBODY else f"the {FACTION_NAMES[f].capitalize()}"


def places_text(mask: int) -> str:
    """``10★ and 9•``, or the name of a well-known set."""
    for name, known in SET_NAMES.items():
        if known == mask:
            return name
    return joined([NAMES[t] for t in territories_in(mask)])


def turn_text(turn: int) -> str:
    """``turn 3``; ``this turn`` before an offer is made."""
    return "this turn" if turn == terms.THIS_TURN else f"turn {turn}"


def _gold(n: int) -> str:
    return f"{n} gold"


def _units(n: int) -> str:
    return "1 unit" if n == 1 else f"{n} units"


def _moment(c: Clause) -> str:
    if c.turn == 0:
        return " now" if c.when == terms.ALWAYS else ""
    if c.round == 0:
        return f" in {turn_text(c.turn)}"
    return f" in the {ROUND_NAMES[c.round]} round of {turn_text(c.turn)}"


# --- the clause itself ---------------------------------------------------------------------


def _bid(c: Clause) -> str:
    words = f"bid at most {_gold(c.n)}" if c.n else "do not bid"
    if c.what == terms.NEXT_CARD:
        return words + " on the next card"
    if c.what == terms.IN_ROUND:
        return words + f" in the bidding round of {turn_text(c.turn)}"
    return words


def _send(c: Clause) -> str:
    if c.n == 0 and c.what == terms.AT_MOST:
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
    if c.what == terms.CARD:
        return f"show {player(c.other)} {CARD_NAMES[c.n]}{_moment(c)}"
    if c.what < terms.ON_SALE:
        return f"show {player(c.other)} {word_of(THINGS, c.what)}{_moment(c)}"
    return f"show {player(c.other)} {word_of(THINGS, c.what)}"


def _deed(c: Clause) -> str:
    """What the debtor does or leaves, without saying who."""
    kind = c.kind
    if kind == terms.PAY:
        return f"pay {player(c.other)} {_gold(c.n)}{_moment(c)}"
    if kind == terms.SHARE:
        return f"pay {player(c.other)} {c.n}% of what they collect from {places_text(c.place)}"
    if kind == terms.NO_ATTACK:
        return f"do not attack {player(c.other)}"
    if kind == terms.NO_ENTER:
        where = places_text(c.place) if c.place else f"where {player(c.other)} are"
        return f"do not enter {where}"
    if kind == terms.LEAVE:
        return f"leave {places_text(c.place)} by the end of {turn_text(c.turn)}"
    if kind == terms.NO_TREACHERY:
        return f"do not declare treachery against {player(c.other)}"
    if kind == terms.NO_ACE:
        return f"do not use an ace {word_of(PURPOSES, c.what)}"
    return _deed_of_turn(c)


def _deed_of_turn(c: Clause) -> str:
    kind = c.kind
    if kind == terms.NO_HIRE:
        return "do not hire" + (f" in {places_text(c.place)}" if c.place else "")
    if kind == terms.HIRE:
        return f"hire {_units(c.n)} in {places_text(c.place)} in {turn_text(c.turn)}"
    if kind == terms.ALLY:
        ally = "nobody" if c.other == NOBODY else player(c.other)
        return f"ally with {ally} at the next Great Council"
    if kind == terms.NO_BREAK:
        return "do not break their alliance"
    return _WRITERS[kind](c)


_WRITERS: Final = {
    terms.BID: _bid,
    terms.SEND: _send,
    terms.NO_PLAY: _no_play,
    terms.PLAY: _play,
    terms.SHOW: _show,
}


def _condition(c: Clause) -> str:
    when = c.when
    if when == terms.WHEN_RED_DRAGON:
        return RED_DRAGON_COMES
    if when == terms.WHEN_COUNCIL:
        return COUNCIL_MEETS
    if when == terms.WHEN_GOLD:
        return f"When gold is placed in {places_text(c.when_place)}"
    if when == terms.WHEN_TURN:
        return f"When turn {c.when_place} begins"
    words = f"If {player(c.when_seat)} {DEEDS[when]}"
    if when in WITH_PLAYER:
        return f"{words} {player(c.when_other)}"
    return f"{words} {places_text(c.when_place)}" if when == terms.IF_ENTERS else words


def clause_text(c: Clause) -> str:
    """The sentence that says a clause: ``The orcs do not attack the elves.``"""
    words = f"{player(c.debtor)} {_deed(c)}"
    if c.until:
        words += f" until the end of {turn_text(c.until)}"
    if c.when != terms.ALWAYS:
        return f"{_condition(c)}, {words}."
    return words[0].upper() + words[1:] + "."


def contract_text(contract: Contract) -> str:
    """A whole contract in one line, free words in quotation marks."""
    names = [player(f) for f in range(4) if contract.parties >> f & 1]
    sentences = [clause_text(c) for c in contract.clauses]
    sentences += [f'"{text}"' for text in contract.words]
    return f"Between {joined(names)}: {' '.join(sentences)}"
