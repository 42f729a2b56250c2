"""The penalty rows of a game for judges, as a page of Markdown."""

from collections.abc import Iterator
from typing import Any, Final

from kozyr.engine.game import Game
from kozyr.engine.laws import Detectable, Law
from kozyr.ui.locale.text import known, law_text, offence_text, remedy_text, tr, variant_text

OWN: Final = "Kozyr"
"""The source of a row that no rule book has."""


def laws_page(game: Game[Any], lang: str) -> str:
    """Every row: offence, clause, translation, source, when it can be certain, remedies, who decides."""
    variants = " · ".join(variant_text(variant, lang) for variant in game.variants)
    lines = [
        f"# {tr('laws.title', lang, game=tr(f'game.{game.name}', lang), variant=variants)}",
        "",
        tr("laws.intro", lang, name=game.name, code=lang),
    ]
    if any(law.citation.source == OWN for law in game.laws.values()):
        lines += ["", tr("laws.intro.own", lang, source=OWN)]
    for law in game.laws.values():
        lines += ["", f"## {law.row}", "", *law_lines(law, lang)]
    return "\n".join(lines) + "\n"


def law_lines(law: Law, lang: str) -> Iterator[str]:
    """One row, a line for each thing to know."""
    # What a whole deal shows and no offence names, such as a bayd, is no wrongdoing: the score has it already.
    nobody = "laws.counted" if Detectable.DEAL_END in law.detectable else "laws.reported"
    offences = ", ".join(offence_text(one.value, law.row, lang) for one in law.offences) or tr(nobody, lang)
    certain = "; ".join(tr(f"laws.when.{one.value}", lang) for one in law.detectable) or tr("laws.none", lang)
    for key, said in (
        ("laws.offence", offences),
        ("laws.clause", f"«{law.text}»"),
        ("laws.means", law_text(law.row, lang) or law.text),
        ("laws.citation", str(law.citation)),
        ("laws.certain", certain),
        ("laws.remedies", remedies_text(law, lang)),
        ("laws.decides", tr(f"laws.decides.{law.decides.value}", lang)),
    ):
        yield f"* **{tr(key, lang)}:** {said}"
    if known(f"laws.note.{law.row}"):
        yield f"* **{tr('laws.note', lang)}:** {tr(f'laws.note.{law.row}', lang)}"


def remedies_text(law: Law, lang: str | None = None) -> str:
    """What a ruling may do by this row, what is proposed first."""
    said = [remedy_text(remedy.value, lang) for remedy in law.remedies]
    if not said:
        return tr("laws.none", lang)
    return "; ".join([tr("laws.proposed", lang, remedy=said[0]), *said[1:]])
