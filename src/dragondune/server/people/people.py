"""The people of a server: what the rest of it asks about accounts."""

import asyncio

from dragondune.server.lobby.hall import Hall, seat_held
from dragondune.server.people.accounts import Account, Accounts
from dragondune.server.people.visits import Visit, Visits, begin
from dragondune.server.storage.card import copy_of
from dragondune.server.storage.store import Statement, holding_row
from dragondune.server.tables.table import Table
from dragondune.server.wire.problems import ProblemError


class People:
    """Accounts, where they are signed in, and the seats that are theirs."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accounts = Accounts(hall.store)
        self.visits = Visits(hall.store)

    # --- who it is -------------------------------------------------------------------------

    async def who(self, token: str) -> tuple[Account, Visit] | None:
        """Whose cookie this is; None for a guest."""
        visit = await asyncio.to_thread(self.visits.find, token) if token else None
        account = await asyncio.to_thread(self.accounts.find, visit.account) if visit else None
        if visit is None or account is None:
            return None
        await self.visits.note(visit)
        return account, visit

    async def sign_in(self, account: Account, device: str, *also: Statement) -> str:
        """A cookie for this account; stored with whatever else is given, all of it or nothing."""
        token, rows = begin(account.id, device)
        await self.accounts.put(account, *rows, *also)
        return token

    # --- seats -----------------------------------------------------------------------------

    async def claim(self, table: Table, token: str, account: Account) -> int:
        """A guest's seat belongs to their account from now on; its token holds it all the same."""
        async with table.lock:
            number = seat_held(table.meta, token)
            owner, mine = table.meta.seats[number].account, table.meta.seat_of_account(account.id)
            if owner and owner != account.id:
                raise ProblemError(409, "That seat belongs to another account.")
            if mine not in (None, number):
                raise ProblemError(409, "Your account has another seat at this table.")
            if mine is None:
                card = copy_of(table.meta)
                card.seats[number].account = account.id
                await table.change_card(card, holding_row(account.id, card.id))
        table.announcer.now()
        return number
