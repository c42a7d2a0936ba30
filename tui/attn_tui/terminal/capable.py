"""Terminals that are known to be capable by the TERM that they set."""

CAPABLE = ("alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm")
"""They have 16 million colours, and take what is copied by OSC 52."""
