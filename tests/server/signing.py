"""Accounts for tests that are about something else: signed in without a passkey or an e-mail."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from dragondune.server.people.accounts import Account, account_row, new_account
from dragondune.server.people.visits import begin
from dragondune.server.storage.sqlite import SqliteStore
from dragondune.server.storage.store import Store
from dragondune.server.web.identity import COOKIE
from tools.trials.running import RunningServer


async def stored_account(store: Store, name: str) -> Account:
    """A new account, within a loop that runs."""
    account = new_account(name)
    await store.write([account_row(account)])
    return account


def cookie_for(store: Store, name: str) -> tuple[Account, str]:
    """A new account, and the token of a browser that is signed in."""
    account = new_account(name)
    token, rows = begin(account.id, "A test")
    asyncio.run(store.write([account_row(account), *rows]))
    return account, token


def browser(server: RunningServer, token: str = "") -> httpx.Client:
    """A browser of its own; a guest's where no token is given."""
    cookies = {COOKIE: token} if token else {}
    return httpx.Client(base_url=server.http, cookies=cookies, timeout=30)


def signed_in(server: RunningServer, name: str) -> tuple[Account, httpx.Client]:
    """A new account at a running server, and a browser of it."""
    store = SqliteStore(Path(server.folder) / "tables.sqlite3")
    try:
        account, token = cookie_for(store, name)
    finally:
        store.close()
    return account, browser(server, token)
