"""The app: themes, the screen it opens on, and the command palette."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from attn_tui.computing import Models
from attn_tui.forgetting import keep_no_cuts
from attn_tui.keys import WALK_KEYS
from attn_tui.screens.asked import CourseAsked, HomeAsked, LessonAsked, WalkAsked
from attn_tui.terminal.drawing import decide
from attn_tui.terminal.escape_keys import EscapeKeysApp
from attn_tui.terminal.faults import ReportedFaultsApp
from attn_tui.terminal.key_parser import understand_keys
from attn_tui.terminal.minimal_output import MinimalOutputApp
from attn_tui.terminal.options import AUTOMATIC, TerminalOptions
from attn_tui.terminal.signals import leave_on_signals
from attn_tui.terminal.stopping import stop_on_signals
from attn_tui.terminal.tolerant_input import tolerate_bytes
from attn_tui.themes import DARK, LIGHT, themes
from attn_tui.view.session import Session
from attn_tui.warming import warm_up

if TYPE_CHECKING:
    from attn_lessons.lesson import Lesson
    from attn_lessons.progress import Progress
    from attn_tui.view.colour import PaletteName

QUIT, COMMANDS = (
    next(key for key in WALK_KEYS if key.action == action)
    for action in ("app.quit", "app.command_palette")
)
"""The walk's keys for these two are those of the whole app."""
S = TypeVar("S", bound=Screen[None])
SLOW_LINK = "This connection is slow: fewer colours and pictures from here on, as with --slow."


