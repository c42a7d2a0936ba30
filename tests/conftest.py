"""What all tests share: one terminal, whatever the one that they are run from."""

import os
import tempfile

from textual import constants

# Textual reads these when it is imported: here for the processes that tests start. The snapshot
# plugin has imported it already, so that its constant is set too.
constants.COLOR_SYSTEM = "truecolor"  # type: ignore[misc]
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ.pop("NO_COLOR", None)

# No test needs the network, and none may depend on what the hub's cache has.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_HUB_CACHE"] = os.devnull

# No test touches what the person who runs it has learned.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="attn-tui-tests-")

# No test is drawn or steered as that person has it.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="attn-tui-tests-")
