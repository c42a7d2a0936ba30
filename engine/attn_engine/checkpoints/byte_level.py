"""The alphabet in which byte-level BPE writes bytes, and a form of bytes that one can read.

GPT-2 cuts the UTF-8 bytes of a text, not its characters, and writes each byte as one visible
character: "é" is the bytes C3 A9 and is written "Ã©", a space is "Ġ". Source: Radford et al. 2019,
Language Models are Unsupervised Multitask Learners, section 2.2, and its published encoder.
"""

from __future__ import annotations

import re

_FALLBACK = re.compile(r"<0x([0-9A-F]{2})>")


def _alphabet() -> dict[str, int]:
    """Which byte each character stands for: itself if it is visible, else the next free one."""
    visible = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in visible]
    return {chr(byte): byte for byte in visible} | {
        chr(256 + place): byte for place, byte in enumerate(hidden)
    }


ALPHABET = _alphabet()


def to_bytes(piece: str) -> bytes | None:
    """The bytes that a piece of byte-level BPE stands for; None if it is not written in bytes."""
    try:
        return bytes(ALPHABET[character] for character in piece)
    except KeyError:
        return None


def is_text(data: bytes) -> bool:
    """Whether bytes are whole characters."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def visible(data: bytes) -> str:
    """Bytes as text, those that make no whole character as <0xF0>."""
    shown = ""
    while data:
        try:
            return shown + data.decode("utf-8")
        except UnicodeDecodeError as error:
            shown += data[: error.start].decode("utf-8")
            shown += "".join(f"<0x{byte:02X}>" for byte in data[error.start : error.end])
            data = data[error.end :]
    return shown


def fallback_byte(piece: str) -> int | None:
    """The byte that a piece such as <0xF0> stands for, in vocabularies that fall back to bytes."""
    match = _FALLBACK.fullmatch(piece)
    return int(match[1], 16) if match else None
