"""Where the numbers can be computed: a backend on a device, and the dtypes that it has there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from attn_tui.view.numbers import size

if TYPE_CHECKING:
    from attn_tui.view.session import Session

DTYPES = ("float16", "bfloat16", "float32", "float64")
STANDARD = "float32"


@dataclass(frozen=True)
class Place:
    """A device of a backend, as the engine tells of it.

    `dtypes` are those that it computes in; `total` and `free` are bytes, None where not known;
    `reason` says why it cannot be used, "" if it can.
    """

    backend: Literal["numpy", "torch"]
    name: str
    what: str
    dtypes: tuple[str, ...] = ()
    total: int | None = None
    free: int | None = None
    reason: str = ""

    def holds(self, choice: Choice) -> bool:
        """Whether a choice computes here; "cuda" alone means the first card."""
        return self.backend == choice.backend and choice.device in {
            self.name,
            self.name.removesuffix(":0"),
        }


@dataclass(frozen=True)
class Choice:
    """What a session says of where it is computed."""

    backend: Literal["numpy", "torch"]
    device: str
    dtype: str

    def __str__(self) -> str:
        return f"{self.backend} on {self.device} in {self.dtype}"


NUMPY = Place("numpy", "cpu", "processor", ("float16", "float32", "float64"))
"""What is there whatever else is: known without looking."""


def choice_of(session: Session) -> Choice:
    """Where a session is computed."""
    return Choice(session.backend, session.device, session.dtype)


def at_place(session: Session, choice: Choice) -> Session:
    """The session computed elsewhere; the step and the cell stay."""
    return replace(session, backend=choice.backend, device=choice.device, dtype=choice.dtype)


def line_of(place: Place) -> tuple[str, str]:
    """A place in a list: what it is, and at the right end its memory."""
    line = f"{place.backend:<6} {place.name:<7} "
    return (line + place.reason, "") if place.reason else (line + place.what, memory_of(place))


def memory_of(place: Place) -> str:
    """The memory of a place: "3.2 of 86 GB free", or what of that is known."""
    if place.total is None:
        return ""
    if place.free is None:
        return size(place.total)
    free, total = size(place.free), size(place.total)
    shared = free.removesuffix(total[-3:])
    return f"{shared} of {total} free"


def sentence_of(place: Place, dtype: str) -> str:
    """What there is to say of a place that is pointed at, in a sentence."""
    if place.reason:
        return f"Cannot be used: {place.reason}."
    lacking = [each for each in DTYPES if each not in place.dtypes]
    if lacking:
        return f"{place.backend} on {place.name} has no {' and no '.join(lacking)}."
    if dtype in {"float16", "bfloat16"}:
        return f"In {dtype} scores and softmax are still computed in float32."
    return ""


def dtype_at(place: Place, wanted: str) -> str:
    """The dtype that is wanted if the place has it, else float32."""
    return wanted if wanted in place.dtypes else STANDARD


def dtype_after(place: Place, dtype: str, by: int) -> str:
    """The next dtype of a place, held between its first and its last."""
    if not place.dtypes:
        return dtype
    at = place.dtypes.index(dtype_at(place, dtype)) + by
    return place.dtypes[max(0, min(at, len(place.dtypes) - 1))]
