"""With --ascii nothing but ASCII is drawn, in as many cells as it stood in."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.terminal.ascii_spelling import as_ascii
from attn_tui.terminal.cells import cells_of
from tests.terminal.pty_terminal import ROOT, environment, start_python

TEXT = "Größe 漢字 bank"


@given(st.text())
def test_any_text_becomes_as_many_ascii_cells(text: str) -> None:
    cells = cells_of(text)
    spelt = as_ascii(cells)
    assert len(spelt) == len(cells)
    assert all(len(cell) == 1 and cell.isascii() and cell.isprintable() for cell in spelt)


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("╭─┬│╰━┄", "+-+|+--"), ("→ ← ↑ ↓ ▸", "> < ^ v >"), ("2×3 √d Kᵀ ∞", "2x3 Vd K' @"),
        ("“a” … −1", '"a" ~ -1'), (" ░▒▓█▀▌", ' .%*#"|'), ("é漢a", "???a"), ("e\u0301x", "?x"),
    ],
)  # fmt: skip
def test_signs_have_their_spelling(text: str, spelt: str) -> None:
    assert "".join(as_ascii(cells_of(text))) == spelt


@pytest.mark.parametrize("keys", ["", "4", "7", "?", "4c", "4d", ":", "9t", "/"])
def test_every_byte_of_a_screen_is_ascii(keys: str, tmp_path) -> None:
    env = environment(LANG="de_DE.ISO-8859-1", XDG_STATE_HOME=str(tmp_path))
    words = ("-m", "attn_tui", "--ascii", "--model", "toy", TEXT)
    with start_python(*words, env=env) as terminal:
        terminal.wait_for_text("numpy float32")
        for key in keys:
            shown = terminal.frame()
            terminal.keys(key)
            terminal.wait_for(lambda it, shown=shown: it.frame() != shown)
        assert terminal.received.isascii()
        assert any("?" in line for line in terminal.screen_lines())


def test_show_prints_ascii() -> None:
    command = [sys.executable, "-m", "attn_tui", "show", "score", TEXT, "--ascii"]
    printed = subprocess.run(
        command, env=environment(), cwd=ROOT, capture_output=True, check=True
    ).stdout
    assert printed.isascii()
    assert b"S = Q.K'" in printed
