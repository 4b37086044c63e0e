"""Refusals one by one: what was tried, at which step, and the rule and the reason it meets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals.truths import Where, judged
from rulemarks import rule
from rules.table import at, play, refused

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.action_text import parse_action
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.refusal import Refusal

FIVE = ["first", "r2", "r6", "r6b", "r9"]
LATER = FIVE[1:]
DEALT = "order=DEGO turn=2 dragon=13"
CLASH = f"{DEALT} G=8:2 O=8:3 at=battle:goblins>orcs@8"


def told(game: Game, seat: str, line: str, rule_id: str, *words: str) -> None:
    """The line is refused under this rule, with these words, and what is said is true."""
    refusal = refused(game, seat, line)
    assert refusal.rule == rule_id, refusal
    assert all(word in refusal.text for word in words), refusal
    assert not judged(refusal.text, Where(game.state, FACTION_OF_NAME[seat], parse_action(line)))


# --- the step is over, or not yet open -----------------------------------------------------


@rule("OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_second_raise(edition: str) -> None:
    game = at(f"{DEALT} O=1★2 at=orcs.hire", edition)
    play(game, "orcs raise 1 1★")
    told(game, "orcs", "raise 1 17", "OR1", "over for this turn")


@rule("A2", "IV3", "IV4", "OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("line", ["conscript 2 5★", "hire 1 5★"])
def test_an_empty_bank_is_the_reason_though_its_step_was_passed_over(
    edition: str, line: str
) -> None:
    units = 20 if edition == "first" else 10
    game = at(f"{DEALT} E=5★{units} gold=E5 at=elves.conscript", edition)
    told(game, "elves", line, "A2", "bank is empty")


@rule("B7", "II4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("where", ["bidding", "elves.move", "dragon"])
@pytest.mark.parametrize("line", ["propose goblins", "break"])
def test_an_alliance_outside_a_council(edition: str, where: str, line: str) -> None:
    game = at(f"{DEALT} E=5★3 O=1★2 gold=E5 at={where}", edition)
    told(game, "elves", line, "B7", "Great Council")


@rule("IV1", "IV3", "IV4", "IV5", "IV6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("line", "rule_id"),
    [
        ("revive 1", "IV1"),
        ("conscript 1 5★", "IV3"),
        ("hire 1 5★", "IV4"),
        ("move 1 5★ 6", "IV5"),
        ("disband 1 5★", "IV6"),
    ],
)
def test_another_players_turn(edition: str, line: str, rule_id: str) -> None:
    game = at(f"{DEALT} D=8:2 E=5★3,grave:1 gold=E5,D5 at=dwarves.move", edition)
    told(game, "elves", line, rule_id, "your own turn")


@rule("B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_second_movement_is_too_many(edition: str) -> None:
    game = at(f"{DEALT} D=8:2 gold=D5 at=dwarves.move", edition)
    play(game, "dwarves move 1 8 7")
    told(game, "dwarves", "move 1 8 7", "B9", "already moved this turn")


@rule("GO7", "D11", edition="first")
def test_in_first_an_ace_stops_nothing_but_hiring() -> None:
    game = at(f"{DEALT} D=8:2 gold=D5 hand=G:A♣,E:A♥ at=dwarves.hire", "first")
    told(game, "elves", "deny A♥", "GO7", "only the Goblins")
    told(game, "goblins", "deny A♣", "GO7", "Nobody is hiring")
    play(game, "dwarves hire 1 8")
    assert [decision.rule for decision in game.pending()] == ["GO7"]
    told(game, "goblins", "deny A♠", "GO7", "do not hold the A♠")


# --- not in this game ----------------------------------------------------------------------


@rule("O1", "O3", "O5", "O6", "O7", "O8", "O9", "O10", "O11", "O12", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("where", ["elves.move", "bidding", "battle:goblins>orcs@8"])
@pytest.mark.parametrize(
    ("line", "rule_id"),
    [
        ("predict orcs 5★ 3", "O1"),
        ("bless", "O5"),
        ("take-turn", "O6"),
        ("question goblins 24", "O8"),
        ("chaos", "O9"),
        ("walls 3★", "O10"),
        ("steer 3", "O11"),
        ("special-revive 2 6♦", "O12"),
    ],
)
def test_an_options_action_without_the_option(
    edition: str, where: str, line: str, rule_id: str
) -> None:
    game = at(f"{DEALT} E=5★3,grave:3 G=8:2 O=8:3 hand=E:6♦ gold=E5 at={where}", edition)
    told(game, "elves", line, rule_id, "This game is played without")


@rule("O7", "D3", edition="all")
def test_a_second_movement_is_sold_in_two_ways_or_not_at_all() -> None:
    position = f"{DEALT} D=8:2 hand=D:A♥ at=dwarves.move"
    told(at(position, "r9"), "dwarves", "second-move", "O7", "played without")
    told(at(position, "r9"), "dwarves", "second-move A♥", "D3", "longer")
    told(at(position, "first"), "dwarves", "extend A♥", "D3", "second movement")
    told(at(position, "first"), "dwarves", "second-move A♠", "D3", "do not hold")
    sold = at(position, "r9", ["extra-movement"])
    told(sold, "dwarves", "second-move", "O7", "costs the 6♥")


@rule("O3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_plunder_without_the_option(edition: str) -> None:
    told(at(CLASH, edition), "orcs", "take", "O3", "played without plunder")


@rule("D5", edition="r9")
@pytest.mark.parametrize("where", ["battle:goblins>orcs@8", "bidding", "elves.move"])
def test_an_ace_nobody_may_fight_with(where: str) -> None:
    game = at(f"{DEALT} E=5★3 G=8:2 O=8:3 hand=G:A♥ gold=G1 at={where}", "r9")
    told(game, "goblins", "plan 1 A♥", "D5", "does not count as an artifact")


# --- who may not ---------------------------------------------------------------------------


@rule("OR1", "OR5", "OR10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("where", ["dragon", "elves.hire", "bidding"])
@pytest.mark.parametrize(
    ("line", "rule_id"),
    [("raise 1 1★", "OR1"), ("ride 1 8", "OR5"), ("carry 1 5★ 8 A♥", "OR10")],
)
def test_only_the_orcs(edition: str, where: str, line: str, rule_id: str) -> None:
    game = at(f"{DEALT} E=5★3 O=1★2 hand=E:A♥ gold=E3 at={where}", edition)
    told(game, "elves", line, rule_id, "Only the Orcs")


@rule("EL2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_looking_is_for_the_elves_where_anybody_looks(edition: str) -> None:
    game = at(f"{DEALT} hand=G:2♥3♥ gold=D1 at=bidding", edition)
    words = "Only the Elves" if edition == "r9" else "nobody looks"
    told(game, "dwarves", "look goblins", "EL2", words)
    if edition != "r9":
        told(game, "elves", "look goblins", "EL2", "nobody looks")


@rule("EL8", "D4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hiding_costs_the_elves_no_ace(edition: str) -> None:
    game = at(f"{DEALT} E=5★3 G=8:2 hand=E:A♥ at=elves.move", edition)
    play(game, "elves move 1 5★ 8")
    told(game, "elves", "hide A♥", "EL8", "free of charge")
    words = "Only the Elves hide" if edition == "first" else "share a territory"
    told(game, "goblins", "hide A♣", "EL8" if edition == "first" else "D4", words)


@rule("EL6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_both_questions_for_an_ace(edition: str) -> None:
    game = at(f"{DEALT} E=8:2 G=8:2 hand=E:A♥ at=battle:elves>goblins@8", edition)
    if edition == "first":
        told(game, "elves", "ask-both A♥", "EL6", "in this game")
    else:
        told(game, "elves", "ask-both A♠", "EL6", "do not hold")
    told(game, "goblins", "ask-both A♣", "EL6", "in this game" if edition == "first" else "Only")


@rule("OR1", "GO8", edition="first")
def test_in_first_no_ally_lets_the_orcs_hire() -> None:
    game = at(f"{DEALT} O=1★2 gold=O5 ally=GO at=orcs.hire", "first")
    told(game, "orcs", "hire 1 1★", "OR1", "The Orcs hire no mercenaries.")
    later = at(f"{DEALT} O=1★2 gold=O5 at=orcs.hire", "r9")
    told(later, "orcs", "hire 1 1★", "OR1", "unless the Goblins are their ally")


@rule("IV1", edition="first")
def test_in_first_nothing_is_paid_for_the_graveyard() -> None:
    game = at(f"{DEALT} E=5★3,grave:8 gold=E5 at=elves.revive", "first")
    told(game, "elves", "revive 6", "IV1", "At most 5 units")
    assert "gold" not in refused(game, "elves", "revive 6").text


# --- the condition that fails --------------------------------------------------------------


@rule("OR10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("line", "rule_id", "words"),
    [
        ("carry 1 8 4 A♠", "OR10", "do not hold the A♠"),
        ("carry 1 8 4 5♥", "OR10", "is not an ace"),
        ("carry 1 7 4 A♣", "OR10", "no units in sight in 7"),
        ("carry 4 8 4 A♣", "OR10", "3 units in sight in 8"),
        ("carry 1 8 8 A♣", "OR10", "another territory"),
        ("carry 1 8 15★ A♣", "B5", "castle is full"),
        ("carry 1e 8 4 A♣", "", "elite units"),
    ],
)
def test_a_wrong_leap_says_what_is_wrong(edition: str, line: str, rule_id: str, words: str) -> None:
    game = at(f"{DEALT} D=15★1 E=15★1 O=8:3 hand=O:A♣5♥ at=dragon", edition)
    told(game, "orcs", line, rule_id or ("DW4" if edition == "first" else "O4"), words)


@rule("OR10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("where", ["orcs.move", "bidding"])
def test_an_ace_carries_units_in_the_dragon_round_only(edition: str, where: str) -> None:
    game = at(f"{DEALT} O=8:3 gold=O1 hand=O:A♣ at={where}", edition)
    told(game, "orcs", "carry 1 8 4 A♣", "OR10", "dragon round only")


@rule("EL6", edition="first")
def test_an_ace_places_five() -> None:
    game = at(f"{DEALT} E=5★3 hand=E:A♥ at=elves.hire", "first")
    told(game, "elves", "ace-place 6 8 A♥", "EL6", "at most 5")
    told(game, "elves", "ace-place 2 8 A♠", "EL6", "do not hold")


@rule("V2", "EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("line", "rule_id", "words"),
    [
        ("plan 4 none", "V2", "3 units here"),
        ("plan 1 4♥", "V2", "do not hold the 4♥"),
        ("plan 1 Q♥", "V2", "not an artifact"),
        ("pass", "V2", "cannot pass"),
    ],
)
def test_a_wrong_plan(edition: str, line: str, rule_id: str, words: str) -> None:
    told(at(CLASH, edition), "orcs", line, rule_id, words)


@rule("V2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_plan_stands_once_it_is_made(edition: str) -> None:
    game = at(CLASH, edition)
    play(game, "orcs plan 1 none")
    told(game, "orcs", "plan 2 none", "V2", "stands")
    told(game, "elves", "plan 1 none", "V2", "not in a battle")


@rule("B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("gold", "line"), [("", "give elves 1"), ("gold=D2", "give elves 0")])
def test_a_gift_is_refused_in_a_sentence(edition: str, gold: str, line: str) -> None:
    game = at(f"{DEALT} {gold} E=5★1 at=elves.move", edition)
    told(game, "dwarves", line, "B11", "You have")
    assert "1 to 0" not in refused(game, "dwarves", line).text


# --- what is written down ------------------------------------------------------------------


@rule("A5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_third_number_of_a_split_is_not_thrown_away(edition: str) -> None:
    game = Game.new(edition, ["orcs", "elves", "dwarves", "goblins"], seed=3)
    told(game, "orcs", "place 2 0 2", "A5", "2 + 0 + 2 are 4")
    units = game.state.rules.placed[FACTION_OF_NAME["orcs"]]
    told(game, "elves", "place 1 1 1", "A5", "Only the Orcs")
    play(game, f"orcs place 2 0 {units - 2}")
    assert game.lines()[0] == ["orcs", "place 2 0"]
    told(game, "orcs", "place 2 0", "A5", "already been placed")


@pytest.mark.parametrize(
    ("line", "rule_id"),
    [
        ("place 2", "A5"),
        ("bid many", "III2"),
        ("bid 5000", "III2"),
        ("move 1 5★", "IV5"),
        ("raise 1", "OR1"),
        ("give elves 3♥", "B11"),
        ("plan 1", "V2"),
        ("deny", "D11"),
        ("discard", "VI3"),
        ("dance", "B9"),
        ("", "B9"),
    ],
)
def test_a_line_that_cannot_be_read_names_the_rule_of_its_action(line: str, rule_id: str) -> None:
    game = at(f"{DEALT} D=8:1 at=dwarves.move", "r9")
    answer = game.play("dwarves", line)
    assert isinstance(answer, Refusal)
    assert answer.rule == rule_id
    assert answer.text.startswith("That is not an action: ")


@rule("VII1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nothing_is_done_when_the_game_is_over(edition: str) -> None:
    game = at(f"{DEALT} at=over", edition)
    for line in ("pass", "raise 1 1★", "give elves 1", "look elves"):
        assert refused(game, "orcs", line).rule == "VII1"


@settings(deadline=None, max_examples=300)
@given(st.integers(0, (1 << 35) - 1), st.sampled_from(["dwarves.move", "bidding", "dragon"]))
def test_any_number_is_refused_in_a_sentence(code: int, where: str) -> None:
    game = at(f"{DEALT} D=8:1 O=1★2 gold=D1 at={where}", "first")
    answer = game.why_not("orcs", Action(code))
    assert answer is None or len(answer.text) > 10


# --- rare moments --------------------------------------------------------------------------


@rule("EL3", "D5", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", FIVE[:4])
def test_an_answer_binds_the_plan(edition: str) -> None:
    game = at(f"{DEALT} E=8:2 G=8:2 hand=E:A♥,G:A♣ at=battle:elves>goblins@8", edition)
    play(game, "elves ask colour")
    if edition != "first":
        play(game, "all pass")
    play(game, "goblins answer-colour black")
    told(game, "goblins", "plan 1 none", "EL3", "binds you")


@rule("D6", "EL3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_question_that_an_ace_has_stopped(edition: str) -> None:
    game = at(f"{DEALT} E=8:2 G=8:2 hand=G:A♣ at=battle:elves>goblins@8", edition)
    play(game, "elves ask colour")
    told(game, "elves", "ask number", "EL3", "still open")
    told(game, "elves", "deny A♣", "D6", "your own action")
    while game.pending()[0].seat != "goblins":
        play(game, f"{game.pending()[0].seat} pass")
    play(game, "goblins deny A♣")
    told(game, "elves", "ask number", "D6", "stopped by an ace")


@rule("B5", "D2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_one_ace_does_not_pay_and_hide(edition: str) -> None:
    game = at(f"{DEALT} D=8:1 E=5★1 O=5★1 gold=D9 hand=D:A♥ at=dwarves.hire", edition)
    told(game, "dwarves", "hire 1 5★ A♥", "B5", "cannot hide units too")
    told(
        at(f"{DEALT} D=8:1 E=5★1 O=5★1 gold=D9 at=dwarves.hire", edition),
        "dwarves",
        "hire 1 5★",
        "B5",
        "castle is full",
    )


@rule("V1", "ruling 17", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_allies_at_peace_do_not_fight(edition: str) -> None:
    position = f"{DEALT} D=8:1 E=8:1 G=8:1 ally=DE at=battles"
    game = at(position, edition, ["allies-at-peace"])
    told(game, "dwarves", "fight 8 elves", "V1", "Allies do not fight")


@rule("O9", "ruling 73", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_after_the_monster_nobody_betrays(edition: str) -> None:
    position = f"{DEALT} G=8:2 O=8:2 hand=G:A♣A♥6♥ at=battle:goblins>orcs@8"
    game = at(position, edition, ["chaos-monster"])
    told(game, "goblins", "chaos", "O9", "after both plans")
    play(game, "goblins plan 1 6♥", "orcs plan 1 none", "goblins chaos")
    told(game, "orcs", "betray Q♣ J♥", "O9", "has come")
    told(game, "orcs", "chaos", "O9", "already come")
    told(game, "goblins", "spend 6♥", "O9", "is not an ace")


@rule("VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_picks_a_battle_in_the_decider(edition: str) -> None:
    turns = 6 if edition in ("first", "r2") else 8
    position = f"order=DEG turn={turns} dragon=7 D=0•2 E=0•2 at=victory"
    game = at(position, edition)
    while game.pending() and game.pending()[0].step != "plans":
        play(game, f"{game.pending()[0].seat} pass")
    told(game, "dwarves", "fight 0• elves", "VII3", "decider")


@rule("DW4", edition="first")
def test_a_loss_is_chosen_among_the_units_there() -> None:
    game = Game.new("r6", ["dwarves", "elves"], ["elite-warriors"], seed=1)
    told(game, "dwarves", "lose 1", "DW4", "not losing any units")
    told(Game.new("r6", seed=1), "dwarves", "lose 1", "O4", "without elite units")


@rule("OR5", "D7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_riders_wait_until_all_have_let_them_fly(edition: str) -> None:
    position = "order=DEGO turn=2 dragon=3 past=8♥ red_at=8 O=8:2 hand=D:A♣ at=red"
    game = at(position, edition)
    told(game, "orcs", "ride 1 4", "OR5", "whether an ace keeps you")
    told(game, "orcs", "deny A♣", "D7", "your own action")
    told(game, "goblins", "deny A♣", "D7", "not your turn")
    play(game, "dwarves pass", "elves pass", "goblins pass")
    told(game, "orcs", "ride 3 4", "OR5", "2 units in sight in 8")
    told(game, "orcs", "ride 1 8", "OR5", "another territory")
    told(game, "elves", "ride 1 4", "OR5", "Only the Orcs")


@rule("IV0", "B5", "EL9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_coming_out(edition: str) -> None:
    position = f"{DEALT} G=15★1 O=15★1 E=15★2h,7:2h at=emerge"
    game = at(position, edition)
    told(game, "elves", "emerge 2 15★", "B5", "castle is full")
    told(game, "elves", "emerge 3 7", "IV0", "2 units hidden in 7")
    told(game, "dwarves", "emerge 1 7", "IV0", "Only the Elves")
    if edition not in ("first", "r2"):
        told(game, "elves", "emerge 1 7", "IV0", "come out together")


@rule("O10", "O12", "DW5", edition="r9")
def test_special_actions_name_their_price_and_their_place() -> None:
    options = ["broken-walls", "empty-graves"]
    position = f"{DEALT} D=8:1,grave:3 hand=D:6♠6♦A♥ at=dwarves.move"
    game = at(position, "r9", options)
    told(game, "dwarves", "walls 1★", "O10", "no visible units in 1★")
    told(game, "dwarves", "walls 8", "O10", "Only castles")
    told(game, "dwarves", "special-revive 1 6♦", "O12", "brings 2 units")
    told(game, "dwarves", "special-revive 3 A♥", "DW5", "brings 2 units")
    told(game, "dwarves", "special-revive 2 6♥", "O12", "costs the 6♦")
    poor = at(f"{DEALT} D=5★1,grave:3 at=dwarves.move", "r9", options)
    told(poor, "dwarves", "walls 5★", "O10", "costs the 6♠")
    told(poor, "elves", "walls 5★", "O10", "own turn")


@rule("O5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_blessed_opponent_is_not_betrayed(edition: str) -> None:
    position = f"{DEALT} E=8:2 G=8:2 hand=E:3♥ combat_losses=3 at=battle:goblins>elves@8"
    game = at(position, edition, ["blessing"])
    told(game, "goblins", "bless", "O5", "Only the Elves")
    play(game, "elves bless", "elves pass", "elves plan 1 3♥")
    told(game, "elves", "bless", "O5", "already blessed")
    told(game, "goblins", "betray Q♥ J♥", "V7", "after both plans")


@rule("DW4", "I3", edition="first")
def test_a_loss_is_of_so_many_units() -> None:
    game = at("order=DEGO turn=2 dragon=7 trolls=8 D=8:4+2e at=trolls", "first")
    told(game, "dwarves", "lose 1", "DW4", "You lose 4 units in 8")
    told(game, "dwarves", "lose 1+3e", "DW4", "2 elite units")
    told(game, "elves", "lose 1", "DW4", "not losing any units")
