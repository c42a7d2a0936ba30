"""`attn-tui serve`: its own options, and the words that open the app which it serves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attn_tui.command.errors import CommandError
from attn_tui.command.options import serve_parser
from attn_tui.command.requests import Help, Learn, Read, Request, Serve, Walk

Parse = Callable[[Sequence[str]], Request]
Split = Callable[[Sequence[str]], tuple[str, list[str]]]


def parse_serve(arguments: list[str], parse: Parse, split: Split) -> Serve | Help:
    """What is to be served: all that is no option of serve is read as `attn-tui` reads it."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    options, others = serve_parser().parse_known_args(arguments[:at])
    if options.help:
        return Help("serve")
    words = (*others, *arguments[at:])
    command, _ = split(words)
    opened = None if command == "serve" else parse(words)
    if not isinstance(opened, Walk | Read | Learn):
        raise CommandError(
            f"serve opens the app for visitors, which {command or words[0]} does not; there are "
            "attn-tui serve, serve TEXT, and serve learn"
        )
    return Serve(
        words,
        opened,
        options.host,
        options.port,
        options.visitors,
        tuple(options.names),
        options.run_code,
    )
