"""Nobody milks a bot: hostile and random offers, one after the other, never leave it poorer."""

from __future__ import annotations

import random
from importlib.util import find_spec

import pytest
from bots.positions import at_step
from bots.test_contracts import QUIET, THREAT, ask, positions
from contracts.table import random_clause, random_contract
from exploiters.broker import Broker
from exploiters.cheats import Disarmer, Shielded, Squatter
from exploiters.schemers import Bookmaker, Locksmith, Peeker
from exploiters.talkers import Ambusher, Evictor, Milker, Swindler, Talker

from dragondune.bots.bargaining.appraisal import Appraiser
from dragondune.bots.bargaining.clause_prices import flat_worth
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.steward.battle_plans import Battle
from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import OF_FACTION
from dragondune.contracts.language.parser import parse_contract
from dragondune.contracts.language.sentences import contract_text
from dragondune.engine import steps
from dragondune.game import Game
from dragondune.model import contracts as deal
from dragondune.model.contracts import Clause, Contract
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.refusal import Refusal
from dragondune.views.view import view_of

SPEC = find_spec("dragondune.engine.agenda")
COMPILED = SPEC is not None and not str(SPEC.origin).endswith(".py")
OFFERS = 3000 if COMPILED else 300  # the plain source is ten times as slow
ROUNDING = 1e-9
HEADER = Game.new("r9", seed=0).header
HOSTILE: list[type[Talker]] = [
    *(Milker, Evictor, Ambusher, Swindler, Broker),
    *(Bookmaker, Peeker, Locksmith),
    *(Disarmer, Shielded, Squatter),
]


def estate(game: Game, f: int, known: list[int]) -> float:
    """What a seat has by its own judgement: gold, board, promises, and what it need not ask any more.

    The board is judged by the hands that were ``known`` when it signed: what a hand that is shown turns
    out to hold may be good news or bad.
    """
    view = game.view(FACTION_NAMES[f])
    w = OF_FACTION[f]
    appraiser = Appraiser(view, w)
    unknown = 0.0
    for g in view.order:
        if g != f:
            for what in (deal.HAND, deal.USURPER, deal.SABOTAGE):
                shown = [Clause(deal.SHOW, g, f, what)]
                unknown += flat_worth(appraiser.scenes, f, shown)
    promised = appraiser.flat(f)
    view.hands = [*known]
    board = Appraiser(view, w).before(f).worth / w.gold
    return view.gold[f] + board + promised - unknown


def hostile_offers(game: Game, maker: int, rng: random.Random) -> list[str | Contract]:
    """The tricks of an exploiter, random contracts, and random promises with a price on them."""
    trick = rng.choice(HOSTILE)(1)
    view = game.view(FACTION_NAMES[maker])
    found: list[str | Contract] = []
    for _ in range(3):
        said = trick.make_offer(view, Mood())
        if said is not None:
            found.append(said.line.split(" ", 1)[1])
    found += [random_contract(game, rng) for _ in range(2)]
    for _ in range(4):
        g = rng.choice([g for g in game.state.order if g != maker])
        clauses = [
            random_clause(game, *rng.choice([(maker, g), (g, maker)]), rng)
            for _ in range(rng.randint(1, 4))
        ]
        pays = Clause(deal.PAY, *rng.choice([(maker, g), (g, maker)]), n=rng.randint(1, 6))
        rows = [*clauses, clauses[0], pays]
        found.append(Contract(1 << maker | 1 << g, tuple(rows)))
    return found


def sign(game: Game, maker: int, contract: str | Contract) -> int:
    """Offer it, and let the other party answer; the bot that signed, or -1."""
    if isinstance(game.offer(FACTION_NAMES[maker], contract), Refusal):
        return -1
    offer = game.offers[-1]
    f = int(offer.parties & ~(1 << maker)).bit_length() - 1
    if bin(offer.parties).count("1") > 2:
        game.withdraw(FACTION_NAMES[maker], offer.number)
        return -1
    reply = Steward(1).answer_offer(game.view(FACTION_NAMES[f]), offer, Mood())
    assert not isinstance(game.play(FACTION_NAMES[f], reply.line), Refusal), reply
    if reply.word == "counter":  # whatever it asks for is granted at once
        game.play(FACTION_NAMES[maker], f"accept {game.offers[-1].number}")
    elif reply.word != "accept":
        return -1
    return f


