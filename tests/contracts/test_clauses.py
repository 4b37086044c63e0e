"""Each clause [B6], ruling 49: kept, impossible, expired."""

import pytest
from contracts.table import sign, table, voids
from rulemarks import rule
from rules.table import (
    can,
    choices,
    deciding,
    fight,
    kinds,
    listed,
    pass_all,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game
from dragondune.model.contracts import STAGE_WORDS
from dragondune.model.events import ContractPaid
from dragondune.model.refusal import Refusal

MOVE = "order=ODEG turn=2 dragon=18 O=1★3,7:2 D=2:1 E=5★5 G=10★3 at=orcs.move"
BATTLE = "order=OEDG turn=2 dragon=18 O=3★4 E=3★3 G=10★3 hand=O:4♥5♣,E:2♦ at=orcs.fight"
COUNCIL = "order=OEDG turn=2 dragon=18 O=1★5 E=5★5 G=10★3 at=council"


def stages(game: Game, number: int = 1) -> list[str]:
    """How the clauses of a contract stand; nothing once it is over."""
    return [
        STAGE_WORDS[c.stage]
        for contract in game.contracts
        if contract.number == number
        for c in contract.clauses
    ]


# --- gold ----------------------------------------------------------------------------------


@rule("B6", "B11")
def test_gold_promised_now_is_paid_at_once_and_the_contract_is_over() -> None:
    game = table(MOVE + " gold=E4")
    told = sign(game, "The Elves pay the Orcs 3 gold now.")
    assert (game.gold_of("elves"), game.gold_of("orcs")) == (1, 3)
    assert kinds(told)[-2:] == ["contract_paid", "contract_over"]
    assert game.contracts == ()


@rule("B6", "ruling 49")
def test_a_payment_without_the_gold_is_void_and_the_rest_stands() -> None:
    game = table(MOVE + " gold=E2")
    told = sign(game, "The Elves pay the Orcs 3 gold now. The Orcs do not enter 2.")
    assert game.gold_of("elves") == 2
    assert voids(told) == [("elves", 1, 1)]
    assert stages(game) == ["void", "in force"]
    assert not can(game, "orcs", "move 1 1★ 2")


@rule("B6")
def test_gold_is_paid_in_the_round_and_turn_named() -> None:
    game = table(
        "order=OEDG turn=2 dragon=18 O=1★3 E=5★5 gold=E4 at=orcs.move",
        "The Elves pay the Orcs 3 gold in the collection round of turn 2.",
    )
    assert game.gold_of("orcs") == 0
    pass_all(game, "dragon_acts")
    # The Elves pay 3 of 4, and both have their income of that round.
    paid = [e for e in game.events() if isinstance(e, ContractPaid)]
    assert [(e.faction, e.other, e.gold) for e in paid] == [(1, 3, 3)]


@rule("B6", "VI2")
def test_a_share_of_what_is_collected_is_paid_and_rounded_down() -> None:
    game = table("order=OEDG turn=2 dragon=18 O=7:2 E=5★5 gold@=7:3 at=orcs.move")
    sign(game, "The Orcs pay the Elves 50% of what they collect from 7 until the end of turn 2.")
    pass_all(game, "discard")
    paid = [e for e in game.events() if isinstance(e, ContractPaid)]
    assert [(e.faction, e.other, e.gold) for e in paid] == [(3, 1, 1)]


@rule("B6", "ruling 49", "VI2")
def test_shares_beyond_what_was_collected_end_with_the_purse_and_are_told() -> None:
    # The poor have a gold piece of their own when the collection is over.
    share = "The Orcs pay the Elves 100% of what they collect from 7 until the end of turn 2."
    game = table("order=OEDG turn=2 dragon=18 O=7:2 E=5★5 gold@=7:3 at=orcs.move")
    sign(game, f"{share} {share}")
    pass_all(game, "discard")
    assert [e.gold for e in game.events() if isinstance(e, ContractPaid)] == [3, 1]
    assert voids(game.events()) == [("orcs", 1, 2)]


@rule("B6", "ruling 49")
def test_who_has_to_leave_by_an_older_promise_is_told_void_on_entering_a_barred_land() -> None:
    game = table(
        MOVE.replace(",7:2", ""),
        "The Orcs leave 1★ by the end of this turn.",
        "The Orcs do not enter 1, 2, 2• and 3.",
    )
    assert listed(game, "orcs", "move") == [f"move 3 1★ {t}" for t in ("1", "2", "2•", "3")]
    assert voids(play(game, "orcs move 3 1★ 2")) == [("orcs", 2, 1)]


@rule("B6", "ruling 49")
def test_what_is_not_dealt_yet_cannot_be_shown() -> None:
    game = Game.new("r9", seed=1)
    assert voids(sign(game, "The Orcs show the Elves their usurper now.")) == [("orcs", 1, 1)]


# --- land and battles ----------------------------------------------------------------------


@rule("B6")
def test_a_territory_promised_is_not_entered_and_the_refusal_names_the_contract() -> None:
    game = table(MOVE, "The Orcs do not enter 2 and 3 until the end of turn 2.")
    assert can(game, "orcs", "move 1 1★ 1")
    refusal = refused(game, "orcs", "move 1 1★ 2")
    assert refusal.rule == "B6"
    assert "Contract 1" in refusal.text
    assert "clause 1" in refusal.text
    assert "do not enter" in refusal.text


@rule("B6")
def test_who_promises_to_keep_out_goes_nowhere_that_the_other_stands() -> None:
    game = table(MOVE, "The Orcs do not enter where the Dwarves are until the end of turn 2.")
    assert can(game, "orcs", "move 1 1★ 1")
    refusal = refused(game, "orcs", "move 1 1★ 2")
    assert refusal.rule == "B6"
    assert "do not enter where the Dwarves are" in refusal.text


@rule("B6")
def test_the_other_may_have_moved_since_the_promise() -> None:
    """The promise is about where they are when it matters, not where they were."""
    before = "order=DOEG turn=2 dragon=18 O=1★3 D=3★3 E=5★5 G=10★3 at=dwarves.move"
    game = table(before, "The Orcs do not enter where the Dwarves are.")
    play(game, "dwarves move 3 3★ 2")
    while not can(game, "orcs", "move 1 1★ 1"):
        play(game, f"{deciding(game)[0]} pass")
    assert not can(game, "orcs", "move 1 1★ 2")


@rule("B6")
def test_what_was_promised_until_a_turn_is_free_in_the_next() -> None:
    game = table(MOVE, "The Orcs do not enter 2 until the end of turn 2.")
    assert not can(game, "orcs", "move 1 1★ 2")
    while game.state.turn == 2:
        play(game, f"{deciding(game)[0]} {_first(game)}")
    assert game.contracts == ()
    assert "contract_void" not in kinds(game.events())


def _first(game: Game) -> str:
    lines = choices(game, deciding(game)[0])
    return "pass" if "pass" in lines else lines[0]


@rule("B6")
def test_who_must_leave_by_this_turn_moves_out_with_all_units() -> None:
    game = table(MOVE, "The Orcs leave 1★ by the end of this turn.")
    assert refused(game, "orcs", "pass").rule == "B6"
    lines = listed(game, "orcs", "move")
    assert lines
    assert all(line.startswith("move 3 1★") for line in lines)
    play(game, "orcs move 3 1★ 18") if "move 3 1★ 18" in lines else play(game, f"orcs {lines[0]}")
    pass_all(game, "fight")
    assert game.units("orcs", "1★") == 0
    assert "contract_void" not in kinds(game.events())


@rule("B6", "ruling 49")
def test_who_cannot_leave_in_time_is_told_void() -> None:
    # Two stacks, one movement, and no gold to disband the other.
    game = table(MOVE, "The Orcs leave 1★ and 7 by the end of this turn.")
    play(game, f"orcs {listed(game, 'orcs', 'move')[0]}")
    pass_all(game, "fight")
    assert voids(game.events()) == [("orcs", 1, 1)]


@rule("B6", "V1")
def test_battles_given_up_do_not_take_place_but_the_other_may_attack() -> None:
    game = table(BATTLE, "The Orcs do not attack the Elves.")
    assert "battles_forgone" in kinds(game.events())
    assert deciding(game) == ["elves"]
    play(game, "elves fight 3★ orcs")
    assert game.state.attacker == 1


@rule("B6", "V1")
def test_when_both_promise_peace_both_stay() -> None:
    game = table(BATTLE, "The Orcs do not attack the Elves. The Elves do not attack the Orcs.")
    assert kinds(game.events()).count("battles_forgone") == 2
    assert (game.units("orcs", "3★"), game.units("elves", "3★")) == (4, 3)


PLANS = "order=OEDG turn=2 dragon=18 O=3★4 E=3★3 hand=O:4♥5♣,E:2♦ at=plans:orcs>elves@3★"


@rule("B6", "V2")
@pytest.mark.parametrize(
    ("promise", "allowed"),
    [
        ("send at least 3 units", {3, 4}),
        ("send at most 1 unit", {0, 1}),
        ("send exactly 2 units", {2}),
        ("send no units", {0}),
    ],
)
def test_units_promised_for_a_battle_are_sent(promise: str, allowed: set[int]) -> None:
    game = table(PLANS, f"The Orcs {promise} against the Elves.")
    assert {int(line.split()[1]) for line in listed(game, "orcs", "plan")} == allowed


@rule("B6", "ruling 49")
def test_more_units_than_there_are_make_the_clause_void_once_the_plan_is_shown() -> None:
    game = table(PLANS, "The Orcs send at least 9 units against the Elves.")
    assert {int(line.split()[1]) for line in listed(game, "orcs", "plan")} == {0, 1, 2, 3, 4}
    told = play(game, "orcs plan 2 none")
    assert voids(told) == []
    told = play(game, "elves plan 1 none")
    assert voids(told) == [("orcs", 1, 1)]


@rule("B6", "V2")
def test_no_artifact_or_none_of_a_colour_is_played() -> None:
    game = table(PLANS, "The Orcs play no red artifact against the Elves.")
    assert {line.split()[2] for line in listed(game, "orcs", "plan")} == {"none", "5♣"}
    game = table(PLANS, "The Orcs play no artifact against anybody.")
    assert {line.split()[2] for line in listed(game, "orcs", "plan")} == {"none"}


@rule("B6", "EL3")
def test_an_answer_must_leave_a_plan_that_keeps_the_promise() -> None:
    game = table(BATTLE, "The Orcs play no red artifact against the Elves.")
    play(game, "orcs fight 3★ elves", "elves ask colour")
    while step(game) == "deny":
        play(game, f"{deciding(game)[0]} pass")
    assert choices(game, "orcs") == ["answer-colour black", "answer-colour none"]


@rule("B6", "V2")
@pytest.mark.parametrize(
    ("promise", "allowed"),
    [
        ("play an artifact against the Elves", {"4♥", "5♣"}),
        ("play a black artifact against anybody", {"5♣"}),
        ("play an artifact in the next battle against the Elves", {"4♥", "5♣"}),
        ("play an artifact against the Goblins", {"none", "4♥", "5♣"}),
    ],
)
def test_an_artifact_promised_for_battle_is_played(promise: str, allowed: set[str]) -> None:
    game = table(PLANS, f"The Orcs {promise}.")
    assert {line.split()[2] for line in listed(game, "orcs", "plan")} == allowed
    if "none" not in allowed:
        refusal = refused(game, "orcs", "plan 2 none")
        assert refusal.rule == "B6"
        assert "artifact" in refusal.text


@rule("B6", "ruling 49", "ruling 81")
def test_who_holds_no_such_artifact_is_told_void_once_the_plans_are_shown() -> None:
    game = table(
        PLANS.replace("O:4♥5♣", "O:4♥"), "The Orcs play a black artifact against the Elves."
    )
    assert {line.split()[2] for line in listed(game, "orcs", "plan")} == {"none", "4♥"}
    assert voids(play(game, "orcs plan 2 4♥")) == []
    assert voids(play(game, "elves plan 1 none")) == [("orcs", 1, 1)]
    assert stages(game) == ["in force"]


@rule("B6", "ruling 49")
@pytest.mark.parametrize(("hand", "told"), [("4♥", []), ("", [("orcs", 1, 1)])])
def test_the_next_battle_settles_the_promise_of_an_artifact(
    hand: str, told: list[tuple[str, int, int]]
) -> None:
    position = PLANS.replace("O:4♥5♣,", f"O:{hand}," if hand else "")
    game = table(position, "The Orcs play an artifact in the next battle against the Elves.")
    assert voids(fight(game, f"orcs plan 2 {hand or 'none'}", "elves plan 1 none")) == told
    assert stages(game) == []


@rule("B6", "D5")
def test_no_promise_of_an_artifact_makes_anybody_play_an_ace() -> None:
    game = table(PLANS.replace("4♥5♣", "A♥"), "The Orcs play an artifact against the Elves.")
    assert "none" in {line.split()[2] for line in listed(game, "orcs", "plan")}


@rule("B6", "ruling 49")
def test_an_older_promise_of_no_artifact_makes_a_newer_of_one_void() -> None:
    none, one = "play no artifact", "play an artifact"
    game = table(PLANS, f"The Orcs {none} against the Elves.", f"The Orcs {one} against anybody.")
    assert {line.split()[2] for line in listed(game, "orcs", "plan")} == {"none"}
    assert voids(fight(game, "orcs plan 2 none", "elves plan 1 none")) == [("orcs", 2, 1)]
    game = table(PLANS, f"The Orcs {one} against the Elves.", f"The Orcs {none} against anybody.")
    assert {line.split()[2] for line in listed(game, "orcs", "plan")} == {"4♥", "5♣"}


def asked_colour(hand: str, promise: str) -> Game:
    """The Elves have asked the Orcs for the colour of their artifact."""
    game = table(BATTLE.replace("O:4♥5♣,", f"O:{hand},"), f"The Orcs {promise} against the Elves.")
    play(game, "orcs fight 3★ elves", "elves ask colour")
    while step(game) == "deny":
        play(game, f"{deciding(game)[0]} pass")
    return game


@rule("B6", "EL3")
def test_an_answer_leaves_an_artifact_that_was_promised() -> None:
    game = asked_colour("4♥5♣", "play an artifact")
    assert choices(game, "orcs") == ["answer-colour black", "answer-colour red"]
    game = asked_colour("4♥5♣", "play a red artifact")
    assert choices(game, "orcs") == ["answer-colour red"]


@rule("B6", "EL3", "ruling 49")
def test_an_artifact_that_cannot_be_played_is_told_void_once() -> None:
    game = asked_colour("5♣", "play a red artifact")
    assert choices(game, "orcs") == ["answer-colour black", "answer-colour none"]
    assert voids(play(game, "orcs answer-colour black")) == []
    assert voids(fight(game, "orcs plan 1 5♣", "elves plan 1 none")) == [("orcs", 1, 1)]


@rule("B6", "ruling 49")
@pytest.mark.parametrize(("hand", "ending"), [("4♥", "fulfilled"), ("5♣", "lapsed")])
def test_a_contract_whose_only_duty_was_void_is_not_called_fulfilled(
    hand: str, ending: str
) -> None:
    promise = "The Orcs play a red artifact in the next battle against the Elves."
    game = table(PLANS.replace("O:4♥5♣,", f"O:{hand},"), promise)
    told = fight(game, f"orcs plan 2 {hand}", "elves plan 1 none")
    overs = [event.to_dict() for event in told if event.kind == "contract_over"]
    assert [over["ending"] for over in overs] == [ending]


@rule("B6", "V7")
def test_treachery_given_up_is_not_declared() -> None:
    position = (
        "order=OEDG turn=2 dragon=18 O=3★4 E=3★3 hand=E:2♦ usurper=O:Q♥ sabotage=O:J♦ "
        "plans=2/none,1/2♦ at=treachery:orcs>elves@3★"
    )
    assert can(table(position), "orcs", "betray Q♥ J♦")
    game = table(position, "The Orcs do not declare treachery against the Elves.")
    assert choices(game, "orcs") == ["pass"]
    game = table(position, "The Orcs do not declare treachery against the Goblins.")
    assert can(game, "orcs", "betray Q♥ J♦")


@rule("B6", "DW6")
@pytest.mark.parametrize("attack", ["elves>goblins", "goblins>elves"])
def test_treachery_given_up_is_not_declared_for_an_ally_either(attack: str) -> None:
    position = (
        "order=DEGO turn=2 dragon=9 ally=DE E=7:3 G=7:3 hand=G:5♥,E:4♥ "
        f"usurper=D:Q♣ sabotage=D:J♥ plans={{plans}} at=lend:{attack}@7"
    ).format(plans="1/4♥,1/5♥" if attack[0] == "e" else "1/5♥,1/4♥")
    assert can(table(position, edition="first"), "dwarves", "betray Q♣ J♥")
    promise = "The Dwarves do not declare treachery against the Goblins."
    assert choices(table(position, promise, edition="first"), "dwarves") == ["pass"]


# --- bids, aces, hiring --------------------------------------------------------------------

SALE = "order=OEDG turn=2 dragon=18 O=1★3 E=5★5 gold=O5,E5 hand=O:A♣ sale=4♥ cards_left=1 "


@rule("B6", "III2")
def test_bids_end_where_the_promise_says_and_only_for_the_next_card() -> None:
    game = table(SALE + "at=orcs.bid", "The Orcs bid at most 2 gold on the next card.")
    assert listed(game, "orcs", "bid") == ["bid 1", "bid 2"]
    pass_all(game, "pay")
    while step(game) == "bid" and len(listed(game, "orcs", "bid")) < 3:
        play(game, f"{deciding(game)[0]} pass")
    assert stages(game) == []


@rule("B6", "D1", "ruling 20")
def test_who_uses_no_ace_to_pay_does_not_bid_beyond_the_purse() -> None:
    game = table(SALE + "at=orcs.bid", "The Orcs do not use an ace to pay for an artifact.")
    assert max(int(line.split()[1]) for line in listed(game, "orcs", "bid")) == 5


@rule("B6", "D3")
def test_an_ace_is_not_used_for_the_purpose_named() -> None:
    game = table(MOVE + " hand=O:A♣")
    assert can(game, "orcs", "extend A♣")
    sign(game, "The Orcs do not use an ace to move further.")
    assert refused(game, "orcs", "extend A♣").rule == "B6"
    game = table(MOVE + " hand=O:A♣", "The Orcs do not use an ace to hide.")
    assert can(game, "orcs", "extend A♣")


HIRE = "order=GEDO turn=2 dragon=18 O=1★3 E=5★5 G=10★3 gold=G3,E4 at=goblins.hire"


@rule("B6", "IV4")
def test_hiring_given_up_or_promised() -> None:
    game = table(HIRE, "The Goblins do not hire in 10★.")
    assert not any(" 10★" in line for line in listed(game, "goblins", "hire"))
    game = table(HIRE, "The Goblins hire 2 units in 10★ in turn 2.")
    assert choices(game, "goblins") == ["hire 2 10★"]
    play(game, "goblins hire 2 10★")
    assert stages(game) == []


@rule("B6", "ruling 49")
def test_a_hire_nobody_can_pay_is_void_at_the_end_of_the_round() -> None:
    game = table(HIRE, "The Elves hire 9 units in 5★ in turn 2.")
    play(game, "goblins pass")
    pass_all(game, "fight")
    assert ("elves", 1, 1) in voids(game.events())


# --- alliances -----------------------------------------------------------------------------


@rule("B6", "B7")
def test_the_alliance_promised_is_proposed_and_accepted() -> None:
    game = table(
        COUNCIL,
        "The Orcs ally with the Elves at the next Great Council. "
        "The Elves ally with the Orcs at the next Great Council.",
    )
    assert choices(game, "orcs") == ["propose elves"]
    play(game, "orcs propose elves")
    assert choices(game, "elves") == ["accept"]
    play(game, "elves accept")
    assert game.ally_of("orcs") == "elves"
    pass_all(game, "bid")
    assert stages(game) == []


@rule("B6", "ruling 49")
def test_an_alliance_the_other_refuses_is_void() -> None:
    game = table(COUNCIL, "The Orcs ally with the Elves at the next Great Council.")
    play(game, "orcs propose elves", "elves pass")
    pass_all(game, "bid")
    assert voids(game.events()) == [("orcs", 1, 1)]


@rule("B6", "B7")
def test_no_alliance_and_no_break() -> None:
    game = table(
        COUNCIL, "Between orcs, elves: The Orcs ally with nobody at the next Great Council."
    )
    assert choices(game, "orcs") == ["pass"]
    game = table(
        COUNCIL.replace(" at=", " ally=OE at="),
        "Between orcs, elves: The Orcs do not break their alliance.",
    )
    assert choices(game, "orcs") == ["pass"]


# --- showing -------------------------------------------------------------------------------


@rule("B6", "ruling 81")
@pytest.mark.parametrize(
    ("thing", "card"), [("their hand", "4♥"), ("their usurper", "Q♥"), ("4♥", "4♥")]
)
def test_what_is_shown_is_seen_by_one_alone(thing: str, card: str) -> None:
    game = table(MOVE + " hand=O:4♥ usurper=O:Q♥")
    told = sign(game, f"The Orcs show the Elves {thing} now.")
    assert sees(game, "elves", card)
    assert not sees(game, "dwarves", card)
    assert {e.audience for e in told if e.kind == "contract_card"} == {1 << 3 | 1 << 1}


@rule("B6", "ruling 81")
def test_the_table_cannot_tell_whether_a_named_card_was_held() -> None:
    public = []
    for hand in ("4♥", "4♣"):
        game = table(MOVE + f" hand=O:{hand}")
        sign(game, "The Orcs show the Elves 4♥ now.")
        public.append((game.events("dwarves"), game.view("dwarves").to_dict()))
    assert public[0] == public[1]


@rule("B6", "EL1", "EL4")
def test_the_elves_show_the_card_on_sale_and_the_next_event() -> None:
    game = table(
        "order=OEDG turn=2 dragon=18 O=1★3 E=5★5 gold=O5 deck=4♥ events=9♦ at=bidding",
        "The Elves show the Orcs the card on sale. The Elves show the Orcs the next event card.",
    )
    if not sees(game, "orcs", "4♥"):
        sign(game, "The Elves show the Orcs the card on sale until the end of this turn.")
    assert sees(game, "orcs", "4♥")
    assert not sees(game, "dwarves", "4♥")
    pass_all(game, "emerge")
    pass_all(game, "conscript")
    assert sees(game, "orcs", "9♦")


@rule("B6", "V2")
def test_the_size_of_a_plan_is_shown_to_one_as_soon_as_it_is_made() -> None:
    game = table(PLANS, "The Orcs show the Elves the size of their battle plans.")
    play(game, "orcs plan 3 4♥")
    assert game.view("elves").sizes == [3, -1]
    assert game.view("goblins").sizes == [-1, -1]
    assert "contract_size" in kinds(game.events("elves"))
    assert "contract_size" not in kinds(game.events("goblins"))


# --- conditions and collisions -------------------------------------------------------------


@rule("B6")
def test_a_condition_makes_a_clause_bind() -> None:
    game = table(MOVE + " gold=E4", "If the Orcs enter 2, the Elves pay the Dwarves 2 gold.")
    assert stages(game) == ["waits"]
    play(game, "orcs move 1 1★ 1")
    assert game.gold_of("dwarves") == 0
    game = table(MOVE + " gold=E4", "If the Orcs enter 2, the Elves pay the Dwarves 2 gold.")
    play(game, "orcs move 1 1★ 2")
    assert game.gold_of("dwarves") == 2


@rule("B6", "V1")
def test_an_attack_can_bring_a_promise_to_life() -> None:
    game = table(
        BATTLE, "If the Orcs attack the Elves, the Orcs send at most 1 unit against the Elves."
    )
    play(game, "orcs fight 3★ elves")
    while step(game) != "plans":
        play(game, f"{deciding(game)[0]} pass")
    assert {int(line.split()[1]) for line in listed(game, "orcs", "plan")} == {0, 1}


@rule("B6", "ruling 49")
def test_of_two_contracts_that_collide_the_older_stands() -> None:
    game = table(
        PLANS,
        "The Orcs send at least 3 units against the Elves.",
        "The Orcs send no units against the Elves.",
    )
    assert {int(line.split()[1]) for line in listed(game, "orcs", "plan")} == {3, 4}
    told = fight(game, "orcs plan 3 none", "elves plan 1 none")
    assert voids(told) == [("orcs", 2, 1)]


@rule("B6", "ruling 50")
def test_nothing_is_agreed_between_the_two_plans() -> None:
    game = table(PLANS)
    play(game, "orcs plan 3 none")
    answer = game.offer("elves", "The Elves pay the Orcs 1 gold now.")
    assert isinstance(answer, Refusal)
    assert answer.rule == "B6"
