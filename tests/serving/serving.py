"""A real server in a process of its own, and visitors: browsers without a window."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pyte
from aiohttp import ClientSession, ClientWebSocketResponse, DummyCookieJar, WSMsgType

from attn_tui.serving.visitors import COOKIE
from tests.terminal.pty_terminal import ROOT, environment

DEADLINE = 30.0
COLUMNS, LINES = 100, 30


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "attn_tui", "serve", *words]


def own_environment(state: Path) -> dict[str, str]:
    return environment(XDG_STATE_HOME=str(state), HF_HUB_OFFLINE="1", HF_HUB_CACHE=os.devnull)


class Served:
    """A server that runs; `address` is what it says of itself."""

    def __init__(self, process: asyncio.subprocess.Process, address: str, http: ClientSession):
        self.process, self.address, self.http = process, address, http

    @property
    def socket(self) -> str:
        return f"{self.address}/ws?width={COLUMNS}&height={LINES}"

    async def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        async with asyncio.timeout(DEADLINE):
            return (await self.process.stdout.readline()).decode().rstrip("\n")

    async def ended(self, number: int = signal.SIGINT) -> int:
        """End it by a signal; its exit status."""
        self.process.send_signal(number)
        async with asyncio.timeout(DEADLINE):
            return await self.process.wait()

    async def new_visitor(self) -> str:
        """The cookie that a new browser gets."""
        async with self.http.get(f"{self.address}/begin.js") as response:
            assert response.status == 200
            return response.cookies[COOKIE].value

    @asynccontextmanager
    async def visit(self, visitor: str) -> AsyncIterator[Browser]:
        headers = {"Origin": self.address, "Cookie": f"{COOKIE}={visitor}"}
        async with self.http.ws_connect(self.socket, headers=headers) as websocket:
            yield Browser(websocket)

    def apps(self) -> set[int]:
        """The processes of the visitors' apps."""
        return children_of(self.process.pid)


class Browser:
    """A visitor's terminal: what the app draws in it, and the keys."""

    def __init__(self, websocket: ClientWebSocketResponse) -> None:
        self.websocket = websocket
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)

    async def keys(self, text: str) -> None:
        await self.websocket.send_str(json.dumps(["stdin", text]))

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def wait_for(self, holds: Callable[[str], object]) -> str:
        """Read until what is on the screen holds."""
        try:
            async with asyncio.timeout(DEADLINE):
                while not holds(self.text):
                    message = await self.websocket.receive()
                    assert message.type is WSMsgType.BINARY, f"it has closed:\n{self.text}"
                    self._stream.feed(message.data)
        except TimeoutError:
            raise AssertionError(
                f"the condition never held; the screen was:\n{self.text}"
            ) from None
        return self.text

    async def wait_for_end(self) -> None:
        """Read until the server closes the connection."""
        async with asyncio.timeout(DEADLINE):
            while (await self.websocket.receive()).type is WSMsgType.BINARY:
                pass


@asynccontextmanager
async def served(state: Path, *words: str) -> AsyncIterator[Served]:
    """A server on a free port, with a state folder of its own."""
    process = await asyncio.create_subprocess_exec(
        *command("--port", "0", *words),
        cwd=ROOT,
        env=own_environment(state),
        stdout=asyncio.subprocess.PIPE,
    )
    async with ClientSession(cookie_jar=DummyCookieJar()) as http:
        try:
            server = Served(process, "", http)
            said = await server.line()
            server.address = said.split()[4]
            yield server
        finally:
            if process.returncode is None:
                assert await server.ended() == 0


def children_of(pid: int) -> set[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)
    rows = [line.split() for line in listed.stdout.decode().splitlines()]
    return {int(child) for child, parent in rows if int(parent) == pid}


def lives(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for yet does not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], check=False, capture_output=True)
    return listed.stdout.strip()[:1] not in {b"", b"Z"}


async def until(holds: Callable[[], object]) -> None:
    """Wait for what no event tells of, such as the end of somebody else's process."""
    async with asyncio.timeout(DEADLINE):
        while not holds():
            await asyncio.sleep(0)
