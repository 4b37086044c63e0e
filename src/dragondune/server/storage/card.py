"""What is kept about a table besides its log: who sits where, what was agreed, how it stands."""

import hashlib
import hmac
import secrets
from typing import Final

from msgspec import Struct, field
from msgspec.json import decode, encode

from dragondune.records import RULES_VERSION
from dragondune.server.fairness.deal import salted
from dragondune.server.wire.incoming import Faction, Pace

OPEN = "open"
PLAYING = "playing"
OVER = "over"
UNPLAYABLE = "unplayable"


class AccountId(str):
    """The account that asks, known by its cookie: made by who looks that up, never from a message."""


FORMER: Final = "Former player"  # whose account is gone: what others keep of them stays whole


def new_nobody() -> str:
    """What stands for an account that is gone, in what others keep: it leads to nobody."""
    return f"~{secrets.token_hex(8)}"


def is_nobody(account: str) -> bool:
    """Does this stand for an account that is gone?"""
    return account.startswith("~")


class Seat(Struct):
    """One place at the table. Of its token only a hash is kept."""

    kind: str
    name: str = ""
    bot: str = ""
    wish: Faction | None = None
    faction: str | None = None
    token_hash: str = ""
    salt: str = ""
    reserved: str = ""  # the hash of the token that held it at the table before a rematch
    asking: bool = False  # somebody would like to sit here, and the host has not said yes yet
    left: bool = False  # its player left the game for now, and a bot plays until they say otherwise
    gone: float = 0.0  # since when its player has been absent; 0: not for long, or not at all
    resigned: bool = False  # its player gave it up for good, and a bot has it; the name is theirs
    replaced: bool = False  # the same, by the host: its player stayed away
    account: str = ""  # whose it is, or was when it was given up; empty: a guest's
    quit: float = 0.0  # when its player gave it up, or since when none was there at the end
    reserve: float | None = None  # seconds left beside what each decision gives; None: all of them
    pauses: list[tuple[float, float]] = field(
        default_factory=list
    )  # vacation: its clock stands still
    wanted: bool = (
        False  # somebody else may take it: its player, or the host, asks for a substitute
    )
    former: list[str] = field(default_factory=list)  # accounts that had it and gave it up
    door: str = ""  # from where it was taken, told apart and no more, until the game begins
    spent: float = 0.0  # seconds of the table's ``budget`` that its player has used

    @property
    def taken(self) -> bool:
        """Does somebody sit here?"""
        return self.kind == "bot" or (bool(self.token_hash) and not self.asking)


class Meta(Struct):
    """A table's card in the lobby."""

    id: str
    created: float
    edition: str
    options: list[str]
    seats: list[Seat]
    seed: str
    title: str = ""
    status: str = OPEN
    rules_version: int = RULES_VERSION
    pace: Pace = field(default_factory=Pace)
    public: bool = False
    contracts: bool = True
    hints: bool = True
    hotseat: bool = False
    approval: bool = False  # the host says who may sit down
    next_id: str | None = None
    order: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    trouble: str = ""
    secret: str = ""  # what was committed to, where players' salts made another seed of it
    position: str = ""  # set up instead of dealt; no message can ask for it
    origin: str = (
        ""  # the finished game it goes on from, as ``table/moment``; such a game is never rated
    )
    lesson: str = ""
    lesson_step: int = 0
    began: float = 0.0  # when the game did; unknown of older tables
    muted: list[int] = field(default_factory=list)  # seats whose talk the keeper has ended
    touched: float = 0.0  # when one of its players was here, to the day
    patience: int = 0  # seconds that one may be away before others let a bot play; 0: the usual
    rated: bool = False  # it counts for the ratings of those who play, if nothing speaks against it
    near: bool = False  # two of its people came from one address
    circle: str = ""  # who may sit down: "friends" of the host, a club by its id, or anybody
    cup: str = ""  # the tournament that it belongs to
    way: str = ""  # how the game was won, or ended without a winner
    turns: int = 0  # how many there were
    budget: int = 0  # seconds that each player has for all decisions together; 0: no bound

    def seat_of_token(self, token: str) -> int | None:
        """The seat this token holds, or this account; tokens are compared in constant time."""
        if isinstance(token, AccountId):
            return self.seat_of_account(token)
        given = hash_token(token)
        found = None
        for number, seat in enumerate(self.seats):
            if seat.token_hash and hmac.compare_digest(seat.token_hash, given):
                found = number
        return found

    def seat_of_account(self, account: str) -> int | None:
        """The seat that this account plays."""
        mine = (
            n for n, seat in enumerate(self.seats) if seat.token_hash and seat.account == account
        )
        return next(mine, None) if account else None

    def seat_of_faction(self, faction: str) -> Seat:
        """Who plays this faction."""
        return next(seat for seat in self.seats if seat.faction == faction)

    def add_salts(self) -> None:
        """Mix what the players brought into the seed, before anything is dealt from it."""
        if any(seat.salt for seat in self.seats):
            self.secret = self.seed
            self.seed = salted(self.secret, [seat.salt for seat in self.seats])

    @property
    def full(self) -> bool:
        """Does a table that has not begun wait for nobody any more?"""
        return self.status == OPEN and bool(self.seats) and all(s.taken for s in self.seats)

    @property
    def host(self) -> int | None:
        """The seat of whoever may decide about the others: the first person's."""
        found = [n for n, seat in enumerate(self.seats) if seat.token_hash and not seat.asking]
        there = [n for n in found if not self.seats[n].left]
        return next(iter([*there, *found]), None)

    @property
    def abandoned(self) -> bool:
        """Is there nobody who plays here and has neither left nor resigned?"""
        return all(seat.kind == "bot" or seat.left for seat in self.seats)

    @property
    def humans(self) -> int:
        """How many people play."""
        return sum(seat.kind != "bot" for seat in self.seats)


def unplayable(why: str) -> str:
    """What people at a table are told that this version cannot bring back."""
    return (
        "This table cannot be played by this version of the program. "
        f"Nothing is lost, its record is kept as it is. {why}"
    )


def new_token() -> str:
    """256 bits that hold a seat."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def to_bytes(meta: Meta) -> bytes:
    """As it is stored."""
    return encode(meta)


def from_bytes(data: bytes) -> Meta:
    """As it was stored; msgspec.ValidationError if it cannot be read."""
    return decode(data, type=Meta)


def copy_of(meta: Meta) -> Meta:
    """A card to be changed, while the old one still holds."""
    return from_bytes(to_bytes(meta))


def unreadable(table_id: str, created: float, why: str) -> Meta:
    """Stands for a table whose card this version cannot read; it is never stored."""
    trouble = unplayable(why)
    return Meta(table_id, created, "", [], [], "", status=UNPLAYABLE, trouble=trouble)
