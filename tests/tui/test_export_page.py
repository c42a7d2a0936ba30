"""The page of the ten steps: its numbers are the trace's, it reaches nowhere, nothing in it acts."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest

from attn_tui.export.page import as_html
from attn_tui.view.boards import board_of
from attn_tui.view.titles import STEP_KEYS, STEPS
from tests.tui.exporting import HOSTILE, hostile_walk, walk_of
from tests.tui.walking import ANIMAL

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    """Reads a page strictly: every element is closed where it must be."""

    def __init__(self, html: bytes) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, str] = {}
        self.tables: list[tuple[str, str, list[list[str]]]] = []
        self.feed(html.decode())
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):  # type: ignore[no-untyped-def]
        named = dict(attrs)
        assert len(named) == len(attrs), f"{tag} has an attribute twice"
        self.tags.append((tag, named))
        if tag in VOID:
            return
        self.open.append((tag, named))
        if tag == "table":
            self.tables.append((self._section(), self._role(), []))
        elif tag == "tr":
            self.tables[-1][2].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][2][-1].append("")

    def handle_startendtag(self, tag, attrs):  # type: ignore[no-untyped-def]
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):  # type: ignore[no-untyped-def]
        opened, _ = self.open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"

    def handle_data(self, data):  # type: ignore[no-untyped-def]
        if self.open:
            tag = self.open[-1][0]
            self.text[tag] = self.text.get(tag, "") + data
            if tag in {"td", "th"}:
                self.tables[-1][2][-1][-1] += data

    def _section(self) -> str:
        return next((str(named["id"]) for tag, named in self.open if tag == "section"), "")

    def _role(self) -> str:
        classes = [str(named.get("class")) for tag, named in self.open if tag == "figure"]
        return classes[0].split()[1] if classes else ""

    def results(self, step: str) -> list[list[list[str]]]:
        return [rows for at, role, rows in self.tables if (at, role) == (step, "result")]


@pytest.fixture(scope="module")
def walk():
    return walk_of(layer=1, head=1, row=7, key=1)


@pytest.fixture(scope="module")
def page(walk):
    return Page(as_html(walk))


def numbers(rows: list[list[str]]) -> np.ndarray:
    return np.array([[float(cell.replace("∞", "inf")) for cell in row[1:]] for row in rows[1:]])


@pytest.mark.parametrize("step", STEP_KEYS)
def test_the_numbers_of_a_step_are_those_of_the_trace(step, walk, page) -> None:
    results = page.results(step)
    board = board_of(walk.trace, walk.at(step).session)
    found = results[0]
    values = board.result.values
    assert found[0][1:] == list(board.result.columns.labels)
    assert [row[0] for row in found[1:]] == list(board.result.rows.labels)
    np.testing.assert_allclose(numbers(found), values, atol=0.0051)
    if step == "softmax":
        expected = walk.trace["softmax"]["weights"].values[1]
        np.testing.assert_allclose(numbers(found), expected, atol=0.0051)
    if step == "project":
        assert len(results) == 3
        for name, rows in zip("qkv", results, strict=True):
            expected = walk.trace["project"][name].values[1]
            np.testing.assert_allclose(numbers(rows), expected, atol=0.0051)


def test_every_cell_of_a_result_has_the_engines_arithmetic(walk, page) -> None:
    told = [
        str(named["title"])
        for tag, named in page.tags
        if tag == "td" and named.get("title") and "tabindex" in named
    ]
    for row, column in ((7, 1), (0, 10)):
        text = walk.trace.explain("score", head=1, row=row, column=column).text
        assert text in told
    n = len(walk.trace.tokens)
    assert len(told) == sum(
        (len(rows) - 1) * (len(rows[0]) - 1) for step in STEP_KEYS for rows in page.results(step)
    )
    assert len(told) > 4 * n * n


def test_masked_cells_are_on_the_page() -> None:
    masked = Page(as_html(walk_of(mask="causal")))
    assert masked.results("mask")[0][1][2] == "-∞"


def test_it_says_what_ran_in_ten_steps_with_their_code(walk, page) -> None:
    html = as_html(walk).decode()
    for _, title in STEPS:
        assert re.search(rf"<h2[^>]*>.*{title}</h2>", html)
    for fact in ("toy", "1 of 2", "float32", "numpy, cpu"):
        assert f"<dd>{fact}</dd>" in html
    assert html.count("<svg") == 10
    assert page.text["h1"] == ANIMAL
    assert "def " in page.text["span"] or "def" in page.text["span"]
    assert "w: Q, K, V" not in html


@pytest.mark.parametrize("hostile", [False, True])
def test_it_reaches_nowhere_and_lets_nothing_act(hostile, walk) -> None:
    page = Page(as_html(hostile_walk() if hostile else walk))
    links = [named["href"] for tag, named in page.tags if "href" in named]
    assert all(str(link).startswith("#") for link in links)
    ids = {f"#{named['id']}" for _, named in page.tags if "id" in named}
    assert set(links) <= ids
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"link", "img", "iframe", "object", "embed", "base", "form", "a:href"}
    for _, named in page.tags:
        assert not [name for name in named if name == "src" or name.startswith("on")]
    for part in ("style", "script"):
        assert not re.search(r"http|//|url\(|@import|fetch\(|innerHTML|eval", page.text[part])
    policy = next(str(named["content"]) for _, named in page.tags if "http-equiv" in named)
    digest = base64.b64encode(hashlib.sha256(page.text["script"].encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}'" in policy
    assert [tag for tag, _ in page.tags].count("script") == 1


def test_what_was_typed_stays_text() -> None:
    html = as_html(hostile_walk()).decode()
    page = Page(html.encode())
    assert "\u202e" not in html
    assert "\x1b" not in html
    assert page.text["h1"].startswith("</script><img src=x onerror=alert(1)>")
    assert "‹202E›" in page.text["h1"]
    assert HOSTILE.split()[0] in page.text["title"]


def test_it_can_be_read_without_eyes_and_without_a_mouse(page) -> None:
    assert page.tags[0][1]["lang"] == "en"
    heads = [named for tag, named in page.tags if tag == "th"]
    assert all(named.get("scope") in {"row", "col"} for named in heads)
    pictures = [named for tag, named in page.tags if tag == "svg"]
    assert all(named["role"] == "img" and named["aria-label"] for named in pictures)
    stops = [named for tag, named in page.tags if tag == "td" and named.get("tabindex") == "0"]
    assert len(stops) == 12  # one for each result: the arrows go on from there


def test_of_a_large_matrix_a_part_is_shown_and_the_rest_is_said() -> None:
    text = " ".join(["bank"] * 70)
    page = Page(as_html(walk_of(text)))
    assert len(page.results("score")[0]) == 65
    assert "The first 64 of 70 rows. The first 64 of 70 columns." in page.text["p"]
    assert "one for each word, those of this text." in page.text["p"]
    assert "the page tells the values" in page.text["p"]
    scores = [named for tag, named in page.tags if tag == "td" and named.get("tabindex") == "-1"]
    assert len([named for named in scores if "title" not in named]) > 64 * 64 - 1


def test_attention_between_two_texts_has_both() -> None:
    html = as_html(walk_of("River bank flows", keys="Money bank grows")).decode()
    assert html.count('<ol class="sentence"') == 2
    assert "keys and values from the one below" in html


def test_wide_matrices_scroll_in_their_own_boxes_and_not_the_page(walk) -> None:
    style = as_html(walk).decode().partition("</style>")[0]
    tracks = re.findall(r"\.board[^{]*\{[^}]*grid-(?:template|auto)-columns: ([^;}]*)", style)
    assert len(tracks) == 3
    assert all("max-content" not in re.sub(r"minmax\(0, [^)]*\)", "", each) for each in tracks)


def test_the_names_of_both_axes_stay_whole_in_the_corner(walk) -> None:
    style, _, rest = as_html(walk).decode().partition("</style>")
    (corner,) = re.findall(r"\.matrix \.corner \{([^}]*)\}", style)
    assert "nowrap" not in corner
    assert '<td class="corner">token\N{NO-BREAK SPACE}↓ vocabulary\N{NO-BREAK SPACE}→</td>' in rest


@pytest.mark.parametrize("text", [ANIMAL, " ".join([ANIMAL, "River bank flows to the sea"] * 2)])
def test_no_name_in_a_plane_covers_another_or_a_point(text: str) -> None:
    html = as_html(walk_of(text, model="tiny")).decode()
    drawings = [svg for svg in re.findall("<svg.*?</svg>", html, re.DOTALL) if "<circle" in svg]
    assert drawings
    for svg in drawings:
        points = [
            (float(x), float(y))
            for x, y in re.findall(r'class="point.*?cx="(.+?)" cy="(.+?)"', svg)
        ]
        names = re.findall(
            r'<text class="label[^"]*" x="(.+?)" y="(.+?)" text-anchor="start">(.+?)<', svg
        )
        assert len(names) == len(points)
        # About the size of a name in the page's monospace letters of 11 pixels.
        boxes = [
            (float(x), float(y) - 8, float(x) + 6.6 * len(unescape(name)), float(y) + 2)
            for x, y, name in names
        ]
        for at, (left, top, right, bottom) in enumerate(boxes):
            assert not any(
                left < x + 4 and x - 4 < right and top < y + 4 and y - 4 < bottom for x, y in points
            ), names[at]
            assert not any(
                left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
                for other in boxes[:at]
            ), names[at]
            assert left >= 62
            assert right <= 760
