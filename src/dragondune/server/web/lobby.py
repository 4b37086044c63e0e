"""The lobby over a WebSocket: whoever listens is told what changes there."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dragondune.server.lobby.hall import Hall
from dragondune.server.web.connection import Connection
from dragondune.server.web.guard import address_of
from dragondune.server.web.identity import Caller
from dragondune.server.wire.incoming import LobbyHello


async def lobby(socket: WebSocket) -> None:
    """The endpoint ``/api/lobby``: the first message shows tokens, any other only says "I am here"."""
    hall: Hall = socket.app.state.hall
    caller = Caller(socket)
    await socket.accept()
    connection = Connection(socket)
    pump = asyncio.ensure_future(connection.pump()) if connection.needs_pump else None
    try:
        async with asyncio.timeout(hall.config.hello_seconds):
            said = msgspec.json.decode(await socket.receive_text(), type=LobbyHello)
        cost = 2.0 + 0.1 * len(said.tokens)
        wait = hall.costs.wait(address_of(socket.scope), "", None, cost)
        if wait is None:
            await connection.close(1013, "Too much is asked from there; come again.")
            return
        await asyncio.sleep(wait)
        await hall.listen(connection, said.tokens, await caller.account_id())
        while True:
            await socket.receive_text()
            await asyncio.sleep(1)  # nothing more has to be said here
    except (WebSocketDisconnect, TimeoutError, RuntimeError, KeyError, asyncio.CancelledError):
        return
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        await connection.close(1008, "Show your tokens first, or none.")
    finally:
        hall.notices.go(connection)
        if pump is not None:
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await pump
        with contextlib.suppress(Exception):
            await connection.close(1008, "Say hello first.")
