"""Screens: they compose widgets, route messages and hold the session."""
