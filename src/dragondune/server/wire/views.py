"""A view as the page draws it: names instead of numbers, and not one fact more than the view has.

Everything here is made from a ``View`` alone, so what leaves the server is what a seat may know.
``waiting`` is the one thing besides: who has to decide is open to all (ruling 11).
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, cast

from msgspec.structs import replace

from dragondune.contracts.language.sentences import clause_text, contract_text
from dragondune.model.actions import card_of, count_of, elites_of
from dragondune.model.board import CASTLES, KIND, NAMES, NOWHERE, NUMBER, territories_in
from dragondune.model.cards import CARD_NAMES, NO_CARD, RANK, cards_in
from dragondune.model.choices import (
    predicted_castle,
    predicted_turn,
    predicted_winner,
    sabotage_in,
    usurper_of,
)
from dragondune.model.contracts import STAGE_WORDS
from dragondune.model.contracts import Contract as SignedContract
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.ruleset import Ruleset
from dragondune.rules.prospects import default_winners, disputed, threats
from dragondune.rules.reckoning import ace_uses, battle_bonus, castles_to_win, flights, win_together
from dragondune.server.wire.forecast import sums, totals
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.parts import (
    Answers,
    Battle,
    Betrayal,
    Clause,
    Colour,
    Contract,
    Elites,
    Encoded,
    FactionFacts,
    GameView,
    Meeting,
    OwnCards,
    Piles,
    PlanShown,
    Points,
    Prediction,
    Sale,
    Side,
    Standing,
    Territory,
    Threat,
    Units,
)
from dragondune.telling.rounds import PLACE_OF_CARD
from dragondune.views.view import SECRET, SPECTATOR, UNKNOWN, View

UNSEEN: Final[Literal["?"]] = "?"
_COLOURS: Final[tuple[Colour, ...]] = ("none", "red", "black")
_SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")
Kind = Literal["open", "forest", "castle"]
_KINDS: Final[tuple[Kind, ...]] = ("open", "forest", "castle")
_TERRITORIES: Final = range(28)


def card(index: int) -> str | None:
    """``6♥``; ``?`` for a card that is there and unseen, None for none."""
    return None if index == NO_CARD else shown(index)


def shown(index: int) -> str:
    """``6♥``, or ``?`` for one that is unseen."""
    return UNSEEN if index >= UNKNOWN or index < 0 else CARD_NAMES[index]


def cards(mask: int) -> list[str]:
    """The cards of a set."""
    return [CARD_NAMES[index] for index in cards_in(mask)]


def named(index: int) -> FactionName:
    """``orcs``."""
    return FACTION_NAMES[index]


def names(factions: Iterable[str]) -> list[FactionName]:
    """Names of factions, as messages have them."""
    return cast("list[FactionName]", list(factions))


def faction(index: int) -> FactionName | None:
    """``orcs``, or None for nobody."""
    return named(index) if 0 <= index < 4 else None


def factions(mask: int) -> list[FactionName]:
    """The factions of a set."""
    return [named(f) for f in range(4) if mask >> f & 1]


class Open(NamedTuple):
    """What is the same from every seat: it can be made once for all of them."""

    territories: dict[str, Territory] | Encoded
    factions: list[FactionFacts]
    standing: Standing


def open_part(view: View, waiting: list[str], drawn: Encoded | None = None) -> Open:
    """The board and the factions' public facts."""
    board = territories(view) if drawn is None else drawn
    return Open(board, [faction_facts(view, f, waiting) for f in view.order], standing(view))


def board_key(view: View) -> tuple[object, ...]:
    """Everything the board's picture depends on: while it is the same, so is the picture."""
    stacks = (view.up, view.hid, view.elite_up, view.elite_hid, view.board_gold)
    return (*stacks, view.trolls, view.broken, view.dragon, bool(view.turn))


def game_view(view: View, waiting: list[str], way: str, made: Open | None = None) -> GameView:
    """The whole view; ``made`` is its public part, if that has been made already."""
    drawn = open_part(view, waiting) if made is None else made
    return GameView(
        turn=view.turn,
        turns=view.rules.turns,
        round=view.round,
        first=first_player(view),
        dragon=view.dragon if view.turn else None,
        dragon_next=next_flights(view),
        red_threat=red_threat(view),
        waiting=names(waiting),
        over=not view.stack,
        winners=factions(view.winners),
        way=way,
        territories=drawn.territories,
        factions={
            named(f): _with_known(view, f, facts)
            for f, facts in zip(view.order, drawn.factions, strict=True)
        },
        me=None if view.seat == SPECTATOR else own_cards(view),
        piles=piles(view),
        sale=sale(view),
        battle=battle(view),
        contracts=[contract(one) for one in view.contracts],
        offers=[contract(one) for one in view.offers],
        standing=drawn.standing,
    )


def first_player(view: View) -> FactionName | None:
    """Who begins in this turn; nobody before set-up is over."""
    return named(view.order[view.first % len(view.order)]) if view.turn else None


