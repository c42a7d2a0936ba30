"""From what the command line asks for to a trace; every failure is one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attn_tui.command.errors import CommandError
from attn_tui.text_input import accept_text, accept_token_count

if TYPE_CHECKING:
    from attn_engine import Trace
    from attn_tui.command.arguments import Computation


def accepted(raw: str) -> str:
    """The text if it may be walked through. Raises CommandError saying why not."""
    try:
        return accept_text(raw)
    except ValueError as error:
        raise CommandError(str(error)) from None


def compute(computation: Computation, text: str, layer: int = 0) -> Trace:
    """The trace of an accepted text. Raises CommandError for what the engine cannot do."""
    import attn_engine as ae  # noqa: PLC0415 - help and version do without NumPy
    from attn_engine.masks import parse_mask  # noqa: PLC0415

    try:
        model = ae.load_model(
            computation.model,
            backend=computation.library,
            device=computation.device,
            dtype=computation.dtype,
        )
        padded = parse_mask(computation.mask).padding or 0
        accept_token_count(max(len(model.encode(text).tokens), padded))
        return ae.trace(
            model, text, layer=layer, mask=computation.mask, variant=computation.variant
        )
    except ValueError as error:
        raise CommandError(str(error)) from None
    except MemoryError:
        raise CommandError("there is not enough memory for this text; give a shorter one") from None