def test_no_row_of_contracts_leaves_a_bot_poorer() -> None:
    rng = random.Random(11)
    offered = signed = seed = 0
    while offered < OFFERS:
        seed += 1
        for state in positions(seed, 45):
            made, good = _press(Game(HEADER, state), rng)
            offered, signed = offered + made, signed + good
    assert signed > OFFERS / 40, "some offers are worth signing"


def _press(game: Game, rng: random.Random) -> tuple[int, int]:
    """One player tries everything on the others; no signature leaves its bot poorer."""
    if game.over:
        return 0, 0
    maker = rng.choice(game.state.order)
    offers = hostile_offers(game, maker, rng)
    signed = 0
    for contract in offers:
        known = {f: game.view(FACTION_NAMES[f]).hands for f in game.state.order if f != maker}
        before = {f: estate(game, f, known[f]) for f in known}
        stood = [*game.state.stack]
        f = sign(game, maker, contract)
        # Where the payment leaves somebody without a choice the game goes on, and so does the board.
        if f >= 0 and stood == game.state.stack:
            signed += 1
            text = contract if isinstance(contract, str) else contract_text(contract)
            assert estate(game, f, known[f]) > before[f] - ROUNDING, f"{FACTION_NAMES[f]}: {text}"
    return len(offers), signed


# --- one trick after the other -------------------------------------------------------------

# Orcs and Goblins meet in 10★; the Orcs hold three cards that nobody has seen.
MEETING = (
    "order=OEDG turn=2 dragon=13 O=1★4,10★3 E=5★5 D=15★4 G=10★4 gold=E6,O3,D3,G9 "
    "hand=O:3♠4♥5♣ at=orcs.move"
)


def test_a_hand_that_was_seen_is_not_paid_for_again() -> None:
    game = Game.at(MEETING)
    text = "The Orcs show the Goblins their hand now. The Goblins pay the Orcs 1 gold now."
    first = ask(game, "orcs", text, "goblins")
    assert first.word == "accept", "a battle in 10★ is coming, and the hand is new to them"
    game.play("goblins", first.line)
    for _ in range(3):
        again = ask(game, "orcs", text, "goblins")
        assert again.word != "accept"
        game.play("goblins", f"refuse {game.offers[-1].number}")


def gain(game: Game, seat: str, text: str) -> float:
    """What a seat thinks a contract brings it, others' gains apart."""
    view = game.view(seat)
    f = FACTION_OF_NAME[seat]
    clauses = [c.changed(until=c.until or 8) for c in parse_contract(text).clauses]
    return Appraiser(view, OF_FACTION[f]).gain(f, clauses)


def test_who_has_to_fight_anyway_pays_for_no_peace_on_one_side() -> None:
    game = Game.at(MEETING)
    promise = "The Orcs do not attack the Goblins until the end of turn 2."
    assert gain(game, "goblins", promise) == 0
    mutual = f"{promise} The Goblins do not attack the Orcs until the end of turn 2."
    alone = "The Goblins do not attack the Orcs until the end of turn 2."
    assert gain(game, "goblins", mutual) > gain(game, "goblins", alone)
    price = f"{promise} The Goblins pay the Orcs 1 gold now."
    assert ask(game, "orcs", price, "goblins").word != "accept"


@pytest.mark.parametrize(
    "later",
    [
        "The Elves pay the Orcs 6 gold in the battle round of turn 3.",
        "The Elves pay the Orcs 6 gold in the collection round of turn 2.",
        "If the Elves attack the Orcs, the Elves pay the Orcs 6 gold.",
    ],
)
def test_gold_that_may_be_gone_by_then_buys_nothing(later: str) -> None:
    game = Game.at(QUIET)
    assert gain(game, "orcs", later) == 0
    promise = "The Orcs do not attack the Elves until the end of turn 5."
    assert ask(game, "elves", f"{promise} {later}", "orcs").word != "accept"


