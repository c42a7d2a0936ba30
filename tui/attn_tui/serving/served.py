"""What visitors of `attn-tui serve` may not do; the one place that says whether this is served.

The server tells the app of each visitor by a variable of its environment.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass

SERVED = "ATTN_TUI_SERVED"
"""The variable; it is set in the app of a visitor, and nowhere else."""

NO_CODE = (
    "Code is not run here: this app is served to visitors. s skips the task; whoever started the "
    "server allows it with --run-code."
)
NO_FILES = (
    "Nothing is saved or copied here: this app is served to visitors. "
    "Text that is marked with Shift and the mouse is copied by the browser."
)
NO_OTHER_MODEL = "Only these: this app is served to visitors, and whoever started it chose."


@dataclass(frozen=True)
class Served:
    """What whoever started the server allows: models by name, and whether code is run."""

    models: tuple[str, ...] = ()
    runs_code: bool = False

    def written(self) -> str:
        """As the value of the variable."""
        return json.dumps(asdict(self))


def served() -> Served | None:
    """What a visitor may do; None where the app was started by the one who sits at it.

    A visitor writes no file on this machine and reads none.
    """
    value = os.environ.get(SERVED)
    if value is None:
        return None
    try:
        told = json.loads(value)
        return Served(tuple(map(str, told["models"])), told["runs_code"] is True)
    except (ValueError, KeyError, TypeError):
        return Served()


def code_refused() -> str:
    """Why a learner's code is not run; "" where it is."""
    visit = served()
    return NO_CODE if visit is not None and not visit.runs_code else ""


def files_refused() -> str:
    """Why nothing is written to a file or a clipboard; "" where it may be."""
    return NO_FILES if served() is not None else ""


def is_allowed(model: str) -> bool:
    """Whether a model may be loaded: a visitor names no folder and has nothing downloaded."""
    visit = served()
    return visit is None or model in visit.models
