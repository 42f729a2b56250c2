"""Sport Debertz, the auction ("Торги замовлень"): two rounds, the shown suit first, the token's holder must order."""

from collections.abc import Mapping, Sequence
from typing import Any

from kozyr.datasets.second.calls import ILLEGAL, OUT_OF_TURN, STANDS, Heard
from kozyr.datasets.second.defaults import DEBERTZ, chosen


def _legal(spoken: int, players: int, shown: str, options: Mapping[str, Any]) -> list[str]:
    """The calls open to whoever speaks after ``spoken`` passes."""
    if spoken < players:
        return ["pass", "play"]
    if spoken < 2 * players - 1:
        return ["pass", *(suit for suit in "SHDC" if suit != shown[-1])]
    return [suit for suit in "SHDC" if suit != shown[-1] or options["forced_order_suits"] == "any"]


def auction(
    order: Sequence[str], shown: str, calls: Sequence[tuple[str, str]], options: Mapping[str, Any] | None = None
) -> Heard:
    """The calls ``(seat, call)`` in order; ``order`` starts after the token's holder, who is its last.

    Everybody who does not order has passed, so the number of passes says whose turn it is and in which round.
    """
    rules = chosen(DEBERTZ, options or {})
    verdicts: list[str] = []
    passes, ended = 0, None
    for seat, call in calls:
        turn = order[passes % len(order)]
        if ended or (seat == turn and call not in _legal(passes, len(order), shown, rules)):
            verdicts.append(ILLEGAL)
        elif seat != turn:
            verdicts.append(OUT_OF_TURN)
        else:
            verdicts.append(STANDS)
            if call == "pass":
                passes += 1
            else:
                trump = shown[-1] if call == "play" else call
                which = 1 + passes // len(order)
                ended = {"declarer": seat, "trump": trump, "round": which, "forced": passes == 2 * len(order) - 1}
    if ended:
        return Heard(verdicts=verdicts, turn="", legal=[], ended=ended, stage="")
    legal = _legal(passes, len(order), shown, rules)
    return Heard(verdicts=verdicts, turn=order[passes % len(order)], legal=legal, ended=None, stage="bid")


def may_swap(
    seat: str, seven: str, shown: str, ended: Mapping[str, Any], fmt: str, options: Mapping[str, Any] | None = None
) -> bool:
    """Whether ``seat``, who holds ``seven``, may take the shown card for it, the auction having ``ended`` so.

    "В особистих змаганнях на першому колі торгів гравці мають право замінити гральну карту, що світить, на сімку тієї
    ж масті, якщо відповідну масть було замовлено козирем."
    """
    who = chosen(DEBERTZ, options or {})["seven_swap"]
    allowed = who == "any_player" or (who == "declarer_only" and seat == ended["declarer"])
    return allowed and fmt != "2x2" and ended["round"] == 1 and seven == "7" + shown[-1] and seven != shown
