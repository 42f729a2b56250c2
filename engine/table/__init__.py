"""One table: observations to acts, the append-only log, its fold."""
