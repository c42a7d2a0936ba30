"""Texts that attack a terminal, a layout or a markup: known ones, and any drawn from all of Unicode."""

from __future__ import annotations

from hypothesis import strategies as st

KNOWN = [
    "\x1b[31mred\x1b[0m", "\x1b]52;c;aGk=\x07", "\x1b]0;owned\x07", "\x1b[?1049h\x1b[2J", "\x1bc",
    "\x1bP1$r0m\x1b\\", "\x9b31m\x9d0;x\x9c", "a\tb\rc\nd\x0be\x0cf\x85g\u2028h\u2029i", "nul\0nul",
    "\u202eevil\u202c", "\u2066a\u2069\u200e\u200f\u061c", "z\u200bw\u200cn\u200dj\ufeffb\u2060w",
    "\ue000\uf8ff\U000f0000", "\u0378\U000e0080", "\ud800\udfff", "tag\U000e0041\U000e0042",
    "e" + "\u0301" * 10_000, "Z\u0335\u0321\u0353a\u0336\u0322\u0354l\u0337\u0323g\u0338o", "\u0301alone",
    "\u05e9\u05dc\u05d5\u05dd \u0639\u0631\u0628\u064a", "\u0e01\u0e33\u0e35\u0e48",
    "\u0915\u094d\u0937\u093f",
    "\u1112\u1161\u11ab\u1100\u1161", "\ud55c\uad6d\uc5b4 \u6f22\u5b57 \uff76\uff9e\uff21",
    "\U00020000\u3000",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea\U0001f1eb",
    "\u2764\ufe0f 1\ufe0f\u20e3 \u2603\ufe0e", "a\U000e0100\U000e0101", "\ufdfd\U00012031\u2e3b",
    "[/]", "[bold]b[/bold]", "[link=http://x]l[/link]", "[@click=app.quit]q[/]", "[red", "\\[b]",
    "$text $x",
    "{x} {0} %s %(a)s %n {{", "<b>&amp;</b>", "**b** `c` [l](u) ![i](u) <!-- c -->", "'\";--", "../../x",
    "\u2800\u3164\u115f\u034f", "\xa0\u2003\u202f", "\xad", "\ufff9a\ufffab\ufffb", "\u0600\u06dd", "",
]  # fmt: skip

pieces = st.sampled_from(KNOWN) | st.text(st.characters(exclude_categories=()), max_size=12)
any_text = st.text(st.characters(exclude_categories=()), max_size=30) | st.lists(
    pieces, min_size=1, max_size=4
).map("".join)
