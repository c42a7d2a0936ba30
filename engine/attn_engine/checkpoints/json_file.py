"""A JSON file as an object, or a sentence that says what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file. Raises ValueError for a file that is missing or broken."""
    return parse_json(read_bytes(path), path)


def parse_json(text: bytes | str, path: Path) -> dict[str, Any]:
    """The object in a text that came from a file. Raises ValueError where it is none."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not valid JSON ({error}); get it again") from None
    if not isinstance(content, dict):
        raise ValueError(f"{path} should hold a JSON object and holds a {type(content).__name__}")
    return content


def read_bytes(path: Path) -> bytes:
    """What is in a file. Raises ValueError for one that is missing or may not be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise ValueError(f"{path.parent} has no {path.name}, which a checkpoint needs") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
