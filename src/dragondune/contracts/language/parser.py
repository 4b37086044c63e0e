"""Reading contracts that were typed [B6]: the sentences that ``sentences`` writes.

Case, extra blanks, "the" and the final stop do not matter. Sentences end with a full stop, a
semicolon or a line's end; what stands in quotation marks is kept as free words.
"""

import re
from collections.abc import Callable
from typing import Final

from dragondune.contracts.language.sentences import (
    COLOURS,
    COMPARISONS,
    DEEDS,
    PURPOSES,
    ROUND_NAMES,
    SET_NAMES,
    THINGS,
    WITH_PLAYER,
)
from dragondune.model import contracts as terms
from dragondune.model.action_text import read_card, read_territory
from dragondune.model.contracts import LONGEST_WORDS, MOST_CLAUSES, Clause, Contract
from dragondune.model.factions import FACTION_OF_NAME, NOBODY

EXAMPLE: Final = "The Orcs do not attack the Elves until the end of turn 3"

_PLAYER: Final = r"(?:the )?(dwarves|elves|goblins|orcs|anybody|nobody)"
_TURN: Final = r"(turn \d+|this turn)"
_ROUND: Final = r"(?:the (\w+) round of )?"
_MOMENT: Final = rf"(?: now| in {_ROUND}{_TURN})?"
_PARTIES: Final = re.compile(r"\s*between ([a-z, ]+):", re.IGNORECASE)
_UNTIL: Final = re.compile(rf"^(.*?) until (?:the end of )?{_TURN}$", re.IGNORECASE)
_CONDITION: Final = re.compile(rf"^((?:if|when) .*?), (?={_PLAYER} )", re.IGNORECASE)
_WORDS: Final = re.compile(r'["“„]([^"“”„]*)["”“]\s*(?:\(not enforced\))?')
_STOP: Final = re.compile(r"[.;]\s+|[.;]?\s*\n\s*|[.;]\s*$")

Reader = Callable[["re.Match[str]"], dict[str, int]]


# --- words ---------------------------------------------------------------------------------


def _player(word: str) -> int:
    return FACTION_OF_NAME.get(word.lower(), NOBODY)


def _turn(word: str | None) -> int:
    if not word:
        return 0
    if word.lower() == "this turn":
        return terms.THIS_TURN
    return _small(word.split()[1], 30)


def _small(word: str, most: int) -> int:
    if len(word) > 4 or int(word) > most:
        raise ValueError(f"{word} is too much; at most {most}")
    return int(word)


def _round(word: str | None) -> int:
    if not word:
        return 0
    if word.lower() not in ROUND_NAMES[1:]:
        raise ValueError(f"there is no {word} round; there are {', '.join(ROUND_NAMES[1:])}")
    return ROUND_NAMES.index(word.lower())


def _places(text: str) -> int:
    for name, mask in SET_NAMES.items():
        if text.lower() == name.lower():
            return mask
    mask = 0
    for word in re.split(r"\s*,\s*|\s+and\s+|\s+", text.strip()):
        if word:
            mask |= 1 << read_territory(word)
    return mask


def _choice(words: dict[str, int], text: str) -> int:
    for word, meaning in words.items():
        if text.lower() == word.lower():
            return meaning
    raise ValueError(f"{text!r} is none of: {', '.join(words)}")


# --- deeds ---------------------------------------------------------------------------------


def _read_pay(m: "re.Match[str]") -> dict[str, int]:
    amount = _small(m[2], terms.MOST_GOLD)
    return {"other": _player(m[1]), "n": amount, "round": _round(m[3]), "turn": _turn(m[4])}


def _read_share(m: "re.Match[str]") -> dict[str, int]:
    share = 50 if m[2].lower() == "half" else _small(m[2].rstrip("% "), 100)
    return {"other": _player(m[1]), "n": share, "place": _places(m[3])}


def _read_other(m: "re.Match[str]") -> dict[str, int]:
    return {"other": _player(m[1])}


def _read_place(m: "re.Match[str]") -> dict[str, int]:
    return {"place": _places(m[1]) if m[1] else 0}


def _read_leave(m: "re.Match[str]") -> dict[str, int]:
    return {"place": _places(m[1]), "turn": _turn(m[2])}


def _read_bid(m: "re.Match[str]") -> dict[str, int]:
    row = {"n": _small(m[1], terms.MOST_GOLD) if m[1] else 0}
    scope = (m[2] or "").lower()
    if "card" in scope:
        row["what"] = terms.NEXT_CARD
    elif scope:
        row["what"] = terms.IN_ROUND
        row["turn"] = _turn(m[3]) or terms.THIS_TURN
    return row


