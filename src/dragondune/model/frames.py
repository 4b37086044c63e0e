"""What the numbers of a pending frame mean, by name. Which step has which:

    HIRING        place, ace, units, elites       announced, not yet paid
    DISBANDING    place, hidden, units, elites
    HIDE          place, waiting, units, elites   waiting: others who are asked after this one
    STATUS        place, units, elites
    LOSE          place, cause, units
    PROPOSAL KEEP player                          who proposes; who looks
    ANSWER        player, questions               who asks, and what is still to be answered
    OPEN_ANSWER   player, questions
    ASK           side, again                     again: one question was put already
    EXCHANGE      side
    LEND          side, asked
    PLUNDER       player, loot                    who is robbed; the card, once it is drawn
    DENY          purpose, against, others        what may be stopped, whose it is, who else may
    SPEND         purpose, owed                   the special action; aces still to be paid
    BID           bidders                         who has not dropped out
    DECIDER       tied, ready, duel
    SPOILS        loot                            the card that the winner played
    RED_STRIKE    denied                          the faction that may not ride
    EMERGE        stage                           0 nobody asked, 1 who hides by power, 2 the others
    HIRE          stage                           1 after the hire
    TREACHERY, CHAOS, BATTLES, DISCARD, DRAGON_ACTS, PREDICT, RECRUITMENT
                  asked                           how many have had their turn

The packing is that of ``engine.agenda.frame``: step, seat, a and b (6 bits each), c and d (10 each).
"""

from dragondune.ints import i64


def frame_place(entry: i64) -> i64:
    """The territory meant."""
    return entry >> 10 & 63


def frame_player(entry: i64) -> i64:
    """The other player meant."""
    return entry >> 10 & 63


def frame_side(entry: i64) -> i64:
    """The side of a battle: 0 attacks, 1 defends."""
    return entry >> 10 & 63


def frame_purpose(entry: i64) -> i64:
    """What an ace may stop here, or what special action it pays for."""
    return entry >> 10 & 63


def frame_stage(entry: i64) -> i64:
    """How far the step has come."""
    return entry >> 10 & 63


def frame_denied(entry: i64) -> i64:
    """The faction that was denied something; -1 for none."""
    return (entry >> 10 & 63) - 1


def frame_ace(entry: i64) -> i64:
    """The ace a hire is paid with, or NO_CARD."""
    return entry >> 16 & 63


def with_ace(entry: i64, ace: i64) -> i64:
    """The same hire, paid with another ace."""
    return entry & ~(63 << 16) | ace << 16


def frame_hidden(entry: i64) -> i64:
    """Which units of a stack are meant: open, hidden, or some of each."""
    return entry >> 16 & 63


def frame_waiting(entry: i64) -> i64:
    """The others who are asked after this one, as a set."""
    return entry >> 16 & 63


def frame_cause(entry: i64) -> i64:
    """Why units are lost."""
    return entry >> 16 & 63


def frame_against(entry: i64) -> i64:
    """The player whose plans an ace would stop."""
    return entry >> 16 & 63


def frame_again(entry: i64) -> i64:
    """Was one question put already?"""
    return entry >> 16 & 63


def frame_bidders(entry: i64) -> i64:
    """Who may still bid, as a set."""
    return entry >> 16 & 63


def frame_tied(entry: i64) -> i64:
    """Who is tied for victory, as a set."""
    return entry >> 16 & 63


def frame_asked(entry: i64) -> i64:
    """How many players, or sides of a battle, have had their turn."""
    return entry >> 16 & 63


def frame_units(entry: i64) -> i64:
    """How many units in all, elites included."""
    return entry >> 22 & 1023


def stack_units(n: i64, hidden: i64) -> i64:
    """So many units, of which some are hidden, as a frame keeps them."""
    return n + hidden * 32


def frame_stack_units(entry: i64) -> i64:
    """How many units of a stack, hidden ones and elites included."""
    return entry >> 22 & 31


def frame_stack_hidden(entry: i64) -> i64:
    """How many of them are hidden."""
    return entry >> 27 & 31


def frame_questions(entry: i64) -> i64:
    """The questions, as a set of a battle's or as the number of an open one."""
    return entry >> 22 & 1023


def frame_others(entry: i64) -> i64:
    """Who else may play an ace here, as a set."""
    return entry >> 22 & 1023


def frame_owed(entry: i64) -> i64:
    """How many aces are still to be paid."""
    return entry >> 22 & 1023


def frame_ready(entry: i64) -> i64:
    """Which of the tied have not decided yet, as a set."""
    return entry >> 22 & 1023


def frame_loot(entry: i64) -> i64:
    """The card meant; -1 while there is none."""
    return (entry >> 22 & 1023) - 1


def with_loot(entry: i64, card: i64) -> i64:
    """The same frame about another card."""
    return entry & ~(1023 << 22) | (card + 1) << 22


def frame_elites(entry: i64) -> i64:
    """How many of the units are elite."""
    return entry >> 32 & 1023


def frame_duel(entry: i64) -> i64:
    """The two who fight for it now, as a set."""
    return entry >> 32 & 1023
