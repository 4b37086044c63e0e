"""How this server is run: flags, then environment variables, then safe defaults."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from dragondune.asking import decimal, whole

PREFIX: Final = "DRAGONDUNE_"


def data_folder() -> Path:
    """Where a program keeps a user's data on this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "dragon-dune"


@dataclass(frozen=True)
class Config:
    """Every setting. Limits are per server unless they say otherwise."""

    host: str = "127.0.0.1"
    port: int = 8666
    data: str = ""
    postgres: str = ""
    peer_address: str = ""
    lease_seconds: float = 3.0
    keep_days: float = 0.0
    keep_chat_days: float = 0.0
    operators: str = "127.0.0.1,::1"
    log: str = "text"
    names: str = ""
    proxies: str = ""
    browser: int = 1
    people: int = 0
    home: str = ""
    mail: str = ""
    mail_from: str = ""
    mail_unverified: int = 0
    mails_per_hour: int = 10
    sign_ins_per_hour: int = 60
    rated_neighbours: int = 0
    cup_entries: int = 64
    cups_per_day: int = 5
    bot_cup_hours: float = 0.0
    tell_after: float = 30.0
    targets_inside: int = 0
    targets_per_account: int = 10
    target_trials_per_hour: int = 20
    vacation_days: int = 30
    most_tables: int = 2000
    tables_per_hour: int = 60
    waiting_per_address: int = 10
    seats_per_address: int = 16
    seats_per_hour: int = 60
    tables_per_address: int = 20
    most_sockets: int = 4000
    sockets_per_address: int = 64
    most_connections: int = 1000
    connections_per_address: int = 100
    header_bytes: int = 32_768
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    hello_seconds: float = 10.0
    cost_per_second: float = 100.0
    message_bytes: int = 16_384
    messages_per_second: float = 20.0
    plans_per_second: float = 5.0
    requests_per_second: float = 30.0
    seals_per_hour: int = 240
    chat_per_minute: int = 30
    chat_lines: int = 1000
    asides_per_minute: int = 60
    asides: int = 3000
    free_acts: int = 40
    contracts: int = 40
    absence_minutes: float = 5.0
    nudge_after: float = 30.0
    nudge_again: float = 180.0
    abandoned_days: float = 7.0
    dead_days: float = 90.0
    rest_days: float = 30.0
    waiting_days: float = 3.0
    review_workers: int = 1
    review_effort: str = ""
    most_reviews: int = 20
    reviews_per_hour: int = 30
    bot_workers: int = 1
    bot_pace: float = 0.9
    stand_in: str = "steward"
    veil_median: float = 1.6

    @property
    def database(self) -> Path:
        """The file that holds every table."""
        return (Path(self.data) if self.data else data_folder()) / "tables.sqlite3"


