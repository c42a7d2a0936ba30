"""Figures of speed and bytes, each a ratio to a floor that is measured in the same run."""
