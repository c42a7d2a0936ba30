"""The mathematics of self-attention, step by step, on NumPy; usable alone in a notebook or script."""
