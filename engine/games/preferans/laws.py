"""The penalty rows of Preferans, P-1 to P-9 (rules dossier 8.3), with the clauses in the words of the convention.

P-9 stands for what the convention forbids and puts no price on: the judge decides.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kozyr.engine.laws import Citation, Decider, Detectable, Law, Offence, Remedy


def _row(
    number: int,
    section: str,
    offences: tuple[Offence, ...],
    remedies: tuple[Remedy, ...],
    detectable: tuple[Detectable, ...],
    text: str,
    decides: Decider = Decider.JUDGE,
) -> Law:
    return Law(f"P-{number}", offences, remedies, detectable, Citation("Сочи", section), text, decides)


_NOW: Final = (Detectable.IMMEDIATELY,)
_TOLD: Final = (Detectable.REPORTED,)
_BY_CARDS: Final = (Detectable.IMMEDIATELY, Detectable.LATER, Detectable.DEAL_END)
_MOVES: Final = (Remedy.FINE, Remedy.ANNUL, Remedy.PENALTY_CARD, Remedy.STANDS, Remedy.WARN)
_ROWS: Final = (
    _row(
        1,
        "Штрафы 1–2",
        (Offence.MISDEAL,),
        (Remedy.WARN, Remedy.FINE),
        _NOW,
        "Первая неправильная сдача – без штрафа. Две и более ПОДРЯД неправильных сдачи – 2 в гору за каждую, начиная "
        "со второй.",
    ),
    _row(
        2,
        "Штрафы 3",
        (Offence.TWELVE_CARD_ORDER,),
        (Remedy.FINE, Remedy.ANNUL, Remedy.STANDS, Remedy.WARN),
        _NOW,
        "Заказ на 12 картах: … Ошибка обнаружена до деления игроков на вистующих и пасующих – штраф в размере "
        "стоимости заказанной игры, сдача разыгрывается дальше. … Ошибка обнаружена после деления игроков на "
        "вистующих и пасующих – штраф в размере троекратной стоимости заказанной игры, сдача дальше не разыгрывается, "
        "переход раздачи не происходит.",
    ),
    _row(
        3,
        "Штрафы 4.1",
        (Offence.REVOKE,),
        _MOVES,
        _BY_CARDS,
        "Ход не в масть на игре. Со стороны разыгрывающего. Ошибка обнаружена сразу – штраф в размере стоимости игры, "
        "сдача разыгрывается дальше. Если обнаружено потом – штраф в размере троекратной стоимости, сдача "
        "аннулируется, перехода раздачи не происходит.",
    ),
    _row(
        4,
        "Штрафы 4.2",
        (Offence.REVOKE,),
        _MOVES,
        _BY_CARDS,
        "Ход не в масть на игре. … Со стороны вистующих. Ошибка обнаружена сразу – штраф в размере стоимости игры, "
        "сдача разыгрывается дальше. Если обнаружено потом – штраф в размере троекратной стоимости, сдача "
        "аннулируется в случае проигрыша разыгрывающего, перехода раздачи не происходит.",
    ),
    _row(
        5,
        "Штрафы 5",
        (Offence.REVOKE,),
        _MOVES,
        _BY_CARDS,
        "Ход не в масть на распасах. Ошибка обнаружена сразу – штраф в размере троекратной стоимости одной взятки на "
        "данных распасах, сдача разыгрывается дальше. Если обнаружено потом – штраф в размере десятикратной стоимости "
        "одной взятки на данных распасах (т.е. все взятки), сдача аннулируется, перехода раздачи не происходит.",
    ),
    _row(
        6,
        "Штрафы 6",
        (Offence.OLD_TRICK_VIEWED,),
        (Remedy.FINE, Remedy.WARN),
        _NOW,
        "Нарушение правил просмотра взяток (п.11). В случае нарушения этого пункта провинившемуся записывается 2 в "
        "гору за каждую неправомерно просмотренную взятку.",
    ),
    _row(
        7,
        "Схема",
        (Offence.SLOW_PLAY,),
        (Remedy.FINE, Remedy.WARN),
        _NOW,
        "Любой из игроков имеет право сказать: «Время!» … После этого в течение 30 секунд игрок обязан сделать ход. "
        "За каждые следующие 30 секунд обдумывания игроку записывается 1 очко в гору.",
    ),
    _row(
        8,
        "Штрафы 7",
        (),
        (Remedy.EXCLUDE, Remedy.JUDGE, Remedy.WARN),
        _TOLD,
        "Общее собрание участников турнира вправе подвергнуть игрока дисквалификации с удержанием с него турнирного "
        "взноса за следующие поступки: 1) шельмование и жульничество … 2) воздействие криком и неадекватным "
        "поведением … 3) сильновыраженная потеря формы в связи с черезмерным употреблением допинга",
        Decider.MEETING,
    ),
    _row(
        9,
        "Игра 1–7, 13, 14",
        (Offence.ILLEGAL_CALL, Offence.CALL_OUT_OF_TURN, Offence.OUT_OF_TURN, Offence.EXPOSED_CARDS),
        (Remedy.JUDGE, Remedy.STANDS, Remedy.PENALTY_CARD, Remedy.WARN, Remedy.FINE, Remedy.REDEAL, Remedy.ANNUL),
        (Detectable.IMMEDIATELY, Detectable.REPORTED),
        "Прыжки в торговле НЕ допускаются. … Смена разыгрывающим козырной масти игры либо величины игры возможна "
        "ТОЛЬКО до деления игроков на вистующих и пасующих.",
    ),
)
LAWS: Final[Mapping[str, Law]] = MappingProxyType({law.row: law for law in _ROWS})
"""Penalty rows by id."""
MISDEAL: Final = "P-1"
"""A wrong deal."""
TWELVE_CARDS: Final = "P-2"
"""An order with twelve cards in hand."""
BY_DECLARER: Final = "P-3"
"""Off suit, by the declarer."""
BY_DEFENDER: Final = "P-4"
"""Off suit, by whoever plays against him."""
IN_RASPASY: Final = "P-5"
"""Off suit in raspasy."""
OLD_TRICK: Final = "P-6"
"""A trick looked at that is not the last closed one."""
SLOW_PLAY: Final = "P-7"
"""Thinking on after "Время!"."""
UNPRICED: Final = "P-9"
"""What the convention forbids without a price."""
OFF_SUIT: Final = frozenset({BY_DECLARER, BY_DEFENDER, IN_RASPASY})
"""The rows that all at the table together may waive."""
