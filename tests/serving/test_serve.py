"""`attn-tui serve`, in a process of its own, visited over its real port."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError

from tests.serving.serving import (
    Browser,
    Served,
    command,
    lives,
    own_environment,
    served,
    until,
)
from tests.terminal.pty_terminal import ROOT

FIRST = "The course"
"""What the home screen shows."""


def steps(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute("SELECT lesson, step FROM place"))


async def at(browser: Browser, place: str) -> None:
    """Wait until the lesson is at a place, such as "2 of 6"."""
    await browser.wait_for(lambda text: f" {place}" in text.splitlines()[0])


async def test_each_visitor_has_a_progress_of_their_own_and_comes_back_to_it(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, "learn", "context") as server:
        one, other = await server.new_visitor(), await server.new_visitor()
        assert one != other
        async with server.visit(one) as first, server.visit(other) as second:
            total = (
                (await first.wait_for(lambda text: " 1 of " in text)).split(" 1 of ")[1].split()[0]
            )
            await at(second, f"1 of {total}")
            await first.keys("n")
            await at(first, f"2 of {total}")
        async with server.visit(one) as first, server.visit(other) as second:
            await at(first, f"2 of {total}")
            await at(second, f"1 of {total}")
    folder = tmp_path / "attn-tui"
    assert steps(folder / "served" / one / "progress.sqlite3") == {"context": 1}
    assert steps(folder / "served" / other / "progress.sqlite3") == {"context": 0}
    assert [path.name for path in folder.iterdir()] == ["served"], "the owner's own is not touched"
    assert (folder / "served" / one).stat().st_mode & 0o077 == 0


async def test_a_cookie_that_is_no_id_names_nobody(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.visit("../../elsewhere") as browser:
        await browser.wait_for(lambda text: FIRST in text)
        (folder,) = (tmp_path / "attn-tui" / "served").iterdir()
        assert len(folder.name) == 32


async def refused(server: Served, **headers: str) -> tuple[int, str]:
    """The status and text that a websocket is refused with."""
    asking = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    async with server.http.get(server.socket, headers={**asking, **key, **headers}) as response:
        return response.status, await response.text()


async def test_only_its_own_page_opens_the_app(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        port = server.address.rpartition(":")[2]
        for headers in (
            {},
            {"Origin": "https://elsewhere.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1:1"},
            # The name of another site that was made to point here.
            {"Origin": f"http://elsewhere.example:{port}", "Host": f"elsewhere.example:{port}"},
        ):
            assert (await refused(server, **headers))[0] == 403, headers
        async with server.http.get(server.address, headers={"Host": "elsewhere.example"}) as page:
            assert (page.status, "--name" in await page.text()) == (403, True)
        # Through a tunnel both name another port.
        tunnel = {"Origin": "http://localhost:9", "Host": "localhost:9"}
        async with server.http.ws_connect(server.socket, headers=tunnel) as websocket:
            await Browser(websocket).wait_for(lambda text: FIRST in text)


async def test_the_one_too_many_is_told(tmp_path: Path) -> None:
    async with served(tmp_path, "--visitors", "1") as server:
        visitor = await server.new_visitor()
        async with server.visit(visitor) as browser:
            await browser.wait_for(lambda text: FIRST in text)
            assert await server.line() == "1 visitor here"
            status, sentence = await refused(server, Origin=server.address)
            assert (status, "1 visitor at once" in sentence) == (503, True)
            async with server.http.get(server.address) as page:
                assert (page.status, await page.text()) == (503, sentence)
            with pytest.raises(WSServerHandshakeError):
                async with server.visit(visitor):
                    pass
        assert await server.line() == "0 visitors here"
        async with server.visit(visitor) as browser:
            await browser.wait_for(lambda text: FIRST in text)


async def test_no_app_is_left_behind(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with server.visit(await server.new_visitor()) as browser:
            await browser.wait_for(lambda text: FIRST in text)
            (app,) = server.apps()
        await until(lambda: not lives(app))
        async with server.visit(await server.new_visitor()) as browser:
            await browser.wait_for(lambda text: FIRST in text)
            await browser.keys("q")
            await browser.wait_for_end()
        async with server.visit(await server.new_visitor()) as browser:
            await browser.wait_for(lambda text: FIRST in text)
            (app,) = server.apps()
            assert await server.ended() == 0
            assert not lives(app)


async def test_an_app_ends_when_the_server_is_killed(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.visit(await server.new_visitor()) as browser:
        await browser.wait_for(lambda text: FIRST in text)
        (app,) = server.apps()
        await server.ended(signal.SIGKILL)
        await until(lambda: not lives(app))


async def test_an_app_that_hangs_is_ended(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with server.visit(await server.new_visitor()) as browser:
            await browser.wait_for(lambda text: FIRST in text)
            (app,) = server.apps()
            subprocess.run(["kill", "-STOP", str(app)], check=True)
        await until(lambda: not lives(app))


async def test_a_hostile_text_is_a_text(tmp_path: Path) -> None:
    text = f"""'; touch {tmp_path}/owned; echo "$(touch {tmp_path}/owned)" `id`"""
    serving = served(tmp_path, "--model", "toy", "--", text)
    async with serving as server, server.visit(await server.new_visitor()) as browser:
        await browser.wait_for(lambda shown: "numpy float32" in shown and "touch" in shown)
    assert not (tmp_path / "owned").exists()


async def test_junk_over_the_websocket_is_dropped(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.visit(await server.new_visitor()) as browser:
        for junk in ("", "null", "7", "[]", "{}", '["resize"]', '["stdin", 3]', "[" * 9000):
            await browser.websocket.send_str(junk)
        await browser.websocket.send_str('["resize", {"width": 1e999, "height": "no"}]')
        await browser.websocket.send_bytes(b"\x00")
        await browser.keys("\ud800")  # arrives as a question mark
        await browser.wait_for(lambda text: "This help" in text)


async def test_all_that_the_page_loads_is_here(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with server.http.get(server.address) as response:
            page = await response.text()
            policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        names = [part.split('"')[0] for part in page.replace("href=", "src=").split('src="')[1:]]
        assert len(names) == 5
        for name in names:
            if name != "data:,":
                async with server.http.get(f"{server.address}/{name}") as response:
                    assert response.status == 200, name
                    text = await response.text()
                    if "textual" not in name and "xterm" not in name:
                        assert "//" not in text.replace("// ", "").replace("//${location", "")
        async with server.http.get(f"{server.address}/static/") as response:
            assert response.status == 403


async def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        port = server.address.rpartition(":")[2]
        other = await asyncio.create_subprocess_exec(
            *command("--port", port),
            cwd=ROOT,
            env=own_environment(tmp_path),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, error = await other.communicate()
    assert (other.returncode, out) == (2, b"")
    assert error.decode().startswith(f"attn-tui: port {port} of 127.0.0.1 is in use; give another")
    assert error.count(b"\n") == 1
