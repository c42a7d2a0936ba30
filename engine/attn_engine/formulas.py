"""The formula of each step as a model computes it."""

from __future__ import annotations

from attn_engine.model import Layer, Model


def formulas(model: Model, layer: Layer | None, *, rotary: bool) -> dict[str, str]:
    """The ten formulas by step; without a layer attention is plain, `rotary` turns Q and K."""
    width = "d_model" if layer is None else "d_head"
    return {
        "tokenize": "text → pieces → ids",
        "embed": "X = one-hot · W_E",
        "position": _position(model),
        "project": "Q = K = V = H" if layer is None else _project(model, layer, rotary=rotary),
        "score": "S = Q·Kᵀ",
        "scale": f"S / √{width}",
        "mask": f"S/√{width} + M",
        "softmax": f"A = softmax(S/√{width} + M)",
        "sum": "Z = A·V",
        "heads": "Y = Z" if layer is None else _heads(layer),
    }


def _position(model: Model) -> str:
    total = "X + P" if model.type_row is None else "X + P + T"
    return total if model.embedding_norm is None else f"norm({total})"


def _project(model: Model, layer: Layer, *, rotary: bool) -> str:
    is_normed = model.norms == "pre" and layer.norm_attention is not None

    def result(name: str) -> str:
        product = f"{'N' if is_normed else 'H'}·W^{name}"
        biased = product if getattr(layer, f"b_{name.lower()}") is None else f"{product} + b^{name}"
        return f"{name} = turn({biased})" if rotary and name != "V" else f"{name} = {biased}"

    return ", ".join([*(["N = norm(H)"] if is_normed else []), *map(result, "QKV")])


def _heads(layer: Layer) -> str:
    return "Y = [Z₀ Z₁ …]·W^O" if layer.b_o is None else "Y = [Z₀ Z₁ …]·W^O + b^O"
