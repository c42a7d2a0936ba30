"""The table of terminals in the documentation: python -m tests.terminal.table writes it.

Each row starts the app in a pseudo-terminal that says it is one of the kinds that people have, looks
at the picture and at the bytes that drew it, and leaves with q.
"""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.terminal.pty_terminal import ROOT, Terminal, environment, start_python

PAGE = ROOT / "docs" / "terminals.md"
TEXT = "Money bank grows"
ALTERNATE_SCREEN, GIVEN_BACK = b"\x1b[?1049h", (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l")
AT_ONCE = 2
UNSET = "unset"
LATIN_1 = "de_DE.ISO-8859-1"
"""Set as LC_ALL, too: where the locale is not installed, Python takes LANG for UTF-8."""


@dataclass(frozen=True)
class Row:
    """One combination: what the terminal says of itself, and its size."""

    term: str
    colorterm: str = UNSET
    no_color: str = UNSET
    lang: str = "C.UTF-8"
    size: tuple[int, int] = (80, 24)
    options: tuple[str, ...] = ()

    def cells(self) -> tuple[str, ...]:
        """The row as the table names it."""
        columns, lines = self.size
        words = " ".join(self.options)
        return (self.term, self.colorterm, self.no_color, self.lang, f"{columns}x{lines}", words)


SIZES = ((60, 18), (80, 24), (120, 36), (200, 50))
TERMS = (
    "xterm-256color", "tmux-256color", "screen-256color", "screen", "xterm", "linux", "vt100",
    "xterm-kitty", "alacritty", "rxvt-unicode-256color", "ansi", "xterm-16color", "foot",
)  # fmt: skip
ROWS = (
    *(Row(term) for term in TERMS),
    *(Row(term, "truecolor") for term in TERMS if term not in {"linux", "vt100", "ansi"}),
    Row("xterm-256color", "24bit"),
    *(Row(term, no_color="1") for term in ("xterm-256color", "linux")),
    Row("xterm-256color", "truecolor", "1"),
    *(
        Row("xterm-256color", "truecolor", lang=lang)
        for lang in ("en_US.UTF-8", "C", "POSIX", LATIN_1)
    ),
    Row("linux", lang="en_US.UTF-8"),
    *(Row(term, "truecolor", size=SIZES[0]) for term in ("xterm-256color", "tmux-256color")),
    *(Row(term, "truecolor", size=SIZES[2]) for term in ("xterm-256color", "tmux-256color")),
    *(Row(term, "truecolor", size=SIZES[3]) for term in ("xterm-256color", "tmux-256color")),
    *(Row("screen", size=size) for size in (SIZES[0], SIZES[2], SIZES[3])),
    *(Row("xterm-256color", no_color="1", size=size) for size in (SIZES[0], SIZES[2])),
    *(Row(term, "truecolor", size=(59, 17)) for term in ("xterm-256color", "screen")),
    Row("dumb"), Row("dumb", "truecolor"), Row(UNSET), Row(UNSET, "truecolor"),
    *(Row("xterm-256color", "truecolor", options=("--palette", name)) for name in ("256", "16")),
    Row("xterm-256color", "truecolor", options=("--palette", "none")),
    Row("linux", lang=LATIN_1, options=("--ascii",)),
    Row("vt100", lang="C", options=("--ascii",)),
)  # fmt: skip
HEADING = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "size", "options", "palette", "outcome")
SAID = """\
# Terminals

The app starts in each of these, is looked at, and is left with q. Its palette is read from the bytes
that it sends. A pass means: the title, the figures of the matrix and the keys are on the screen, whole;
nothing but the palette's kind of colour is sent; and the terminal is given back. A refusal is one
sentence and exit status 2, and nothing is drawn. `python -m tests.terminal.table` makes this page.

Without a `COLORTERM`, which ssh does not pass on, the name in `TERM` decides; `--palette` decides over
both, and over `NO_COLOR`. A ground that `COLORFGBG` calls light starts the light theme; `t` changes it.
With `--ascii` any encoding will do.

"""


