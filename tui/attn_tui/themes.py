"""The two themes: calm, with amber for the one thing that the cursor is on."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="attn-dark",
    primary="#7aa2f7",
    secondary="#8b93b0",
    accent="#ffc35b",
    foreground="#d5d9e6",
    background="#0f1119",
    surface="#161926",
    panel="#1e2233",
    success="#8fbf7f",
    warning="#ffc35b",
    error="#e5726a",
    dark=True,
    variables={"footer-key-foreground": "#ffc35b"},
)

LIGHT = Theme(
    name="attn-light",
    primary="#2d5fb8",
    secondary="#5a6072",
    accent="#a85a00",
    foreground="#20242f",
    background="#fbfaf7",
    surface="#f1efe9",
    panel="#e6e3da",
    success="#3d7a2e",
    warning="#a85a00",
    error="#b3372f",
    dark=False,
    variables={"footer-key-foreground": "#a85a00"},
)
