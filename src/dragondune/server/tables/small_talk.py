"""What a bot says when it is spoken to.

Bots understand contracts and nothing else. Whoever talks to them is answered all the same, in set phrases
that go by a few words of theirs, promise nothing and tell nothing of the game.
"""

import re
from typing import Final

GREETING: Final = ("Hello! May the dragons land on the others.", "Good luck! You may need it.")
PRAISE: Final = ("Well played, whoever wins.", "Thank you. It was the cards, mostly.")
THREAT: Final = (
    "Bold words. I go by the board, not by the talk.",
    "We shall see. Or buy my peace with a contract.",
)
BARGAIN: Final = (
    "I only understand contracts. Make me an offer under Contracts and I will answer it.",
    "Words alone do not bind. Put it in a contract, and I will say yes or no and why.",
    "If you mean it, write it down: Contracts, then Offer it.",
)
QUESTION: Final = (
    "I keep my plans to myself. If you want advice, ask for a hint.",
    "Look at the castles and the record; they do not lie. I might.",
)
OTHER: Final = (
    "I hear you, but I only understand contracts.",
    "I am better at battles than at small talk.",
)
SAID: Final = (
    (
        BARGAIN,
        "peace|truce|all(y|ies|iance)|pact|deals?|contracts?|agree(ment)?|trade|sell|buy|help",
    ),
    (THREAT, "attack|destroy|kill|crush|revenge|burn|betray|traitors?|regret|enem(y|ies)"),
    (PRAISE, "gg|well played|good game|thanks?|thank you|thx|nice|congratulations|bravo"),
    (GREETING, "hi|hello|hey|greetings|good (luck|morning|evening|day)|glhf|have fun"),
    (QUESTION, "who|what|why|where|when|how|which"),
)


def answer(text: str, number: int) -> str:
    """A phrase for what was said; the ``number`` of the line keeps two answers from being the same."""
    fits = (said for said, words in SAID if re.search(rf"\b({words})\b", text, re.IGNORECASE))
    phrases = next(fits, QUESTION if text.endswith("?") else OTHER)
    return phrases[number % len(phrases)]


def is_named(name: str, text: str) -> bool:
    """Is somebody spoken of by the name of their faction, as one or as many?"""
    stem = {"elves": "el(f|ves)", "dwarves": "dwar(f|fs|ves)"}.get(name, f"{name.rstrip('s')}s?")
    return re.search(rf"\b{stem}\b", text, re.IGNORECASE) is not None
