"""Who may attend to whom: booleans (True = may attend), and what is added to the scores."""

from __future__ import annotations

import functools
import operator
import warnings
from dataclasses import dataclass

from attn_engine.namespaces import array_namespace, device, is_array
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
    query: Array,
    key: Array,
    causal: bool = False,
    window: int | None = None,
    key_lengths: Array | int | None = None,
) -> Array | None:
    """The booleans (..., query, key) of the rules taken together; None if there is no rule.

    query: (..., query, 1) and key: (key,) are positions, both counted in keys. A window of w is the
    query itself and the w - 1 keys before it, so it implies no later keys.
    """
    rules = []
    if causal or window is not None:
        rules.append(key <= query)
    if window is not None:
        rules.append(key > query - window)
    if key_lengths is not None:
        rules.append(key < key_lengths)
    return functools.reduce(operator.and_, rules) if rules else None


def additive(may_attend: Array, bias: Array) -> Array:
    """The bias where one may attend, -inf elsewhere; both broadcast to (..., query, key)."""
    xp = array_namespace(may_attend, bias)
    return xp.where(may_attend, bias, xp.full_like(bias, -xp.inf))


def checked(mask: Array, q: Array, target: tuple[int, ...]) -> Array:
    """The mask with at least two axes, its last one as long as the keys, shorter, or 1.

    Raises ValueError for a mask that is of another library than q, is neither boolean nor
    floating-point or does not broadcast to `target`, the shape of the scores; a mask of fewer keys
    than there are passes, and one of 0 and 1 in floats gives a UserWarning.
    """
    xp = array_namespace(q)
    if not is_array(mask) or array_namespace(mask) is not xp:
        raise ValueError(f"mask is a {type(mask).__name__}; give an array of the library of q")
    if not xp.isdtype(mask.dtype, ("bool", "real floating")):
        raise ValueError(f"mask has dtype {mask.dtype}; give a boolean or floating-point mask")
    given = tuple(mask.shape)
    mask = xp.reshape(mask, (1,) * (2 - len(given)) + given)
    fits = zip(reversed(mask.shape[:-1]), reversed(target[:-1]), strict=False)
    if (
        mask.ndim > len(target)
        or mask.shape[-1] > max(target[-1], 1)
        or any(size not in (1, wanted) for size, wanted in fits)
    ):
        raise ValueError(f"mask has shape {given}, which does not broadcast to the scores {target}")
    if not xp.isdtype(mask.dtype, "bool"):
        _warn_if_boolean_in_disguise(mask)
    return mask


def padded(mask: Array, n_key: int) -> Array:
    """The mask with no key left to attend to after its own, unless one column stands for all."""
    xp = array_namespace(mask)
    missing = n_key - mask.shape[-1]
    if missing <= 0 or mask.shape[-1] == 1:
        return mask
    nothing = False if xp.isdtype(mask.dtype, "bool") else -xp.inf
    shape = (*mask.shape[:-1], missing)
    rest = xp.full(shape, nothing, dtype=mask.dtype, device=device(mask))
    return xp.concat([mask, rest], axis=-1)


def combine(scores: Array, may_attend: Array | None, mask: Array | None) -> Array | None:
    """What is added to the scores for rules and a mask together; None if there is neither.

    Booleans are taken together before anything is added, so that no two large negative numbers ever
    meet. The mask has been checked and broadcasts to the scores.
    """
    xp = array_namespace(scores)
    bias = xp.zeros((1, 1), dtype=scores.dtype, device=device(scores))
    if mask is None and may_attend is None:
        return None
    if mask is not None and xp.isdtype(mask.dtype, "bool"):
        may_attend = mask if may_attend is None else may_attend & mask
    elif mask is not None:
        bias = _cast(mask, scores.dtype)
    return bias if may_attend is None else additive(may_attend, bias)


def _warn_if_boolean_in_disguise(mask: Array) -> None:
    xp = array_namespace(mask)
    ones = mask == 1
    if bool(xp.any(ones)) and bool(xp.all(ones | (mask == 0))):
        warnings.warn(
            "mask is a float mask of 0 and 1, which are added to the scores and block nothing; "
            "give a boolean mask to say who may attend",
            UserWarning,
            stacklevel=5,  # the caller of attend
        )


def _cast(mask: Array, dtype: object) -> Array:
    """The mask in the dtype of the scores; what is below its range becomes -inf."""
    xp = array_namespace(mask)
    if xp.finfo(mask.dtype).bits > xp.finfo(dtype).bits:
        mask = xp.where(mask < xp.finfo(dtype).min, xp.full_like(mask, -xp.inf), mask)
    return xp.astype(mask, dtype, copy=False)
