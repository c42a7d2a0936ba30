"""The table of terminals in the documentation is what the app does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal import table

SAMPLE = ("screen", "foot", "vt100", "dumb")


def committed() -> list[tuple[str, ...]]:
    lines = table.PAGE.read_text(encoding="utf-8").splitlines()
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [line for line in cells if len(line) == len(table.HEADING)][2:]


def test_the_page_has_each_combination_once_and_nothing_failed() -> None:
    rows = [line[:-2] for line in committed()]
    assert rows == [row.cells() for row in table.ROWS]
    assert len(set(rows)) == len(rows) >= 40
    assert {line[-1] for line in committed()} <= {"pass", "refused"}


def test_the_page_reads_as_it_is_made() -> None:
    assert table.page(committed()) == table.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "row", [row for row in table.ROWS if row.term in SAMPLE and row.size == (80, 24)]
)
def test_a_sample_of_it_comes_out_the_same(row: table.Row, tmp_path: Path) -> None:
    expected = committed()[table.ROWS.index(row)]
    assert (*row.cells(), *table.outcome(row, tmp_path)) == expected


def test_kinds_of_colours_are_read_from_the_bytes() -> None:
    for sent, kinds in (
        (b"\x1b[1;7m a \x1b[0m", {"none"}),
        (b"\x1b[38;2;1;31;41;48;5;40m", {"truecolor", "256"}),
        (b"\x1b[1;97m", {"16"}),
        (b"\x1b[38;5;31m", {"256"}),
    ):
        assert table.palettes_sent(sent) == kinds
