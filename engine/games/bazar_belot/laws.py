"""The penalty rows of Bazar Belot, B-1 to B-19 (rules dossier 8.2), with the clauses in the words of the regulation."""

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
    return Law(f"B-{number}", offences, remedies, detectable, Citation("Репино", section), text, decides)


_NOW: Final = (Detectable.IMMEDIATELY,)
_TOLD: Final = (Detectable.REPORTED,)
_ROWS: Final = (
    _row(
        1,
        "4.1.5",
        (Offence.EXPOSED_CARDS,),
        (Remedy.TOTUS, Remedy.REDEAL, Remedy.WARN),
        _NOW,
        "Две или более открытые карты в процессе ТОРГОВЛИ- оппоненты нарушителя получают по усмотрению судьи тотус, "
        "с последующей пересдачей или пересдача.",
    ),
    _row(
        2,
        "4.2.1",
        (Offence.FALSE_DECLARATION,),
        (Remedy.DECLARATIONS_VOID,),
        _TOLD,
        "Объявление несуществующей конструкции - если исправлено до момента показа несуществующей конструкции, "
        "пара-нарушитель лишается всех конструкций в сдаче. Оппоненты записывают себе очки за все свои конструкции.",
    ),
    _row(
        3,
        "4.2.1",
        (Offence.FALSE_DECLARATION,),
        (Remedy.BAYT, Remedy.TOTUS),
        _NOW,
        "Если не исправлено или предпринята попытка показать несуществующую конструкцию, пара-нарушитель "
        "наказывается байтом/тотусом по картам (стоимость игры+конструкции)",
    ),
    _row(
        4,
        "4.2.2",
        (Offence.DECLARATION_OUT_OF_TURN,),
        (Remedy.DECLARATIONS_VOID,),
        _TOLD,
        "Объявление конструкции вне очереди - пара-нарушитель лишается всех конструкций в сдаче. "
        "Оппоненты записывают себе очки за все свои конструкции.",
    ),
    _row(
        5,
        "4.2.3",
        (Offence.FALSE_DECLARATION,),
        (Remedy.BAYT,),
        (Detectable.IMMEDIATELY, Detectable.DEAL_END),
        "ПОКАЗ конструкции, отличающейся от объявленной - если показана конструкция младше объявленной и в руке "
        "нарушителя нет конструкции объявленного старшинства, наказание БАЙТ В СДАЧЕ: "
        "ЗАКАЗАННАЯ ИГРА ПЛЮС ВСЕ ОБЪЯВЛЕННЫЕ КОНСТРУКЦИИ ОППОНЕНТОВ.",
    ),
    _row(
        6,
        "4.2.3",
        (Offence.FALSE_DECLARATION,),
        (Remedy.STANDS,),
        _NOW,
        "Если показана конструкция старше объявленной, то засчитывается объявленная.",
        Decider.TABLE,
    ),
    _row(
        7,
        "4.3.1",
        (Offence.OUT_OF_TURN,),
        (Remedy.PENALTY_CARD, Remedy.STANDS),
        _NOW,
        "Ход вне очереди - сыгранная карта становится штрафной, очередь хода возвращается к игроку, "
        "который должен был делать ход.",
    ),
    _row(
        8,
        "4.3.2",
        (Offence.EXPOSED_CARDS,),
        (Remedy.BAYT, Remedy.WARN),
        _NOW,
        "Две или более открытых карты в процессе РОЗЫГРЫША - пара-нарушитель наказывается БАЙТОМ В СДАЧЕ: "
        "ЗАКАЗАННАЯ ИГРА ПЛЮС ВСЕ ОБЪЯВЛЕННЫЕ КОНСТРУКЦИИ.",
    ),
    _row(
        9,
        "4.3.3",
        (Offence.REVOKE,),
        (Remedy.PENALTY_CARD,),
        _NOW,
        "Скорректированный ФАЛЬШРЕНОНС, то есть игрок сообщает о совершенном им фальшренонсе до первого хода в "
        "следующей взятке. Карта заменяется на правильную, при этом оппонент, сделавший ход за нарушителем, имеет "
        "право заменить свою карту. Карта ФАЛЬШРЕНОНСА нарушителя становится штрафной.",
    ),
    _row(
        10,
        "4.3.4",
        (Offence.REVOKE,),
        (Remedy.TRICKS_TO_OPPONENTS, Remedy.STANDS),
        (Detectable.IMMEDIATELY, Detectable.LATER, Detectable.DEAL_END),
        "Нескорректированный ФАЛЬШРЕНОНС, то есть ФАЛЬШРЕНОНС, о котором нарушителем не было сообщено до первого хода "
        "в следующей взятке. Взятку, в которой был сделан фальшренонс, и все последующие взятки получают оппоненты "
        "нарушителя.",
    ),
    _row(
        11,
        "Г",
        (Offence.LATE_DECLARATION,),
        (Remedy.DECLARATIONS_VOID, Remedy.STANDS),
        _NOW,
        "Только перед тем, как положить свою карту во второй взятке игрок должен показать свою конструкцию… "
        "Если конструкция не была показана правильно, то она считается несыгравшей.",
        Decider.TABLE,
    ),
    _row(
        12,
        "Г",
        (),
        (Remedy.JUDGE, Remedy.WARN, Remedy.FINE),
        _TOLD,
        "Допустимая в парном белоте просьба парта покажи берца то, здесь является грубейшим нарушением правил.",
    ),
    _row(
        13,
        "5.6–5.8",
        (),
        (Remedy.ANNUL, Remedy.EXCLUDE),
        _TOLD,
        "ЗАПРЕЩАЕТСЯ преднамеренная сдача партии или снятие в финальной части турниров. … Не выполнение п.5.6 и п.5.7 "
        "влечет аннулирование результатов партии, исключение из турнира всех участников за данным столом.",
    ),
    _row(
        14,
        "6.4",
        (),
        (Remedy.ANNUL, Remedy.EXCLUDE),
        _TOLD,
        "Не выполнение п.6.3 или самовольная замена влечет аннулирование результатов партии, исключение из турнира "
        "всех участников за данным столом.",
    ),
    _row(
        15,
        "6.2",
        (),
        (Remedy.ANNUL,),
        _TOLD,
        "Замены в турнире разрешены ТОЛЬКО на не участвующих в предыдущих турах игроков… при нарушении данного "
        "пункта, результаты пары аннулируются.",
    ),
    _row(
        16,
        "5.2",
        (Offence.SLOW_PLAY,),
        (Remedy.JUDGE, Remedy.WARN, Remedy.FINE),
        _NOW,
        "В случае умышленной затяжки времени - сообщить судье турнира.",
    ),
    _row(
        17,
        "5.5",
        (),
        (Remedy.JUDGE, Remedy.ANNUL),
        _NOW,
        "Время ожидания опоздавшего на тур - 10 мин с момента начала тура",
    ),
    _row(
        18,
        "9",
        (),
        (Remedy.JUDGE, Remedy.WARN, Remedy.EXCLUDE),
        _TOLD,
        "• отвлекать участников матча; • наблюдать (карты более чем одного из участников и только при отсутствии его "
        "согласия); • оставаться у стола после просьбы кого-либо из участников или судьи покинуть стол",
    ),
    _row(
        19,
        "9.5",
        (Offence.ILLEGAL_CALL, Offence.CALL_OUT_OF_TURN, Offence.MISDEAL, Offence.OLD_TRICK_VIEWED),
        (
            Remedy.JUDGE,
            Remedy.STANDS,
            Remedy.WARN,
            Remedy.REDEAL,
            Remedy.TOTUS,
            Remedy.BAYT,
            Remedy.TRICKS_TO_OPPONENTS,
            Remedy.DECLARATIONS_VOID,
            Remedy.PENALTY_CARD,
            Remedy.FINE,
            Remedy.ANNUL,
            Remedy.EXCLUDE,
        ),
        (Detectable.IMMEDIATELY, Detectable.REPORTED),
        "В случаях, прямо не оговоренных в настоящем Регламенте, СТ (или его помощники) может принимать решение на "
        "свое усмотрение, если это решение не противоречит правилам игры в домино.",
    ),
)
LAWS: Final[Mapping[str, Law]] = MappingProxyType({law.row: law for law in _ROWS})
"""Penalty rows by id."""
OF_THE_MATCH: Final = ("B-13", "B-14", "B-15", "B-17")
"""Rows whose ``annul`` takes away the result of the match, not of a deal."""