# Numbers that cannot be larger, or smaller; all others are 0 or more.
MOST: Final = {"port": 65_535, "browser": 1, "people": 1, "mail_unverified": 1}
LEAST: Final = {"bot_workers": 1, "most_tables": 1, "most_sockets": 1, "most_connections": 1}
HELP: Final = {
    "host": "address to listen on; this machine alone unless you say otherwise",
    "port": "port to listen on; 0 takes any free one",
    "data": "folder for the tables (default: the user's data folder)",
    "postgres": "address of a PostgreSQL database for the tables instead of a file, which several "
    "processes may share: postgresql://user@host/database",
    "peer_address": "host:port under which other processes of the same database reach this one "
    "(default: where it listens)",
    "lease_seconds": "seconds of silence after which the others go on with the tables of a process",
    "keep_days": "days for which finished games are kept after their end; 0: forever",
    "keep_chat_days": "the same for what was said at their tables; their records stay",
    "operators": "addresses that may read /metrics, separated by commas",
    "log": "text: sentences about problems; json: one object per line, including ordinary activity",
    "names": "host names under which people reach this server, separated by commas",
    "proxies": "addresses of reverse proxies whose X-Forwarded-For is trusted",
    "browser": "1: open the page in a browser, 0: do not",
    "people": "1: people may have accounts here, beside guests who need none; 0: nothing of it is served",
    "home": "address of this server for links in e-mails and notifications: https://dune.example.org",
    "mail": "mail server for links and notifications: smtp://name:password@host:587, or smtps://…; "
    "empty: no e-mail is sent",
    "mail_from": "address that e-mail comes from",
    "mail_unverified": "1: the mail server need not prove who it is, and gets its password without TLS too; "
    "0: it must, unless it runs on this machine",
    "mails_per_hour": "links sent by e-mail per address that asks, and per address they go to, and hour",
    "sign_ins_per_hour": "attempts to sign in, or to make an account, per address and hour",
    "rated_neighbours": "1: rated games of people who come from one address count too, as in a club's room",
    "cup_entries": "most entries of a tournament",
    "cups_per_day": "tournaments that an account may open a day",
    "bot_cup_hours": "hours from one tournament of bots to the next, which people may enter; 0: none",
    "tell_after": "seconds for which something has to be so before anybody is notified of it",
    "targets_inside": "1: webhooks and push may go to this machine and its network, without TLS too; "
    "0: only out into the Internet",
    "targets_per_account": "devices, addresses and webhooks to which one account is notified",
    "target_trials_per_hour": "such targets added or tried out, per account and hour",
    "vacation_days": "days a year for which an account's clocks may pause; 0: none",
    "most_tables": "unfinished tables",
    "tables_per_hour": "new tables per address and hour",
    "waiting_per_address": "tables waiting for players, per address that opened them",
    "seats_per_address": "seats at waiting tables, per address",
    "seats_per_hour": "seats taken at others' tables, per address and hour",
    "tables_per_address": "unfinished tables with nobody there, per address that opened them; "
    "when it opens another, the one left alone longest rests",
    "most_sockets": "open connections to tables",
    "sockets_per_address": "open connections to tables per address",
    "most_connections": "connections that are not (yet) an open table: pages, requests",
    "connections_per_address": "the same per address",
    "header_bytes": "longest head of a request",
    "header_seconds": "seconds within which a connection has to send the head of a request",
    "body_seconds": "the same for the rest of it, and for accepting a piece of the answer",
    "hello_seconds": "seconds within which a socket has to say hello",
    "cost_per_second": "work that may be requested per address, and from a table per seat, roughly "
    "in milliseconds per second; a short burst may be ten times as much",
    "message_bytes": "longest message or request",
    "messages_per_second": "messages per connection; a short burst may be four times as quick",
    "plans_per_second": "planned turns previewed per connection; a short burst may be four times as quick",
    "requests_per_second": "HTTP requests and new connections per address; "
    "a short burst may be four times as quick",
    "seals_per_hour": "commitments to the shuffle of a next table, per address and hour",
    "chat_per_minute": "lines of talk per seat and minute",
    "chat_lines": "lines of talk per seat and table",
    "asides_per_minute": "orders, words about contracts and choices taken back, "
    "per seat and minute",
    "asides": "the same per seat and table",
    "free_acts": "gifts and looks at hands, per seat and turn",
    "contracts": "contracts in force at a table; until one ends, no more are offered or signed",
    "absence_minutes": "minutes without a connection after which the others at a table may let a bot "
    "play for somebody, unless its host chose otherwise",
    "nudge_after": "seconds a decision has to be open before anybody may be nudged about it",
    "nudge_again": "seconds until the same person may be nudged again by anyone",
    "abandoned_days": "days after which a game that everybody has left is closed",
    "dead_days": "days after which a table that nobody came back to is closed for good, and its players "
    "are told; 0: never",
    "rest_days": "days after which a game nobody came back to rests: it takes no room among "
    "most-tables, and goes on when one of its players opens it",
    "waiting_days": "the same for a table still waiting for players",
    "review_workers": "low-priority processes that review finished games; 0: no reviews",
    "review_effort": "quick, usual or thorough; empty: usual if the engine is compiled",
    "most_reviews": "games waiting for their review",
    "reviews_per_hour": "new reviews per address and hour",
    "bot_workers": "processes in which bots think",
    "bot_pace": "seconds a bot waits before it acts",
    "stand_in": "the bot that plays for people who are away",
    "veil_median": "seconds that a seat which can only pass seems to think",
}


def parse(argv: Sequence[str], environ: Mapping[str, str] | None = None) -> Config:
    """The configuration that flags and environment ask for; exits with a sentence if wrong."""
    environ = os.environ if environ is None else environ
    parser = argparse.ArgumentParser(
        prog="dragon-dune serve",
        description="Serve the table to browsers.",
        epilog=f"Each flag can also be given as {PREFIX}NAME in the environment.",
    )
    defaults = Config()
    for field in fields(Config):
        usual = getattr(defaults, field.name)
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=_reader(field.name, usual),
            default=_from_environment(parser, environ, field.name, usual),
            help=f"{HELP[field.name]} (default: {usual})" if usual != "" else HELP[field.name],
        )
    return Config(**vars(parser.parse_args(argv)))


def _from_environment(
    parser: argparse.ArgumentParser, environ: Mapping[str, str], name: str, usual: object
) -> object:
    text = environ.get(PREFIX + name.upper())
    if text is None:
        return usual
    try:
        return _reader(name, usual)(text)
    except argparse.ArgumentTypeError as wrong:
        parser.error(f"{PREFIX}{name.upper()}: {wrong}")


def _reader(name: str, usual: object) -> Callable[[str], object]:
    """What makes a setting of a text; numbers are within bounds."""
    if isinstance(usual, str):
        return str
    least = LEAST.get(name, 0)
    return decimal(least) if isinstance(usual, float) else whole(least, MOST.get(name))
