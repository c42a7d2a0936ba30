"""The other forms: every number in them is the trace's, and the script computes them again."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from attn_tui.computing import compute
from attn_tui.export.board_table import board_as_csv, board_as_npz, board_as_tabs
from attn_tui.export.headless import picture_of
from attn_tui.export.names import file_name, first_words, free_name
from attn_tui.export.saving import TakenError, save
from attn_tui.export.script import as_script
from attn_tui.export.walk import Walk
from attn_tui.export.walk_json import walk_as_json
from attn_tui.export.walk_npz import walk_as_npz
from attn_tui.export.walk_text import walk_as_text
from attn_tui.terminal.options import AUTOMATIC
from attn_tui.view.boards import board_of
from attn_tui.view.session import Session
from attn_tui.view.specials import shown_trace
from tests.tui.commanding import strict_json
from tests.tui.exporting import HOSTILE, hostile_walk, walk_of
from tests.tui.real_model import KEY, NAME, real_model
from tests.tui.walking import ANIMAL


def test_npz_has_every_matrix_of_every_step_and_says_what_it_is() -> None:
    walk = walk_of(layer=1, mask="causal")
    with np.load(io.BytesIO(walk_as_npz(walk)), allow_pickle=False) as arrays:
        for stage in walk.trace:
            for matrix in stage.matrices:
                np.testing.assert_array_equal(arrays[f"{stage.key}.{matrix.name}"], matrix.values)
        told = json.loads(str(arrays["metadata"]))
        assert list(arrays["tokens"]) == [token.text for token in walk.trace.tokens]
    assert (told["text"], told["model"], told["layer"], told["mask"]) == (
        ANIMAL,
        "toy",
        1,
        "causal",
    )
    assert told["axes"]["score.scores"] == ["head", "query", "key"]


def test_json_has_the_ten_steps_as_show_has_them() -> None:
    walk = walk_of(layer=1)
    told = strict_json(walk_as_json(walk, None))
    assert [step["stage"] for step in told["steps"]] == [stage.key for stage in walk.trace]
    for step, stage in zip(told["steps"], walk.trace, strict=True):
        for found, matrix in zip(step["matrices"], stage.matrices, strict=True):
            values = matrix.values
            if "vocabulary" in matrix.axes:
                axis = matrix.axes.index("vocabulary")
                values = np.take(values, told["vocabulary_ids"], axis=axis)
            np.testing.assert_allclose(np.array(found["values"], values.dtype), values)
    one = strict_json(walk_as_json(walk, 1))
    weights = next(m for m in one["steps"][7]["matrices"] if m["name"] == "weights")
    assert one["head"] == 1
    expected = walk.trace["softmax"]["weights"].values[1]
    np.testing.assert_array_equal(np.array(weights["values"], expected.dtype), expected)


@pytest.mark.parametrize("step", ["tokenize", "position", "score", "softmax"])
def test_csv_and_tabs_have_the_matrix_that_is_shown(step) -> None:
    walk = walk_of(step=step, head=1)
    board = board_of(walk.trace, walk.session)
    for rows in (
        list(csv.reader(io.StringIO(board_as_csv(board).decode()))),
        [line.split("\t") for line in board_as_tabs(board).splitlines()],
    ):
        assert rows[0][1:] == list(board.result.columns.labels)
        values = np.array([row[1:] for row in rows[1:]], float)
        np.testing.assert_allclose(values, board.result.values, rtol=1e-6)
    with np.load(io.BytesIO(board_as_npz(board)), allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["values"], board.result.values)
        assert list(arrays["rows"]) == list(board.result.rows.labels)


def test_no_label_is_a_formula_in_a_spreadsheet() -> None:
    walk = hostile_walk()
    board = board_of(walk.trace, walk.at("score").session)
    rows = list(csv.reader(io.StringIO(board_as_csv(board).decode())))
    labels = [*rows[0], *(row[0] for row in rows)]
    assert "'=1+1" in labels
    assert "'@SUM(A1)" in labels
    assert "'-2+3" in labels
    assert not [label for label in labels if label[:1] in tuple("=+-@\t\r") and len(label) > 1]
    tabs = board_as_tabs(board).splitlines()
    assert len({line.count("\t") for line in tabs}) == 1


def test_text_has_the_ten_steps_with_their_numbers() -> None:
    walk = walk_of(layer=1)
    text = walk_as_text(walk).decode()
    assert text.startswith(ANIMAL)
    for place, stage in enumerate(walk.trace):
        assert f"Step {place}, {stage.title}\n{stage.formula}" in text
    value = walk.trace["score"]["scores"].values[0, 7, 1]
    assert f"{value:.4f}" in text
    assert "\x1b" not in walk_as_text(hostile_walk()).decode()


@pytest.mark.parametrize(
    "session",
    [
        {"layer": 1, "row": 7},
        {"variant": "plain"},
        {"keys": "Money bank grows", "mask": "causal"},
        {"model": "tiny", "layer": 1, "head": 3, "positions": False},
        {"dtype": "float16", "mask": "window:2"},
    ],
)
def test_the_script_computes_the_walk_again(session, tmp_path) -> None:
    walk = walk_of(**session)
    done = run(as_script(walk), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "exported numbers are found again." in done.stdout
    assert f"{walk.trace.tokens[walk.session.row].text!r} looks at" in done.stdout
    for stage in walk.trace:
        assert f"{stage.title}: {stage.formula}" in done.stdout


def test_the_script_fails_where_a_number_differs(tmp_path) -> None:
    walk = walk_of(layer=1)
    value = float(walk.trace["heads"]["y"].values[0, 0])
    script = as_script(walk).decode()
    line = f"('heads', 'y', (0, 0), {value!r})"
    assert line in script
    done = run(script.replace(line, f"('heads', 'y', (0, 0), {value + 1!r})").encode(), tmp_path)
    assert done.returncode == 1
    assert "heads.y[0, 0]" in done.stderr


def test_what_was_typed_is_a_literal_in_the_script(tmp_path) -> None:
    walk = walk_of(HOSTILE + '"""\nopen("harm", "w")\n\'\'\'\x1b[2J')
    script = as_script(walk).decode()
    assert all(sign.isprintable() or sign == "\n" for sign in script)
    done = run(script.encode(), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert not (tmp_path / "harm").exists()


def run(script: bytes, folder):  # type: ignore[no-untyped-def]
    path = folder / "walk.py"
    path.write_bytes(script)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, str(path)], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_a_picture_shows_the_screen_and_names_no_font_from_afar() -> None:
    walk = walk_of(layer=1, row=7, key=1, step="softmax")
    svg = picture_of(walk.session, {}, (120, 36), AUTOMATIC).as_svg("attn-tui: softmax").decode()
    root = ElementTree.fromstring(svg)
    shown = "".join("".join(each.itertext()) for each in root.iter() if each.tag.endswith("text"))
    shown = shown.replace("\xa0", " ")
    assert f"gives {100 * walk.trace['softmax']['weights'].values[0, 7, 1]:.0f}% to" in shown
    assert svg.count("http") == 1  # the name of SVG itself
    assert "font-face" not in svg
    assert "url(#" in svg
    assert "url(http" not in svg


