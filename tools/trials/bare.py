"""The ceiling: a server that does nothing but send a ready message round rooms of four."""

import asyncio
import subprocess
import sys

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

from tools import environment
from tools.trials.running import cpu_seconds, free_port

SEATS = 4


class BareServer:
    """In a process of its own, like the one it is compared with."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.port = free_port()
        self.received = 0
        self.sends_per_second = self.sends_per_cpu = 0.0

    def __enter__(self) -> "BareServer":
        command = [sys.executable, "-m", __name__, str(self.port), str(self.size)]
        self.process = subprocess.Popen(command, env=environment())
        for _ in range(400):
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/", timeout=2)
                return self
            except httpx.TransportError:
                continue
        raise RuntimeError("The bare server does not answer.")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)

    async def measure(self, rooms: int, seconds: float) -> None:
        """Each room passes one message round as quickly as it comes back."""
        clients = [
            asyncio.ensure_future(self._client(room, seat))
            for room in range(rooms)
            for seat in range(SEATS)
        ]
        await asyncio.sleep(max(3.0, rooms / 50))
        self.received, cpu = 0, cpu_seconds(self.process.pid)
        await asyncio.sleep(seconds)
        received, cpu = self.received, cpu_seconds(self.process.pid) - cpu
        for task in clients:
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        self.sends_per_second = received / seconds
        self.sends_per_cpu = received / cpu if cpu else 0.0

    async def _client(self, room: int, seat: int) -> None:
        url = f"ws://127.0.0.1:{self.port}/{room}"
        async with connect(url, max_size=None, compression=None, ping_interval=None) as client:
            if seat == 0:
                await asyncio.sleep(1)
                await client.send("go")
            await self._listen(client, seat)

    async def _listen(self, client: ClientConnection, seat: int) -> None:
        async for _ in client:
            self.received += 1
            if seat == 0:
                await client.send("go")


def serve(port: int, size: int) -> None:
    """The server itself."""
    message = "x" * size
    rooms: dict[str, list[WebSocket]] = {}

    async def room(socket: WebSocket) -> None:
        await socket.accept()
        here = rooms.setdefault(socket.path_params["room"], [])
        here.append(socket)
        try:
            while True:
                await socket.receive_text()
                for other in here:
                    await other.send_text(message)
        except (WebSocketDisconnect, RuntimeError):
            here.remove(socket)

    async def ready(request: Request) -> Response:
        return PlainTextResponse("ready")

    app = Starlette(routes=[Route("/", ready), WebSocketRoute("/{room}", room)])
    uvicorn.run(
        app,
        port=port,
        log_level="critical",
        access_log=False,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
    )


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
