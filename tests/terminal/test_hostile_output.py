"""Hostile text by every way in, on a real terminal: nothing of it is sent raw, and the app answers."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.processors import TemplateProcessing

from attn_lessons.reader import course
from tests.engine.small_checkpoints import bert_config, bert_tensors, word_pieces, write_bert
from tests.terminal.escapes import strays
from tests.terminal.pty_terminal import Terminal, environment, start_python
from tests.tui.hostile_texts import KNOWN
from tests.tui.lesson_making import SMALL

OWNED = "\x1b]2;owned\x07\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\u202e\u200b\ue000[/][@click=app.quit]"
"""A title, the clipboard, a clear, colour, bidi, zero width, private use, markup."""
PASTABLE = OWNED.replace("\x1b", "").replace("\x9b", "").replace("\x07", "")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return environment(HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path / "state"))


def attn(*arguments: str, env: dict[str, str]) -> Terminal:
    return start_python("-m", "attn_tui", *arguments, env=env, size=(100, 30))


def said(*arguments: str, env: dict[str, str]) -> str:
    """What a command that prints and leaves sends to its terminal, all of it clean."""
    with attn(*arguments, env=env) as terminal:
        terminal.wait_for_exit()
        sent = bytes(terminal.received).decode("utf-8", "surrogateescape")
    assert strays(sent, lines=True) == []
    return sent


def quit_cleanly(terminal: Terminal) -> None:
    terminal.keys("q")
    assert terminal.wait_for_exit() == 0
    assert strays(bytes(terminal.received)) == []


def printable(texts: list[str]) -> Iterator[str]:
    """Those that an argument of a command can be, and that can be walked through."""
    for text in texts:
        if text.isascii() is False and not any(
            0xD800 <= ord(c) <= 0xDFFF or ord(c) < 32 for c in text
        ):
            yield text


@pytest.mark.parametrize("text", [" ".join(list(printable(KNOWN))[at::3])[:900] for at in range(3)])
def test_a_sentence_walked_through_and_edited(text: str, env: dict[str, str]) -> None:
    text = "".join(c for c in text if not 0x7F <= ord(c) < 0xA0)
    with attn("--model", "toy", "--keys", text[:60], "--", text, env=env) as terminal:
        terminal.wait_for_text("Tokenize")
        terminal.keys("4")
        terminal.wait_for_text("Kᵀ")
        terminal.keys("/")
        terminal.wait_for_text("Enter read it")
        terminal.send(b"\x1b[200~" + PASTABLE.encode() + b"\x1b[201~")
        terminal.wait_for_text("‹202E›")
        terminal.keys("\x1b")
        terminal.wait_for_text("n step")
        quit_cleanly(terminal)


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_show_on_a_terminal(form: str, env: dict[str, str]) -> None:
    text = "a\u202eb \u200b漢 \ue000 👩\u200d💻 e" + "\u0301" * 99
    sent = said("show", "softmax", "--model", "toy", "--format", form, "--", text, env=env)
    assert "202e" in sent.lower()


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "softmax", OWNED),
        ("show", OWNED, "bank"),
        ("--model", OWNED, "bank"),
        ("--file", OWNED),
        ("--mask", OWNED, "bank"),
        ("--backend", OWNED, "bank"),
        ("--palette", OWNED),
        ("learn", OWNED),
        ("show", "score", "bank grows", "--cell", OWNED),
        ("show", "score", "bank", "--output", f"/no/{PASTABLE}/x"),
        (f"--{OWNED}",),
    ],
    ids=str,
)
def test_sentences_of_errors(arguments: tuple[str, ...], env: dict[str, str]) -> None:
    sent = said(*arguments, env={**env, "HF_HUB_OFFLINE": "1"})
    assert sent.startswith("attn-tui: ")
    assert sent.count("attn-tui: ") == 1


def test_a_lesson_that_is_not_there(env: dict[str, str]) -> None:
    assert said("lessons", "check", OWNED, env=env).startswith("␛]2;owned␇")


def test_doctor_with_a_hostile_environment(env: dict[str, str]) -> None:
    names = ("COLORTERM", "TERM_PROGRAM", "TMUX", "USER", "STY", "SSH_TTY", "SSH_CONNECTION", "VTE_VERSION",
             "TEXTUAL_COLOR_SYSTEM", "NO_COLOR", "COLUMNS")  # fmt: skip
    said("doctor", env={**env, **dict.fromkeys(names, OWNED + "\nnew line")})
    said("doctor", env={**env, "TERM": f"xterm-256color{OWNED}"})
    said("doctor", env={**env, "LC_ALL": f"C.UTF-8{OWNED}"})
    folders = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HF_HOME")
    said("doctor", env={**env, **dict.fromkeys(folders, f"/tmp/{OWNED}\n")})


@pytest.mark.parametrize("term", [f"xterm{OWNED}", f"dumb{OWNED}", OWNED])
def test_the_app_with_a_hostile_terminal_name(term: str, env: dict[str, str]) -> None:
    with attn("--model", "toy", "bank", env={**env, "TERM": term}) as terminal:
        terminal.wait_for_text("Tokenize")
        quit_cleanly(terminal)


def test_a_file_whose_name_and_text_attack(tmp_path: Path, env: dict[str, str]) -> None:
    name = tmp_path / f"{OWNED.replace('/', '')}.txt"
    name.write_text("bank \u202eevil\u2066 \u200b\ue000 👩\u200d💻 grows", "utf-8")
    with attn("--model", "toy", "--file", str(name), env=env) as terminal:
        terminal.wait_for_text("Tokenize")
        quit_cleanly(terminal)


def hostile_model(folder: Path) -> Path:
    """A BERT whose vocabulary and whose config are made of attacks."""
    plain = word_pieces()
    attacks = iter([OWNED + str(at) for at in range(200)])
    vocabulary = {
        (word if id_ < 8 else next(attacks)): id_ for word, id_ in plain.get_vocab().items()
    }
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(["[CLS]", "[SEP]"])
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    config = {**bert_config(), "_name_or_path": OWNED, "architectures": [OWNED], OWNED: OWNED}
    write_bert(folder, bert_tensors(), config)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def test_a_model_whose_name_vocabulary_and_config_attack(
    tmp_path: Path, env: dict[str, str]
) -> None:
    folder = hostile_model(tmp_path / OWNED.replace("/", ""))
    for step in ("tokenize", "embed", "softmax"):
        for form in ("text", "json", "csv"):
            said("show", step, "--model", str(folder), "--format", form, "the animal", env=env)
    with attn("--model", str(folder), "the animal", env=env) as terminal:
        terminal.wait_for_text("Tokenize")
        terminal.keys("1")
        terminal.wait_for_text("W_E")
        terminal.keys("a")
        terminal.wait_for_text("Words by their rows")
        terminal.wait_for_text("␛]2;owned")
        terminal.keys("\x1b")
        terminal.wait_for(lambda it: not any("Words by" in line for line in it.screen_lines()))
        quit_cleanly(terminal)


def test_a_model_that_cannot_be_read(tmp_path: Path, env: dict[str, str]) -> None:
    config = {**bert_config(), "model_type": OWNED, "hidden_act": OWNED}
    folder = write_bert(tmp_path / "model", bert_tensors(), config)
    said("show", "softmax", "--model", str(folder), "the animal", env=env)
    (folder / "config.json").write_text(json.dumps({**bert_config(), "hidden_act": OWNED}))
    said("show", "softmax", "--model", str(folder), "the animal", env=env)


FIELDS = (
    "Every kind of task", "A bank is", "A river is wet", "It stands", "So it needs",
    "Put the pieces", "Choose and order",
)  # fmt: skip


def lesson_with(attack: str, folder: Path) -> Path:
    """A lesson file, attacking by its name and in its title, prose, prompts, hints and code."""
    lesson = SMALL
    for field in FIELDS:
        lesson = lesson.replace(field, f"{field} {attack}", 1)
    path = folder / f"{OWNED.replace('/', '')}.md"
    path.write_text(lesson, "utf-8")
    return path


def test_a_lesson_with_hidden_characters_is_refused(tmp_path: Path, env: dict[str, str]) -> None:
    path = lesson_with("\u202e\u200b\ue000", tmp_path)
    assert "U+202E" in said("lessons", "check", str(path), env=env)
    assert "U+202E" in said("learn", str(path), env=env)


def test_a_lesson_made_of_attacks(tmp_path: Path, env: dict[str, str]) -> None:
    path = lesson_with("[/] [bold]x[@click=app.quit] %s {x} e" + "\u0301" * 9, tmp_path)
    said("lessons", "check", str(path), env=env)
    with attn("learn", str(path), env=env) as terminal:
        terminal.wait_for_text("Every kind of task [/]")
        terminal.keys("n")
        terminal.wait_for_text("Choose and order [/]")
        terminal.keys("h")
        terminal.wait_for_text("It stands [/]")
        quit_cleanly(terminal)


def test_a_progress_file_made_of_attacks(env: dict[str, str]) -> None:
    lesson = course()[0]
    with attn("learn", lesson.id, env=env) as terminal:
        terminal.wait_for_text(" of ")
        quit_cleanly(terminal)
    found = next(Path(env["XDG_STATE_HOME"]).rglob("progress.sqlite3"))
    with closing(sqlite3.connect(found)) as connection, connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        for (table,) in tables:
            for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall():
                if kind == "TEXT":
                    connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (OWNED,))
    said("lessons", env=env)
    with attn("learn", lesson.id, env=env) as terminal:
        terminal.wait_for_text(" of ")
        quit_cleanly(terminal)
    with attn(env=env) as terminal:
        terminal.wait_for_text("All lessons")
        quit_cleanly(terminal)
