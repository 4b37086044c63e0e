"""Bots and contracts: what they sign, refuse, ask for and offer, and that nobody can milk them."""

from __future__ import annotations

import random

import pytest
from contracts.checker import Judge
from contracts.table import random_contract

from dragondune.bots import Bot, make_bot
from dragondune.bots.arena.table import finish, play_game
from dragondune.bots.bargaining.answers import Reply, gold_now
from dragondune.bots.bargaining.memory import Memory, Mood
from dragondune.contracts.language.parser import parse_contract
from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model import contracts as deal
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.views.sample import sample
from dragondune.views.view import view_of
from tools.contract_match import Silent

THINKERS = ["steward", "warlord:8"]
# The Elves hold 5★ and move last but one; nobody is near it, and the Orcs have the move.
QUIET = "order=OEDG turn=2 dragon=13 O=1★4 E=5★5 D=15★4 G=10★4 gold=E6,O3,D3,G3 at=orcs.move"
# One step to 3★ is the Elves' third castle; the others cannot come there any more.
WINNING = (
    "order=OEDG turn=3 dragon=14 O=1★4 E=5★2,10★2,0•3 D=15★4 gold=E2,O9,D3,G3 "
    "turns_taken=OEDG at=elves.move"
)
# The Dwarves hold two castles, have gold and units for 3★, and move before the Elves and goblins.
THREAT = (
    "order=DEGO turn=4 dragon=13 D=15★4,10★4 E=5★4 G=12•3 O=1★3 gold=D6,E6,G5,O4 at=dwarves.hire"
)


def ask(game: Game, maker: str, text: str, seat: str, name: str = "steward") -> Reply:
    """Offer a contract to a bot; its answer, which it has to be able to give."""
    told = game.offer(maker, text)
    assert not isinstance(told, Refusal), told
    reply = make_bot(name, 1).answer_offer(game.view(seat), game.offers[-1], Mood())
    assert game.why_not(seat, reply.line) is None, reply
    assert reply.sentence.endswith(".")
    assert "\n" not in reply.sentence
    return reply


# --- judgement -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", THINKERS)
def test_gold_for_a_promise_that_costs_nothing_is_taken(name: str) -> None:
    game = Game.at(QUIET)
    text = "The Orcs do not enter 5★ until the end of turn 2. The Elves pay the Orcs 2 gold now."
    reply = ask(game, "elves", text, "orcs", name)
    assert reply.word == "accept"
    assert reply.sentence.startswith("Worth ")
    assert "you pay me 2 gold" in reply.sentence


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("price", [1, 9])
def test_no_price_buys_the_move_that_wins(name: str, price: int) -> None:
    game = Game.at(WINNING)
    text = f"The Elves do not enter 3★. The Orcs pay the Elves {price} gold now."
    reply = ask(game, "orcs", text, "elves", name)
    assert reply == ("refuse 1", "No: it would stop my victory.")


@pytest.mark.parametrize("name", THINKERS)
def test_where_they_are_is_worth_what_the_territories_are(name: str) -> None:
    """Here the Goblins stand in the castle that would be the Elves' third."""
    words = []
    for where in ("3★", "where the Goblins are"):
        game = Game.at(WINNING.replace("D=15★4", "D=15★4 G=3★1"))
        text = f"The Elves do not enter {where}. The Goblins pay the Elves 2 gold now."
        words.append(ask(game, "goblins", text, "elves", name))
    assert words[0] == words[1]
    assert words[0].word == "refuse"


@pytest.mark.parametrize("name", THINKERS)
def test_a_low_price_is_countered_with_the_least_one_that_is_accepted(name: str) -> None:
    game = Game.at(QUIET)
    promise = "The Orcs do not attack the Elves until the end of turn 5."
    reply = ask(game, "elves", promise, "orcs", name)
    assert reply.word == "counter"
    wanted = parse_contract(reply.line.split(" ", 2)[2])
    orcs = FACTION_OF_NAME["orcs"]
    price = gold_now(list(wanted.clauses), orcs)
    assert 0 < price <= 6
    assert reply.sentence.startswith(f"For {price} gold yes, for less no")
    assert not isinstance(game.play("orcs", reply.line), Refusal)
    # The same words from the other side are accepted, and a piece less is not.
    game.withdraw("orcs", game.offers[-1].number)
    again = f"{promise} The Elves pay the Orcs {price} gold now."
    assert ask(game, "elves", again, "orcs", name).word == "accept"
    if price > 1:
        less = f"{promise} The Elves pay the Orcs {price - 1} gold now."
        assert ask(game, "elves", less, "orcs", name).word != "accept"


