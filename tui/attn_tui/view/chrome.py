"""The colours of all that is no value: grounds, words, and what stands out; a set for each palette.

Each set is made of colours that its palette has. The sixteen may be other ones than they are called
here, so that set leans on black, white and colours that stay apart in every common scheme.
"""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.view.colour import PaletteName


@dataclass(frozen=True)
class Chrome:
    """Colours by what they are for, as "#rrggbb".

    Words are `text`, `label` (rows, columns), `quiet` (what may be passed over) or `accent` (what
    the cursor is on, which is also a ground for words in the colour of the ground). `primary`,
    `quiet`, `success`, `error` and `text` are the lines of a plot, in that order. `surface` is the
    ground of panels, `panel` that of what stands out from its surroundings, as lines to type in.
    """

    ground: str
    surface: str
    panel: str
    text: str
    label: str
    quiet: str
    accent: str
    primary: str
    success: str
    error: str


_CHROMES: dict[PaletteName, tuple[Chrome, Chrome]] = {
    "truecolor": (
        Chrome(
            ground="#0f1119", surface="#161926", panel="#1e2233",
            text="#d5d9e6", label="#999da8", quiet="#8b93b0", accent="#ffc35b",
            primary="#7aa2f7", success="#8fbf7f", error="#e5726a",
        ),
        Chrome(
            ground="#fbfaf7", surface="#f1efe9", panel="#e6e3da",
            text="#20242f", label="#61646b", quiet="#5a6072", accent="#955000",
            primary="#2d5fb8", success="#1b5947", error="#90101a",
        ),
    ),
    "256": (
        Chrome(
            ground="#121212", surface="#1c1c1c", panel="#303030",
            text="#dadada", label="#a8a8a8", quiet="#9e9e9e", accent="#ffaf5f",
            primary="#87afff", success="#87d7af", error="#ff875f",
        ),
        Chrome(
            ground="#ffffff", surface="#eeeeee", panel="#e4e4e4",
            text="#1c1c1c", label="#626262", quiet="#585858", accent="#875f00",
            primary="#005faf", success="#005f00", error="#af0000",
        ),
    ),
    "16": (
        Chrome(
            ground="#000000", surface="#000000", panel="#000000",
            text="#ffffff", label="#aaaaaa", quiet="#aaaaaa", accent="#ffff55",
            primary="#55ffff", success="#00aa00", error="#ff5555",
        ),
        Chrome(
            ground="#ffffff", surface="#ffffff", panel="#ffffff",
            text="#000000", label="#555555", quiet="#555555", accent="#aa00aa",
            primary="#0000aa", success="#aa00aa", error="#aa0000",
        ),
    ),
    "none": (
        Chrome(*("#000000",) * 3, *("#ffffff",) * 7),
        Chrome(*("#ffffff",) * 3, *("#000000",) * 7),
    ),
}  # fmt: skip


def chrome(dark: bool, palette: PaletteName) -> Chrome:
    """The colours of a dark or a light theme; without colours, black and white alone."""
    return _CHROMES[palette][not dark]
