"""`attn-tui` and `attn-tui TEXT`: what the app is opened with."""

import pytest

from attn_tui.app import AttnApp
from attn_tui.command import running, walk
from attn_tui.command.arguments import parse
from attn_tui.command.errors import CommandError
from attn_tui.view.session import Session
from tests.tui.commanding import MONEY, command


@pytest.mark.parametrize(
    ("words", "session"),
    [
        ([], Session("")),
        ([MONEY], Session(MONEY)),
        (["--", "learn"], Session("learn")),
        ([f"{MONEY}\n"], Session(MONEY)),
        (
            [MONEY, "--mask", "causal", "--variant", "plain", "--dtype", "float64"],
            Session(MONEY, mask="causal", variant="plain", dtype="float64"),
        ),
        ([MONEY, "--keys", "it was\n"], Session(MONEY, keys="it was")),
        (["--mask", "window:2"], Session("", mask="window:2")),
    ],
)
def test_the_words_make_the_session(words, session):
    assert walk.opening(parse(words), {}) == session


@pytest.mark.parametrize("words", [["x " * 1025], ["--mask", "window:0"], ["--dtype", "int8", "x"]])
def test_what_cannot_be_computed_never_opens_the_app(words):
    with pytest.raises(CommandError):
        walk.opening(parse(words), {})


def test_the_app_opens_on_the_session_and_its_status_is_the_commands(monkeypatch):
    opened = []

    def run(app, **_):
        opened.append(app.session)
        app.exit(return_code=143)

    monkeypatch.setattr(running, "check_terminal", lambda *_, **__: None)
    monkeypatch.setattr(AttnApp, "run", run)
    assert command(MONEY, "--mask", "causal").status == 143
    assert opened == [Session(MONEY, mask="causal")]
