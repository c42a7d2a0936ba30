"""The real app, which also says in a named pipe when it has drawn a picture, sent or not.

`python counted.py PIPE ARGUMENTS...`: a terminal that isn't read can't say it.
"""

from __future__ import annotations

import os
import sys

from attn_tui.command.main import main
from attn_tui.terminal.front_buffer import FrontBuffer

pipe = os.open(sys.argv[1], os.O_WRONLY)
draw = FrontBuffer.draw


def draw_and_say(front: FrontBuffer, pieces) -> None:
    draw(front, pieces)
    os.write(pipe, b".")


FrontBuffer.draw = draw_and_say  # type: ignore[method-assign]
sys.exit(main(sys.argv[2:], sys.stdin, sys.stdout, sys.stderr))
