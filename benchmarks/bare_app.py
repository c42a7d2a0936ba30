"""The floor of the first paint: Textual and one line of text."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Bare(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("bare app")


if __name__ == "__main__":
    Bare().run()
