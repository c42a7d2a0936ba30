"""What the command line can ask for: one frozen request a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attn_tui.terminal.options import AUTOMATIC, TerminalOptions

Format = Literal["text", "json", "csv", "npz"]
ExportFormat = Literal["html", "svg", "text", "csv", "npz", "json", "py"]
FORMATS: tuple[Format, ...] = ("text", "json", "csv", "npz")
EXPORT_FORMATS: tuple[ExportFormat, ...] = ("html", "svg", "text", "csv", "npz", "json", "py")
PICTURE = (120, 36)
"""Columns and lines of an exported picture, if nothing is said."""


@dataclass(frozen=True)
class Computation:
    """How the numbers are made: the options that every way of looking at them shares."""

    model: str = "tiny"
    backend: Literal["auto", "numpy", "torch"] = "auto"
    device: str = "cpu"
    dtype: str = "float32"
    mask: str | None = None
    keys: str | None = None
    variant: Literal["learned", "plain"] = "learned"

    @property
    def library(self) -> Literal["numpy", "torch"]:
        """The backend; `auto` is NumPy unless another device than the CPU is asked for."""
        if self.backend == "auto":
            return "numpy" if self.device == "cpu" else "torch"
        return self.backend


@dataclass(frozen=True)
class Walk:
    """Open the walk on `text`, or the home screen if there is none."""

    computation: Computation
    text: str | None = None
    terminal: TerminalOptions = AUTOMATIC


@dataclass(frozen=True)
class Read:
    """Open a file's text: in the walk, or if it is too long for that on a screen of its own.

    `any_model` says that no model was named, so that another than the standard one may be taken.
    """

    computation: Computation
    file: str
    any_model: bool = False
    terminal: TerminalOptions = AUTOMATIC


@dataclass(frozen=True)
class Show:
    """Print one step of `text` (None: it comes from stdin); `head` None means all heads.

    `plain`: read out, a line for each row, in place of tables.
    """

    computation: Computation
    step: str
    text: str | None = None
    layer: int = 0
    head: int | None = 0
    format: Format = "text"
    output: str | None = None
    force: bool = False
    matrix: str | None = None
    cell: str | None = None
    plain: bool = False
    ascii: bool = False


@dataclass(frozen=True)
class Export:
    """Write the walk of `text` (None: it comes from stdin), or one `step` of it, as a file.

    `format` None: the suffix of `output` tells it. `head` None: all of them where the format holds
    that, else the first; `all_heads` says that all were asked for. `row` is the word that sentences
    and plots are about, by its text or number. `size` is that of a picture, None for the usual one.
    """

    computation: Computation
    text: str | None = None
    output: str | None = None
    format: ExportFormat | None = None
    step: str | None = None
    layer: int = 0
    head: int | None = None
    all_heads: bool = False
    row: str = "0"
    size: tuple[int, int] | None = None
    force: bool = False
    terminal: TerminalOptions = AUTOMATIC


@dataclass(frozen=True)
class Nearest:
    """Print the words nearest to `asked`, a word or a sum of words, in the model's input table.

    `plain` reads them out, a line for each.
    """

    computation: Computation
    asked: str
    format: Format = "text"
    output: str | None = None
    force: bool = False
    ascii: bool = False
    plain: bool = False


@dataclass(frozen=True)
class Costs:
    """Measure what attention costs on this machine and print it."""

    with_torch: bool = False
    format: Format = "text"
    output: str | None = None
    force: bool = False
    ascii: bool = False


@dataclass(frozen=True)
class Learn:
    """Open a lesson: one of the course by its id, a file, or None to go on where one was.

    `plain`: as lines of text, on no screen.
    """

    lesson: str | None = None
    terminal: TerminalOptions = AUTOMATIC
    plain: bool = False


@dataclass(frozen=True)
class Lessons:
    """List the course with what was done of it, check files, or forget what was done of a lesson."""

    action: Literal["list", "check", "reset"] = "list"
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Serve:
    """Serve to browsers the app that `words`, read as `opened`, open.

    `names` are further names of this machine; `run_code` lets visitors run what they write.
    """

    words: tuple[str, ...]
    opened: Walk | Read | Learn
    host: str = "127.0.0.1"
    port: int = 8000
    visitors: int = 40
    names: tuple[str, ...] = ()
    run_code: bool = False


@dataclass(frozen=True)
class Doctor:
    """Say what will work here; or show what the keys send, or print a config file to begin with."""

    about: Literal["all", "keys", "config"] = "all"


@dataclass(frozen=True)
class Help:
    """Print the help of a command, "" being attn-tui itself."""

    topic: str = ""


@dataclass(frozen=True)
class Version:
    """Print the version."""


Request = (
    Walk
    | Read
    | Learn
    | Lessons
    | Show
    | Export
    | Nearest
    | Costs
    | Serve
    | Doctor
    | Help
    | Version
)