def _read_send(m: "re.Match[str]") -> dict[str, int]:
    other = {"other": _player(m[3])}
    if m[2] is None:
        return {"what": terms.AT_MOST, "n": 0} | other
    return {"what": _choice(COMPARISONS, m[1]), "n": _small(m[2], 31)} | other


def _read_no_play(m: "re.Match[str]") -> dict[str, int]:
    return {"what": _choice(COLOURS, m[1]) if m[1] else 0, "other": _player(m[2])}


def _read_play(m: "re.Match[str]") -> dict[str, int]:
    colour = _choice(COLOURS, m[1]) if m[1] else 0
    return {"what": colour, "n": 1 if m[2] else 0, "other": _player(m[3])}


def _read_ace(m: "re.Match[str]") -> dict[str, int]:
    return {"what": _choice(PURPOSES, m[1])}


def _read_hire(m: "re.Match[str]") -> dict[str, int]:
    return {"n": _small(m[1], 31), "place": _places(m[2]), "turn": _turn(m[3])}


def _read_show(m: "re.Match[str]") -> dict[str, int]:
    row = {"other": _player(m[1]), "round": _round(m[3]), "turn": _turn(m[4])}
    thing = re.sub(r"^the card (?=\S+$)", "", m[2])
    if len(thing.split()) == 1:
        return row | {"what": terms.CARD, "n": read_card(thing)}
    return row | {"what": _choice(THINGS, thing)}


def _read_nothing(m: "re.Match[str]") -> dict[str, int]:
    return {}


def _deed(pattern: str, kind: int, reader: Reader) -> tuple["re.Pattern[str]", int, Reader]:
    return re.compile(rf"^{pattern}$", re.IGNORECASE), kind, reader


_DEEDS: Final = (
    _deed(rf"pay {_PLAYER} (\d+) gold{_MOMENT}", terms.PAY, _read_pay),
    _deed(
        rf"pay {_PLAYER} (\d+ ?%|half) of (?:what|the gold) they collect from (.+)",
        terms.SHARE,
        _read_share,
    ),
    _deed(rf"do not attack {_PLAYER}", terms.NO_ATTACK, _read_other),
    _deed(rf"do not enter where {_PLAYER} are", terms.NO_ENTER, _read_other),
    _deed(r"do not enter (.+)", terms.NO_ENTER, _read_place),
    _deed(rf"leave (.+?) by (?:the end of )?{_TURN}", terms.LEAVE, _read_leave),
    _deed(
        rf"(?:do not bid|bid at most (\d+)(?: gold)?)"
        rf"( on the next card| (?:in )?this round| in the bidding round of {_TURN})?",
        terms.BID,
        _read_bid,
    ),
    _deed(
        rf"send (?:no units|(at least|at most|exactly) (\d+) units?) against {_PLAYER}",
        terms.SEND,
        _read_send,
    ),
    _deed(rf"play no(?: (red|black))? artifact against {_PLAYER}", terms.NO_PLAY, _read_no_play),
    _deed(
        rf"play an?(?: (red|black))? artifact"
        rf"(?: in battle|( in (?:the|their) (?:next )?battle))? against {_PLAYER}",
        terms.PLAY,
        _read_play,
    ),
    _deed(rf"do not declare treachery against {_PLAYER}", terms.NO_TREACHERY, _read_other),
    _deed(r"do not use an ace (.+)", terms.NO_ACE, _read_ace),
    _deed(r"do not hire(?: (?:units )?in (.+))?", terms.NO_HIRE, _read_place),
    _deed(rf"hire (\d+) units? in (\S+) in {_TURN}", terms.HIRE, _read_hire),
    _deed(rf"ally with {_PLAYER} at the next Great Council", terms.ALLY, _read_other),
    _deed(r"do not break their alliance", terms.NO_BREAK, _read_nothing),
    _deed(rf"show {_PLAYER} (.+?){_MOMENT}", terms.SHOW, _read_show),
)
_SUBJECT: Final = re.compile(rf"^{_PLAYER} (.+)$", re.IGNORECASE)


# --- sentences -----------------------------------------------------------------------------


