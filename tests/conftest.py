"""What all tests share: one terminal, whatever the one that they are run from."""

import os
import tempfile

import pytest
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: tests of the terminal wait most of their time."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)
