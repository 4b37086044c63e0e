"""What has changed in a position since it was told last: the part for all, and each listener's own.

The part for all is made from what a spectator sees and from nothing else, so it is the same bytes for
everyone. A listener's own part has the fields that depend on what it knows: cards, and secret choices.
No field of a view is told in both parts.
"""

from collections.abc import Sequence
from typing import Final

from dragondune.model.board import NAMES, NUMBER, territories_in
from dragondune.model.cards import NO_CARD
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.parts import Battle, FactionFacts
from dragondune.server.wire.views import (
    battle,
    card,
    cards,
    contract,
    faction,
    faction_facts,
    factions,
    first_player,
    named,
    names,
    next_flights,
    piles,
    prediction,
    red_threat,
    shown,
    standing,
    territory,
)
from dragondune.views.view import SPECTATOR, View

Fields = dict[str, object]
COMMON_FACTS: Final = (
    *("gold", "board", "hidden", "bank", "graveyard", "elite", "hand", "hand_limit", "ally"),
    *("castles", "castles_to_win", "wins_with_ally", "suit", "order"),
)
COMMON_PILES: Final = ("artifacts", "discard", "events", "event_discard", "event_now")
OWN_PILES: Final = ("discard_top", "discards", "next_event")
COMMON_BATTLE: Final = ("attacker", "defender", "place", "answers", "bonus", "units")
OWN_BATTLE: Final = ("plans", "betrayals", "totals", "sums", "sizes", "lent")
_BOARD: Final = ("up", "hid", "elite_up", "elite_hid", "board_gold")
_AT_NUMBER: Final = [sum(1 << t for t in range(28) if NUMBER[t] == n) for n in range(64)]


def picked(part: object, fields: Sequence[str]) -> Fields:
    """Some fields of a part, by their names."""
    return {name: getattr(part, name) for name in fields}


def differing(old: Fields, new: Fields) -> Fields:
    """The fields that are no longer what they were."""
    return {name: value for name, value in new.items() if old[name] != value}


# --- the part for all ----------------------------------------------------------------------


class Common:
    """The public part of a view, as everyone was told it last."""

    __slots__ = ("facts", "seen", "standing", "waiting", "way")

    def __init__(self, view: View, waiting: list[str], way: str) -> None:
        self.seen, self.waiting, self.way = view, waiting, way
        self.facts = [faction_facts(view, f, []) for f in view.order]
        self.standing = standing(view)

    def changes(self, view: View, waiting: list[str], way: str) -> Fields:
        """The changed fields of the public part; from now on they are known."""
        old, changed = self.seen, _changed_territories(self.seen, view)
        out = self._moment(view, waiting, way)
        if changed:
            out["territories"] = {NAMES[t]: territory(view, t) for t in territories_in(changed)}
        told = self._factions(view, waiting, bool(changed))
        if told:
            out["factions"] = told
        _pile_changes(old, view, out)
        _sale_changes(old, view, out)
        _battle_changes(old, view, out, bool(changed))
        if _standing_key(old) != _standing_key(view):
            now = standing(view)
            if now != self.standing:
                out["standing"] = self.standing = now
        if view.contracts is not old.contracts:
            out["contracts"] = [contract(one) for one in view.contracts]
        if view.offers is not old.offers:
            out["offers"] = [contract(one) for one in view.offers]
        self.seen, self.waiting, self.way = view, waiting, way
        return out

    def _moment(self, view: View, waiting: list[str], way: str) -> Fields:
        """Where the game stands, and whom it waits for."""
        old = self.seen
        out: Fields = {}
        if waiting != self.waiting:
            out["waiting"] = names(waiting)
        if _moment_key(old) == _moment_key(view) and way == self.way:
            return out
        out.update(differing(_moment(old, self.way), _moment(view, way)))
        return out

    def _factions(self, view: View, waiting: list[str], moved: bool) -> dict[FactionName, Fields]:
        told: dict[FactionName, Fields] = {}
        if moved or _facts_key(self.seen) != _facts_key(view):
            for at, f in enumerate(view.order):
                facts = faction_facts(view, f, [])
                if facts != self.facts[at]:
                    told[named(f)] = _changed_facts(self.facts[at], facts)
                    self.facts[at] = facts
        if waiting != self.waiting:
            for f in view.order:
                name = named(f)
                if (name in waiting) != (name in self.waiting):
                    told.setdefault(name, {})["deciding"] = name in waiting
        return told


def _changed_facts(old: FactionFacts, new: FactionFacts) -> Fields:
    return differing(picked(old, COMMON_FACTS), picked(new, COMMON_FACTS))


def _changed_territories(old: View, new: View) -> int:
    """The territories whose picture has changed, as a set."""
    changed = (old.trolls ^ new.trolls) | (old.broken ^ new.broken)
    for name in _BOARD:
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            for at, n in enumerate(now):
                if was[at] != n:
                    changed |= 1 << at % 28
    for f in new.order:
        changed |= old.vis[f] ^ new.vis[f]
    if old.dragon != new.dragon or bool(old.turn) != bool(new.turn):
        changed |= _AT_NUMBER[old.dragon] | _AT_NUMBER[new.dragon]
    return changed


