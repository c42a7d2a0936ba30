"""From a session to its trace: what the command line and the walk both do; no Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.text_input import accept_token_count

if TYPE_CHECKING:
    from attn_engine import Model, Trace
    from attn_tui.view.session import Session

Models = dict[tuple[str, str, str, str], "Model"]
"""Models that were loaded, by name, backend, device and dtype."""


def compute(session: Session, models: Models | None = None) -> Trace:
    """The trace that the session asks for; models are looked up in `models` and kept there.

    Raises ValueError, one sentence, for what the engine cannot do or memory cannot hold.
    """
    import attn_engine as ae  # noqa: PLC0415 - NumPy is loaded after the first paint
    from attn_engine.masks import parse_mask  # noqa: PLC0415

    models = {} if models is None else models
    key = (session.model, session.backend, session.device, session.dtype)
    try:
        model = models.get(key)
        if model is None:
            model = models[key] = ae.load_model(
                session.model, backend=session.backend, device=session.device, dtype=session.dtype
            )
        padded = parse_mask(session.mask).padding or 0
        accept_token_count(max(len(model.encode(session.text).tokens), padded))
        return ae.trace(
            model,
            session.text,
            layer=session.layer,
            mask=session.mask,
            variant=session.variant,
            positions=session.positions,
        )
    except MemoryError:
        raise ValueError("there is not enough memory for this text; give a shorter one") from None
