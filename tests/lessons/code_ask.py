"""A task to write code, as a block of a lesson."""

CODE_ASK = """\
```ask
id = "code"
kind = "code"
prompt = "Return all scores of x (n, d)."
signature = "def scores(x):"
start = "    return ..."
reference = "x @ x.T"
inputs = { x = ["n", "d"] }
hints = ["One product."]
explanation = "Every row meets every row."
```
"""
