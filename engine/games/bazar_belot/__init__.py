"""Bazar Belot (Repino-2013)."""
