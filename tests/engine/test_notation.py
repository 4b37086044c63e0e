"""Positions as lines: pleasant to write, exact when printed, refused with a reason when wrong."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragondune.editions.first import FIRST
from dragondune.editions.r9 import R9
from dragondune.engine import agenda, steps
from dragondune.engine.notation import position_text, read_position
from dragondune.engine.pieces import draw
from dragondune.engine.steps import STEP_COUNT, STEP_NAMES
from dragondune.model.action_text import action_text, parse_action, read_faction
from dragondune.model.actions import KIND_NAMES
from dragondune.model.board import INDEX
from dragondune.model.cards import CARD_OF_NAME
from dragondune.model.factions import DWARVES, ELVES, FACTION_NAMES, GOBLINS, NOBODY, ORCS
from dragondune.model.state import INT_FIELDS, LIST_FIELDS, State

FIELDS = (*INT_FIELDS, *LIST_FIELDS, "order", "usurper", "sabotage", "seed")
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
TABLE = (
    "order=OEDG turn=2 first=E dragon=7 trolls=3★ gold=O3,E5 O=1★5,3★2,9•2h,grave:1 E=5★5,3★1 "
    "G=10★3 gold@=2:4,9:2 hand=O:A♣4♥,E:6♦,G:2♠ usurper=O:Q♥ sabotage=O:J♣ ally=OE "
)


def differences(one: State, other: State) -> dict[str, object]:
    pairs = {name: (getattr(one, name), getattr(other, name)) for name in FIELDS}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def asked(s: State) -> str:
    """Who decides what: ``elves, orcs: plans``."""
    names = [name for f, name in enumerate(FACTION_NAMES) if agenda.actors(s) >> f & 1]
    step = STEP_NAMES[s.stack[-1] & 127] if s.stack else "over"
    return f"{', '.join(names)}: {step}"


def play_on(s: State, luck: random.Random, most: int) -> None:
    for _ in range(most):
        waiting = [f for f in range(4) if agenda.actors(s) >> f & 1]
        if not waiting:
            return
        f = waiting[0]
        agenda.apply(s, f, luck.choice(agenda.legal(s, f)))


# --- printed and read back -----------------------------------------------------------------


def test_every_position_comes_back_exactly(positions: list[State]) -> None:
    for s in positions:
        line = position_text(s)
        assert "\n" not in line
        assert differences(s, read_position(line, s.rules)) == {}, line


def test_luck_and_game_go_on_the_same(positions: list[State]) -> None:
    for number, s in enumerate(positions[::40]):
        one, other = s.copy(), read_position(position_text(s), s.rules)
        play_on(one, random.Random(number), 60)
        play_on(other, random.Random(number), 60)
        assert differences(one, other) == {}


def test_fields_come_in_any_order_and_in_plain_letters() -> None:
    s = read_position(TABLE + "at=orcs.move", R9)
    fields = (TABLE + "at=orcs.move").split()
    plain = str.maketrans("★•♣♦♥♠", "*.CDHS")
    for line in (" ".join(reversed(fields)), (TABLE + "at=orcs.move").translate(plain)):
        assert differences(s, read_position(line, R9)) == {}


def test_a_seed_may_hold_anything() -> None:
    s = read_position("at=recruitment", R9)
    s.seed = "a b=c ★ %20"
    assert read_position(position_text(s), R9).seed == s.seed


# --- written by hand -----------------------------------------------------------------------


def test_units_not_named_are_in_the_bank() -> None:
    s = read_position(TABLE + "at=recruitment", R9)
    assert s.bank == [10, 4, 7, 0]
    assert s.grave == [0, 0, 0, 1]
    assert s.hid[ORCS * 28 + INDEX["9•"]] == 2
    assert s.vis[ORCS] == 1 << INDEX["1★"] | 1 << INDEX["3★"]
    assert s.hidm[ORCS] == 1 << INDEX["9•"]


def test_elites_are_counted_among_the_units() -> None:
    rules = replace(R9, elites=(2, 0, 0, 0))
    s = read_position("D=3★2+1e,grave:1 at=recruitment", rules)
    at = DWARVES * 28 + INDEX["3★"]
    assert (s.up[at], s.elite_up[at]) == (3, 1)
    assert (s.bank[DWARVES], s.elite_bank[DWARVES]) == (6, 1)


def test_absent_factions_have_nothing() -> None:
    s = read_position("order=OE at=recruitment", R9)
    assert s.bank == [0, 10, 0, 10]
    assert s.usurper[DWARVES] == s.sabotage[GOBLINS] == 63


def test_cards_not_named_lie_below_those_of_the_deck() -> None:
    s = read_position("hand=O:A♣ discard=2♣ deck=4♥6♣ at=recruitment", R9)
    assert draw(s) == CARD_OF_NAME["6♣"]
    assert draw(s) == CARD_OF_NAME["4♥"]
    assert draw(s) == CARD_OF_NAME["6♠"]
    assert len(s.deck) == 24 - 5
    assert read_position("deck=|4♥6♣ at=recruitment", R9).deck == [
        CARD_OF_NAME["4♥"],
        CARD_OF_NAME["6♣"],
    ]


def test_queens_not_named_are_dealt_in_seat_order() -> None:
    s = read_position("order=OEDG usurper=E:Q♣ at=recruitment", R9)
    names = {f: CARD_OF_NAME["Q" + suit] for f, suit in zip((1, 3, 0, 2), "♣♦♥♠", strict=True)}
    assert dict(enumerate(s.usurper)) == names


def test_who_knows_what() -> None:
    s = read_position("hand=O:A♣,E:2♣ discard=3♣4♣? past=7♣ knows=E:A♣ at=recruitment", R9)

    def knowers(name: str) -> list[int]:
        return [f for f in range(4) if s.knows[f] >> CARD_OF_NAME[name] & 1]

    assert knowers("A♣") == [ELVES, ORCS]
    assert knowers("2♣") == [ELVES]
    assert knowers("3♣") == knowers("7♣") == [0, 1, 2, 3]
    assert knowers("4♣") == knowers("5♣") == []
    assert [f for f in range(4) if s.knows[f] >> s.usurper[GOBLINS] & 1] == [GOBLINS]


def test_allies_have_each_others_powers() -> None:
    s = read_position("ally=OE at=recruitment", R9)
    assert (s.ally[ORCS], s.ally[ELVES], s.ally[DWARVES]) == (ELVES, ORCS, NOBODY)
    assert s.powers[ORCS] == R9.powers[ORCS] | R9.ally_powers[ELVES]


@pytest.mark.parametrize(
    ("at", "question", "round_", "turn"),
    [
        ("turn", "orcs: dragon_acts", 1, 2),
        ("dragon", "orcs: dragon_acts", 1, 2),
        ("orcs.dragon", "orcs: dragon_acts", 1, 2),
        ("event", "elves: bid", 3, 2),
        ("red", "elves: bid", 3, 2),
        ("red,red_at:1★", "elves: deny", 2, 2),
        ("council", "elves: council_turn", 2, 2),
        ("council:dwarves", "dwarves: council_turn", 2, 2),
        ("bidding", "elves: bid", 3, 2),
        ("goblins.bid", "goblins: bid", 3, 2),
        ("bid:dwarves,sale:5♥", "dwarves: bid", 3, 2),
        ("pay:orcs,high_bid:2", "orcs: pay", 3, 2),
        ("recruitment", "elves: conscript", 4, 2),
        ("orcs", "orcs: revive", 4, 2),
        ("O.revive", "orcs: revive", 4, 2),
        ("goblins.early_disband", "goblins: early_disband", 4, 2),
        ("goblins.hire", "goblins: hire", 4, 2),
        ("orcs.move", "orcs: move", 4, 2),
        ("orcs.disband", "orcs: disband", 4, 2),
        ("battles", "elves: fight", 5, 2),
        ("orcs.fight", "orcs: fight", 5, 2),
        ("battle:orcs>elves@3★", "orcs: ask", 5, 2),
        ("plans:orcs>elves@3*", "elves, orcs: plans", 5, 2),
        ("collection", "elves: discard", 6, 2),
        ("discard", "elves: discard", 6, 2),
        ("orcs.discard", "orcs: discard", 6, 2),
        ("victory", "orcs: dragon_acts", 1, 3),
        # words of older positions
        ("orcs.late_disband", "orcs: disband", 4, 2),
        ("discards", "elves: discard", 6, 2),
        ("collect", "elves: discard", 6, 2),
        ("over", ": over", 0, 2),
    ],
)
def test_what_comes_next(at: str, question: str, round_: int, turn: int) -> None:
    s = read_position(f"{TABLE} at={at}", R9)
    assert (asked(s), s.round, s.turn) == (question, round_, turn)
    play_on(s, random.Random(at), 400)
    assert at == "over" or s.turn > 2, "the rest of the turn has to follow"
    assert differences(s, read_position(position_text(s), R9)) == {}


def test_older_frames_are_read_by_their_names_of_then() -> None:
    old = "sequence:-.0.0.12/battles:-.0.1/choose_battle:O"
    s = read_position(f"{TABLE} stack={old}", R9)
    assert "fight:O" in position_text(s)


def test_every_step_is_named_like_its_constant() -> None:
    constants = {name.lower(): number for name, number in vars(steps).items() if name.isupper()}
    assert [constants[name] for name in STEP_NAMES] == list(range(STEP_COUNT))


@pytest.mark.parametrize(
    ("line", "before", "moment"),
    [
        (TABLE, "recruitment", "orcs.move"),
        (TABLE, "dragon", "orcs.dragon"),
        (TABLE, "discard", "orcs.discard"),
        (TABLE, "bidding", "elves.bid,cards_left:3"),
        (TABLE + "red_at=nowhere ", "red", "elves.council"),
        ("order=OEDG first=E O=3★2 G=3★1 ", "battles", "goblins.fight"),
        ("order=OEDG O=3★2 G=3★1 ", "battles", "orcs.fight"),
    ],
)
def test_a_moment_in_words_is_the_one_of_play(line: str, before: str, moment: str) -> None:
    """The frames laid out for words are those that play itself would have left."""
    found = read_position(f"{line}at={moment}", R9)
    s = read_position(f"{line}at={before}", R9)
    while asked(s) != asked(found):
        agenda.apply(s, read_faction(asked(s).partition(":")[0]), parse_action("pass"))
    found.draws = s.draws
    assert differences(s, found) == {}


def test_a_battle_in_words_is_the_one_of_play() -> None:
    s = read_position(TABLE + "at=orcs.fight", R9)
    agenda.apply(s, ORCS, parse_action("fight 3★ elves"))
    assert differences(s, read_position(TABLE + "at=battle:orcs>elves@3★", R9)) == {}


def test_earlier_players_have_had_their_turn_unless_told_otherwise() -> None:
    assert read_position("order=OEDG first=E at=dwarves.move D=1★1", R9).turns_taken == 0b0011
    line = "order=OEDG first=E at=dwarves.move D=1★1 turns_taken=G"
    assert read_position(line, R9).turns_taken == 0b0101


def test_a_battle_can_be_set_up_after_its_plans() -> None:
    line = "O=3★3 E=3★2 hand=E:4♥ usurper=O:Q♥ sabotage=O:J♥ plans=1/none,2/4♥ "
    s = read_position(line + "at=treachery:orcs>elves@3★", R9)
    assert "betray Q♥ J♥" in [action_text(code) for code in agenda.legal(s, ORCS)]


# --- refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "at: say what comes next"),
        ("at=turn stack=", "at: say what comes next"),
        ("nonsense at=turn", "'nonsense' is no field"),
        ("colour=red at=turn", "colour: there is no such field"),
        ("turn=1 turn=2 at=turn", "turn: this field is written twice"),
        ("turn=9 at=turn", "turn: this game has 8 turns"),
        ("dragon=19 at=turn", "dragon: "),
        ("dragon=0 at=turn", "dragon: "),
        ("order=O at=turn", "order: two to four"),
        ("order=OO at=turn", "order: "),
        ("order=OE first=G at=turn", "first: "),
        ("order=OE gold=G3 at=turn", "order: the Goblins have no seat"),
        ("order=OE G=10★3 at=turn", "G: "),
        ("O=1★6,grave:5 at=turn", "O: the Orcs have only 10 units"),
        ("O=1★6,bank:5 at=turn", "O: the Orcs have only 10 units"),
        ("O=1★2+1e at=turn", "O: the Orcs have only 0 elite units"),
        ("O=1★2,1★3 at=turn", "O: '1★3' names a place for the second time"),
        ("O=15 at=turn", "O: '15' are no units in a place"),
        ("O=19★1 at=turn", "O: '19★' is no territory"),
        ("gold=X3 at=turn", "gold: 'X' is no faction"),
        ("gold=O-3 at=turn", "gold: '-3' is no number"),
        ("hand=O:A♣,E:A♣ at=turn", "hand: A♣ is in two places"),
        ("hand=O:7♣ at=turn", "hand: 7♣ does not belong there"),
        ("hand=O:A♣ deck=A♣ at=turn", "deck: A♣ is in two places"),
        ("hand=O:A♣ discard=A♣ at=turn", "A♣ is in two places"),
        ("past=7♣ events=7♣ at=turn", "events: 7♣ is in two places"),
        ("discard=A♣A♣ at=turn", "discard: A♣ is named twice"),
        ("usurper=O:Q♥,E:Q♥ at=turn", "usurper: Q♥ is in two places"),
        ("sabotage=O:Q♥ at=turn", "sabotage: Q♥ does not belong there"),
        ("ally=OEG at=turn", "ally: "),
        ("ally=OE,EG at=turn", "ally: "),
        ("order=OE ally=OE at=turn", "ally: two players form no alliances"),
        ("O=0•1 E=0•1 at=battle:orcs>elves@0•", "at: nobody battles on the Great Mountain"),
        ("O=8:1 E=8:1 hand=O:A♣ plans=1/A♣,1 at=treachery:orcs>elves@8", "at: an ace does not"),
        ("kept=O:4♥ at=turn", "kept: "),
        ("at=orcs.jump", "at: 'jump' is not among"),
        ("at=lunch", "at: 'lunch' is not among"),
        ("order=OE at=goblins.move", "at: 'goblins' has no seat"),
        ("order=OE at=council", "at: two players"),
        ("at=battle:orcs>elves@3★", "at: a battle needs visible units"),
        ("O=3★1 E=3★1 at=treachery:orcs>elves@3★", "at: 'treachery' comes after the plans"),
        ("O=3★1 E=3★1 plans=2/none,- at=plans:orcs>elves@3★", "at: the Orcs plan with more"),
        ("sale=4♥ at=bidding", "at: a card on sale"),
        ("at=elves.pay,high_bid:2", "at: the Elves have no means"),
        ("stack=lunch:O", "stack: 'lunch' is no step"),
        ("stack=move:O.64", "stack: '64' is no number"),
    ],
)
def test_a_wrong_line_names_its_field(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(reason) if ": " in reason else reason):
        read_position(line, R9)


WORDS = [*(TABLE + position_text(read_position(TABLE + "at=orcs.move", R9))).split()]
MOMENTS = ["turn", "red", "elves.bid", "orcs.move", "plans:orcs>elves@3★", "discard", "over"]


@settings(deadline=None)
@given(st.data())
def test_any_line_is_a_position_or_refused(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), max_size=14, unique_by=lambda w: w[:4]))
    line = " ".join([w for w in words if "stack" not in w])
    line += " at=" + data.draw(st.sampled_from(MOMENTS))
    if data.draw(st.booleans()):
        spot = data.draw(st.integers(0, len(line) - 1))
        line = (
            line[:spot]
            + data.draw(st.text("DEGO★•♣♥Q?|:,/-.07eh =", max_size=3))
            + line[spot + 1 :]
        )
    try:
        s = read_position(line, data.draw(st.sampled_from([R9, FIRST])))
    except ValueError:
        return
    assert min(*s.up, *s.hid, *s.bank, *s.grave, *s.gold) >= 0
    assert differences(s, read_position(position_text(s), s.rules)) == {}


@settings(deadline=None)
@given(st.text())
def test_any_text_is_refused_at_worst(text: str) -> None:
    for line in (text, f"at=turn {text}", f"at={text}", f"stack={text}", f"O={text} at=turn"):
        try:
            read_position(line, R9)
        except ValueError:
            continue


# --- the guide -----------------------------------------------------------------------------


def blocks(kind: str) -> list[str]:
    found = re.findall(rf"```{kind}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"the guide has no {kind} examples"
    return found


def test_the_guides_actions() -> None:
    lines = [line.split(" — ")[0] for block in blocks("action") for line in block.splitlines()]
    assert [action_text(parse_action(line)) for line in lines] == lines
    kinds = {line.split()[0] for line in lines}
    assert kinds == set(KIND_NAMES)


@pytest.mark.parametrize("block", blocks("position"))
def test_the_guides_positions(block: str) -> None:
    line, _, question = block.partition("→")
    assert asked(read_position(line, R9)) == question.strip()


@pytest.mark.parametrize("block", blocks("refused"))
def test_the_guides_refusals(block: str) -> None:
    line, _, reason = block.partition("→")
    with pytest.raises(ValueError, match="^" + re.escape(reason.strip()) + "$"):
        read_position(line, R9)


def test_words_of_older_records_are_still_read() -> None:
    assert parse_action("leap 2 1★ 13 A♣") == parse_action("carry 2 1★ 13 A♣")
    assert parse_action("spend") == parse_action("second-move")
