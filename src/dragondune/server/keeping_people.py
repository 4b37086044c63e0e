"""``dragon-dune admin``, as far as it is about people: ratings reckoned anew, moderators, reports and deeds."""

import argparse
import asyncio
from pathlib import Path
from typing import Final

import msgspec

from dragondune.server.circles.moderation import HOST, Moderation, day_of
from dragondune.server.config import Config
from dragondune.server.cups.telling import check
from dragondune.server.people.accounts import Account
from dragondune.server.ranks.audit import Audit
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.store import Store, StoreError
from dragondune.server.wire.cups import CupInfo

SHOWN: Final = 20  # lines about what does not agree
DEEDS: Final = ("warn", "silence", "suspend", "lift", "rename")


def ratings(config: Config, chosen: argparse.Namespace) -> int:
    """Reckon every rating anew from the stored games; 1 where some do not agree."""
    store = open_store(config)
    try:
        audit = Audit(store)
        for line in audit.wrong[:SHOWN]:
            print(line)
        if chosen.rebuild and audit.repairs:
            asyncio.run(store.write(audit.repairs))
    finally:
        store.close()
    count, done = len(audit.wrong), chosen.rebuild
    told = f"{audit.games} games, {audit.compared} of them compared with their tables; "
    print(f"{told}{count} ratings were wrong{' and are put right' if count and done else ''}.")
    return 1 if count and not done else 0


def _named(store: Store, name: str) -> Account:
    found = Moderation(store).accounts.named(name)
    if found is None:
        raise StoreError(f"There is no account {name!r}.")
    return found


def moderator(config: Config, chosen: argparse.Namespace) -> int:
    """Make somebody a moderator, or end that."""
    store = open_store(config)
    try:
        account, yes = _named(store, chosen.name), not chosen.remove
        asyncio.run(store.write(Moderation(store).appoint(account.id, yes)))
        print(f"{account.name} is {'a' if yes else 'no longer a'} moderator.")
    finally:
        store.close()
    return 0


def sanction(config: Config, chosen: argparse.Namespace) -> int:
    """Decide about somebody as the host of the server."""
    store = open_store(config)
    try:
        account = _named(store, chosen.name)
        asked = (HOST, account.id, chosen.do, chosen.days, chosen.why)
        asyncio.run(store.write(Moderation(store).decide(*asked)))
        print(f"{chosen.do}: {account.name}")
    finally:
        store.close()
    return 0


def reports(config: Config, chosen: argparse.Namespace) -> int:
    """Reports that wait."""
    store = open_store(config)
    try:
        rules = Moderation(store)
        for one in rules.reports():
            about = rules.accounts.find(one.about)
            name = about.name if about is not None else one.about
            print(f"{day_of(one.at)}  about {name}  {one.game or '-'}  {one.text}")
    finally:
        store.close()
    return 0


def deeds(config: Config, chosen: argparse.Namespace) -> int:
    """What moderators did lately."""
    store = open_store(config)
    try:
        rules = Moderation(store)

        def name(account: str) -> str:
            found = rules.accounts.find(account)
            return account if found is None else found.name

        for one in rules.deeds():
            print(
                f"{day_of(one.at)}  {name(one.moderator)}  {one.what}  {name(one.about)}  {one.why}"
            )
    finally:
        store.close()
    return 0


def draw(config: Config, chosen: argparse.Namespace) -> int:
    """Draw a tournament again from its open data; 1 where it comes out otherwise."""
    try:
        told = msgspec.json.decode(Path(chosen.file).read_bytes(), type=CupInfo)
    except msgspec.MsgspecError as error:
        raise StoreError(f"{chosen.file} is no tournament: {error}") from None
    wrong = check(told)
    for line in wrong:
        print(line)
    if not wrong:
        print(f"{told.title}: {len(told.drawn)} rounds were drawn as the seed says.")
    return 1 if wrong else 0


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """What each of these commands takes."""
    if name == "draw":
        parser.add_argument("file", help="/api/people/cups/<id>, saved")
    elif name == "ratings":
        parser.add_argument("--rebuild", action="store_true", help="put right what is wrong")
    elif name in ("moderator", "sanction"):
        parser.add_argument("name", help="the account's name")
    if name == "moderator":
        parser.add_argument("--remove", action="store_true", help="no longer")
    elif name == "sanction":
        parser.add_argument("do", choices=DEEDS)
        parser.add_argument("--days", type=float, default=7.0)
        parser.add_argument("--why", default="")


COMMANDS: Final = {
    "ratings": (ratings, "work out all ratings again; exit status 1 if some were wrong"),
    "moderator": (moderator, "make an account a moderator, or take that back"),
    "sanction": (sanction, "warn, silence, suspend or rename an account, or lift all of it"),
    "reports": (reports, "reports waiting for a moderator"),
    "draw": (draw, "draw a tournament again; exit status 1 if it comes out differently"),
    "deeds": (deeds, "what moderators did lately, and which of them"),
}
