"""Before signing [B6]: what a contract would forbid a seat now, and what it would have to do."""

from typing import Final

from dragondune.contracts.duties import free_gold
from dragondune.contracts.enforcement import shut_by
from dragondune.contracts.language.sentences import NOT_ENFORCED, clause_text, player
from dragondune.contracts.moments import set_contracts
from dragondune.contracts.offers import resolved, why_not_agree
from dragondune.contracts.plans import suited
from dragondune.engine import agenda
from dragondune.ints import i64
from dragondune.model import contracts as terms
from dragondune.model.action_text import action_text
from dragondune.model.board import NAMES, territories_in
from dragondune.model.cards import ACE_MASK
from dragondune.model.contracts import Clause, Contract
from dragondune.model.state import State
from dragondune.rules.common import playable
from dragondune.rules.movement import reach_of
from dragondune.rules.reckoning import within

MOST_NAMED: Final = 5


def preview(s: State, f: i64, contract: Contract) -> list[str]:
    """Plain words: why it cannot be signed; or what is forbidden now, what is owed, what is got."""
    ready = resolved(s, contract)
    refusal = why_not_agree(s, ready)
    if refusal is not None:
        return [f"It cannot be signed: {refusal.text}"]
    lines = _forbidden_now(s, f, ready)
    for c in ready.clauses:
        lines += _owed(s, f, c) + _meant(s, f, c)
    lines += [f'"{text}" {NOT_ENFORCED}' for text in ready.words]
    return lines


def _forbidden_now(s: State, f: i64, contract: Contract) -> list[str]:
    """Compare the choices of the decision that is open with and without the contract."""
    before = agenda.legal(s, f)
    if not before:
        return ["You have nothing to decide now, so it forbids you nothing yet."]
    bound = s.copy()
    rows = [
        c.changed(stage=terms.ACTIVE, mark=1) if c.when == terms.ALWAYS else c
        for c in contract.clauses
    ]
    set_contracts(bound, (*s.contracts, contract.with_clauses(tuple(rows))), s.offers)
    left = set(agenda.legal(bound, f))
    gone = [action for action in before if action not in left]
    if not gone:
        return ["It forbids you none of the choices you have now."]
    named = ", ".join([action_text(action) for action in gone[:MOST_NAMED]])
    more = f" and {len(gone) - MOST_NAMED} more" if len(gone) > MOST_NAMED else ""
    return [f"Now it forbids you {len(gone)} of your {len(before)} choices: {named}{more}."]


def _meant(s: State, f: i64, c: Clause) -> list[str]:
    """What a promise to keep the peace stops, and what it does not; with a move, where there is one."""
    you, your = ("you", "your") if c.debtor == f else ("they", "their")
    if c.kind == terms.NO_ATTACK:
        return [
            f"It stops {'you' if you == 'you' else 'them'} from opening a battle. It stops nobody from marching in: then whoever "
            "comes first in player order attacks."
        ]
    if c.kind != terms.NO_ENTER:
        return []
    lines = [f"It keeps {your} marches, hires and conscripts out."]
    deed = _shut_out(s, c)
    return [*lines, f"For example, {you} could not {deed}."] if deed else lines


def _shut_out(s: State, c: Clause) -> str:
    """One thing that the clause forbids as the units stand: a march, else new units, or nothing."""
    shut, steps = shut_by(s, c), reach_of(s, c.debtor)
    for t in territories_in(s.vis[c.debtor]):
        for to in territories_in(within(s.dragon, t, steps) & shut):
            return f"move from {NAMES[t]} to {NAMES[to]}"
    for to in territories_in(shut):
        return f"bring units to {NAMES[to]}"
    return ""


def _owed(s: State, f: i64, c: Clause) -> list[str]:
    name = player(c.debtor)
    who = "You" if c.debtor == f else name[0].upper() + name[1:]
    lines = [f"{who} would be bound: {clause_text(c)}"]
    at_once = c.kind == terms.PAY and c.turn == 0 and c.when == terms.ALWAYS
    if at_once and free_gold(s, c.debtor) < c.n:
        have = free_gold(s, c.debtor)
        lines.append(f"That could not be done: {have} gold can be spent, so it would be void.")
    if c.kind == terms.PLAY and c.debtor == f and not playable(s, f) & ~ACE_MASK & suited(c):
        lines.append("As it stands you hold no such artifact, so it would be void in a battle.")
    if c.kind == terms.HIRE and s.bank[c.debtor] < c.n:
        lines.append(f"As it stands {s.bank[c.debtor]} units are in the bank for it.")
    return lines
