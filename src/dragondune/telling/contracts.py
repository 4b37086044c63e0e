"""Sentences about contracts [B6], from the offer to the end, and about talk at the table."""

from typing import Final

from dragondune.model import events
from dragondune.model.cards import card_name
from dragondune.model.codes import ENDED_BY_ALL, HOSTED, LEFT, RAN_OUT, VOTED
from dragondune.model.ruleset import Ruleset
from dragondune.telling.teller import Tellers, teller
from dragondune.telling.words import FACTIONS, The, factions_in, gold, the, units


def _signed(e: events.ContractSigned, rules: Ruleset) -> str:
    parties = [FACTIONS[f] for f in factions_in(e.parties)]
    return f"Contract {e.contract} binds the {' and the '.join(parties)}: {e.words}"


def _over(e: events.ContractOver, rules: Ruleset) -> str:
    if e.ending == ENDED_BY_ALL:
        return f"All its parties end contract {e.contract}."
    return f"Contract {e.contract} has run its course."


WHY_A_BOT: Final = {
    RAN_OUT: "have run out of time: a bot plays until they are back",
    LEFT: "have left for now: a bot plays until they are back",
    VOTED: "are away: the others agreed that a bot plays until they are back",
    HOSTED: "are away: the host lets a bot play until they are back",
}


def _stand_in(e: events.StandInBegan, rules: Ruleset) -> str:
    return f"{The(e.faction)} {WHY_A_BOT[e.why]}."


TELLERS: Final[Tellers] = dict(
    (
        teller(
            events.Offered, lambda e, rules: f"{The(e.faction)} make offer {e.offer}: {e.words}"
        ),
        teller(events.Said, lambda e, rules: f"{The(e.faction)}: “{e.words}”"),
        teller(events.OfferAccepted, lambda e, rules: f"{The(e.faction)} accept offer {e.offer}."),
        teller(events.OfferRefused, lambda e, rules: f"{The(e.faction)} refuse offer {e.offer}."),
        teller(
            events.OfferWithdrawn, lambda e, rules: f"{The(e.faction)} withdraw offer {e.offer}."
        ),
        teller(events.OfferLapsed, lambda e, rules: f"Offer {e.offer} lapses."),
        teller(events.ContractSigned, _signed),
        teller(
            events.ContractEndWanted,
            lambda e, rules: f"{The(e.faction)} would end contract {e.contract}.",
        ),
        teller(events.ContractOver, _over),
        teller(
            events.ContractVoid,
            lambda e, rules: (
                f"{The(e.faction)} cannot keep clause {e.clause} of contract {e.contract} now: "
                "it is void for this moment."
            ),
        ),
        teller(
            events.ContractBinds,
            lambda e, rules: (
                f"The condition has come: clause {e.clause} of contract {e.contract} "
                f"binds {the(e.faction)}."
            ),
        ),
        teller(
            events.ContractPaid,
            lambda e, rules: (
                f"{The(e.faction)} pay {the(e.other)} {gold(e.gold)}, "
                f"as contract {e.contract} demands."
            ),
        ),
        teller(
            events.ContractShown,
            lambda e, rules: (
                f"{The(e.faction)} show {the(e.other)} what contract {e.contract} demands."
            ),
        ),
        teller(
            events.ContractCard,
            lambda e, rules: f"{The(e.other)} are shown {card_name(e.card)} by {the(e.faction)}.",
        ),
        teller(
            events.ContractNoCard,
            lambda e, rules: f"{The(e.faction)} have nothing to show {the(e.other)}.",
        ),
        teller(
            events.ContractSize,
            lambda e, rules: f"{The(e.other)} learn that {the(e.faction)} send {units(e.units)}.",
        ),
        teller(
            events.BattlesForgone,
            lambda e, rules: f"Bound by contract, {the(e.faction)} leave battles unfought.",
        ),
        teller(events.Undone, lambda e, rules: f"{The(e.faction)} take that back."),
        teller(events.Hinted, lambda e, rules: f"{The(e.faction)} ask for a hint."),
        teller(events.StandInBegan, _stand_in),
        teller(
            events.PlayerBack,
            lambda e, rules: f"{The(e.faction)} are back and play for themselves.",
        ),
        teller(
            events.Resigned,
            lambda e, rules: f"{The(e.faction)} have resigned. A bot plays on for them.",
        ),
        teller(
            events.Replaced,
            lambda e, rules: (
                f"{The(e.faction)} have stayed away: the host gives their seat to a bot for good."
            ),
        ),
        teller(
            events.Substituted,
            lambda e, rules: f"Somebody else plays {the(e.faction)} from now on.",
        ),
        teller(events.RulesChanged, lambda e, rules: e.words),
    )
)
