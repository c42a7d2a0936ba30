"""The words of `attn-tui serve`, what it refuses before it serves, and what it warns of."""

from __future__ import annotations

import socket
import sys

import pytest

from attn_tui.command import serve as serving
from attn_tui.command.arguments import parse
from attn_tui.command.requests import Help, Learn, Read, Serve, Walk
from attn_tui.serving.gate import is_own_host, is_same_origin, own_names, shown_name
from tests.tui.commanding import command


def parsed(*words: str) -> Serve:
    request = parse(("serve", *words))
    assert isinstance(request, Serve)
    return request


def test_its_own_options_are_taken_and_all_else_is_the_apps() -> None:
    assert parsed().words == ()
    assert parsed().host == "127.0.0.1"
    request = parsed(
        "--palette", "256", "--port", "81", "learn", "context", "--run-code", "--ascii"
    )
    assert request.words == ("--palette", "256", "learn", "context", "--ascii")
    assert isinstance(request.opened, Learn)
    assert request.opened.terminal.ascii
    assert (request.port, request.run_code) == (81, True)
    assert isinstance(parsed("--file", "b.txt", "--visitors", "3").opened, Read)
    assert parsed("--name", "a.example", "--name", "b").names == ("a.example", "b")


def test_what_stands_after_two_dashes_is_a_text() -> None:
    request = parsed("--port", "1", "--", "--host")
    assert (request.words, request.host) == (("--", "--host"), "127.0.0.1")
    assert isinstance(request.opened, Walk)
    assert request.opened.text == "--host"


def test_options_may_stand_before_it() -> None:
    request = parse(("--no-mouse", "--port", "9", "serve", "hello"))
    assert isinstance(request, Serve)
    assert (request.port, request.words) == (9, ("--no-mouse", "hello"))


def test_it_has_a_help() -> None:
    assert parse(("serve", "--help")) == Help("serve")
    assert "--run-code" in command("serve", "--help").text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "x"), "--port cannot be 'x'"),
        (("--port", "65536"), "from 0 to 65535"),
        (("--port", "٣"), "--port cannot be"),
        (("--visitors", "0"), "from 1 to"),
        (("--port",), "--port needs a value"),
        (("doctor",), "serve opens the app for visitors, which doctor does not"),
        (("show", "softmax"), "which show does not"),
        (("serve",), "which serve does not"),
        (("--version",), "which --version does not"),
        (("--hots", "a"), "no option '--hots'"),
        (("two", "words"), "'two' is no command"),
        (("learn", "nowhere"), "nowhere"),
        (("--model", "nowhere"), "nowhere"),
        (("--file", "nowhere.txt"), "nowhere.txt"),
        (("--host", "999.1.1.1", "--port", "0"), "of 999.1.1.1 cannot be used"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    outcome = command("serve", *words)
    assert (outcome.status, outcome.out) == (2, b"")
    assert said in outcome.err.splitlines()[-1]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    outcome = command("serve")
    assert (outcome.status, outcome.out) == (2, b"")
    assert outcome.err.endswith("pip install 'attn-tui[serve]'\n")


def test_it_warns_of_others_and_of_their_code() -> None:
    for host in ("127.0.0.1", "localhost", "::1", "127.0.0.9"):
        assert serving.warnings(parsed("--host", host)) == ()
    for host in ("0.0.0.0", "::", "192.168.0.3", "name.example"):
        (warning,) = serving.warnings(parsed("--host", host))
        assert "anybody who reaches port 8000" in warning
    assert len(serving.warnings(parsed("--host", "::", "--run-code"))) == 2
    (warning,) = serving.warnings(parsed("--run-code"))
    assert "with the rights of" in warning


def test_visitors_may_load_what_is_at_hand_and_what_was_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("attn_engine.checkpoints.minilm.packaged", lambda: None)
    models = serving.offered(parsed("--model", "/a/folder", "text")).started.served.models
    assert models == ("tiny", "toy", "/a/folder")


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.0.7", True),
        ("localhost", True),
        ("LOCALHOST.:80", True),
        ("class.example:8000", True),
        ("elsewhere.example:8000", False),
        ("127.0.0.1.elsewhere.example", False),
        ("localhost.elsewhere.example", False),
        ("user@elsewhere.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_a_host_is_one_of_its_names_or_an_address(host: str, own: bool) -> None:
    assert is_own_host(host, own_names("127.0.0.1", ("class.example",))) is own


def test_a_page_of_its_own_has_its_scheme_name_and_port() -> None:
    assert is_same_origin("http://a:1", "a:1")
    assert is_same_origin("https://A", "a"), "a proxy speaks https"
    for origin in (None, "", "null", "http://a:2", "http://b:1", "file://a:1", "a:1", "http://["):
        assert not is_same_origin(origin, "a:1")


def test_an_address_is_one_that_a_browser_can_open() -> None:
    assert shown_name("127.0.0.1") == "127.0.0.1"
    assert shown_name("::1") == "[::1]"
    for everywhere in ("0.0.0.0", "::"):
        assert is_own_host(shown_name(everywhere), own_names(everywhere, ()))
        assert shown_name(everywhere) == socket.gethostname()