def outcome(row: Row, state: Path) -> tuple[str, str]:
    """The palette that was used and what came of it, from a real start."""
    told = {"TERM": row.term, "COLORTERM": row.colorterm, "NO_COLOR": row.no_color}
    changes = {name: None if value == UNSET else value for name, value in told.items()}
    if row.lang == LATIN_1:
        changes["LC_ALL"] = row.lang
    env = environment(**changes, LANG=row.lang, XDG_STATE_HOME=str(state))
    words = ("-m", "attn_tui", "--model", "toy", *row.options, TEXT)
    with start_python(*words, env=env, size=row.size) as terminal:
        try:
            terminal.wait_for(lambda it: is_refused(it) or is_complete(it))
        except AssertionError as error:
            print(row, error, sep="\n", file=sys.stderr)
            return "unknown", "FAIL"
        if ALTERNATE_SCREEN not in terminal.received:
            return "none", refusal(terminal)
        shown = bytes(terminal.received)
        terminal.keys("q")
        status = terminal.wait_for_exit()
        left = [code for code in GIVEN_BACK if code not in terminal.received]
    kinds = palettes_sent(shown)
    palette = kinds.pop() if len(kinds) == 1 else " and ".join(sorted(kinds))
    plain = shown.isascii() or "--ascii" not in row.options
    return palette, "pass" if status == 0 and not left and plain else "FAIL"


def is_refused(terminal: Terminal) -> bool:
    """Whether a sentence has come, and nothing that draws."""
    return b"\n" in terminal.received and b"\x1b" not in terminal.received


def refusal(terminal: Terminal) -> str:
    """What became of a start in which nothing was drawn."""
    status = terminal.wait_for_exit()
    said = terminal.received.decode(errors="replace")
    good = status == AT_ONCE and "\x1b" not in said and said.count("attn-tui: ") == 1
    return "refused" if good else "FAIL"


def is_complete(terminal: Terminal) -> bool:
    """Whether title, figures and key hints are there, and no line runs over its end."""
    lines = terminal.screen_lines()
    hints = re.sub(r"[^ a-z]+", "", lines[-1].lower())
    has_figures = any(re.search(r"^ *bank +\d", line) for line in lines)
    whole = all(word in hints for word in ("cell", "step", "help")) and lines[-1].endswith(" ")
    title = lines[0].strip()
    return (
        title.startswith("attn-tui")
        and "toy · layer" in title.replace(" . ", " · ")
        and has_figures
        and whole
    )


def palettes_sent(data: bytes) -> set[str]:
    """The kinds of colours in the SGR sequences; {"none"} where there are none."""
    kinds: set[str] = set()
    for sequence in re.findall(rb"\x1b\[([0-9;]*)m", data):
        numbers = iter(sequence.split(b";"))
        for number in numbers:
            code = int(number or 0)
            if code in {38, 48}:
                kind = int(next(numbers))
                kinds.add("truecolor" if kind == 2 else "256")
                for _ in range(3 if kind == 2 else 1):
                    next(numbers)
            elif code in {*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108)}:
                kinds.add("16")
    return kinds or {"none"}


def outcomes(rows: tuple[Row, ...] = ROWS) -> list[tuple[str, ...]]:
    """All rows with what came of them, two starts at a time."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = list(pool.map(outcome, rows, repeat(Path(folder))))
    return [(*row.cells(), *result) for row, result in zip(rows, found, strict=True)]


def page(table: list[tuple[str, ...]]) -> str:
    """The whole page."""
    rule = ("---",) * len(HEADING)
    return SAID + "".join(f"| {' | '.join(line)} |\n" for line in (HEADING, rule, *table))


if __name__ == "__main__":
    made = outcomes()
    PAGE.write_text(page(made), encoding="utf-8")
    sys.exit(any(line[-1] == "FAIL" for line in made))