def _moment_key(view: View) -> tuple[object, ...]:
    drawn = (view.red_at, view.event_discard, view.winners, not view.stack)
    return (view.turn, view.round, view.first, view.dragon, view.steered, *drawn)


def _moment(view: View, way: str) -> Fields:
    return {
        "turn": view.turn,
        "round": view.round,
        "first": first_player(view),
        "dragon": view.dragon if view.turn else None,
        "dragon_next": next_flights(view),
        "red_threat": red_threat(view),
        "over": not view.stack,
        "winners": factions(view.winners),
        "way": way,
    }


def _facts_key(view: View) -> tuple[object, ...]:
    lists = (view.gold, view.bank, view.grave, view.elite_bank, view.elite_grave)
    return (*lists, view.hand_sizes, view.ally, view.first)


def _standing_key(view: View) -> tuple[object, ...]:
    return view.vis, view.ally, bool(view.turn), bool(view.stack)


def _pile_changes(old: View, new: View, out: Fields) -> None:
    if _pile_key(old) != _pile_key(new):
        was, now = (picked(piles(view), COMMON_PILES) for view in (old, new))
        out["piles"] = differing(was, now)


def _pile_key(view: View) -> tuple[object, ...]:
    lengths = (len(view.deck), len(view.discard), len(view.event_deck))
    return (*lengths, view.event_discard, view.event_first, view.event_second)


def _sale_changes(old: View, new: View, out: Fields) -> None:
    was, now = _sale(old), _sale(new)
    if was != now:
        out["sale"] = None if now is None else now if was is None else differing(was, now)


def _sale(view: View) -> Fields | None:
    if view.sale == NO_CARD:
        return None
    return {"bid": view.high_bid, "bidder": faction(view.high_bidder), "left": view.cards_left}


def _battle_changes(old: View, new: View, out: Fields, moved: bool) -> None:
    if not moved and _battle_key(old) == _battle_key(new):
        return
    was, now = _battle(battle(old)), _battle(battle(new))
    if was != now:
        out["battle"] = None if now is None else now if was is None else differing(was, now)


def _battle(fought: Battle | None) -> Fields | None:
    return None if fought is None else picked(fought, COMMON_BATTLE)


def _battle_key(view: View) -> tuple[object, ...]:
    return view.attacker, view.defender, view.place, view.answers


# --- a listener's own ----------------------------------------------------------------------


class Own:
    """What depends on the knowledge of one listener, as it was told last."""

    __slots__ = ("cards", "fight", "mine", "pile", "sale")

    def __init__(self, view: View) -> None:
        self.cards = _card_keys(view)
        self.mine = _mine_key(view)
        self.pile = _own_pile_key(view)
        self.sale = view.sale
        self.fight = _fight_key(view)

    def changes(self, view: View) -> Fields:
        """The changed fields of its own part; from now on they are known."""
        out: Fields = {}
        known = _card_keys(view)
        if known != self.cards:
            pairs = zip(self.cards, known, strict=True)
            changed = [f for f, (was, now) in enumerate(pairs) if was != now and f in view.order]
            out["factions"] = {FACTION_NAMES[f]: _known(view, f) for f in changed}
            self.cards = known
        mine = _mine_key(view)
        if mine != self.mine:
            out["me"], self.mine = _mine(view), mine
        pile = _own_pile_key(view)
        if pile != self.pile:
            out["piles"], self.pile = picked(piles(view), OWN_PILES), pile
        if view.sale != self.sale:
            self.sale = view.sale
            if view.sale != NO_CARD:
                out["sale"] = {"card": shown(view.sale)}
        fight = _fight_key(view)
        if fight != self.fight:
            self.fight, fought = fight, battle(view)
            if fought is not None:
                out["battle"] = picked(fought, OWN_BATTLE)
        return out


def _card_keys(view: View) -> list[tuple[int, int, int, int]]:
    """What is known of each faction's cards and prediction."""
    return [*zip(view.hands, view.usurper, view.sabotage, view.predictions, strict=True)]


def _known(view: View, f: int) -> Fields:
    return {
        "known": cards(view.hands[f]),
        "usurper": card(view.usurper[f]),
        "sabotage": card(view.sabotage[f]),
        "prediction": prediction(view.predictions[f]),
    }


def _mine_key(view: View) -> tuple[object, ...]:
    f = view.seat
    if f == SPECTATOR:
        return ()
    return view.hands[f], view.usurper[f], view.sabotage[f], view.kept, view.seen_by


def _mine(view: View) -> Fields:
    f = view.seat
    seen = {named(g): cards(view.seen_by[g]) for g in view.order if g != f and view.seen_by[g]}
    return {
        "hand": cards(view.hands[f]),
        "usurper": card(view.usurper[f]),
        "sabotage": card(view.sabotage[f]),
        "kept": cards(view.kept),
        "seen_by": seen,
    }


def _own_pile_key(view: View) -> tuple[object, ...]:
    return view.discard, view.event_deck[-1:]


def _fight_key(view: View) -> tuple[object, ...]:
    if view.attacker == NOBODY:
        return ()
    who = (view.attacker, view.defender, view.place)
    choices = (view.plans, view.betrayals, view.sizes, view.lent)
    return (*who, *choices, view.miracles, view.powers)