class AttnApp(EscapeKeysApp[None], ReportedFaultsApp[None], MinimalOutputApp[None]):
    """Opens a lesson, or the walk on a session's text; without either, the home screen.

    `models` are those that were loaded already, when the command line was checked. `progress` is
    opened when it is first asked for, unless it is given. `long` is None for a text that a walk can
    hold; else it is said of the text on the screen for long ones. `options` say how to draw.
    """

    TITLE = "attn-tui"
    CSS_PATH = "styles.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit", show=False, id=QUIT.id),
        Binding("colon", "command_palette", "Commands", show=False, id=COMMANDS.id, priority=True),
        Binding("ctrl+z", "suspend_process", "Stop", show=False),
    ]

    def __init__(
        self,
        session: Session,
        models: Models | None = None,
        *,
        lesson: Lesson | None = None,
        progress: Progress | None = None,
        long: str | None = None,
        options: TerminalOptions = AUTOMATIC,
    ) -> None:
        keep_no_cuts()
        super().__init__()
        self.session = session
        self.models: Models = {} if models is None else models
        self.lesson = lesson
        self.long = long
        self.options = options
        self.keymap = options.keymap
        self._progress = progress
        self._opening = Lock()
        self.drawing = decide(options, self.console.color_system, os.environ)
        self._register_themes()
        self.theme = LIGHT if self.drawing.light else DARK
        self.set_keymap(self.keymap.for_textual())
        # Nothing glides or spins: each picture is there at once, for eyes and for thin links.
        self.animation_level = "none"
        if options.slow:
            self.go_slowly()

    def on_load(self) -> None:
        """A signal that ends the app gives the terminal back first; odd bytes do not end it."""
        leave_on_signals(self)
        driver_module = sys.modules.get(self.driver_class.__module__)
        tolerate_bytes(driver_module)
        understand_keys(driver_module)

    def on_mount(self) -> None:
        """Stopped and continued, it leaves the terminal and takes it again; warm up later."""
        stop_on_signals(self)
        warm_up(self)

    def link_is_slow(self) -> None:
        """Go on as with --slow, and say so."""
        self.go_slowly()
        if self.options.palette == "auto" and self.drawing.palette == "truecolor":
            self.take_palette("256")
        self.notify(SLOW_LINK, timeout=8, markup=False)

    def take_palette(self, palette: PaletteName) -> None:
        """Draw all with another palette from now on."""
        from attn_tui.widgets.drawn import Drawn  # noqa: PLC0415 - on slow links only

        self.take_drawing(replace(self.drawing, palette=palette))
        self._register_themes()
        self.refresh_css(animate=False)
        for screen in self.screen_stack:
            for widget in screen.query(Drawn):
                widget.palette_name = palette

    def _register_themes(self) -> None:
        for theme in themes(self.drawing.palette):
            self.register_theme(theme)

    @property
    def progress(self) -> Progress:
        """What the learner has done; opened once, by whichever thread asks first."""
        with self._opening:
            if self._progress is None:
                from attn_lessons.progress import Progress  # noqa: PLC0415 - SQLite is costly

                self._progress = Progress.open()
            return self._progress

    def get_default_screen(self) -> Screen[None]:
        """The first screen; only what it needs is imported."""
        if self.lesson is not None:
            return self._lesson_screen(self.lesson)
        if self.long is not None:
            from attn_tui.screens.long import LongScreen  # noqa: PLC0415

            return LongScreen(self.session, self.models, self.long)
        if self.session.text:
            return self._walk_screen(self.session)
        from attn_tui.screens.home import HomeScreen  # noqa: PLC0415

        return HomeScreen(self.session.model, lambda: self.progress)

    def _walk_screen(self, session: Session) -> Screen[None]:
        from attn_tui.screens.walk import WalkScreen  # noqa: PLC0415

        return WalkScreen(session, self.models)

    def _lesson_screen(self, lesson: Lesson, again: str | None = None) -> Screen[None]:
        from attn_lessons.reader import following  # noqa: PLC0415
        from attn_tui.screens.lesson import LessonScreen  # noqa: PLC0415

        return LessonScreen(
            lesson,
            self.progress,
            self.session,
            self.models,
            following=following(lesson),
            again=again,
        )

    def _uncover(self, kind: type[S]) -> S | None:
        """The screen of just this kind that lies in the stack, on top of it now; None if none does."""
        found = self._lying(kind)
        while found is not None and self.screen is not found:
            self.pop_screen()
        return found

    def _lying(self, kind: type[S]) -> S | None:
        return next((each for each in reversed(self.screen_stack) if type(each) is kind), None)

    def on_home_asked(self, message: HomeAsked) -> None:
        """Uncover the home screen, or lay one over; a walk on part of a long text goes back to that."""
        from attn_tui.screens.home import HomeScreen  # noqa: PLC0415
        from attn_tui.screens.walk import WalkScreen  # noqa: PLC0415

        if len(self.screen_stack) > 1 and self.long is not None:
            self.pop_screen()
        elif self._uncover(HomeScreen) is None:
            walks = self._lying(WalkScreen) or self  # a text runs in the walk there is, if any
            self.push_screen(HomeScreen(walks.session.model, lambda: self.progress))

    def on_walk_asked(self, message: WalkAsked) -> None:
        """Uncover the walk and open the text in it, or lay a walk over what is there."""
        from attn_tui.screens.walk import WalkScreen  # noqa: PLC0415

        if walk := self._uncover(WalkScreen):
            walk.open(message.text)
        else:
            self.push_screen(self._walk_screen(replace(self.session, text=message.text)))

    def on_course_asked(self, message: CourseAsked) -> None:
        """Uncover the list of lessons, or lay one over what is there."""
        from attn_tui.screens.course import CourseScreen  # noqa: PLC0415

        if self._uncover(CourseScreen) is None:
            self.push_screen(CourseScreen(self.progress))

    def on_lesson_asked(self, message: LessonAsked) -> None:
        """Open a lesson, in place of the one that has led to it."""
        from attn_tui.screens.lesson import LessonScreen  # noqa: PLC0415

        lesson = self._lesson_screen(message.lesson, message.again)
        if isinstance(self.screen, LessonScreen) and len(self.screen_stack) > 1:
            self.switch_screen(lesson)
        else:
            self.push_screen(lesson)

    def on_key(self, event: events.Key) -> None:
        """Type a printable key that was on its way to the screen when a line opened into that line.

        A line stops the keys that it gets itself, so that only such strays come up here.
        """
        insert = getattr(self.focused, "insert_text_at_cursor", None)
        if insert is not None and event.is_printable and event.character:
            insert(event.character)
            event.prevent_default()

    async def action_costs(self) -> None:
        """Measure what attention costs on this machine."""
        from attn_tui.screens.costs import CostScreen  # noqa: PLC0415

        if not isinstance(self.screen, CostScreen):
            await self.push_screen(CostScreen(with_torch=self.session.backend == "torch"))

    def action_command_palette(self) -> None:
        """Find a command by its name, unless the list is open somewhere in the stack."""
        from attn_tui.screens.commands import Commands  # noqa: PLC0415 - when first asked for

        if not any(isinstance(screen, Commands) for screen in self.screen_stack):
            self.push_screen(Commands())

    def action_toggle_theme(self) -> None:
        """Light instead of dark, or back."""
        self.theme = LIGHT if self.current_theme.dark else DARK

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette lists: the commands of the screen's own keys."""
        for key in self.keymap.applied(getattr(screen, "KEYS", ())):
            if key.palette:
                how = f"key {key.shown}" if key.keys else "in place of the step; Esc goes back"
                yield SystemCommand(key.what, how, self._runner(screen, key.action))

    def _runner(self, screen: Screen[object], action: str) -> Callable[[], object]:
        return partial(self.run_action, action, screen)
