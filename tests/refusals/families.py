"""Which rules can forbid what: written from the catalogue, kind by kind."""

from __future__ import annotations

from typing import Final

ELITE: Final = {"DW4", "O4"}
MIXED: Final = {"EL9"} | ELITE
RECRUIT: Final = {"A2", "I4", "B5"} | ELITE

FAMILY: Final[dict[str, set[str]]] = {
    "place": {"A5"},
    "predict": {"O1"},
    "carry": {"OR10", "B5"} | ELITE,
    "steer": {"O11"},
    "deny": {"D6", "D7", "D8", "D9", "D10", "D11", "GO7"},
    "ride": {"OR5", "B5"} | ELITE,
    "propose": {"B7", "II4"},
    "accept": {"II4"},
    "break": {"B7", "II4"},
    "bid": {"III1", "III2", "III3", "A14"},
    "pay-gold": {"III3"},
    "pay-ace": {"D1"},
    "pay-right": {"DW6"},
    "emerge": {"IV0", "B5"} | ELITE,
    "revive": {"IV1", "OR6", "OR12", "G2"} | ELITE,
    "disband": {"IV2", "IV6", "GO5"} | MIXED,
    "conscript": {"IV3"} | RECRUIT,
    "hire": {"IV4", "B9", "OR1", "GO7", "D2"} | RECRUIT,
    "raise": {"OR1"} | RECRUIT,
    "ace-place": {"EL6"} | RECRUIT,
    "extend": {"D3"},
    "second-move": {"D3", "O7"},
    "move": {"IV5", "B9", "I4", "B5"} | MIXED,
    "hide": {"EL8", "D4"},
    "come-out": {"EL5"},
    "special-revive": {"DW5", "O12"} | ELITE,
    "walls": {"O10"},
    "question": {"O8"},
    "lose": ELITE,
    "fight": {"V1", "B1", "VII3"},
    "ask": {"EL3", "D6"},
    "ask-both": {"EL6", "EL3"},
    "answer-colour": {"EL3"},
    "answer-number": {"EL3"},
    "answer-value": {"EL3"},
    "bless": {"O5"},
    "plan": {"V2", "D5", "EL3"} | ELITE,
    "betray": {"V7", "DW6", "O5", "O9"},
    "chaos": {"O9"},
    "take": {"OR11", "O3", "A14"},
    "sell": {"OR11", "O3"},
    "discard": {"VI3", "V6"},
    "keep": {"EL2"},
    "look": {"EL2"},
    "give": {"B11"},
    "take-turn": {"O6"},
    "spend": {"O7", "O8", "O9", "O10", "O11"},
}
