"""A look at the devices from another process: torch is not loaded here, nor a GPU's memory taken."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from contextlib import suppress

from attn_tui.view.places import NUMPY, Place

SECONDS = 60
LOOK = """
import dataclasses, json, sys
sys.path[:] = json.loads(sys.argv[1])
from attn_engine.devices import devices
print(json.dumps([dataclasses.asdict(device) for device in devices()]))
"""
FAILED = Place(
    "torch", "cpu", "", reason="torch did not tell its devices; use numpy, or install it again"
)


def look() -> tuple[Place, ...]:
    """The places there are, those included that cannot be used."""
    try:
        done = subprocess.run(_command(), capture_output=True, timeout=SECONDS, check=True)
    except (subprocess.SubprocessError, OSError):
        return (NUMPY, FAILED)
    return _read(done.stdout)


async def look_meanwhile() -> tuple[Place, ...]:
    """The same while the screen goes on; when it is cancelled the process is ended."""
    try:
        process = await asyncio.create_subprocess_exec(
            *_command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return (NUMPY, FAILED)
    try:
        output, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    except TimeoutError:
        return (NUMPY, FAILED)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
    return _read(output) if process.returncode == 0 else (NUMPY, FAILED)


def _command() -> tuple[str, ...]:
    """What looks: it finds its modules where this process does."""
    return (sys.executable, "-c", LOOK, json.dumps(sys.path))


def _read(output: bytes) -> tuple[Place, ...]:
    """The places in the last line of the output: a library may have printed before."""
    try:
        told = json.loads(output.splitlines()[-1])
        return tuple(Place(**{**each, "dtypes": tuple(each["dtypes"])}) for each in told)
    except (IndexError, KeyError, TypeError, ValueError):
        return (NUMPY, FAILED)
