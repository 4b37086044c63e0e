"""What one seat sees, as a row of bytes: every field with its place, its size and its meaning.

A row begins with 64-bit words, little end first (sets of cards and territories, powers, pending
frames), then single bytes; what later versions added stands behind them in the same way, so that
older weights still fit what comes before. Numbers above 255 are written as 255, "none" as 255 or as the value that
the meaning names. Nothing stands here that is not in the seat's view (``views/view.py``).
"""

from typing import Final, NamedTuple


class Field(NamedTuple):
    """Some numbers of a row that belong together."""

    name: str
    size: int
    meaning: str


WORD_FIELDS: Final = (
    Field("hands", 4, "known cards in each faction's hand, as sets"),
    Field("seen_by", 4, "own cards that each faction has seen, as sets"),
    Field("kept", 1, "own cards kept secret from looks, as a set"),
    Field("knows", 1, "cards whose place the seat knows, as a set"),
    Field("public", 1, "cards whose place everyone knows, as a set"),
    Field("powers", 4, "each faction's powers, its ally's gifts included, as bits"),
    Field("trolls", 1, "territories with a troll, as a set"),
    Field("broken", 1, "castles with broken walls, as a set"),
    Field("fresh", 1, "territories where own units have just arrived, as a set"),
    Field("emerged", 1, "territories where own units have just come out of hiding, as a set"),
    Field("proposed", 1, "who has proposed an alliance to whom in this council, as bits"),
    Field("frames", 3, "the three topmost frames of the agenda, the open decision first"),
)
BYTE_FIELDS: Final = (
    Field("seat", 1, "the faction that sees this"),
    Field("up", 112, "visible units, faction * 28 + territory"),
    Field("hid", 112, "hidden units, likewise"),
    Field("elites", 28, "elite units of all factions, visible or hidden, by territory"),
    Field("board_gold", 28, "gold on each territory"),
    Field("gold", 4, "each faction's purse"),
    Field("grave", 4, "each faction's graveyard"),
    Field("bank", 4, "each faction's bank"),
    Field("elite_grave", 4, "elites in each graveyard"),
    Field("elite_bank", 4, "elites in each bank"),
    Field("hand_sizes", 4, "cards in each hand"),
    Field("ally", 4, "each faction's ally, 7 for none"),
    Field("usurper", 4, "each faction's Queen where known, 62 unseen, 63 none"),
    Field("sabotage", 4, "each faction's Jack, likewise"),
    Field("predictions", 4, "each oracle's prediction: 0 none, 1 unseen, 2 known"),
    Field(
        "place_in_order", 4, "each faction's place after the first player, 7 for one not playing"
    ),
    Field("turn", 1, "the turn"),
    Field("round", 1, "the round"),
    Field("dragon", 1, "the number at which the dragon stands"),
    Field("cards_left", 1, "cards still to be sold"),
    Field("bidder", 1, "where the bidding stands in player order"),
    Field("high_bid", 1, "the highest bid"),
    Field("high_bidder", 1, "who made it, 7 for nobody"),
    Field("passes", 1, "passes since the last bid"),
    Field("sale", 1, "the card on sale, 62 unseen, 63 none"),
    Field("rights_used", 1, "who has used the right to a free artifact, as bits"),
    Field("hire_stopped", 1, "who may hire nobody this turn, as bits"),
    Field("turns_taken", 1, "who has recruited this turn, as bits"),
    Field("disbanded", 1, "has the present player disbanded?"),
    Field("reach_bonus", 1, "territories added to the movement by aces"),
    Field("moves_left", 1, "movements left"),
    Field("red_at", 1, "where the Red Dragon would strike, plus one"),
    Field("event_first", 1, "first event card of the turn"),
    Field("event_second", 1, "second event card of the turn"),
    Field("steered", 1, "how far the dragon is steered, plus one"),
    Field("attacker", 1, "who attacks, 7 for nobody"),
    Field("defender", 1, "who defends"),
    Field("place", 1, "where they fight"),
    Field("answers", 6, "answers to battle questions, plus one"),
    Field("plan_made", 2, "each side's plan: 0 not yet, 1 made, 2 known"),
    Field("plan_units", 2, "units of a known plan"),
    Field("plan_card", 2, "artifact of a known plan, 63 for none"),
    Field("betrayal", 2, "each side's treachery: 0 not asked, 1 unseen, 2 kept silent, 3 declared"),
    Field("miracles", 1, "special actions of this battle"),
    Field("blessed", 1, "is the Elves' blessing used?"),
    Field("combat_losses", 1, "Elves lost in battle"),
    Field("looked", 1, "at whom the Elves may not look again yet, as bits"),
    Field("victor", 1, "who won the battle under way, 7 for nobody"),
    Field("lent", 1, "treachery lent to an ally"),
    Field("deck", 1, "cards in the artifact deck"),
    Field("discard", 1, "cards in the artifact discard"),
    Field("event_deck", 1, "cards in the event deck"),
    Field("next_event", 1, "the top card of the event deck, 62 unseen, 63 none"),
    Field("rules", 104, "the answers of the ruleset, see RULE_FIELDS"),
)
# What was added later: cards and what everybody may remember (``model/memory.py``).
LATER_WORD_FIELDS: Final = (
    Field(
        "lacks", 5, "cards that are known not to be in each hand, then not among the piles, as sets"
    ),
)
LATER_BYTE_FIELDS: Final = (
    Field("bid_now", 4, "each faction's highest bid for the card on sale"),
    Field("paid", 4, "what each faction bid for the last artifact it bought"),
    Field("paid_before", 4, "and for the one before that"),
    Field("bought", 4, "artifacts that each faction has bought"),
    Field("told_colour", 4, "each faction's last answer about a colour, plus one"),
    Field("told_value", 4, "each faction's last answer about a value, plus one"),
    Field("told_turn", 4, "the turn of each faction's last answer"),
    Field("silent", 16, "faction * 4 + opponent: suits played where it did not betray, as bits"),
    Field("shown", 16, "faction * 4 + other: cards of its hand it showed when it last did"),
)
# The ruleset as numbers, in this order; the lists of steps are left out, as the frames tell them.
RULE_FIELDS: Final = (
    *(
        "units",
        "elites",
        "gold",
        "artifacts",
        "placed",
        "hand_limit",
        "revive_limit",
        "revive_free",
    ),
    *("ally_revive_limit", "ally_revive_free", "conscripts", "ally_conscripts", "battle_bonus"),
    *("no_bonus_against", "weak_against", "special", "turns", "dragon_start", "unit_points"),
    *("elite_points", "half_rounds_up", "half_losses_round_up", "ace_moves", "ace_hides"),
    *(
        "ace_fights",
        "hides_from_troll",
        "uniform_stacks",
        "emerge_by_moving",
        "questions",
        "denials",
    ),
    *("dragon_moves_by", "dragon_losses", "omen", "second_gold", "first_edition_gold"),
    *("troll_after_each_turn", "same_colour_discards", "winner_may_discard", "treachery_gold"),
    *("income", "castle_income", "ally_income", "may_discard", "disband_price", "seller_discount"),
    *(
        "allies_fight",
        "allied_victory",
        "weakness",
        "plunder",
        "oracles",
        "steer_least",
        "steer_most",
    ),
)


