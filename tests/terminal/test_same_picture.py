"""The real app with our output and with Textual's own: the same picture after any keys."""

from __future__ import annotations

from random import Random

import pytest

from tests.terminal.pty_terminal import environment, start_python, wait_until_alike

STOCK = (
    "import sys; from attn_tui.app import AttnApp; from attn_tui.command.main import main; "
    "AttnApp.MINIMAL_OUTPUT = False; "
    "sys.exit(main(sys.argv[1:], sys.stdin, sys.stdout, sys.stderr))"
)
KEYS = (
    *("\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A", "\x1b[F", "\x1b[H", "\x1b[6~", "\x1b[5~"),
    *"0123456789nbtc?pz",
    *["\x1b"] * 4,
)
SENTENCE = "Write a poem about 漢字 and a man fishing on the e\u0301te\u0301 river bank."


@pytest.mark.parametrize(
    ("term", "size"), [("xterm-256color", (100, 30)), ("screen-256color", (80, 24))], ids=str
)
def test_after_random_keys(term, size):
    random = Random(7)
    env = environment(TERM=term)
    options = ("--model", "tiny", SENTENCE)
    with (
        start_python("-m", "attn_tui", *options, env=env, size=size) as ours,
        start_python("-c", STOCK, *options, env=env, size=size) as stock,
    ):
        for terminal in (ours, stock):
            terminal.wait_for_text("float32")
        wait_until_alike(ours, stock)
        for key in random.choices(KEYS, k=24):
            for terminal in (ours, stock):
                terminal.keys(key)
                terminal.wait_for_silence(0.15)
            wait_until_alike(ours, stock)