def test_the_same_gold_is_not_counted_twice() -> None:
    game = Game.at(QUIET)
    twice = "The Elves pay the Orcs 6 gold now. The Elves pay the Orcs 6 gold now."
    assert (
        gain(game, "orcs", twice) == gain(game, "orcs", "The Elves pay the Orcs 6 gold now.") == 6
    )


def test_a_promise_made_six_times_is_one_promise() -> None:
    game = Game.at(MEETING)
    for promise in (
        "The Orcs do not declare treachery against the Goblins.",
        "The Orcs play no artifact against the Goblins.",
        "The Orcs do not bid.",
        "The Orcs do not enter 10★ until the end of turn 4.",
    ):
        assert gain(game, "goblins", " ".join([promise] * 6)) == gain(game, "goblins", promise)


def test_who_cannot_leave_any_more_is_not_paid_for_leaving() -> None:
    """Where the Dwarves have had their turn their promise to leave 10★ would be void."""
    promise = "The Dwarves leave 10★ by the end of turn 2."
    place = "order=DEGO turn=2 dragon=13 O=1★4 E=5★5 D=10★5 G=10★4 gold=E6,O3,D1,G2"
    assert gain(Game.at(f"{place} at=dwarves.move"), "goblins", promise) > 1
    assert gain(Game.at(f"{place} turns_taken=D at=elves.hire"), "goblins", promise) < 0.5


@pytest.mark.parametrize("turn", [4, 5])
@pytest.mark.parametrize("price", [4, 6])
def test_no_castle_is_left_where_that_lets_anybody_win(turn: int, price: int) -> None:
    game = Game.at(THREAT)
    text = (
        f"The Elves leave 5★ by the end of turn {turn}. The Dwarves pay the Elves {price} gold now."
    )
    reply = ask(game, "dwarves", text, "elves")
    assert reply.word == "refuse"
    game.play("elves", reply.line)
    # The Goblins gain nothing by it themselves: it is the Dwarves who would win.
    text = text.replace("Dwarves pay", "Goblins pay").replace("6 gold", "5 gold")
    reply = ask(game, "goblins", text, "elves")
    assert reply.word == "refuse"
    assert "the Dwarves" in reply.sentence


def test_a_castle_is_not_left_for_one_who_holds_none_yet_but_could_win_soon() -> None:
    """Graveyard, bank, gold and an ace count: from one castle two more are taken in two turns."""
    game = Game.at(
        "order=GEDO turn=3 dragon=14 G=10★3,grave:4 E=5★4 D=15★1 O=1★5 gold=G9,E3,D2,O3 at=goblins.hire"
    )
    text = "The Elves leave 5★ by the end of turn 4. The Goblins pay the Elves 9 gold now."
    reply = ask(game, "goblins", text, "elves")
    assert reply.word == "refuse"
    assert reply.sentence == "No: with me out of the way you could win within two turns."


def test_a_promise_to_one_does_not_lose_the_game_to_another() -> None:
    game = Game.at(THREAT)
    text = (
        "The Elves do not enter 10★, 15★ and 3★ until the end of turn 4. "
        "The Goblins pay the Elves 5 gold now."
    )
    reply = ask(game, "goblins", text, "elves")
    assert reply == ("refuse 1", "No: it would help the Dwarves to victory.")


def test_nor_do_promises_piece_by_piece() -> None:
    """Each castle is little by itself; together they would leave nothing to stop the Dwarves with."""
    game = Game.at(THREAT)
    signed = 0
    for place in ("10★", "15★", "3★", "1★", "10★ and 3★"):
        text = f"The Elves do not enter {place} until the end of turn 4."
        reply = ask(game, "goblins", f"{text} The Goblins pay the Elves 1 gold now.", "elves")
        signed += reply.word == "accept"
        game.play(
            "elves", reply.line if reply.word == "accept" else f"refuse {game.offers[-1].number}"
        )
    view = game.view("elves")
    appraiser = Appraiser(view, OF_FACTION[1])
    assert appraiser.before(0).win <= appraiser.free(0).win + 0.08
    assert signed < 3


