"""What all tests share: one terminal, whatever the one that they are run from."""

import os

# Textual reads these when it is imported.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ.pop("NO_COLOR", None)
