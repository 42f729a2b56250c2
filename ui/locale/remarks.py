"""What stands beside an entry of the log: who made it and why. Codes are told in words, people's own as they are."""

from kozyr.engine.table.log import Source
from kozyr.ui.locale.catalog import known, tr


def why_text(why: str, lang: str | None = None) -> str:
    """Why something was corrected: a reason of the list, an answer to the camera, else as somebody wrote it."""
    if known(f"history.why.{why}"):
        return tr(f"history.why.{why}", lang)
    return tr("history.why.asked", lang) if known(f"question.{why}") else why


def by_text(by: str | None, lang: str | None = None) -> str:
    """Who made an entry: the judge by that word, anybody else by the name given; empty for nobody."""
    if by in tuple(Source):
        return tr(f"history.source.{by}", lang)
    return by or ""
