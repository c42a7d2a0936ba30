"""From a session to its trace: what the command line and the walk both do; no Textual."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attn_tui.serving.served import is_allowed
from attn_tui.text_input import accept_token_count

if TYPE_CHECKING:
    from attn_engine import Model, Trace
    from attn_tui.view.session import Session

Models = dict[tuple[str, str, str, str], "Model"]
"""Models that were loaded, by name, backend, device and dtype."""

Progress = Callable[[str, int, int], None]
"""Told while a model is fetched: what is done, how much of it, and how much there is in all."""


MEGABYTE = 1_000_000


def compute(
    session: Session, models: Models | None = None, progress: Progress | None = None
) -> Trace:
    """The trace that the session asks for; models are looked up in `models` and kept there.

    `progress` is told of a model that is being fetched and may raise to give up. Raises ValueError,
    one sentence, for what the engine cannot do or memory cannot hold.
    """
    import attn_engine as ae  # noqa: PLC0415 - NumPy is loaded after the first paint
    from attn_engine.masks import parse_mask  # noqa: PLC0415

    try:
        model = model_of(session, {} if models is None else models, progress)
        padded = parse_mask(session.mask).padding or 0
        texts = [session.text] if session.keys is None else [session.text, session.keys]
        accept_token_count(max(padded, *(len(model.encode(text).tokens) for text in texts)))
        return ae.trace(
            model,
            session.text,
            layer=session.layer,
            mask=session.mask,
            keys=session.keys,
            variant=session.variant,
            positions=session.positions,
        )
    except MemoryError:
        raise ValueError("there is not enough memory for this text; give a shorter one") from None
    except ae.DeviceError as error:
        raise ValueError(str(error)) from None


def trace_key(session: Session) -> tuple[object, ...]:
    """What a trace depends on: sessions with equal keys share one."""
    return (
        session.text, session.keys, session.model, session.layer, session.mask,
        session.variant, session.positions, session.backend, session.device, session.dtype,
    )  # fmt: skip


def model_key(session: Session) -> tuple[str, str, str, str]:
    """What a loaded model depends on: sessions with equal keys share one."""
    return (session.model, session.backend, session.device, session.dtype)


def model_of(session: Session, models: Models, progress: Progress | None = None) -> Model:
    """The session's model, loaded if it is not yet in `models`. Raises ValueError, one sentence."""
    from attn_engine import DeviceError, load_model  # noqa: PLC0415

    key = model_key(session)
    if key not in models:
        if not is_allowed(session.model):
            raise ValueError(
                f"the model {session.model} is not loaded here: this app is served to visitors, who "
                "have those that are at hand"
            )
        try:
            models[key] = load_model(
                session.model, session.backend, session.device, session.dtype, progress
            )
        except MemoryError:
            raise ValueError(
                f"there is not enough memory for the model {session.model}; take a smaller one"
            ) from None
        except DeviceError as error:
            raise ValueError(str(error)) from None
    return models[key]


def progress_said(what: str, done: int, total: int) -> str:
    """How far a model is fetched: in megabytes what is that large, else in plain numbers.

    Of what is of one piece, such as torch, there is nothing to count.
    """
    if total == 1:
        return what
    if total >= MEGABYTE:
        return f"{what}: {done // MEGABYTE} of {-(-total // MEGABYTE)} MB"
    return f"{what}: {done} of {total}"
