"""The terminal app and its command line."""
