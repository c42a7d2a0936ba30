"""How rows, signs and typed lines are read."""

from __future__ import annotations

import numpy as np
import pytest

from attn_lessons.reader import course
from attn_tui.plain.commands import Answer, Command, read
from attn_tui.plain.encoded import encoded
from attn_tui.plain.rows import row_line
from attn_tui.plain.spoken import prose_lines, spoken
from attn_tui.view.key_tail import without_key
from attn_tui.view.panes.pane_view import grid

ASKS = {ask.kind: ask for lesson in course() for ask in lesson.asks}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3×2 + 1·4", "3 times 2 + 1 times 4"),
        ("S = Q·Kᵀ", "S = Q times K transposed"),
        ("√d_head", "square root of d_head"),
        ("-∞", "minus infinity"),
        ("exp(-inf - 1)", "exp(minus infinity - 1)"),
        ("“bank” …", '"bank" ...'),
        ("text → ids", "text to ids"),
    ],
)
def test_signs_are_spoken(text: str, said: str) -> None:
    assert spoken(text) == said


def test_markdown_is_a_line_a_paragraph_and_code_stays_code() -> None:
    text = "A *word*\nand `x`.\n\n## Then\n\n    a · b\n      c\n\n- one × two\n- three\n"
    assert prose_lines(text) == [
        "A word and x.",
        "Heading: Then",
        "  a · b",
        "    c",
        "- one times two",
        "- three",
    ]


def test_a_key_of_the_screen_is_left_out_of_a_sentence() -> None:
    assert without_key("A query looks. w: Q, K, V.") == "A query looks."
    assert without_key("The formula is a: b.") == "The formula is a: b."


def row(values: list[float], kind: str = "signed", labels: list[str] | None = None) -> str:
    names = tuple(labels or [f"w{place}" for place in range(len(values))])
    return row_line(grid("M", np.array([values]), ("query", ("it",)), ("key", names), kind=kind), 0)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (row([0.88, 0.05, 0.07], "weights"), "Row it: w0 0.88, w1 0.050, w2 0.070."),
        (row([0.9996, 0.0003, 0.0001, 0], "weights"), "Row it: w0 1.00, 2 under 0.001, 1 is 0."),
        (row([0, 0, 0], "weights"), "Row it: all 3 are 0."),
        (row([0, 3, 0, 0, 0, -1.5]), "Row it: w1 3, w5 -1.50, 4 are 0."),
        (row([1, 2, 3], labels=["0", "1", "2"]), "Row it: 0 is 1, 1 is 2, 2 is 3."),
        (row([1, 2], labels=["a", "a"]), "Row it: a (0) 1, a (1) 2."),
        (row([1, 2], labels=[".", "a b"]), 'Row it: . (full stop) 1, "a b" 2.'),
        (row([float("-inf"), 1e-4, -2e-5]), "Row it: w0 minus infinity, w1 0.00010, w2 -0.000020."),
        (
            row([float(place) for place in range(1, 11)]),
            "Row it: w9 10, w8 9, w7 8, w6 7, w5 6, w4 5, w3 4, w2 3, 2 more, none larger.",
        ),
    ],
)
def test_a_row_is_a_sentence(line: str, said: str) -> None:
    assert line == said


@pytest.mark.parametrize(
    ("line", "kind", "meant"),
    [
        ("", None, Command("on")),
        ("", "number", Command("on")),
        ("9", None, Command("unasked", "9")),
        (":9", None, Command("show", "9")),
        ("9", "goal", Command("show", "9")),
        ("9", "number", Answer("9")),
        (":9", "number", Command("show", "9")),
        ("1/2", "number", Answer("1/2")),
        ("a", "choice", Answer("a")),
        (":a bank", "choice", Command("near", "bank")),
        ("a bank", None, Command("near", "bank")),
        ("2 1 3", "order", Answer("2 1 3")),
        ("row, bank", "cell", Answer("row, bank")),
        ("row bank", "cell", Command("row", "bank")),
        ("bank", "cell", Answer("bank")),
        ("hint", "cell", Command("hint")),
        ("hint", "code", Command("hint")),
        ("hint = 3", "code", Answer("hint = 3")),
        ("  return x", "code", Answer("  return x")),
        (":hint", "code", Command("hint")),
        ("/ River bank", "goal", Command("text", "River bank")),
        ("/River bank", "goal", Command("text", "River bank")),
        ("TEXT a b", "goal", Command("text", "a b")),
        ("o", "goal", Command("positions")),
        ("L", None, Command("layer")),
        ("Tab", None, Command("no need", "Tab")),
        ("dance", None, Command("unknown", "dance")),
        (":dance", "number", Command("unknown", ":dance")),
    ],
)
def test_a_line_is_a_command_or_an_answer(line: str, kind: str | None, meant: object) -> None:
    assert read(line, ASKS[kind] if kind else None) == meant


def test_while_code_is_written_every_line_is_code() -> None:
    assert read("hint", ASKS["code"], writing=True) == Answer("hint")
    assert read("", ASKS["code"], writing=True) == Answer("")
    assert read(":quit", ASKS["code"], writing=True) == Command("quit")


def test_what_an_encoding_lacks_has_a_plain_form() -> None:
    assert encoded("é × “a”…", "latin-1") == 'é × "a"~'.encode("latin-1")
    assert encoded("é∞🙂", "ascii") == b"e@?"
