"""Runs an app so that work in threads, which nothing can stop, does not hold up its end."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from textual.app import App

WORKER = "attn-worker"
"""How the names of these threads begin."""
PATIENCE = 1.0
"""Seconds for threads to see that they are not needed any more, and to tidy up."""


def run_with_threads(app: App[Any], *, mouse: bool) -> ThreadPoolExecutor:
    """Run the app; the threads that its workers ran in, some of which may be busy still.

    Python would wait for them, be it minutes, after the screen has been given back.
    """
    loop = asyncio.new_event_loop()
    threads = ThreadPoolExecutor(thread_name_prefix=WORKER)
    loop.set_default_executor(threads)
    app.run(mouse=mouse, loop=loop)
    return threads


def leave_threads(threads: ThreadPoolExecutor, status: int) -> None:
    """Return when all threads have ended; else end the process here and now."""
    threads.shutdown(wait=False, cancel_futures=True)
    deadline = time.monotonic() + PATIENCE
    for thread in threading.enumerate():
        if thread.name.startswith(WORKER):
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                for stream in (sys.stdout, sys.stderr):
                    with suppress(OSError, ValueError):
                        stream.flush()
                os._exit(status)
