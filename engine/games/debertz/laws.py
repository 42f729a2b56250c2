"""The penalty rows of Sport Debertz, D-1 to D-14 (rules dossier 8.1), with the clauses in the words of the rules."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.laws import Citation, Detectable, Law, Offence, Remedy


def _row(
    number: int,
    section: str,
    offences: tuple[Offence, ...],
    remedies: tuple[Remedy, ...],
    detectable: tuple[Detectable, ...],
    text: str,
    source: str = "ФДУ-uk",
) -> Law:
    return Law(f"D-{number}", offences, remedies, detectable, Citation(source, section), text)


_NOW: Final = (Detectable.IMMEDIATELY,)
_PROVED: Final = (Detectable.IMMEDIATELY, Detectable.LATER, Detectable.DEAL_END)
_COUNTED: Final = (Detectable.DEAL_END,)
_TOLD: Final = (Detectable.REPORTED,)
_BAYD: Final = (Remedy.BAYD, Remedy.STANDS, Remedy.WARN, Remedy.JUDGE)
_ROWS: Final = (
    _row(
        1,
        "6.2.1.8",
        (Offence.OUT_OF_TURN,),
        _BAYD,
        _NOW,
        "Байд гравцю/команді оголошується суддею змагань у випадках: порушення правила ходу (несвоєчасний хід, "
        "несвоєчасне замовлення гри чи оголошення пасу)",
    ),
    _row(
        2,
        "6.2.1.8",
        (Offence.CALL_OUT_OF_TURN, Offence.ILLEGAL_CALL),
        _BAYD,
        _NOW,
        "порушення правила ходу (несвоєчасний хід, несвоєчасне замовлення гри чи оголошення пасу)",
    ),
    _row(
        3,
        "6.2.1.8",
        (),
        (Remedy.BAYD, Remedy.WARN, Remedy.JUDGE),
        _TOLD,
        "фіксування маяку з боку напарника по команді або з боку глядачів;",
    ),
    _row(
        4,
        "6.2.1.8",
        (Offence.REVOKE,),
        _BAYD,
        _PROVED,
        "випадкове чи навмисне порушення гравцем обов'язку щодо перебивання козирної карти;",
    ),
    _row(
        5,
        "6.2.1.8",
        (Offence.EXPOSED_CARDS,),
        (Remedy.BAYD, Remedy.WARN, Remedy.JUDGE),
        _NOW,
        "випадкове чи навмисне висвітлення гравцем своїх гральних карт.",
    ),
    _row(
        6,
        "6.2.1.1",
        (Offence.REVOKE,),
        _BAYD,
        _PROVED,
        "Байд … оголошується суддею змагань у разі фіксування факту порушення правил. Інші гравці зобов’язані … "
        "покласти у центр столу будь-яку карту тієї масті, яка світить поверх, а у разі відсутності такої – покласти "
        "козирну карту.",
    ),
    _row(
        7,
        "6.3",
        (Offence.MISDEAL,),
        (Remedy.REDEAL, Remedy.STANDS, Remedy.JUDGE),
        _NOW,
        "Якщо суддею змагань було випадково висвітлено гральні карти під час їх роздачі, то роздача починається "
        "заново.",
    ),
    _row(
        8,
        "6.2.1",
        (),
        (Remedy.BAYD,),
        _COUNTED,
        "Байд настає у разі не набрання необхідних ігрових очок гравцем/командою, що зробили замовлення гри. "
        "Гравцю/команді, що опинилися в байді, не нараховуються жодні ігрові очки. Байд фіксується суддею змагань у "
        "відповідному розділі протоколу зустрічі літерою “Б”.",
    ),
    _row(
        9,
        "6.2.3",
        (),
        (Remedy.FINE,),
        _COUNTED,
        "Роздача, за результатами якої гравець або команда, не отримують жодної виграшної взятки, що також є підставою "
        "для списання 50 штрафних ігрових очок з їх особистого рахунку партії.",
    ),
    _row(
        10,
        "6.2.1.6–7",
        (),
        (Remedy.FINE,),
        _COUNTED,
        "Отримання трьох літер “Б” протягом партії є підставою для списання додаткових 100 штрафних ігрових очок. "
        "Кожний наступний байд після отримання трьох літер “Б” протягом партії є підставою для списання додаткових 50 "
        "штрафних ігрових очок.",
    ),
    _row(
        11,
        "8.6",
        (),
        (Remedy.JUDGE, Remedy.WARN, Remedy.FINE, Remedy.BAYD),
        _NOW,
        "У разі залишення будь-яким гравцем грального столу під час тайм-ауту, він зобов’язаний залишити на ньому "
        "наявні в нього гральні карти.",
    ),
    _row(
        12,
        "Торги комбінацій",
        (Offence.LATE_DECLARATION, Offence.DECLARATION_OUT_OF_TURN),
        (Remedy.DECLARATIONS_VOID, Remedy.STANDS),
        _NOW,
        "З моменту отримання гравцями 8 гральних карт до моменту закінчення формування першої виграшної взятки, "
        "гравцям надається право оголосити зібрану комбінацію у чітко встановленій правилами послідовності.",
    ),
    _row(
        13,
        "D-13",
        (Offence.FALSE_DECLARATION,),
        (Remedy.BAYD, Remedy.DECLARATIONS_VOID, Remedy.STANDS, Remedy.WARN, Remedy.JUDGE),
        (Detectable.LATER, Detectable.DEAL_END),
        "Байд … оголошується суддею змагань у разі фіксування факту порушення правил.",
        "Kozyr",
    ),
    _row(
        14,
        "6.3",
        (Offence.SLOW_PLAY, Offence.OLD_TRICK_VIEWED),
        (
            Remedy.JUDGE,
            Remedy.BAYD,
            Remedy.STANDS,
            Remedy.WARN,
            Remedy.REDEAL,
            Remedy.DECLARATIONS_VOID,
            Remedy.FINE,
            Remedy.ANNUL,
            Remedy.EXCLUDE,
        ),
        (Detectable.IMMEDIATELY, Detectable.REPORTED),
        "Все штрафные санкции начисляются, объявляются и фиксируются судьей соревнований с последующим их занесением в "
        "протокол встречи.",
        "ФДУ-ru1",
    ),
)
LAWS: Final[Mapping[str, Law]] = MappingProxyType({law.row: law for law in _ROWS})
"""Penalty rows by id."""
ANYTHING_ELSE: Final = "D-14"
"""The row for what no other row names: the judge decides."""
_DECLARED_UK: Final = (
    "Усі штрафні санкції нараховуються, оголошуються й фіксуються суддею змагань із подальшим їх занесенням до "
    "протоколу зустрічі."
)
"""Where the Ukrainian text gives the judge that right (ФДУ-uk 6.4)."""
_OF_THE_LIST: Final = ("D-1", "D-2", "D-3", "D-4", "D-5", "D-6", "D-7", "D-13")
"""Rows whose sanction stands in the Ukrainian text alone."""


def proposed(row: str, rules: Rules) -> Remedy:
    """What a row proposes under these options: without the Ukrainian list of penalties the judge decides (D-14)."""
    by_judge = row in _OF_THE_LIST and rules.fdu_penalties == "judge"
    by_judge = by_judge or (row == "D-6" and rules.fdu_revoke == "judge")
    return Remedy.JUDGE if by_judge else LAWS[row].remedies[0]


def laws_of(rules: Rules) -> Mapping[str, Law]:
    """The rows under these options: what each proposes stands first, with where that stands."""
    return {row: _under(law, rules) for row, law in LAWS.items()}


def _under(law: Law, rules: Rules) -> Law:
    first = proposed(law.row, rules)
    others = tuple(remedy for remedy in law.remedies if remedy is not first)
    text = _DECLARED_UK if law.row == ANYTHING_ELSE and rules.fdu_penalties == "uk" else law.text
    return replace(law, remedies=(first, *others), citation=citation(law.row, rules), text=text)


def citation(row: str, rules: Rules) -> Citation:
    """Where what a row proposes stands; where no list of penalties is in force, the judge's right to declare them."""
    if row in _OF_THE_LIST and rules.fdu_penalties == "judge":
        return LAWS[ANYTHING_ELSE].citation
    if row == ANYTHING_ELSE and rules.fdu_penalties == "uk":
        return Citation("ФДУ-uk", "6.4")
    return LAWS[row].citation