def _read_condition(text: str) -> dict[str, int]:
    low = text.lower()
    if low == "when the red dragon appears":
        return {"when": terms.WHEN_RED_DRAGON}
    if low == "when the great council meets":
        return {"when": terms.WHEN_COUNCIL}
    found = re.match(r"^when turn (\d+) begins$", low)
    if found:
        return {"when": terms.WHEN_TURN, "when_place": _small(found[1], 30)}
    found = re.match(r"^when gold is placed in (.+)$", text, re.IGNORECASE)
    if found:
        return {"when": terms.WHEN_GOLD, "when_place": _places(found[1])}
    found = re.match(rf"^if {_PLAYER} (.+)$", text, re.IGNORECASE)
    if not found or found[1].lower() == "nobody":
        raise ValueError(f"{text!r} is no condition this game knows")
    return {"when_seat": _player(found[1])} | _read_deed_waited_for(found[2])


def _read_deed_waited_for(text: str) -> dict[str, int]:
    for when, words in DEEDS.items():
        if when not in WITH_PLAYER and text.lower() == words:
            return {"when": when}
        if not text.lower().startswith(words + " "):
            continue
        rest = text[len(words) :].strip()
        if when == terms.IF_ENTERS:
            return {"when": when, "when_place": _places(rest)}
        found = re.fullmatch(_PLAYER, rest, re.IGNORECASE)
        if when in WITH_PLAYER and found:
            return {"when": when, "when_other": _player(found[1])}
    raise ValueError(f"nothing can wait for somebody to {text}")


def parse_clause(sentence: str) -> Clause:
    """The clause a sentence says; ValueError tells what is wrong with it."""
    text = " ".join(sentence.replace("\ufe0f", "").split()).rstrip(". ")
    row: dict[str, int] = {}
    condition = _CONDITION.match(text)
    if condition:
        row |= _read_condition(condition[1])
        text = text[condition.end() :]
    until = _UNTIL.match(text)
    if until:
        row["until"], text = _turn(until[2]), until[1]
    subject = _SUBJECT.match(text)
    if not subject or _player(subject[1]) == NOBODY:
        raise ValueError(f"{text!r}: a clause begins with who owes it, like: {EXAMPLE}")
    return _clause(_player(subject[1]), subject[2], row)


def _clause(debtor: int, text: str, row: dict[str, int]) -> Clause:
    for pattern, kind, reader in _DEEDS:
        found = pattern.match(text)
        if found:
            values = {"kind": kind, "debtor": debtor} | row | reader(found)
            return Clause().changed(**values)
    raise ValueError(f"{text!r} is nothing this game can see to; put it in quotation marks")


def parse_contract(text: str, maker: int = NOBODY) -> Contract:
    """A contract out of its sentences.

    Where the parties are not named they are its maker and those who owe or receive anything.
    """
    named = _PARTIES.match(text)
    body = text[named.end() :] if named else text
    words = [" ".join(found.split()) for found in _WORDS.findall(body)]
    if any(not one or len(one) > LONGEST_WORDS for one in words):
        raise ValueError(f"free words have 1 to {LONGEST_WORDS} characters")
    sentences = [part for part in _STOP.split(_WORDS.sub("\n", body)) if part and part.strip()]
    clauses = [parse_clause(sentence) for sentence in sentences]
    if not 1 <= len(clauses) + len(words) <= MOST_CLAUSES:
        raise ValueError(f"a contract has 1 to {MOST_CLAUSES} clauses, like: {EXAMPLE}")
    parties = _named(named[1]) if named else _follow(clauses, maker)
    numbered = [one.changed(number=at) for at, one in enumerate(clauses, 1)]
    return Contract(parties, tuple(numbered), tuple(words))


def _named(text: str) -> int:
    mask = 0
    for word in re.split(r"\s*,\s*|\s+and\s+|\s+", text.strip()):
        if word.lower() in ("the", "and", ""):
            continue
        if word.lower() not in FACTION_OF_NAME:
            raise ValueError(f"{word!r} is no faction")
        mask |= 1 << FACTION_OF_NAME[word.lower()]
    return mask


def _follow(clauses: list[Clause], maker: int) -> int:
    """Who owes or receives anything; failing a second one, whom it is about."""
    mask, about = (0 if maker == NOBODY else 1 << maker), 0
    for c in clauses:
        mask |= 1 << c.debtor
        if c.other != NOBODY:
            about |= 1 << c.other
            mask |= 1 << c.other if c.kind in (terms.PAY, terms.SHARE, terms.SHOW) else 0
    return mask if mask & (mask - 1) else mask | about