def _places(fields: tuple[Field, ...], at: int = 0) -> dict[str, int]:
    places = {}
    for field in fields:
        places[field.name] = at
        at += field.size
    return places


ALL_FIELDS: Final = (*WORD_FIELDS, *BYTE_FIELDS, *LATER_WORD_FIELDS, *LATER_BYTE_FIELDS)
SIZE_OF: Final = {field.name: field.size for field in ALL_FIELDS}
WORDS: Final = sum(field.size for field in WORD_FIELDS)
BYTES: Final = sum(field.size for field in BYTE_FIELDS)
FIRST_ROW: Final = (8 * WORDS + BYTES + 7) // 8 * 8  # whole words, so that rows lie well in memory
LATER_WORDS: Final = sum(field.size for field in LATER_WORD_FIELDS)
LATER_BYTES: Final = sum(field.size for field in LATER_BYTE_FIELDS)
LATER_AT: Final = FIRST_ROW + 8 * LATER_WORDS  # where the later bytes begin
ROW: Final = (LATER_AT + LATER_BYTES + 7) // 8 * 8
# Words are counted from the beginning of the row, bytes from behind its first words.
WORD_AT: Final = _places(WORD_FIELDS) | _places(LATER_WORD_FIELDS, FIRST_ROW // 8)
BYTE_AT: Final = _places(BYTE_FIELDS) | _places(LATER_BYTE_FIELDS, LATER_AT - 8 * WORDS)

# A legal action is passed on as its code (``model/actions.py``); above the code's 35 bits stands one
# mark: a steward who sees the same view would choose this.
ADVISED: Final = 1 << 40

# What the critic may see besides, in training alone: the true hands and secret cards of all.
SECRET_WORDS: Final = 4
SECRET_BYTES: Final = 16
SECRET_ROW: Final = 8 * SECRET_WORDS + SECRET_BYTES