def test_a_picture_of_hostile_words_is_well_formed() -> None:
    walk = walk_of(HOSTILE, step="score")
    svg = picture_of(walk.session, {}, (80, 24), AUTOMATIC).as_svg("<&>").decode()
    tags = {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(svg).iter()}
    assert not tags & {"script", "img", "image", "a", "foreignObject"}
    assert "\u202e" not in svg


def test_hidden_tokens_are_in_the_walk_and_the_cursor_stays_on_its_word() -> None:
    session = Session(ANIMAL, model=NAME, row=2, specials=False)
    whole = compute(session, {KEY: real_model()})
    shown = shown_trace(whole, False)
    assert len(shown.tokens) < len(whole.tokens)
    walk = Walk.of_shown(shown, session)
    assert walk.trace is whole
    assert whole.tokens[walk.session.row].text == shown.tokens[2].text


def test_a_file_is_never_written_over_by_mistake(tmp_path) -> None:
    path = tmp_path / "walk.csv"
    assert save(b"one", str(path)) == path
    with pytest.raises(TakenError, match="there is a file"):
        save(b"two", str(path))
    assert path.read_bytes() == b"one"
    assert save(b"two", str(path), over=True).read_bytes() == b"two"
    assert free_name(path).name == "walk-2.csv"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "needs a name"),
        ("{folder}", "is a folder"),
        ("{folder}/none/x.csv", "there is no folder"),
        ("/dev/full", "No space left"),
        ("{folder}/" + "x" * 300, "name too long"),
    ],
)
def test_what_cannot_be_written_is_a_sentence(name, said, tmp_path) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        save(b"x", name.format(folder=tmp_path))
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_home_folder_is_found(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert save(b"x", "~/a.txt") == tmp_path / "a.txt"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (ANIMAL, "attn-score-the-animal-didnt.svg"),
        ("../../etc/passwd \x1b[2J", "attn-score-etc-passwd-2j.svg"),
        ("銀行 \u202e", "attn-score-銀行.svg"),
        ("...", "attn-score.svg"),
    ],
)
def test_a_name_is_made_of_letters_and_digits(text, name) -> None:
    assert file_name("score", first_words(text), suffix=".svg") == name
