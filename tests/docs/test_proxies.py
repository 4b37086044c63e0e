"""The examples for nginx, Caddy and systemd do what the page says: they are run.

The programs are the machine's, or Debian's packages unpacked into a folder of the test.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tools.trials.running import RunningServer, free_port

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
FOUR = [{"kind": "human"}] * 4


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def program(name: str, folder: Path) -> str:
    """The machine's own, or that of Debian's package."""
    if (found := shutil.which(name)) is not None:
        return found
    if shutil.which("apt-get") is None:
        pytest.skip(f"this machine has neither {name} nor Debian's packages")
    got = subprocess.run(["apt-get", "download", name], cwd=folder, capture_output=True, text=True)
    packages = list(folder.glob("*.deb"))
    if got.returncode or not packages:
        pytest.skip(f"{name} could not be fetched: {got.stderr.strip()[-200:]}")
    subprocess.run(["dpkg-deb", "-x", str(packages[0]), str(folder / "unpacked")], check=True)
    unpacked = [path for path in folder.rglob(name) if path.parent.name in ("bin", "sbin")]
    return str(unpacked[0])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("served"), "--proxies", "127.0.0.1") as running:
        yield running


def plays_through(port: int, server: RunningServer) -> None:
    """Does a browser get everything through the proxy, sockets too?"""
    base = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            if httpx.get(f"{base}/healthz").status_code == 200:
                break
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    made = httpx.post(f"{base}/api/tables", json={"seats": FOUR}).raise_for_status().json()

    async def sit() -> list[str]:
        url = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/play"
        async with connect(url, max_size=None, origin=base) as client:  # type: ignore[arg-type]
            await client.send(json.dumps({"t": "hello", "token": made["tokens"][0]["token"]}))
            return [json.loads(await client.recv())["t"] for _ in range(2)]

    assert asyncio.run(sit()) == ["table", "update"]


def test_behind_nginx(server: RunningServer, tmp_path: Path) -> None:
    nginx, port = program("nginx", tmp_path), free_port()
    location = example("nginx").replace("127.0.0.1:8666", f"127.0.0.1:{server.port}")
    temporary = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; worker_processes 1;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n"
        f"server {{ listen 127.0.0.1:{port};\n{location}\n}} }}\n"
    )
    command = [nginx, "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "error.log")]
    with subprocess.Popen(command, cwd=tmp_path) as running:
        try:
            plays_through(port, server)
        finally:
            running.terminate()


def test_behind_caddy(server: RunningServer, tmp_path: Path) -> None:
    caddy, port = program("caddy", tmp_path), free_port()
    text = example("caddyfile").replace("127.0.0.1:8666", f"127.0.0.1:{server.port}")
    text = text.replace("dune.example.org", f"http://127.0.0.1:{port}")
    (tmp_path / "Caddyfile").write_text("{\n admin off\n}\n" + text)
    command = [caddy, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    home = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, cwd=tmp_path, env=home, stderr=subprocess.DEVNULL) as running:
        try:
            plays_through(port, server)
        finally:
            running.terminate()


def test_the_unit_is_one(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("this machine has no systemd")
    unit = tmp_path / "dragon-dune.service"
    unit.write_text(example("ini").replace("User=dragondune", "User=root"))
    done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True)
    about = [line for line in done.stderr.splitlines() if unit.name in line]
    assert not about, about
