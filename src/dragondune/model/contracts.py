"""Contracts as plain data [B6]: made of clauses, and offers of such contracts.

A clause is a row of small numbers, a contract a few of them with the seats that signed it. Both
are never changed in place: a state shares them with its copies, and what changes is replaced.
"""

from typing import Final

from dragondune.ints import i64
from dragondune.model.board import EVERYWHERE
from dragondune.model.factions import NOBODY

# --- what a clause is about ----------------------------------------------------------------

PAY: Final = 1  # n gold to other: at once, or in a round of a turn
SHARE: Final = 2  # n percent of what is collected from the places, to other
NO_ATTACK: Final = 3
NO_ENTER: Final = 4  # the places, or where other has units
LEAVE: Final = 5  # the places, by the end of the turn named
BID: Final = 6  # at most n; what: which cards
SEND: Final = 7  # against other; what: at least, at most or exactly n units
NO_PLAY: Final = 8  # no artifact against other; what: 0, or the colour meant
NO_TREACHERY: Final = 9
NO_ACE: Final = 10  # what: the purpose, 0 for any
NO_HIRE: Final = 11  # in the places; 0 for anywhere
HIRE: Final = 12  # n units in the place, in the turn named
ALLY: Final = 13  # with other or nobody, at the next Great Council
NO_BREAK: Final = 14
SHOW: Final = 15  # what: the thing, n: the card where one is named
PLAY: Final = 16  # an artifact against other; what: 0, or the colour; n: 1 in the next battle alone
KINDS: Final = 17

# BID
ANY_CARD: Final = 0
NEXT_CARD: Final = 1
IN_ROUND: Final = 2
# SEND
AT_LEAST: Final = 0
AT_MOST: Final = 1
EXACTLY: Final = 2
# SHOW
CARD: Final = 0
HAND: Final = 1
USURPER: Final = 2
SABOTAGE: Final = 3
ON_SALE: Final = 4
NEXT_EVENT: Final = 5
PLAN_SIZE: Final = 6
# NO_ACE: purposes; 6 to 10 are the numbers of the windows in ``rules/aces.py``
TO_PAY: Final = 1
TO_HIRE: Final = 2
TO_MOVE: Final = 3
TO_HIDE: Final = 4
TO_FIGHT: Final = 5
TO_STOP: Final = 6
TO_CARRY: Final = 11
TO_ASK_BOTH: Final = 12
TO_REVIVE: Final = 13
TO_PLACE: Final = 14
TO_BETRAY: Final = 15
TO_ACT: Final = 16

# --- conditions ----------------------------------------------------------------------------

ALWAYS: Final = 0
IF_ATTACKS: Final = 1
IF_ENTERS: Final = 2
IF_BUYS: Final = 3
IF_BETRAYS: Final = 4
IF_BREAKS: Final = 5
IF_ALLIES: Final = 6
IF_WINS: Final = 7
WHEN_RED_DRAGON: Final = 8
WHEN_COUNCIL: Final = 9
WHEN_GOLD: Final = 10
WHEN_TURN: Final = 11

# --- stages of a clause --------------------------------------------------------------------

WAITING: Final = 0  # its condition has not come
ACTIVE: Final = 1
DONE: Final = 2
FAILED: Final = 3  # it could not be kept
LAPSED: Final = 4
STAGE_WORDS: Final = ("waits", "in force", "done", "void", "lapsed")

THIS_TURN: Final = 31  # in an offer that is not made yet: the turn it is made in
MOST_GOLD: Final = 1023

CLAUSE_FIELDS: Final = (
    ("kind", 1, KINDS - 1),
    ("debtor", 0, 3),
    ("other", 0, NOBODY),
    ("what", 0, 16),
    ("n", 0, MOST_GOLD),
    ("place", 0, EVERYWHERE),
    ("turn", 0, 31),
    ("round", 0, 7),
    ("until", 0, 31),
    ("when", 0, WHEN_TURN),
    ("when_seat", 0, NOBODY),
    ("when_other", 0, NOBODY),
    ("when_place", 0, EVERYWHERE),
    ("stage", 0, LAPSED),
    ("mark", 0, 1),
    ("contract", 0, 10**6),
    ("number", 0, 99),
)
CLAUSE_NAMES: Final = tuple([field[0] for field in CLAUSE_FIELDS])


