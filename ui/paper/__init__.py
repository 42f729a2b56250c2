"""Protocols drawn as people draw them: as text for the terminal and as SVG pages for paper."""
