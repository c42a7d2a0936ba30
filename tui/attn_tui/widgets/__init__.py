"""Widgets: attributes come down, messages go up."""