def test_gold_it_does_not_have_is_never_promised() -> None:
    game = Game.at(QUIET)
    peace = "The Elves do not attack the Orcs until the end of turn 2."
    for pay in (
        "The Orcs pay the Elves 4 gold now.",
        "The Orcs pay the Elves 2 gold now. The Orcs pay the Elves 2 gold in the battle round of turn 3.",
        "If the Elves attack the Dwarves, the Orcs pay the Elves 9 gold.",
    ):
        reply = ask(game, "elves", f"{peace} {pay}", "orcs")
        assert reply.word == "refuse"
        assert "gold to promise" in reply.sentence
        game.play("orcs", reply.line)


@pytest.mark.parametrize("name", THINKERS)
def test_nothing_is_signed_that_helps_the_other_to_win(name: str) -> None:
    game = Game.at(THREAT)
    text = (
        "The Elves do not enter 10★, 15★ and 3★ until the end of turn 4. "
        "The Dwarves pay the Elves 4 gold now."
    )
    reply = ask(game, "dwarves", text, "elves", name)
    assert reply.word == "refuse"
    assert reply.sentence == "No: it would help you to victory."


def test_hands_stay_free_against_who_holds_two_castles() -> None:
    game = Game.at(THREAT)
    text = "The Elves do not attack the Dwarves until the end of turn 6. The Dwarves pay the Elves 5 gold now."
    reply = ask(game, "dwarves", text, "elves")
    assert reply.word == "refuse"


def test_what_brings_a_bot_nothing_and_the_leader_much_is_refused() -> None:
    game = Game.at(THREAT)
    for text in (
        "The Elves show the Dwarves their hand now.",
        "The Elves do not hire until the end of turn 4.",
        "The Elves pay the Dwarves 50% of what they collect from 1, 2 and 3.",
    ):
        assert ask(game, "dwarves", text, "elves").word != "accept"
        game.withdraw("dwarves", game.offers[-1].number)


def test_promises_that_lock_a_bot_out_of_the_game_are_refused() -> None:
    game = Game.at(QUIET)
    text = "The Elves do not enter 1★, 3★, 10★ and 15★. The Orcs pay the Elves 3 gold now."
    reply = ask(game, "orcs", text, "elves")
    assert reply.word == "refuse"
    assert reply.sentence == "No: it would leave me too few castles to win with."


def test_alternatives_are_weighed_together() -> None:
    """Each of two ways to win can be spared as long as the other is open, but not both."""
    game = Game.at(WINNING.replace("10★2,0•3", "10★2,0•3,16•3"))
    both = "The Elves do not enter 3★ and 15★. The Orcs pay the Elves 9 gold now."
    assert ask(game, "orcs", both, "elves").word == "refuse"


def test_the_poor_do_not_sell_themselves_for_a_piece_of_gold() -> None:
    game = Game.at(QUIET.replace(",D3", ",D0"))
    gift = ask(game, "elves", "The Elves pay the Dwarves 1 gold now.", "dwarves")
    assert gift == ("accept 1", "Worth 1 gold to me: you pay me 1 gold.")
    game.play("elves", "withdraw 1")
    text = "The Dwarves do not attack the Elves. The Elves pay the Dwarves 1 gold now."
    assert ask(game, "elves", text, "dwarves").word != "accept"


# --- nobody can milk them ------------------------------------------------------------------


def test_the_same_promise_is_not_paid_for_twice() -> None:
    game = Game.at(THREAT.replace("at=dwarves.hire", "at=elves.hire"))
    text = "The Goblins do not enter 5★ until the end of turn 4."
    first = ask(game, "goblins", f"{text} The Elves pay the Goblins 1 gold now.", "elves")
    game.play("elves", first.line)
    for _ in range(3):
        again = ask(game, "goblins", f"{text} The Elves pay the Goblins 1 gold now.", "elves")
        if first.word == "accept":
            assert again.word != "accept"
        game.play("elves", f"refuse {game.offers[-1].number}")


