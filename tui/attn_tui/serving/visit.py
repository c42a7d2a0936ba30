"""One visit: the app in a process of its own, between its pipes and the browser's websocket."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from contextlib import suppress

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

GRACE = 5.0
"""Seconds that an app has to end by itself."""
LAST_WORDS = 1.0
"""Seconds in which what an app has written last must have come."""
MOST_ERROR = 4000
"""Bytes of what an app writes about its own failure that are kept."""
READY = b"__GANGLION__\n"
"""The line with which Textual's driver begins."""


class Visit(AppService):
    """As textual-serve runs an app, but without a shell, and it is over when either side ends.

    There the app's command is a line for a shell, an app that hangs is waited for without end, and
    the browser is not told of one that has crashed.
    """

    def __init__(
        self, argv: Sequence[str], environ: Mapping[str, str], websocket: web.WebSocketResponse
    ) -> None:
        super().__init__(
            shlex.join(argv),
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=self._close,
            download_manager=DownloadManager(),
        )
        self.argv = tuple(argv)
        self.environ = dict(environ)
        self.websocket = websocket
        self.errors = bytearray()
        """What the app has written about its failure."""

    async def _close(self) -> None:
        await self.websocket.close()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the app in a session of its own, which Ctrl+C in the server's terminal spares."""
        self._process = await asyncio.create_subprocess_exec(
            *self.argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**self.environ, "COLUMNS": str(width), "ROWS": str(height)},
            start_new_session=True,
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """Pass on what the app draws until it ends; then the browser is told."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        assert process.stderr is not None
        passing = asyncio.create_task(self._pass_all_on(process.stdout))
        reading = asyncio.create_task(self._read_errors(process.stderr))
        await process.wait()
        # What the app itself has started may hold its pipes open for longer.
        for task in (await asyncio.wait({passing, reading}, timeout=LAST_WORDS))[1]:
            task.cancel()
        await self._close()

    async def _pass_all_on(self, output: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            if await output.readline() == READY:
                while True:
                    await self._pass_on(output)

    async def _pass_on(self, output: asyncio.StreamReader) -> None:
        """One packet: a letter, the length, and what it holds."""
        kind = await output.readexactly(1)
        packet = await output.readexactly(int.from_bytes(await output.readexactly(4), "big"))
        if kind == b"D":
            await self.on_data(packet)
        elif kind == b"M":
            await self.on_meta(packet)

    async def _read_errors(self, output: asyncio.StreamReader) -> None:
        while data := await output.read(MOST_ERROR):
            self.errors = (self.errors + data)[-MOST_ERROR:]

    async def stop(self) -> None:
        """Let the app end, and see that it does: nothing of it stays behind."""
        if self._process is None or self._task is None:
            return
        await self.send_meta({"type": "quit"})
        if self._stdin is not None:
            self._stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), GRACE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
        await self._task

    @property
    def failure(self) -> str:
        """The last line that the app wrote if it failed; "" if it ended as it should."""
        status = self._process.returncode if self._process is not None else None
        lines = self.errors.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if status and lines else ""
