"""Pixels to observations; the same on a file and live."""
