"""A small lesson that is right, for tests to spoil."""

from pathlib import Path

GOOD = """\
+++
id = "small"
title = "A small lesson"
minutes = 3
needs = []
+++

Some prose.

```show
text = "Money bank grows"
model = "toy"
stage = "score"
variant = "plain"
positions = false
cell = ["bank", "Money"]
```

```ask
id = "dot"
kind = "number"
prompt = "Work out the dot product."
reference = { stage = "score", cell = ["bank", "Money"] }
tolerance = 0.01
hints = ["Multiply in pairs."]
explanation = "Fifteen."
```

---

More prose.

```show
stage = "softmax"
mask = "causal"
```

```ask
id = "self"
kind = "goal"
prompt = "Let bank keep 0.99."
goal = { stage = "softmax", row = "bank", column = "bank", at_least = 0.99 }
solution = { text = "bank" }
hints = ["Who takes the rest?"]
explanation = "Alone."
```

```ask
id = "code"
kind = "code"
prompt = "Write the scores."
signature = "def scores(x):"
start = "    return ..."
reference = "x @ x.T"
inputs = { x = ["n", "d"] }
hints = ["Use @."]
explanation = "All pairs."
```
"""


def written(folder: Path, text: str | bytes = GOOD) -> Path:
    """A file with this lesson."""
    path = folder / "small.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def spoilt(*changes: tuple[str, str]) -> str:
    """The lesson with its texts replaced, each of which it must have."""
    text = GOOD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text
