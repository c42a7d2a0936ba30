"""The mathematics of self-attention, step by step, on NumPy or torch; usable alone in a notebook.

import attn_engine as ae
trace = ae.trace(ae.load_model("toy"), "Money bank grows")
trace["softmax"]["weights"].values          # (head, query, key)
trace.explain("score", head=0, row=1, column=0).text
"""

from attn_engine.attention import Attention, attend
from attn_engine.attention_map import attention_map, attention_window, refine_attention_map
from attn_engine.cost import COST_METHODS, Cost, NotMeasured, cost_slope, measure_costs
from attn_engine.explanation import Explanation, Term
from attn_engine.matrix import Matrix
from attn_engine.model import Model, Token
from attn_engine.models import load_model
from attn_engine.pooled_map import AttentionMap
from attn_engine.positions import alibi_slopes, rotary, sinusoidal
from attn_engine.stages import STAGE_KEYS, Stage
from attn_engine.trace import Trace, trace

__all__ = [
    "COST_METHODS",
    "STAGE_KEYS",
    "Attention",
    "AttentionMap",
    "Cost",
    "Explanation",
    "Matrix",
    "Model",
    "NotMeasured",
    "Stage",
    "Term",
    "Token",
    "Trace",
    "alibi_slopes",
    "attend",
    "attention_map",
    "attention_window",
    "cost_slope",
    "load_model",
    "measure_costs",
    "refine_attention_map",
    "rotary",
    "sinusoidal",
    "trace",
]
