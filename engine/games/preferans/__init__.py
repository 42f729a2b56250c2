"""Preferans (Sochi)."""
