"""The command as a process: what it imports, how it ends on signals and closed pipes."""

import os
import pty
import signal

import pytest

from attn_tui.command.main import main
from tests.tui.commanding import MONEY, start

READY = """
from attn_tui.command import show
read = show.read_text
def announced(step, stdin):
    print("ready", flush=True)
    return read(step, stdin)
show.read_text = announced
"""
LIST_MODULES = """
import atexit
atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))
"""


def imported(*argv):
    process = start(*argv, before=LIST_MODULES, stdin=-3)
    _, err = process.communicate()
    assert process.returncode == 0
    return {name.partition(".")[0] for name in err.decode().splitlines()[-1].split()}


@pytest.mark.parametrize("words", [("--help",), ("show", "--help"), ("--version",)])
def test_help_and_version_load_nothing_heavy(words):
    heavy = {"numpy", "torch", "textual", "rich", "plotext", "attn_engine"}
    assert not imported(*words) & heavy


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_show_on_numpy_loads_neither_torch_nor_textual(form):
    modules = imported("show", "softmax", MONEY, "--format", form)
    assert "numpy" in modules
    assert not modules & {"torch", "textual", "plotext"}


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_show_quietly_with_its_status(number, status):
    # A shell lets its background jobs ignore Ctrl-C; this one must not.
    heed = f"import signal\nsignal.signal({int(signal.SIGINT)}, signal.default_int_handler)"
    process = start("show", "softmax", before=heed + READY, stdin=-1)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(number)
    assert process.wait(timeout=30) == status
    assert process.communicate() == (b"", b"")


def test_a_reader_who_leaves_is_no_error():
    process = start("show", "embed", MONEY, stdin=-1)
    process.stdout.close()
    process.stdin.close()
    err = process.stderr.read()
    assert (process.wait(timeout=30), err) == (0, b"")


def test_a_full_disk_is_one_sentence():
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    process = start("show", "score", MONEY, before="sys.stdout = open('/dev/full', 'w')")
    _, err = process.communicate()
    assert process.returncode == 2
    assert err == b"attn-tui: cannot write to the output: No space left on device\n"


def test_output_is_utf8_whatever_the_locale_says():
    process = start(
        "show",
        "score",
        "--model",
        "toy",
        "河 bank",
        before="sys.stdout.reconfigure(encoding='ascii')",
    )
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert "河" in out.decode()


def test_on_a_terminal_npz_is_refused_and_a_missing_text_asked_for(capfd):
    controller, terminal = pty.openpty()
    try:
        with open(terminal, "w", closefd=False) as out, open(terminal, closefd=False) as keys:
            import sys

            assert main(["show", "score", MONEY, "--format", "npz"], keys, out, sys.stderr) == 2
            assert main(["show", "score"], keys, out, sys.stderr) == 2
            assert main(["show", "score", MONEY], keys, out, sys.stderr) == 0
    finally:
        os.close(terminal)
        os.close(controller)
    refused, asked = capfd.readouterr().err.splitlines()
    assert refused == (
        "attn-tui: npz is for programs and would garble the terminal; name a file with "
        "--output FILE"
    )
    assert asked.startswith("attn-tui: show score needs a text")