class Clause:
    """One promise of one seat. ``contract`` and ``number`` name the contract and the place in it.

    ``until`` is the last turn it holds, 0 for no end. ``when`` is its condition; ``when_place`` the
    places meant, or the turn that begins. ``mark`` notes that the card meant has come up.
    """

    __slots__ = CLAUSE_NAMES

    def __init__(
        self,
        kind: i64 = 0,
        debtor: i64 = NOBODY,
        other: i64 = NOBODY,
        what: i64 = 0,
        n: i64 = 0,
        place: i64 = 0,
        turn: i64 = 0,
        round: i64 = 0,
        until: i64 = 0,
        when: i64 = ALWAYS,
        when_seat: i64 = NOBODY,
        when_other: i64 = NOBODY,
        when_place: i64 = 0,
        stage: i64 = WAITING,
        mark: i64 = 0,
        contract: i64 = 0,
        number: i64 = 0,
    ) -> None:
        self.kind: i64 = kind
        self.debtor: i64 = debtor
        self.other: i64 = other
        self.what: i64 = what
        self.n: i64 = n
        self.place: i64 = place
        self.turn: i64 = turn
        self.round: i64 = round
        self.until: i64 = until
        self.when: i64 = when
        self.when_seat: i64 = when_seat
        self.when_other: i64 = when_other
        self.when_place: i64 = when_place
        self.stage: i64 = stage
        self.mark: i64 = mark
        self.contract: i64 = contract
        self.number: i64 = number

    def numbers(self) -> list[int]:
        """The row of numbers, in the order of ``CLAUSE_FIELDS``."""
        return [
            *(self.kind, self.debtor, self.other, self.what, self.n, self.place, self.turn),
            *(self.round, self.until, self.when, self.when_seat, self.when_other),
            *(self.when_place, self.stage, self.mark, self.contract, self.number),
        ]

    def changed(self, **values: int) -> "Clause":
        """The clause with some of its numbers changed."""
        row = self.numbers()
        for place, (name, _, _) in enumerate(CLAUSE_FIELDS):
            if name in values:
                row[place] = values[name]
        return clause_of(row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clause) and other.numbers() == self.numbers()

    def __hash__(self) -> int:
        return hash(tuple(self.numbers()))


def clause_of(row: list[int]) -> Clause:
    """The clause with these numbers."""
    a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r = row
    return Clause(a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r)


class Contract:
    """A contract in force, or an offer of one.

    ``parties`` are the seats it is between, as a bit mask. ``agreed`` are those who have said yes:
    to the offer, or to ending the contract. ``words`` bind nobody but the players themselves.
    """

    __slots__ = ("agreed", "clauses", "maker", "number", "parties", "turn", "words")

    def __init__(
        self,
        parties: i64 = 0,
        clauses: tuple[Clause, ...] = (),
        words: tuple[str, ...] = (),
        number: i64 = 0,
        maker: i64 = NOBODY,
        agreed: i64 = 0,
        turn: i64 = 0,
    ) -> None:
        self.parties: i64 = parties
        self.clauses: tuple[Clause, ...] = clauses
        self.words: tuple[str, ...] = words
        self.number: i64 = number
        self.maker: i64 = maker
        self.agreed: i64 = agreed
        self.turn: i64 = turn

    def with_clauses(self, clauses: tuple[Clause, ...]) -> "Contract":
        """The same contract with its clauses further on."""
        return Contract(
            self.parties, clauses, self.words, self.number, self.maker, self.agreed, self.turn
        )

    def with_agreed(self, agreed: i64) -> "Contract":
        """The same contract with other consents."""
        return Contract(
            self.parties, self.clauses, self.words, self.number, self.maker, agreed, self.turn
        )

    def data(self) -> dict[str, object]:
        """As plain JSON data."""
        return {
            "number": int(self.number),
            "maker": int(self.maker),
            "parties": int(self.parties),
            "agreed": int(self.agreed),
            "turn": int(self.turn),
            "clauses": [clause.numbers() for clause in self.clauses],
            "words": list(self.words),
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contract) and other.data() == self.data()

    def __hash__(self) -> int:
        return hash((int(self.number), int(self.agreed), self.clauses))


# --- reading stored contracts --------------------------------------------------------------

MOST_CLAUSES: Final = 12
LONGEST_WORDS: Final = 280


def contracts_of(data: object) -> tuple[Contract, ...]:
    """Contracts or offers out of plain data; ValueError says what is wrong with it."""
    if not isinstance(data, list):
        raise ValueError("contracts are a list")
    return tuple([_contract_of(entry) for entry in data])


def _contract_of(entry: object) -> Contract:
    if not isinstance(entry, dict) or set(entry) != set(Contract().data()):
        raise ValueError("a contract has number, maker, parties, agreed, turn, clauses and words")
    words = entry["words"]
    if not isinstance(words, list) or not all(_fit_words(text) for text in words):
        raise ValueError("words: short texts are needed")
    clauses = entry["clauses"]
    if not isinstance(clauses, list) or len(clauses) + len(words) > MOST_CLAUSES:
        raise ValueError(f"clauses: a list of at most {MOST_CLAUSES} is needed")
    return Contract(
        _number(entry["parties"], "parties", 0, 15),
        tuple([_clause_of(row) for row in clauses]),
        tuple(words),
        _number(entry["number"], "number", 0, 10**6),
        _number(entry["maker"], "maker", 0, NOBODY),
        _number(entry["agreed"], "agreed", 0, 15),
        _number(entry["turn"], "turn", 0, 99),
    )


def _fit_words(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST_WORDS


def _clause_of(row: object) -> Clause:
    if not isinstance(row, list) or len(row) != len(CLAUSE_FIELDS):
        raise ValueError(f"a clause is a row of {len(CLAUSE_FIELDS)} numbers")
    numbers = [
        _number(row[place], name, least, most)
        for place, (name, least, most) in enumerate(CLAUSE_FIELDS)
    ]
    return clause_of(numbers)


def _number(value: object, name: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name}: a number from {least} to {most} is needed")
    return value