def test_a_bot_that_has_talked_enough_refuses_without_thinking() -> None:
    """It is tired of the player who talked, so that nobody can talk it deaf to the others."""
    game = Game.at(QUIET)
    for giver in ("elves", "dwarves"):
        game.offer(giver, f"The {giver.capitalize()} pay the Orcs 1 gold now.")
    memory = Memory()
    for _ in range(40):
        memory.answered(3, game.offers[0], "refuse", 2)
    words = [
        make_bot("steward").answer_offer(game.view("orcs"), offer, memory.mood(3, turn)).word
        for turn in (2, 3)
        for offer in game.offers
    ]
    assert words == ["refuse", "accept", "accept", "accept"]


def test_one_counter_offer_to_a_player_in_a_turn() -> None:
    game = Game.at(QUIET)
    game.offer("elves", "The Orcs do not attack the Elves until the end of turn 5.")
    elves = 1 << FACTION_OF_NAME["elves"]
    bot = make_bot("steward")
    assert bot.answer_offer(game.view("orcs"), game.offers[0], Mood()).word == "counter"
    assert bot.answer_offer(game.view("orcs"), game.offers[0], Mood(elves)).word == "refuse"


def test_random_and_huge_contracts_are_answered_legally() -> None:
    rng = random.Random(4)
    answered = 0
    for seed in range(6):
        for state in positions(seed, 60):
            game = Game(Game.new("r9", seed=0).header, state)
            offered = random_contract(game, rng)
            clauses = [c for _ in range(6) for c in random_contract(game, rng).clauses]
            mine = [c for c in clauses if offered.parties >> c.debtor & 1][:10]
            rows = [c.changed(number=place) for place, c in enumerate([*offered.clauses, *mine], 1)]
            maker = next(f for f in range(4) if offered.parties >> f & 1)
            for contract in (offered, deal.Contract(offered.parties, tuple(rows[:12]))):
                if isinstance(game.offer(FACTION_NAMES[maker], contract), Refusal):
                    continue
                made = game.offers[-1]
                f = int(made.parties & ~(1 << maker)).bit_length() - 1
                gold = state.gold[f]
                view = game.view(FACTION_NAMES[f])
                reply = make_bot("steward").answer_offer(view, made, Mood())
                assert view == game.view(FACTION_NAMES[f]), "thinking leaves the view alone"
                assert game.why_not(FACTION_NAMES[f], reply.line) is None, reply
                if reply.word == "accept":
                    owed = [c.n for c in made.clauses if c.kind == deal.PAY and c.debtor == f]
                    assert sum(owed) <= gold
                answered += 1
    assert answered > 40


# --- offers of their own -------------------------------------------------------------------


@pytest.mark.parametrize("name", THINKERS)
def test_a_threatened_third_castle_makes_bots_seek_help(name: str) -> None:
    game = Game.at(THREAT)
    said = make_bot(name, 1).make_offer(game.view("elves"), Mood())
    assert said is not None
    assert any(words in said.sentence for words in ("lack one castle", "victory", "from winning"))
    assert "Dwarves" in said.sentence
    assert not isinstance(game.play("elves", said.line), Refusal)
    assert not game.offers[-1].parties & 1, "not with the one who is about to win"
    paid = sum(c.n for c in game.offers[-1].clauses if c.kind == deal.PAY and c.debtor == 1)
    assert paid < 6


def test_nobody_is_pestered() -> None:
    game = Game.at(THREAT)
    bot, memory = make_bot("steward", 1), Memory()
    said = bot.make_offer(game.view("elves"), memory.mood(1, 4))
    assert said is not None
    game.play("elves", said.line)
    offer = game.offers[-1]
    assert bot.make_offer(game.view("elves"), memory.mood(1, 4)) is None, "one is on the table"
    memory.offered(1, offer, 4)
    game.withdraw("elves", offer.number)
    assert bot.make_offer(game.view("elves"), memory.mood(1, 4)) is None, "one offer a turn"
    memory.refused(offer, 4)
    for turn in (5, 6, 7):
        again = bot.make_offer(game.view("elves"), memory.mood(1, turn))
        if again is not None:
            assert parse_contract(again.line.split(" ", 1)[1]).clauses != offer.clauses
    everybody = Mood(pestered=15)
    assert bot.make_offer(game.view("elves"), everybody) is None


