"""One frame at a time: what is reported, what is cut short, and when a link is called slow."""

from __future__ import annotations

import asyncio

import pytest

from attn_tui.terminal import link as links
from attn_tui.terminal.front_buffer import Chunk
from attn_tui.terminal.link import QUESTION, Frame, Link

SHORT = (Chunk("one", {}), Chunk("two", {}), Chunk("three", {}))
LONG = (Chunk("x" * (links.QUESTION_AFTER + 1), {}),)
THE_QUESTION = Chunk(QUESTION, {})


class File:
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


class Driver:
    """Writes nothing before it is told to, as a thread with a slow terminal."""

    _writer_thread = None

    def __init__(self):
        self._file = self.file = File()
        self.frames: list[Frame] = []

    def write(self, text):
        self.frames.append(text)

    def work(self):
        self._file.write(self.frames.pop(0))


@pytest.fixture
async def driver():
    return Driver()


@pytest.fixture
async def events(driver):
    return asyncio.Queue()


@pytest.fixture
async def link(driver, events):
    return Link.through(driver, events.put_nowait, lambda: events.put_nowait("slow"))


async def test_a_frame_is_reported_when_it_is_written(driver, link, events):
    link.send(SHORT)
    assert link.is_busy
    driver.work()
    assert await events.get() == SHORT
    assert driver.file.text == "onetwothree"
    assert not link.is_busy


async def test_an_overtaken_frame_is_cut_short_where_writing_takes_long(
    driver, link, events, monkeypatch
):
    monkeypatch.setattr(links, "UNHURRIED", -1.0)
    link.send(SHORT)
    link.overtake()
    driver.work()
    assert await events.get() == ()
    assert driver.file.text == ""


async def test_an_overtaken_frame_is_written_whole_where_that_is_quick(driver, link, events):
    link.send(SHORT)
    link.overtake()
    driver.work()
    assert await events.get() == SHORT


async def test_two_late_frames_make_a_slow_link_and_it_is_said_once(
    driver, link, events, monkeypatch
):
    monkeypatch.setattr(links, "BLOCKED", -1.0)
    for expected in ([SHORT], ["slow", SHORT], [SHORT], [SHORT]):
        link.send(SHORT)
        driver.work()
        assert [await events.get() for _ in expected] == expected


async def test_a_terminal_that_never_answered_is_never_asked(driver, link, events):
    link.send(LONG)
    driver.work()
    assert await events.get() == LONG
    assert not link.is_busy


async def test_after_a_long_frame_the_answer_is_awaited(driver, link, events):
    link.answered()
    link.send(LONG)
    driver.work()
    assert await events.get() == (*LONG, THE_QUESTION)
    assert link.is_busy
    link.answered()
    assert await events.get() == ()
    assert not link.is_busy


async def test_a_terminal_that_answers_no_more_is_asked_no_more(driver, link, events, monkeypatch):
    monkeypatch.setattr(links, "LAST_ANSWER", 0.0)
    link.answered()
    link.send(LONG)
    driver.work()
    assert await events.get() == (*LONG, THE_QUESTION)
    assert await events.get() == ()
    link.send(LONG)
    driver.work()
    assert await events.get() == LONG


async def test_a_driver_of_another_kind_is_left_alone():
    assert Link.through(object(), print, print) is None  # type: ignore[arg-type]
