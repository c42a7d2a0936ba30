"""Random arguments of attention, with the same meaning as booleans and a bias."""

import numpy as np
from hypothesis import strategies as st


def arrays(
    n_query=3,
    n_key=4,
    *,
    heads=2,
    kv_heads=2,
    d_head=4,
    d_value=4,
    batch=(),
    seed=0,
    dtype="float32",
):
    random = np.random.default_rng(seed)
    shapes = ((heads, n_query, d_head), (kv_heads, n_key, d_head), (kv_heads, n_key, d_value))
    return tuple(random.normal(size=(*batch, *shape)).astype(dtype) for shape in shapes)


@st.composite
def calls(draw, most_queries=4, most_keys=5, dtypes=("float32",)):
    """Arguments of attend, and the same meaning as booleans and a bias of the scores' shape."""
    batch = draw(st.sampled_from([(), (2,), (2, 1)]))
    kv_heads, group = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    n_query, n_key = draw(st.integers(0, most_queries)), draw(st.integers(0, most_keys))
    q, k, v = arrays(
        n_query, n_key, heads=kv_heads * group, kv_heads=kv_heads, batch=batch,
        d_head=draw(st.integers(1, 5)), d_value=draw(st.integers(1, 5)), seed=draw(st.integers(0, 99)),
        dtype=draw(st.sampled_from(dtypes)),
    )  # fmt: skip
    shape = (*batch, kv_heads * group, n_query, n_key)
    random = np.random.default_rng(draw(st.integers(0, 99)))
    allowed, bias = np.ones(shape, bool), np.zeros(shape)
    options = {}
    query, key = np.arange(n_query)[:, None], np.arange(n_key)
    past = 0
    if draw(st.booleans()):
        options["past"] = past = draw(st.integers(0, min(3, n_key)))
    if draw(st.booleans()):
        options["causal"] = True
        allowed &= key <= query + past
    if draw(st.booleans()):
        options["window"] = window = draw(st.integers(1, most_queries))
        allowed &= (key <= query + past) & (key > query + past - window)
    if draw(st.booleans()):
        lengths = random.integers(0, n_key + 1, size=batch)
        options["key_lengths"] = lengths if batch else int(lengths)
        allowed &= key < np.reshape(lengths, (*batch, 1, 1, 1))
    if draw(st.booleans()):
        rank = draw(st.integers(1, len(shape)))
        mask_shape = tuple(draw(st.sampled_from([size, 1])) for size in shape[-rank:])
        if draw(st.booleans()):
            options["mask"] = mask = random.random(mask_shape) < 0.7
            allowed &= mask
        else:
            options["mask"] = mask = random.normal(size=mask_shape).astype(q.dtype)
            bias += mask
    if draw(st.booleans()):
        options["scale"] = draw(st.sampled_from([0.1, 2.0]))
    if draw(st.booleans()):
        options["softcap"] = draw(st.sampled_from([0.5, 3.0]))
    return (q, k, v), options, allowed, bias
