"""``dragon-dune verify``: was this game dealt as it was promised before it began?

It takes the record that a server opens after the end (``/api/tables/<id>/record``), and the
commitment that the table showed before. No server and no network are needed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from dragondune.game import Game
from dragondune.model.refusal import Refusal
from dragondune.records import played_by, version_of, with_contracts
from dragondune.server.fairness.deal import commitment, deal_factions, player_order, salted

NOT_BETWEEN: Final = (
    "The rules were changed while this game was played. What came before and what came after agrees "
    "with the seed; how it got from the one to the other cannot be checked."
)


def check_record(
    record: dict[str, object], promised: str | None = None, mine: str | None = None
) -> list[str]:
    """Everything that is not as it should be; an empty list when the deal was fair."""
    table = record.get("table")
    if not isinstance(table, dict) or not isinstance(table.get("seed"), str):
        return ["This record holds no seed."]
    seed = str(table["seed"])
    wrong = []
    # Records from before players brought salt name no secret: there it is the seed itself.
    secret, salts = str(table.get("secret") or seed), _words(table.get("salts") or [])
    if commitment(secret) != (promised or table.get("commitment")):
        wrong.append("The secret is not the one that was committed to.")
    if salted(secret, salts) != seed:
        wrong.append("The seed is not made of the secret and the players' salts.")
    if mine is not None and mine not in salts:
        wrong.append("Your salt is not among those that made the seed.")
    wishes = [seat.get("wish") for seat in table["seats"]]
    factions = [seat.get("faction") for seat in table["seats"]]
    if deal_factions(seed, wishes) != factions:
        wrong.append("The factions were not dealt as the seed says.")
    first, *others = _parts(record)
    prepared = bool(first.get("start"))  # a lesson: the seed shuffles what it leaves open
    if not prepared and player_order(seed, factions) != first.get("seats"):
        wrong.append("The player order is not the one the seed gives.")
    for part in (first, *others):
        wrong = wrong or _check_luck(part, seed)
    return wrong or ([NOT_BETWEEN] if others else [])


def _parts(record: dict[str, object]) -> list[dict[str, object]]:
    """What was played before the rules were changed, and what after; mostly there is one part."""
    before = record.get("before") or []
    assert isinstance(before, list)
    return [*before, record]


def _check_luck(record: dict[str, object], seed: str) -> list[str]:
    """Play it again from the seed alone: every die and every shuffle has to come out the same."""
    seats, options = _words(record["seats"]), tuple(_words(record["options"]))
    talks, start = with_contracts(record), str(record.get("start") or "")
    edition, older = str(record["edition"]), played_by(version_of(record))
    if start:
        game = Game.at(start, edition, options, talks)
    else:
        game = Game.new(edition, seats, options, seed, talks)
    actions = record["actions"]
    assert isinstance(actions, list)
    for number, (seat, line) in enumerate(actions, 1):
        answer = game.play(seat, line)
        if isinstance(answer, Refusal):
            return [f"{older}Action {number}, {seat} {line!r}, is not legal: {answer}"]
    again = game.record()["chances"]
    if again != record["chances"]:
        return [f"{older}Dice and shuffles are not those the seed gives."]
    return []


def _words(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(word) for word in value]


def run_verify(argv: Sequence[str]) -> int:
    """0 when the deal was fair, 1 when not, 2 when it cannot be read."""
    parser = argparse.ArgumentParser(
        prog="dragon-dune verify",
        description="Check that a game was dealt as promised before it began. This takes the record that "
        "a server opens after the end (/api/tables/<id>/record) and the commitment that the table "
        "showed before. It needs no server and no network.",
    )
    parser.add_argument("record", type=Path, help="the record as a JSON file")
    parser.add_argument("--commitment", help="what the table showed before the game began")
    parser.add_argument("--salt", help="what your browser brought; its story page shows it")
    chosen = parser.parse_args(argv)
    try:
        record = json.loads(chosen.record.read_text(encoding="utf-8"))
        wrong = check_record(record, chosen.commitment, chosen.salt)
    except (OSError, ValueError, KeyError, TypeError, AssertionError, AttributeError) as error:
        print(f"dragon-dune verify: {chosen.record} cannot be read: {error}", file=sys.stderr)
        return 2
    for line in wrong:
        print(line)
    if not wrong:
        print(
            "The deal was fair: secret, salts, seed, factions, player order, dice and shuffles all agree."
        )
    return 1 if wrong else 0
