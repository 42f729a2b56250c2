"""A session as the bytes of its log."""

from typing import Any

from kozyr.engine.table.codec import line_hash, write_entry, write_header
from kozyr.engine.table.session import Session


def log_bytes(session: Session[Any]) -> bytes:
    """Header and entries, a line each and sealed: what ``kozyr check`` reads."""
    lines = [write_header(session.header)]
    for entry in session.entries:
        lines.append(write_entry(entry, line_hash(lines[-1])))
    return ("\n".join(lines) + "\n").encode()
