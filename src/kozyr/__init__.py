"""Kozyr watches a card table through one camera, knows the rules and keeps the score."""

__version__ = "0.1.0"
