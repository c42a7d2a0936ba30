"""`attn-tui show cost`: measure what attention costs on this machine, and print it."""

from __future__ import annotations

import csv
import io
import sys
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, TextIO

from attn_tui.command.destination import keep
from attn_tui.command.errors import CommandError
from attn_tui.command.formats import dumps
from attn_tui.command.output import write_text
from attn_tui.command.progress import ERASE
from attn_tui.measuring import BUDGET, D_HEAD, LENGTHS, N_HEADS, measured, methods_of

if TYPE_CHECKING:
    from attn_tui.command.requests import Costs
    from attn_tui.view.costs import Measured


def print_costs(request: Costs, stdout: TextIO | None) -> None:
    """Print the costs. Raises CommandError where torch is asked for and not installed."""
    keep(request.output, request.force)
    found = _measured(request.with_torch, sys.stderr)
    forms = {"json": _as_json, "csv": _as_csv}
    spelt = request.ascii and request.format == "text"
    write_text(
        forms.get(request.format, _as_text)(found, request.with_torch),
        request.output,
        stdout,
        spelt,
    )


def _measured(with_torch: bool, stderr: TextIO | None) -> Measured:
    """All measurements; a terminal is told of each as it comes."""
    from attn_tui.view.costs import Measured  # noqa: PLC0415 - NumPy

    told = stderr if stderr is not None and stderr.isatty() else None
    found = Measured()
    try:
        for result in measured(LENGTHS, with_torch):
            found = found.plus(result)
            if told:
                told.write(f"{ERASE}measured {result.method} at {result.n:,} tokens")
                told.flush()
    except ValueError as error:
        raise CommandError(str(error)) from None
    if told:
        told.write(ERASE)
    return found


def _as_text(found: Measured, with_torch: bool) -> bytes:
    from attn_tui.view.costs import ABOUT, table_of, words_of  # noqa: PLC0415 - NumPy

    methods = methods_of(with_torch)
    lines = [
        f"What attention costs here: time and extra memory, {N_HEADS} head of {D_HEAD}, float32",
        *(f"  {method:<10} {ABOUT[method]}" for method in methods),
        "",
        *(table_of(found) if found.costs else ()),
        "",
        *textwrap.wrap(" ".join(words_of(found)), 80),
        "The slopes are those on logarithmic axes: 2 for n², 1 for n.",
        *(missing.reason for missing in found.missing),
    ]
    if found.lengths[-1:] != LENGTHS[-1:]:
        seconds = BUDGET * len(methods)
        lines.append(f"The {seconds:g} s that this may take were over before the longest texts.")
    return ("\n".join(lines) + "\n").encode()


def _as_json(found: Measured, with_torch: bool) -> bytes:
    """One JSON object on one line; its schema is stable (`"schema": 1`).

    {"schema", "n_heads", "d_head", "dtype", "costs": [{"method", "n", "seconds", "bytes"}],
    "slopes": {method: {"seconds", "bytes"}}, "not_measured": [{"method", "n", "reason"}]}. A slope
    is null where there are fewer than two lengths.
    """
    from attn_tui.view.costs import slope  # noqa: PLC0415 - NumPy

    return dumps(
        {
            "schema": 1,
            "n_heads": N_HEADS,
            "d_head": D_HEAD,
            "dtype": "float32",
            "costs": [asdict(cost) for cost in found.costs],
            "slopes": {
                method: {
                    "seconds": slope(found.of(method), "seconds"),
                    "bytes": slope(found.of(method), "bytes"),
                }
                for method in found.methods
            },
            "not_measured": [asdict(missing) for missing in found.missing],
        }
    )


def _as_csv(found: Measured, with_torch: bool) -> bytes:
    """A row a measurement: method, tokens, seconds, bytes."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("method", "n", "seconds", "bytes"))
    table.writerows((cost.method, cost.n, cost.seconds, cost.bytes) for cost in found.costs)
    return out.getvalue().encode()
