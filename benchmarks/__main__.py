"""`python -m benchmarks [NAME ...]`: measure all figures, or those of some modules.

Prints a table and exits with 1 if a target is missed.
"""

from __future__ import annotations

import sys
from importlib import import_module

from benchmarks.figure import table

NAMES = (
    "first_paint",
    "torch_unloaded",
    "keys",
    "bytes",
    "engine",
    "long",
    "long_app",
    "real_models",
    "memory",
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"no benchmark {unknown[0]}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    figures = []
    for name in names or NAMES:
        print(f"measuring {name} ...", file=sys.stderr)
        figures += import_module(f"benchmarks.{name}").figures()
    print(table(figures))
    return 0 if all(figure.is_met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
