"""Make the pictures of the README from the app itself: python docs/make_pictures.py."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from attn_tui.app import AttnApp
from attn_tui.view.session import Session

TEXT = "The animal didn't cross the street because it was too tired"
PICTURES = {
    "score": ((100, 30), Session(text=TEXT, model="toy", step="score", row=7, key=10)),
    "softmax": ((120, 36), Session(text=TEXT, layer=1, head=2, step="softmax", row=7, key=1)),
    "heads": (
        (120, 36),
        Session(text="River bank flows", model="toy", step="heads", head=1, row=1, dimension=1),
    ),
}


async def picture(size: tuple[int, int], session: Session) -> str:
    """The SVG of a walk, without the web fonts that Textual links to."""
    app = AttnApp(session)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.pause()
        svg = app.export_screenshot(title="attn-tui")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


def main() -> None:
    """Write each picture beside this script."""
    for name, (size, session) in PICTURES.items():
        path = Path(__file__).with_name(f"{name}.svg")
        path.write_text(asyncio.run(picture(size, session)), encoding="utf-8")


if __name__ == "__main__":
    main()
