"""The formula of each step as a model computes it."""

from __future__ import annotations

from attn_engine.model import Layer, Model


def formulas(
    model: Model, layer: Layer | None, *, rotary: bool, across: bool = False
) -> dict[str, str]:
    """The ten formulas by step; without a layer attention is plain, `rotary` turns Q and K.

    `across` says that keys and values come from another text.
    """
    width = "d_model" if layer is None else "d_head"
    return {
        "tokenize": "text → pieces → ids",
        "embed": "X = one-hot · W_E",
        "position": _position(model),
        "project": _project(model, layer, rotary=rotary, across=across),
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


def _project(model: Model, layer: Layer | None, *, rotary: bool, across: bool) -> str:
    if layer is None:
        return "Q = H, K = V = H_KV" if across else "Q = K = V = H"
    is_normed = model.norms == "pre" and layer.norm_attention is not None

    def result(name: str) -> str:
        given = f"{'N' if is_normed else 'H'}{'_KV' if across and name != 'Q' else ''}"
        product = f"{given}·W^{name}"
        biased = product if getattr(layer, f"b_{name.lower()}") is None else f"{product} + b^{name}"
        return f"{name} = turn({biased})" if rotary and name != "V" else f"{name} = {biased}"

    norms = ["N = norm(H)", *(["N_KV = norm(H_KV)"] if across else [])] if is_normed else []
    return ", ".join([*norms, *map(result, "QKV")])


def _heads(layer: Layer) -> str:
    return "Y = [Z₀ Z₁ …]·W^O" if layer.b_o is None else "Y = [Z₀ Z₁ …]·W^O + b^O"
