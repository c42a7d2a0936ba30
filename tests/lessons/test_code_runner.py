"""Learners' code: right, nearly right, and as hostile as an accident can be."""

import os
import time

import pytest

from attn_lessons import code_runner
from attn_lessons.code_runner import MOST_OUTPUT, run_code, solution_source
from attn_lessons.lesson import CodeAsk

ATTENTION = CodeAsk(
    "code", "Write it.", ("h",), "e", 1,
    "def attention(x):", "    return ...",
    "(lambda e: e / e.sum(axis=1, keepdims=True))(np.exp(x @ x.T / np.sqrt(x.shape[1]))) @ x",
    {"x": ("n", "d")},
)  # fmt: skip
SOFTMAX = CodeAsk(
    "code", "Write it.", ("h",), "e", 1, "def rows(m):", "    return ...", "softmax", {"m": ("n", 3)}
)  # fmt: skip
RIGHT = """\
import numpy as np
def attention(x):
    weights = np.exp(x @ x.T / np.sqrt(x.shape[1]))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ x
"""
ANSWERED_WITHIN = 6.0


def body(*lines: str) -> str:
    return "def attention(x):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize("source", [RIGHT, solution_source(ATTENTION)])
def test_right_code_is_right_whatever_the_inputs(source):
    for seed in range(5):
        assert run_code(ATTENTION, source, seed).right


def test_a_function_of_the_engine_can_be_the_reference():
    assert run_code(SOFTMAX, solution_source(SOFTMAX)).right
    by_columns = "def rows(m):\n    e = np.exp(m)\n    return e / e.sum(axis=0)\n"
    assert "it should be" in run_code(SOFTMAX, by_columns).text


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (body("pass"), "returned None; does it end with return?"),
        (body("return ..."), "which stands for what you are to write"),
        (body("return x.tolist()"), "returned a list; it should return a NumPy array"),
        (body("return x.T"), "is it transposed?"),
        (body("return x[:1]"), "the shape is (1, "),
        (body("return x.astype('float32')"), "the dtype is float32, it should be float64"),
        (body("return x * np.nan"), "result[0, 0] is nan; it should be "),
        (RIGHT.replace("return", "return 2 *"), "All values are 2 times what they should be."),
        (RIGHT.replace("return", "x *= 2; return 0.5 *"), "x itself was changed"),
        (body("y = 1", "return scors"), "Line 3: NameError: name 'scors' is not defined."),
        (
            body("return np.zeros(2) @ x[0, :1]"),
            "the left side ends in 2, the right side begins with 1",
        ),
        (body("return ("), "Line 2: '(' was never closed."),
        ("y = 1", "There is no function attention"),
        (body("return attention(x)"), "Line 2: the function calls itself without end."),
        (body("return input()"), "Line 2: there is nobody to answer input()"),
        (body("exit()"), "Line 2: the code calls exit"),
        ("raise SystemExit(0)", "Line 1: the code calls exit"),
        (body("import os", "os._exit(0)"), "ended the program before it returned"),
        (body("import faulthandler", "faulthandler._sigsegv()"), "crashed Python (SIGSEGV)"),
        (body("return np.ones(10 * 2**27)"), "Line 2: this needs more memory"),
        (body("a = []", "while True: a.append('x' * 10**7)"), "this needs more memory"),
        (body("import os", "while True: os.fork()"), "Line 3: a task needs no fork"),
        (body("import subprocess", "subprocess.run(['ls'])"), "a task needs no Popen"),
        (body("import socket", "socket.socket()"), "Line 3: a task needs no"),
        (body("import ctypes", "ctypes.CDLL(None)"), "Line 3: a task needs no dlopen"),
        (body("import os", "os.kill(os.getppid(), 9)"), "a task needs no kill"),
        (body("open('/etc/passwd')"), "Line 2: a task needs no files"),
        (body("open('x', 'w')"), "Line 2: a task needs no files"),
        (body("import os", "open(f'/proc/{os.getppid()}/environ')"), "a task needs no files"),
        ("(" * 5000, "Line 1: too many nested parentheses."),
        ("x" * 10**6, "longer than 20000 characters"),
        (body("return 0\0"), "source code string cannot contain null bytes"),
    ],
)
def test_what_is_not_right_is_told_in_a_sentence(source, sentence):
    began = time.monotonic()
    result = run_code(ATTENTION, source)
    assert time.monotonic() - began < ANSWERED_WITHIN
    assert not result.right
    assert sentence in result.text
    assert "/" not in result.text.replace(sentence, "")  # no path, no traceback


def test_code_without_end_is_ended():
    began = time.monotonic()
    source = body(
        "while True:", "    try:", "        while True: pass", "    except BaseException: pass"
    )
    assert run_code(ATTENTION, source).text.startswith("Stopped after 5 seconds")
    assert time.monotonic() - began < ANSWERED_WITHIN


@pytest.mark.parametrize(
    "lines",
    [
        ["while True: print('x' * 1000)"],
        ["return 10 ** 10 ** 10"],
        ["import time", "time.sleep(60)"],
        ["import os", "os.close(int(__import__('sys').argv[1]))", "while True: pass"],
    ],
)
def test_so_is_code_that_waits_prints_or_sits_in_a_single_call(monkeypatch, lines):
    monkeypatch.setattr(code_runner, "SECONDS", 1.0)
    text = run_code(ATTENTION, body(*lines)).text
    assert text.startswith(("Stopped after 1 seconds", "Your code ended the program"))


def test_a_megabyte_of_print_is_cut_and_does_not_spoil_a_right_answer():
    result = run_code(ATTENTION, RIGHT.replace("    return", "    print('x' * 10**6)\n    return"))
    assert result.right
    assert len(result.output) < MOST_OUTPUT + 100
    assert result.output.endswith("(the rest of the output is left out)")


def test_nothing_printed_or_raised_can_command_the_terminal():
    result = run_code(
        ATTENTION, body("print('\\x1b[31m', chr(0x202e))", "raise ValueError('\\x1b')")
    )
    assert all(sign.isprintable() or sign == "\n" for sign in result.output + result.text)
    assert result.output


def test_the_code_sees_no_variable_of_ours(monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    result = run_code(ATTENTION, body("import os", "raise ValueError(sorted(os.environ))"))
    assert "SECRET_TOKEN" not in result.text
    assert "HOME" in result.text


def test_a_run_can_be_given_up_and_leaves_no_process():
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = descriptors()
    result = run_code(ATTENTION, body("while True: pass"), stopped=lambda: True)
    assert result.text == "Stopped."
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    assert descriptors() == before
