"""Sentences about agreements [B6]: offered, signed, carried out, void and over."""

from typing import Final

from dragondune.contracts.duties import ENDED_BY_ALL
from dragondune.model.cards import card_name
from dragondune.model.events import Event
from dragondune.model.ruleset import Ruleset
from dragondune.telling.rounds import Teller
from dragondune.telling.words import FACTIONS, The, gold, the, units


def _signed(e: Event, rules: Ruleset) -> str:
    parties = [name for f, name in enumerate(FACTIONS) if e.b >> f & 1]
    return f"Contract {e.a} binds the {' and the '.join(parties)}: {e.text}"


def _over(e: Event, rules: Ruleset) -> str:
    if e.b == ENDED_BY_ALL:
        return f"All its parties end contract {e.a}."
    return f"Contract {e.a} has run its course."


TELLERS: Final[dict[str, Teller]] = {
    "offered": lambda e, rules: f"{The(e.a)} make offer {e.b}: {e.text}",
    "said": lambda e, rules: f"{The(e.a)}: “{e.text}”",
    "offer_accepted": lambda e, rules: f"{The(e.a)} accept offer {e.b}.",
    "offer_refused": lambda e, rules: f"{The(e.a)} refuse offer {e.b}.",
    "offer_withdrawn": lambda e, rules: f"{The(e.a)} withdraw offer {e.b}.",
    "offer_lapsed": lambda e, rules: f"Offer {e.a} lapses.",
    "agreed": _signed,
    "agreement_end_wanted": lambda e, rules: f"{The(e.a)} would end contract {e.b}.",
    "agreement_over": _over,
    "agreement_void": lambda e, rules: (
        f"{The(e.a)} cannot keep clause {e.c} of contract {e.b} now: it is void for this moment."
    ),
    "agreement_binds": lambda e, rules: (
        f"The condition has come: clause {e.c} of contract {e.b} binds {the(e.a)}."
    ),
    "agreement_paid": lambda e, rules: (
        f"{The(e.a)} pay {the(e.b)} {gold(e.c)}, as contract {e.d} demands."
    ),
    "agreement_shown": lambda e, rules: f"{The(e.a)} show {the(e.b)} what contract {e.c} demands.",
    "agreement_card": lambda e, rules: f"{The(e.b)} are shown {card_name(e.c)} by {the(e.a)}.",
    "agreement_no_card": lambda e, rules: f"{The(e.a)} have nothing to show {the(e.b)}.",
    "agreement_size": lambda e, rules: f"{The(e.b)} learn that {the(e.a)} send {units(e.c)}.",
    "battles_forgone": lambda e, rules: f"Bound by contract, {the(e.a)} leave battles unfought.",
}
