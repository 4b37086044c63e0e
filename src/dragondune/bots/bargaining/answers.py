"""Answering an offer [B6]: yes, no, or yes for another price or without a clause."""

from typing import Final, NamedTuple

from dragondune.bots.bargaining.appraisal import Appraiser, Verdict
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.bargaining.reasons import why_no, why_other_price, why_without, why_yes
from dragondune.bots.bargaining.restrictions import settled
from dragondune.bots.steward.weights import Weights
from dragondune.contracts.language.sentences import contract_text
from dragondune.model import contracts
from dragondune.model.contracts import Clause, Contract
from dragondune.views.view import View

DEAREST: Final = 30  # gold more than was offered, that anybody asks for
MOST_WEIGHED: Final = 8  # clauses weighed one by one for the sentence


class Reply(NamedTuple):
    """What a bot says at the table: the line that counts, and why."""

    line: str
    sentence: str

    @property
    def word(self) -> str:
        """``accept``, ``refuse``, ``counter`` or ``offer``."""
        return self.line.split(" ", 1)[0]


def answer(view: View, w: Weights, offer: Contract, mood: Mood) -> Reply:
    """A seat's answer to an offer that is made to it."""
    number = int(offer.number)
    if mood.tired >> offer.maker & 1:
        return Reply(f"refuse {number}", "No: we have talked enough for one turn.")
    appraiser = Appraiser(view, w)
    verdict = appraiser.judge(list(offer.clauses), offer.parties)
    offer = offer.with_clauses(tuple(settled(view, offer.clauses)))
    clauses = list(offer.clauses)
    best, worst = _weightiest(appraiser, clauses)
    partner: int = offer.maker
    if verdict.good:
        return Reply(f"accept {number}", why_yes(view, verdict, best, worst, partner))
    if not verdict.veto and not mood.countered >> partner & 1 and _two(offer.parties):
        changed = _better(appraiser, offer, worst)
        if changed is not None:
            contract, sentence = changed
            return Reply(f"counter {number} {contract_text(contract)}", sentence)
    owed = sum(int(c.n) for c in clauses if c.kind == contracts.PAY and c.debtor == view.seat)
    return Reply(f"refuse {number}", why_no(view, verdict, worst, owed, partner))


def _two(parties: int) -> bool:
    return bin(parties).count("1") == 2


def _weightiest(appraiser: Appraiser, clauses: list[Clause]) -> tuple[Clause | None, Clause | None]:
    """What brings this seat most of all that others promise, and what it owes that costs most."""
    me = appraiser.me
    best: Clause | None = None
    worst: Clause | None = None
    most = least = 0.0
    for c in clauses[:MOST_WEIGHED]:
        gain = appraiser.gain(me, [c])
        if c.debtor != me and gain > most:
            best, most = c, gain
        elif c.debtor == me and gain < least:
            worst, least = c, gain
    return best, worst


# --- another price -------------------------------------------------------------------------


def gold_now(clauses: list[Clause], me: int) -> int:
    """What this seat gets at once, less what it pays at once."""
    total = 0
    for c in clauses:
        if _is_price(c):
            total += c.n if c.other == me else -c.n if c.debtor == me else 0
    return total


def _is_price(c: Clause) -> bool:
    return c.kind == contracts.PAY and c.turn == 0 and c.when == contracts.ALWAYS


def at_price(clauses: list[Clause], me: int, partner: int, price: int) -> list[Clause]:
    """The same promises for another price; below nothing this seat pays it."""
    rows = [c for c in clauses if not _is_price(c)]
    if price > 0:
        rows.append(Clause(contracts.PAY, partner, me, n=price))
    elif price < 0:
        rows.append(Clause(contracts.PAY, me, partner, n=-price))
    return [c.changed(number=place) for place, c in enumerate(rows, 1)]


def _better(
    appraiser: Appraiser, offer: Contract, worst: Clause | None
) -> tuple[Contract, str] | None:
    """The offer with the least change that makes it worth signing."""
    me, view, partner = appraiser.me, appraiser.view, int(offer.maker)
    clauses = list(offer.clauses)
    if not any(not _is_price(c) for c in clauses):
        return None
    if worst is not None and worst.kind == contracts.PAY:
        worst = None
    price = _price(appraiser, clauses, partner, offer.parties)
    fair = [] if price is None else at_price(clauses, me, partner, price)
    if price is not None and len(fair) + len(offer.words) <= contracts.MOST_CLAUSES:
        sentence = why_other_price(view, price, worst, partner)
        return Contract(offer.parties, tuple(fair), offer.words), sentence
    if worst is None:
        return None
    rest = [c for c in clauses if c.number != worst.number]
    mine = [c for c in rest if c.debtor == me]
    if not mine or not appraiser.judge(rest, offer.parties).good:
        return None
    rows = [c.changed(number=place) for place, c in enumerate(rest, 1)]
    return Contract(offer.parties, tuple(rows), offer.words), why_without(view, worst, partner)


def _price(appraiser: Appraiser, clauses: list[Clause], partner: int, parties: int) -> int | None:
    """The least gold for which this seat signs, if the other player has it."""
    me = appraiser.me
    low = gold_now(clauses, me) + 1
    high = min(appraiser.view.gold[partner], low + DEAREST)
    if high < low or not _at(appraiser, clauses, partner, parties, high).good:
        return None
    while low < high:
        middle = (low + high) // 2
        if _at(appraiser, clauses, partner, parties, middle).good:
            high = middle
        else:
            low = middle + 1
    return high


def _at(
    appraiser: Appraiser, clauses: list[Clause], partner: int, parties: int, price: int
) -> Verdict:
    return appraiser.judge(at_price(clauses, appraiser.me, partner, price), parties)
