"""The web server: a page, the terminal in it, and a websocket to each visitor's app."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

from attn_tui.serving.environment import Started
from attn_tui.serving.gate import is_own_host, is_same_origin, own_names, shown_name
from attn_tui.serving.requested import obey, size_asked
from attn_tui.serving.visit import Visit
from attn_tui.serving.visitors import new_visitor, remember, visitor_of
from attn_tui.terminal.signals import ENDING
from attn_tui.view.numbers import counted

PAGE = Path(__file__).with_name("page")
TERMINAL = Path(textual_serve.__file__).with_name("static")
"""The terminal of the page and its font, as textual-serve brings them: nothing is fetched."""

LARGEST_MESSAGE = 2**20
HEARTBEAT = 15.0
"""Seconds after which a browser that does not answer is held to be gone."""


@dataclass(frozen=True)
class Offer:
    """What is served, where, under which other names of this machine, to how many at once."""

    started: Started
    host: str
    port: int
    visitors: int
    names: tuple[str, ...] = ()


class Server:
    """Serves until a signal ends it; `tell` gets a line whenever a visitor comes or goes."""

    def __init__(self, offer: Offer, tell: Callable[[str], None]) -> None:
        self.offer = offer
        self.tell = tell
        self.names = own_names(offer.host, offer.names)
        self.visits: set[Visit] = set()

    async def serve(self) -> None:
        """Serve; returns when a signal has come and every visitor's app has ended.

        Raises OSError where the host and port cannot be had.
        """
        runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.offer.host, self.offer.port).start()
            self.tell(f"attn-tui is served at {self._address(runner)} (Ctrl+C ends it)")
            await _ended()
        finally:
            await asyncio.gather(*(visit.stop() for visit in tuple(self.visits)))
            await runner.cleanup()

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._only_own_host])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/begin.js", self._begin),
                web.get("/ws", self._visit),
                web.static("/page", PAGE),
                web.static("/static", TERMINAL),
            ]
        )
        app.on_response_prepare.append(_guard)
        return app

    def _address(self, runner: web.AppRunner) -> str:
        host, port = runner.addresses[0][:2]
        return f"http://{shown_name(host)}:{port}"

    @web.middleware
    async def _only_own_host(
        self, request: web.Request, handler: Callable[[web.Request], Any]
    ) -> web.StreamResponse:
        """Refuse a name that is not this machine's, as far as it knows."""
        if not is_own_host(request.host, self.names):
            return _refused(
                403,
                "This server does not know itself by that name; whoever started it can add the name "
                "with --name.",
            )
        response: web.StreamResponse = await handler(request)
        return response

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """The page; or a sentence where there is no room."""
        if self._is_full:
            return _refused(503, self._full)
        return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    async def _begin(self, request: web.Request) -> web.StreamResponse:
        """The page's script, and with it the cookie.

        The page itself may be opened by a link of another site, when no strict cookie is sent with
        it, and a new one would take the place of the old: the script is asked for by the page.
        """
        response = web.FileResponse(PAGE / "begin.js", headers={"Cache-Control": "no-store"})
        remember(response, visitor_of(request) or new_visitor())
        return response

    @property
    def _is_full(self) -> bool:
        return len(self.visits) >= self.offer.visitors

    @property
    def _full(self) -> str:
        return (
            f"There is no room just now: this server takes "
            f"{counted(self.offer.visitors, 'visitor')} at once. Try again in a while."
        )

    async def _visit(self, request: web.Request) -> web.StreamResponse:
        """Run an app for as long as the browser stays."""
        if not is_same_origin(request.headers.get("Origin"), request.host):
            return _refused(403, "Only the page of this server opens the app.")
        if self._is_full:
            return _refused(503, self._full)
        websocket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LARGEST_MESSAGE)
        visitor = visitor_of(request) or new_visitor()
        visit = Visit(self.offer.started.argv, self.offer.started.environ_of(visitor), websocket)
        self._count(visit, here=True)
        try:
            await websocket.prepare(request)
            await visit.start(*size_asked(request.query))
            async for message in websocket:
                if message.type == WSMsgType.TEXT:
                    await obey(visit, message.data)
        finally:
            # What ends the visit may be the end of the server, which must not leave an app behind.
            await asyncio.shield(visit.stop())
            self._count(visit, here=False)
            await websocket.close(code=WSCloseCode.GOING_AWAY)
        return websocket

    def _count(self, visit: Visit, *, here: bool) -> None:
        if here:
            self.visits.add(visit)
        else:
            self.visits.discard(visit)
            if visit.failure:
                self.tell(f"a visitor's app failed: {visit.failure}")
        self.tell(f"{counted(len(self.visits), 'visitor')} here")


def unusable(offer: Offer, error: OSError) -> str:
    """Why the host and port cannot be had, and what to do."""
    where = f"port {offer.port} of {offer.host}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use; give another, as in --port {min(offer.port + 1, 65535)}"
    if error.errno == errno.EACCES:
        return f"{where} may not be used; give one above 1023, as in --port 8000"
    return f"{where} cannot be used ({error.strerror or error}); give another --host or --port"


def _refused(status: int, sentence: str) -> web.Response:
    return web.Response(status=status, text=f"{sentence}\n")


async def _guard(request: web.Request, response: web.StreamResponse) -> None:
    """The page loads and connects to nothing but this server, and stands in no frame of another."""
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        f"img-src 'self' data:; connect-src 'self' ws://{request.host} wss://{request.host}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"


async def _ended() -> None:
    """Wait for a signal that ends the server."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in ENDING:
        with suppress(NotImplementedError, RuntimeError):
            loop.add_signal_handler(number, ended.set)
    await ended.wait()