@pytest.mark.parametrize("turns", [4, 8])
def test_nobody_gives_way_wherever_another_player_goes(turns: int) -> None:
    """It costs little where they stand now, and every castle that they go to behind it."""
    game = Game.at(THREAT)
    text = f"The Elves do not enter where the Goblins are until the end of turn {turns}."
    reply = ask(game, "goblins", f"{text} The Goblins pay the Elves 5 gold now.", "elves")
    assert reply.word == ("refuse" if turns == 8 else "accept")


def test_nobody_gives_way_in_the_turn_in_which_that_wins() -> None:
    """The Goblins hold two castles and come to 3★ this turn, where the Elves could stop them."""
    game = Game.at(
        "order=GEDO turn=4 dragon=13 D=9•4 E=0•4 G=10★4,15★4 O=1★3 gold=D6,E6,G5,O4 at=goblins.hire"
    )
    text = "The Elves do not enter where the Goblins are until the end of turn 4."
    reply = ask(game, "goblins", f"{text} The Goblins pay the Elves 5 gold now.", "elves")
    assert reply.word == "refuse"


def test_shelter_counts_wherever_the_sheltered_player_goes() -> None:
    """Only the Elves could still stop the Goblins in 3★, where the Goblins are not yet."""
    view = Game.at(
        "order=DOGE turn=4 dragon=13 D=9•4 E=0•9 G=10★4,15★4 O=1★3 gold=D6,E9,G5,O4 "
        "turns_taken=DOG at=goblins.hire"
    ).view("elves")
    appraiser = Appraiser(view, OF_FACTION[1])
    shelter = parse_contract(
        "The Elves do not enter where the Goblins are until the end of turn 4."
    )
    goblins = FACTION_OF_NAME["goblins"]
    sheltered = appraiser.after(goblins, [*shelter.clauses], goblins).win
    assert sheltered > appraiser.before(goblins).win + 0.08


@pytest.mark.parametrize(("turn", "word"), [(2, "accept"), (3, "refuse"), (8, "refuse")])
def test_no_lasting_peace_with_who_wins_by_waiting(turn: int, word: str) -> None:
    """The Orcs would sit down in every castle, and nobody could throw them out."""
    game = Game.at(QUIET)
    peace = " ".join(
        f"The {a} do not attack the {b} until the end of turn {turn}."
        for a, b in (("Orcs", "Elves"), ("Elves", "Orcs"))
    )
    assert ask(game, "orcs", f"{peace} The Orcs pay the Elves 3 gold now.", "elves").word == word


def test_the_same_share_is_not_bought_twice() -> None:
    """The Orcs stand alone on 8 gold, and have promised all of it to the Elves."""
    game = Game.at(
        "order=OGED turn=2 dragon=1 O=13:4 E=5★5 D=15★4 G=10★4 gold@=13:8 gold=E6,O3,D3,G9 "
        "turns_taken=O at=goblins.move"
    )
    share = "The Orcs pay the {} 100% of what they collect from 13."
    dwarves = share.format("Dwarves")
    before = gain(game, "dwarves", dwarves)
    assert before > 2
    game.offer("orcs", share.format("Elves"))
    game.play("elves", f"accept {game.offers[-1].number}")
    assert gain(game, "dwarves", dwarves) == 0


def test_an_army_cannot_sell_its_one_movement_twice() -> None:
    """The Dwarves move once: they leave 10★, as they have promised first, or 5★."""
    place = (
        "order=DEGO turn=2 dragon=13 O=1★4 E=5★5 D=10★5,5★2 G=10★4 gold=E6,O3,D1,G2 at=dwarves.move"
    )
    leaving = "The Dwarves leave 5★ by the end of turn 2."
    once, twice = Game.at(place), Game.at(place)
    twice.offer(
        "dwarves", "Between the Dwarves and the Orcs: The Dwarves leave 10★ by the end of turn 2."
    )
    twice.play("orcs", f"accept {twice.offers[-1].number}")
    assert gain(once, "elves", leaving) > 1
    assert gain(twice, "elves", leaving) < 0.5


def test_who_promises_to_send_everything_has_nobody_left_to_hold_the_place() -> None:
    game = Game.at("order=OEDG turn=2 dragon=13 O=1★4,10★3 E=5★5 D=15★4 G=10★6 at=orcs.move")
    less, everything = (
        gain(game, "goblins", f"The Goblins send at least {n} units against the Orcs.")
        for n in (5, 6)
    )
    assert everything < less - 3


