"""Who may attend to whom: rules as booleans (True = may attend), and what is added to the scores."""

from __future__ import annotations

import functools
import operator
from dataclasses import dataclass

from array_api_compat import array_namespace

from attn_engine.steps import Array


@dataclass(frozen=True)
class MaskRules:
    """A mask as a person writes it: "causal", "window:4", "padding:8", or several with "+"."""

    causal: bool = False
    window: int | None = None
    padding: int | None = None


def parse_mask(spec: str | None) -> MaskRules:
    """Read "causal+window:4+padding:8"; None is no mask.

    Raises ValueError, saying which piece is wrong and how to write it.
    """
    rules: dict[str, int | bool] = {}
    if spec is None:
        return MaskRules()
    if not isinstance(spec, str):
        raise ValueError(f"mask is {spec!r}; write it as text such as 'causal+window:4'")
    for piece in spec.split("+"):
        name, colon, number = piece.strip().partition(":")
        if name in rules:
            raise ValueError(f"mask {spec!r} names {name} twice; once is enough")
        if name == "causal" and not colon:
            rules[name] = True
        elif name in ("window", "padding"):
            rules[name] = _count_of(piece.strip(), name, number)
        else:
            raise ValueError(
                f"mask {spec!r}: {piece.strip()!r} is not known; there are causal, window:W and "
                f"padding:N, joined by +"
            )
    return MaskRules(**rules)  # type: ignore[arg-type]


def _count_of(piece: str, name: str, number: str) -> int:
    if not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise ValueError(
            f"mask piece {piece!r} needs a whole number of 1 or more, such as {name}:4"
        )
    return int(number)


def allowed(
    positions: tuple[Array, Array],
    causal: bool = False,
    window: int | None = None,
    key_lengths: Array | int | None = None,
) -> Array | None:
    """The booleans (..., query, key) of the rules taken together; None if there is no rule.

    `positions` are those of the queries (..., query, 1), counted in keys, and of the keys (key,).
    A window of w is the query itself and the w - 1 keys before it, so it implies no later keys.
    """
    query, key = positions
    rules = []
    if causal or window is not None:
        rules.append(key <= query)
    if window is not None:
        rules.append(key > query - window)
    if key_lengths is not None:
        rules.append(key < key_lengths)
    return functools.reduce(operator.and_, rules) if rules else None


def additive(may_attend: Array, mask: Array) -> Array:
    """The float mask where one may attend, -inf elsewhere; both broadcast to (..., query, key)."""
    xp = array_namespace(may_attend, mask)
    return xp.where(may_attend, mask, xp.full_like(mask, -xp.inf))