def test_random_players_sign_nothing() -> None:
    game = Game.at(QUIET)
    text = "The Elves pay the Orcs 6 gold now."
    reply = ask(game, "elves", text, "orcs", "random")
    assert reply.word == "refuse"
    assert make_bot("random").make_offer(game.view("orcs"), Mood()) is None


# --- whole games ---------------------------------------------------------------------------

TABLES = {
    2: ["orcs", "elves"],
    3: ["goblins", "orcs", "elves"],
    4: ["elves", "goblins", "dwarves", "orcs"],
}


def seated(seed: int = 0) -> dict[str, Bot]:
    return {name: make_bot("steward", seed + f) for f, name in enumerate(FACTION_NAMES)}


@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b", "r9"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_contracts_end_and_no_promise_is_broken(edition: str, players: int) -> None:
    game = Game.new(edition, TABLES[players], seed=players)
    judge = Judge(game)
    outcome = finish(game, seated())
    assert game.over
    assert outcome.winners
    assert list(judge.listen()) == []
    signed = [event for event in game.events() if event.kind == "contract_signed"]
    assert outcome.contracts == len(signed)


def test_stewards_make_contracts_and_repeat_themselves() -> None:
    outcomes = [play_game(seated(), seed, contracts=True) for seed in range(4)]
    assert outcomes == [play_game(seated(), seed, contracts=True) for seed in range(4)]
    assert sum(outcome.contracts for outcome in outcomes) >= 4
    assert all(outcome.offers <= 8 * 4 for outcome in outcomes)


def test_contracts_are_a_choice_of_the_table() -> None:
    assert play_game(seated(), 3).contracts == 0
    mute = {name: Silent(f) for f, name in enumerate(FACTION_NAMES)}
    with_talk, without = (
        play_game(mute, 3, contracts=True),
        play_game({name: Silent(f) for f, name in enumerate(FACTION_NAMES)}, 3),
    )
    assert with_talk == without, "where nobody signs, contracts change nothing"


# --- secrets -------------------------------------------------------------------------------


def positions(seed: int, every: int) -> list[State]:
    """Positions of a game of stewards, with the contracts they have made."""
    state = Game.new("r9", seed=seed).state
    state.log = None
    bots = [make_bot("steward", seed + f) for f in range(4)]
    found: list[State] = []
    count = 0
    while state.stack:
        waiting: int = agenda.actors(state)
        f = (waiting & -waiting).bit_length() - 1
        legal = agenda.legal(state, f)
        count += 1
        if count % every == 0:
            found.append(state.copy())
        choice = legal[0] if len(legal) == 1 else bots[f].choose(view_of(state, f), legal)
        agenda.apply(state, f, choice)
    return found


@pytest.mark.parametrize("name", THINKERS)
def test_hidden_cards_change_no_answer_and_no_offer(name: str) -> None:
    rng = random.Random(3)
    differing = offers = 0
    header = Game.new("r9", seed=0).header
    for state in positions(8, 25):
        game = Game(header, state)
        contract = random_contract(game, rng)
        maker = next(f for f in state.order if contract.parties >> f & 1)
        if not isinstance(game.offer(FACTION_NAMES[maker], contract), Refusal):
            f = int(game.offers[-1].parties & ~(1 << maker)).bit_length() - 1
        else:
            f = state.order[0]
        view = view_of(game.state, f)
        other = sample(view, rng)
        differing += other.hand != game.state.hand
        said = []
        for s in (game.state, other):
            seen = view_of(s, f)
            bot = make_bot(name, 5)
            answer = bot.answer_offer(seen, seen.offers[-1], Mood()) if seen.offers else None
            said.append((answer, bot.make_offer(seen, Mood())))
        assert said[0] == said[1]
        offers += said[0][0] is not None
    assert differing, "the test has to shuffle something"
    assert offers