def test_an_offer_about_nowhere_is_answered() -> None:
    game = Game.at("order=OEDG turn=2 dragon=13 O=1★4 E=5★5 D=15★4 gold=E6,G9 at=orcs.move")
    text = "The Elves do not enter where the Goblins are. The Elves pay the Goblins 5 gold now."
    assert ask(game, "goblins", text, "elves").word == "refuse"


def test_bids_are_not_cheaper_by_the_gold_that_pays_for_them() -> None:
    """Who has no gold and is paid for not bidding has some to bid with."""
    poor, rich = (Game.at(QUIET.replace("E6", gold)) for gold in ("E0", "E9"))
    promise = "The Elves do not bid until the end of turn 3."
    assert gain(poor, "elves", promise) == gain(rich, "elves", promise) < 0


def test_a_promise_about_unseen_cards_is_hardly_believed() -> None:
    """Whoever holds no ace is the first to sell that it plays none."""
    promise = "The Orcs do not use an ace for anything."
    unseen = gain(Game.at(MEETING), "goblins", promise)
    seen = Game.at(MEETING.replace("hand=O:3♠4♥5♣", "hand=O:A♠4♥5♣ knows=G:A♠"))
    assert 0 < 3 * unseen < gain(seen, "goblins", promise)


@pytest.mark.parametrize("turn", [2, 8])
@pytest.mark.parametrize(
    "promise",
    [
        "The Elves send at most 1 unit against the Orcs",
        "The Elves play no artifact against the Orcs",
        "The Elves do not declare treachery against the Orcs",
        "The Elves show the Orcs the size of their battle plans",
    ],
)
def test_nobody_ties_its_hands_before_the_battle_is_known(promise: str, turn: int) -> None:
    """Whoever has bought that from everybody chooses its battles afterwards."""
    game = Game.at(QUIET)
    text = f"{promise} until the end of turn {turn}. The Orcs pay the Elves 3 gold now."
    reply = ask(game, "orcs", text, "elves")
    assert reply == ("refuse 1", "No: my hands stay free for battles that I do not know yet.")


def test_the_size_of_a_plan_that_is_shown_is_used() -> None:
    view = view_of(at_step(steps.PLANS, "goblins"), FACTION_OF_NAME["goblins"])
    battle = Battle(view, OF_FACTION[view.seat])
    assert battle.armies.count(0.0) == 0
    view.sizes[1 if battle.attacks else 0] = battle.theirs
    told = Battle(view, OF_FACTION[view.seat]).armies
    assert told == [0.0] * battle.theirs + [1.0]


@pytest.mark.parametrize(
    "debt",
    [
        "When turn 3 begins, the Goblins pay the Orcs 9 gold.",
        "If the Goblins attack the Orcs, the Goblins pay the Orcs 9 gold.",
        "If the Goblins enter 1★, 5★ and 15★, the Goblins pay the Orcs 9 gold.",
        "When the Red Dragon appears, the Goblins pay the Orcs 9 gold.",
    ],
)
def test_a_debt_that_may_fall_due_costs_all_of_it(debt: str) -> None:
    """Who bets on it knows more than the bot does, or sees to it; the Goblins have had their turn."""
    game = Game.at(MEETING.replace("O3", "O8").replace("at=", "turns_taken=G at="))
    assert gain(game, "goblins", debt) == pytest.approx(-9)
    assert ask(game, "orcs", f"{debt} The Orcs pay the Goblins 8 gold now.", "goblins").word != (
        "accept"
    )


def test_what_is_shown_before_a_battle_costs_by_what_it_is_about() -> None:
    """The Goblins hold two castles elsewhere: with 10★ they would win, and the Orcs would lose."""
    small, great = MEETING, MEETING.replace("G=10★4", "G=10★4,3★2,15★2").replace("D=15★4", "D=9•4")
    for thing in ("their hand", "their usurper", "the size of their battle plans"):
        promise = f"The Goblins show the Orcs {thing}."
        little, much = (gain(Game.at(place), "goblins", promise) for place in (small, great))
        assert much < 3 * little < 0
