"""Pens: what a style looks like to the terminal, and the shortest way from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakValueDictionary

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

from attn_tui.terminal.colour_codes import colour_codes, is_reversed
from attn_tui.view.colour import PaletteName

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

CLOSE_LINK = "\x1b]8;;\x1b\\"
SHOWN_ON_BLANKS = frozenset({"4", "7", "9", "21", "51", "52", "53"})
"""SGR attributes that can be seen on a space: underlines, reverse, strike, frames, overline."""
OFF = {
    "1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "6": "25", "7": "27", "8": "28",
    "9": "29", "21": "24", "51": "54", "52": "54", "53": "55",
}  # fmt: skip
"""The code that ends each attribute."""
REVERSE = frozenset({"7"})
CACHED = 1024
"""Of each kind: more than a large screen full of colours needs, which takes some 700."""


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Pen:
    """How cells are drawn, as SGR parameters; equal pens are one object, so compare with `is`."""

    attributes: frozenset[str] = frozenset()
    foreground: str = ""
    background: str = ""
    link: str = ""

    @property
    def leaves_blanks_blank(self) -> bool:
        """A space drawn with this pen shows its background and nothing else."""
        return not self.link and not self.attributes & SHOWN_ON_BLANKS

    @property
    def parameters(self) -> str:
        """All SGR parameters that make this pen out of the plain one."""
        parts = (*sorted(self.attributes, key=int), self.foreground, self.background)
        return ";".join(part for part in parts if part)


PLAIN = Pen()
"""What a terminal draws with after a reset; one for all, so that lines outlive their pens."""


class Pens:
    """Turns styles into pens for one palette, and knows the sequence between two pens.

    A pen lives as long as something is drawn with it, or what was asked of it is remembered.
    """

    def __init__(self, palette: PaletteName) -> None:
        self.palette: PaletteName = palette
        self.plain = PLAIN
        self._pens = WeakValueDictionary({(frozenset[str](), "", "", ""): self.plain})
        self._by_style: dict[Style | None, Pen] = {None: self.plain}
        self._switches: dict[tuple[Pen, Pen], str] = {}
        self._grounds: dict[Pen, Pen] = {self.plain: self.plain}
        self._filling: dict[tuple[Pen, Pen], Pen] = {}

    def of(self, style: Style | None) -> Pen:
        """The pen that draws `style`."""
        pen = self._by_style.get(style)
        if pen is None:
            pen = self._read(style) if style is not None else self.plain
            _remember(self._by_style, style, pen)
        return pen

    def ground(self, pen: Pen) -> Pen:
        """What a space drawn with `pen` shows: its background alone, where nothing else is seen."""
        ground = self._grounds.get(pen)
        if ground is None:
            ground = pen
            if pen.leaves_blanks_blank:
                ground = self._made(frozenset(), "", pen.background)
            _remember(self._grounds, pen, ground)
        return ground

    def filling(self, pen: Pen, ground: Pen) -> Pen:
        """The pen nearest to `pen` whose spaces show just `ground`."""
        filling = self._filling.get((pen, ground))
        if filling is None:
            filling = self._made(
                pen.attributes - SHOWN_ON_BLANKS, pen.foreground, ground.background
            )
            _remember(self._filling, (pen, ground), filling)
        return filling

    def switch(self, old: Pen, new: Pen) -> str:
        """The shortest sequence after which a terminal that drew with `old` draws with `new`."""
        if old is new:
            return ""
        sequence = self._switches.get((old, new))
        if sequence is None:
            sequence = _switch(old, new)
            _remember(self._switches, (old, new), sequence)
        return sequence

    def _read(self, style: Style) -> Pen:
        # Attributes and links are made as Textual's own output makes them.
        opening = Strip.render_style(style.without_color, "\n", ColorSystem.TRUECOLOR)
        link, parameters = "", opening.partition("\n")[0]
        if parameters.startswith("\x1b]8;"):
            link, _, parameters = parameters.partition("\x1b\\")
            link += "\x1b\\"
        codes = parameters.removeprefix("\x1b[").removesuffix("m").split(";")
        attributes = frozenset(codes).intersection(OFF)
        if self.palette == "none" and is_reversed(style):
            attributes ^= REVERSE
        return self._made(attributes, *colour_codes(style, self.palette), link)

    def _made(
        self, attributes: frozenset[str], foreground: str, background: str, link: str = ""
    ) -> Pen:
        key = (attributes, foreground, background, link)
        return self._pens.setdefault(key, Pen(*key))


def _remember(found: dict[Asked, Answer], asked: Asked, answer: Answer) -> None:
    """Keep an answer; when there are many, all are asked for anew."""
    if len(found) >= CACHED:
        found.clear()
    found[asked] = answer


def _switch(old: Pen, new: Pen) -> str:
    link = "" if old.link == new.link else new.link or CLOSE_LINK
    colours = [
        new.foreground or "39" if old.foreground != new.foreground else "",
        new.background or "49" if old.background != new.background else "",
    ]
    if old.attributes == new.attributes:
        parameters = ";".join(filter(None, colours))
    else:
        changed = ";".join(filter(None, (*_attributes(old, new), *colours)))
        parameters = min(changed, f"0;{new.parameters}".rstrip(";"), key=len)
    if not parameters:
        return link
    if not (new.attributes or new.foreground or new.background):
        parameters = ""  # the reset
    return f"{link}\x1b[{parameters}m"


def _attributes(old: Pen, new: Pen) -> list[str]:
    """The codes that switch attributes off and on; one off code may take another along."""
    off = {OFF[attribute] for attribute in old.attributes - new.attributes}
    kept = {attribute for attribute in new.attributes & old.attributes if OFF[attribute] not in off}
    return [*sorted(off), *sorted(new.attributes - kept)]
