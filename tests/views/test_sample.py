"""Worlds drawn from a view keep what open choices prove."""

import random

from rulemarks import rule
from rules.table import at, play

from dragondune.model.cards import ACE_MASK
from dragondune.model.factions import DWARVES
from dragondune.views.sample import sample


@rule("ruling 59", "B5")
def test_who_hires_into_a_full_castle_holds_an_ace_in_every_world() -> None:
    game = at(
        "order=DEGO turn=2 first=D E=10★2 O=10★2 gold=D4 hand=D:A♣4♥6♠,G:5♠ at=dwarves.hire", "r9"
    )
    play(game, "dwarves hire 1 10★")
    view = game.view("elves")
    worlds = [sample(view, random.Random(seed)) for seed in range(60)]
    assert all(world.hand[DWARVES] & ACE_MASK for world in worlds)
    assert len({world.hand[DWARVES] for world in worlds}) > 1


@rule("ruling 20", "III3")
def test_who_bids_above_the_purse_holds_an_ace_in_every_world() -> None:
    game = at("order=DEGO turn=2 first=E gold=E2,D9 hand=E:A♥ at=bid:elves,sale:4♥", "r9")
    play(game, "elves bid 5")
    worlds = [sample(game.view("orcs"), random.Random(seed)) for seed in range(60)]
    assert all(world.hand[1] & ACE_MASK for world in worlds)
