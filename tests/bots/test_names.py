"""A bot has one name, and a name that means nothing is refused with a reason."""

from __future__ import annotations

import pytest

from dragondune.bots import make_bot
from dragondune.bots.warlord.warlord import Warlord


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("chancellor", "there are random, steward, warlord"),
        ("warlord:0", "from 1 upwards"),
        ("warlord:", "from 1 upwards"),
        ("warlord:-3", "from 1 upwards"),
        ("warlord:08", "from 1 upwards"),
        ("warlord:²", "from 1 upwards"),
        ("warlord:٣", "from 1 upwards"),
        ("steward:77", "only the warlord takes a number"),
        ("random:", "only the warlord takes a number"),
        ("champion:0", "from 1 upwards"),
        ("expert:100", "only the warlord takes a number"),
    ],
)
def test_a_name_that_means_nothing(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        make_bot(name)
    assert repr(name) in str(refused.value)


def test_the_number_of_a_warlord_is_its_trials() -> None:
    trials = {}
    for name in ("warlord", "warlord:1", "warlord:40"):
        bot = make_bot(name)
        assert isinstance(bot, Warlord)
        trials[name] = bot.simulations
    assert trials == {"warlord": 0, "warlord:1": 1, "warlord:40": 40}