def next_flights(view: View) -> list[int]:
    """The numbers the dragons can get to next; before set-up is over they are nowhere yet."""
    if not view.turn:
        return []
    _, farthest = flights(view.rules, view.steered)
    return [(view.dragon + n - 1) % 18 + 1 for n in range(1, farthest + 1)]


# --- the board -----------------------------------------------------------------------------


def territories(view: View) -> dict[str, Territory]:
    """What lies on the board, which is open to all."""
    return {NAMES[t]: territory(view, t) for t in _TERRITORIES}


def territory(view: View, t: int) -> Territory:
    """What lies in one territory."""
    units = [_stack(view, f, t, False) for f in view.order if view.up[f * 28 + t]]
    units += [_stack(view, f, t, True) for f in view.order if view.hid[f * 28 + t]]
    holders = [f for f in view.order if view.vis[f] >> t & 1]
    return Territory(
        gold=view.board_gold[t],
        troll=bool(view.trolls >> t & 1),
        dragon=bool(view.turn) and NUMBER[t] == view.dragon,
        walls=not view.broken >> t & 1 if CASTLES >> t & 1 else None,
        held=named(holders[0]) if len(holders) == 1 else None,
        units=units,
    )


def _stack(view: View, f: int, t: int, hidden: bool) -> Units:
    at = f * 28 + t
    return Units(
        faction=named(f),
        n=view.hid[at] if hidden else view.up[at],
        elite=view.elite_hid[at] if hidden else view.elite_up[at],
        hidden=hidden,
    )


def red_threat(view: View) -> str | None:
    """Where the Red Dragon is, or would come down: the place of the last event [II3]."""
    if view.red_at >= 0:
        return None if view.red_at == NOWHERE else NAMES[view.red_at]
    return NAMES[PLACE_OF_CARD[view.event_discard[-1]]] if view.event_discard else None


# --- the factions --------------------------------------------------------------------------


def faction_facts(view: View, f: int, waiting: list[str]) -> FactionFacts:
    """What everyone knows of a faction."""
    own = slice(f * 28, f * 28 + 28)
    others = 0
    for g in view.order:
        others |= view.vis[g] if g != f else 0
    held = view.vis[f] & ~others & CASTLES
    return FactionFacts(
        gold=view.gold[f],
        board=sum(view.up[own]),
        hidden=sum(view.hid[own]),
        bank=view.bank[f],
        graveyard=view.grave[f],
        elite=Elites(
            board=sum(view.elite_up[own]) + sum(view.elite_hid[own]),
            bank=view.elite_bank[f],
            graveyard=view.elite_grave[f],
        ),
        hand=view.hand_sizes[f],
        hand_limit=view.rules.hand_limit[f],
        ally=faction(view.ally[f]),
        castles=[NAMES[t] for t in territories_in(held)],
        castles_to_win=castles_to_win(view.rules, view.ally[f]),
        wins_with_ally=win_together(view.rules, view.ally[f]),
        suit="♣♦♥♠"[view.rules.suits[f]],
        order=(view.order.index(f) - view.first) % len(view.order),
        deciding=named(f) in waiting,
    )


def _with_known(view: View, f: int, facts: FactionFacts) -> FactionFacts:
    """Add what this seat knows of a faction's cards and prediction."""
    return replace(
        facts,
        known=cards(view.hands[f]),
        usurper=card(view.usurper[f]),
        sabotage=card(view.sabotage[f]),
        prediction=prediction(view.predictions[f]),
    )


def prediction(value: int) -> Prediction | Literal["?"] | None:
    """A prediction; `?` for one that was made and is unseen."""
    if value < 0:
        return UNSEEN if value == SECRET else None
    return Prediction(
        winner=named(predicted_winner(value)),
        castle=NAMES[predicted_castle(value)],
        turn=predicted_turn(value),
    )


def own_cards(view: View) -> OwnCards:
    """What a seat holds itself."""
    f = view.seat
    return OwnCards(
        faction=named(f),
        hand=cards(view.hands[f]),
        usurper=card(view.usurper[f]),
        sabotage=card(view.sabotage[f]),
        aces=_ace_uses(view.rules),
        kept=cards(view.kept),
        seen_by={
            named(g): cards(view.seen_by[g]) for g in view.order if g != f and view.seen_by[g]
        },
    )


def _ace_uses(rules: Ruleset) -> str:
    """What anybody can do with an ace in this game [D1-D9]."""
    uses = ace_uses(rules)
    return f"{', '.join(uses[:-1])} or {uses[-1]}"


# --- where the game is heading ----------------------------------------------------------------


def standing(view: View) -> Standing:
    """Battles to come, who is about to win, and who does if nobody has in the end."""
    before = not view.turn or not view.stack
    return Standing(
        battles=[] if before else _meetings(view),
        threats=[] if before else _threats(view),
        default=factions(default_winners(view.rules, view.order, view.ally)),
    )


