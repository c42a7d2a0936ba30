"""`python -m attn_tui` is `attn-tui`."""

from attn_tui.command.main import run

run()