def _meetings(view: View) -> list[Meeting]:
    """Each territory where somebody has a battle to fight, with everybody who has [V1]."""
    fights = {f: disputed(view.rules, view.order, view.vis, view.ally, f) for f in view.order}
    everywhere = 0
    for mask in fights.values():
        everywhere |= mask
    return [
        Meeting(NAMES[t], [named(f) for f in view.order if fights[f] >> t & 1])
        for t in territories_in(everywhere)
    ]


def _threats(view: View) -> list[Threat]:
    found = threats(view.rules, view.order, view.vis, view.ally)
    return [
        Threat(
            winners=factions(one.winners),
            castles=one.castles,
            needed=one.needed,
            contested=[NAMES[t] for t in territories_in(one.contested)],
        )
        for one in found
    ]


# --- piles, auction, battle ----------------------------------------------------------------


def piles(view: View) -> Piles:
    """The piles of cards."""
    next_event = view.event_deck[-1] if view.event_deck else NO_CARD
    return Piles(
        artifacts=len(view.deck),
        discard=len(view.discard),
        discard_top=card(view.discard[-1]) if view.discard else None,
        discards=[shown(index) for index in view.discard],
        events=len(view.event_deck),
        event_discard=[CARD_NAMES[index] for index in view.event_discard],
        event_now=[
            CARD_NAMES[index] for index in (view.event_first, view.event_second) if index != NO_CARD
        ],
        next_event=CARD_NAMES[next_event] if next_event < UNKNOWN else None,
    )


def sale(view: View) -> Sale | None:
    """The artifact on sale, if there is one."""
    if view.sale == NO_CARD:
        return None
    return Sale(
        card=shown(view.sale),
        bid=view.high_bid,
        bidder=faction(view.high_bidder),
        left=view.cards_left,
    )


def battle(view: View) -> Battle | None:
    """The battle under way, if there is one."""
    if view.attacker == NOBODY:
        return None
    fighters = (view.attacker, view.defender)
    return Battle(
        attacker=named(view.attacker),
        defender=named(view.defender),
        place=NAMES[view.place],
        answers={_SIDES[side]: answers(view.answers, side) for side in (0, 1)},
        plans={_SIDES[side]: plan_shown(view.plans[side]) for side in (0, 1)},
        betrayals={_SIDES[side]: betrayal(view.betrayals[side]) for side in (0, 1)},
        bonus={_SIDES[side]: bonus(view, fighters[side], side) for side in (0, 1)},
        totals=dict(zip(_SIDES, totals(view), strict=True)),
        sums={
            side: [Points(*part) for part in parts]
            for side, parts in zip(_SIDES, sums(view), strict=True)
        },
        units={_SIDES[side]: view.up[fighters[side] * 28 + view.place] for side in (0, 1)},
        sizes={
            _SIDES[side]: view.sizes[side] if view.sizes[side] >= 0 else None for side in (0, 1)
        },
        lent=bool(view.lent),
    )


def answers(given: list[int], side: int) -> Answers:
    """What a side has answered about its plan."""
    colour, number, value = given[side * 3 : side * 3 + 3]
    return Answers(
        colour=_COLOURS[colour] if colour >= 0 else None,
        number=number if number >= 0 else None,
        value=value if value >= 0 else None,
    )


def plan_shown(plan: int) -> PlanShown | Literal["?"] | None:
    """Three answers: nothing yet, made and unseen, or what it is."""
    if plan < 0:
        return UNSEEN if plan == SECRET else None
    played = card_of(plan)
    return PlanShown(
        units=count_of(plan),
        elite=elites_of(plan),
        card=card(played),
        value=RANK[played] if played != NO_CARD else 0,
    )


def betrayal(value: int) -> Betrayal | Literal["?"] | bool | None:
    """The cards of a treachery; False for none, `?` for a choice that was made and is unseen."""
    if value < 0:
        return UNSEEN if value == SECRET else None
    if not value:
        return False
    return Betrayal(usurper=card(usurper_of(value)), sabotage=card(sabotage_in(value)))


def bonus(view: View, f: int, side: int) -> int:
    """Points a faction gets against this opponent whatever it plays [DW3, OR8]."""
    other = view.defender if side == 0 else view.attacker
    return battle_bonus(view.rules, f, other)


# --- contracts, which are open to all [B6] --------------------------------------------------


def contract(signed: SignedContract) -> Contract:
    """A contract or an offer, in words."""
    clauses = [
        Clause(clause_text(clause), faction(clause.debtor), STAGE_WORDS[clause.stage])
        for clause in signed.clauses
    ]
    return Contract(
        number=signed.number,
        maker=faction(signed.maker),
        parties=factions(signed.parties),
        agreed=factions(signed.agreed),
        turn=signed.turn,
        text=contract_text(signed),
        clauses=clauses,
        words=list(signed.words),
    )


# --- the map -------------------------------------------------------------------------------


def kind_name(t: int) -> Kind:
    """``open``, ``forest`` or ``castle``."""
    return _KINDS[KIND[t]]
