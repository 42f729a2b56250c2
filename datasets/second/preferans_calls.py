"""Preferans Sochi, the talk of a deal: bidding, talon, order, defence ("Игра-Висты" 1-7, 13, 14)."""

from collections.abc import Mapping, Sequence
from typing import Any

from kozyr.datasets.second.calls import ILLEGAL, OUT_OF_TURN, STANDS, Heard
from kozyr.datasets.second.defaults import PREFERANS, chosen
from kozyr.datasets.second.preferans_bids import LADDER, Bidding, level_of, lowest_bid
from kozyr.datasets.second.preferans_defence import Defence


class _Talk:
    """The talk of one deal being listened to."""

    def __init__(self, players: Sequence[str], dealer: str, raspasy: int, options: Mapping[str, Any]) -> None:
        self.rules = chosen(PREFERANS, options)
        at = list(players).index(dealer)
        turns = [*players[at + 1 :], *players[:at]]
        self.is_four = len(players) == 4
        self.dealer = dealer
        self.active = turns if self.is_four else [*turns, dealer]
        self.bidding = Bidding(self.active, lowest_bid(raspasy, len(players), self.rules), self.rules)
        self.in_face, self.led, self.gave_up = False, False, False
        self.defence: Defence | None = None
        self.style = ""

    @property
    def bid(self) -> str:
        return self.bidding.best

    @property
    def declarer(self) -> str:
        return self.bidding.bidder

    @property
    def stage(self) -> str:
        """What is awaited."""
        if not self.bidding.is_over:
            return "bid"
        if self.defence is None:
            misere = self.bid.startswith("misere") and (self.led or not self.may_throw_talon())
            return "" if not self.bid or self.gave_up or misere else "order"
        if not self.defence.is_settled:
            return "answer"
        if self.defence.turn and not self.led:
            return "look"
        if len(self.defence.whisters) != 1 or self.style:
            return ""
        if self.active[0] != self.declarer:
            return "" if self.led else "style"
        return "style" if self.led else "lead"

    def turn(self) -> str:
        stage = self.stage
        if stage == "bid":
            return self.bidding.turn
        if stage == "order":
            return self.declarer
        if self.defence is None or stage in ("lead", ""):
            return ""
        return self.defence.whisters[0] if stage == "style" else self.defence.turn

    def may_throw_talon(self) -> bool:
        four = self.rules["talon_in_face"]["4" if self.is_four else "3"]
        return bool(four) and not self.in_face and not self.bid.endswith("-dark")

    def legal(self, seat: str) -> list[str]:
        """What the seat on turn may say."""
        stage = self.stage
        if stage == "bid":
            return self.bidding.legal(seat)
        if stage == "order":
            calls = ["talon-in-face"] if self.may_throw_talon() else []
            if self.bid.startswith("misere"):
                return calls
            giving_up = ["without-three"] if self.rules["without_three"]["allowed"] else []
            return [*self.orders(), *calls, *giving_up]
        return ["open", "closed"] if stage == "style" else self.defence.legal(seat) if self.defence else []

    def orders(self) -> list[str]:
        """ "Не ниже": the game bid, or the lowest of its level, and every one above."""
        lowest = self.bid if self.bid in LADDER else f"{level_of(self.bid)}S"
        return [f"order {game}" for game in LADDER[LADDER.index(lowest) :]]

    def verdict(self, seat: str, call: str) -> str:
        stage, turn = self.stage, self.turn()
        if call == "lead":
            return STANDS
        if stage == "answer" and seat == self.declarer and call.startswith("order ") and self.defence:
            # "Возможна ТОЛЬКО до деления игроков на вистующих и пасующих".
            return STANDS if call in self.orders() and not self.defence.answers else ILLEGAL
        if stage == "look" and (seat, call) == (self.dealer, "whist"):
            return STANDS  # he has looked, though nobody wrote it down
        if turn and seat != turn:
            return OUT_OF_TURN
        return STANDS if turn and call in self.legal(seat) else ILLEGAL

    def hear(self, seat: str, call: str) -> None:
        """A call that stands."""
        if call == "lead":
            self.led = True
        elif self.stage == "bid":
            self.bidding.hear(seat, call)
        elif call.startswith("order "):
            at = self.active.index(self.declarer)
            defenders = [*self.active[at + 1 :], *self.active[:at]]
            self.defence = Defence(
                call.removeprefix("order "), defenders, self.dealer if self.is_four else "", self.rules
            )
        elif call == "talon-in-face":
            self.in_face = True
        elif call == "without-three":
            self.gave_up = True
        elif call in ("open", "closed"):
            self.style = call
        elif self.defence:
            self.defence.hear(seat, call)

    def kind(self) -> str:
        """How the talk ended, or nothing."""
        if not self.bidding.is_over:
            return ""
        if not self.bid:
            return "raspasy"
        if self.bid.startswith("misere"):
            return "misere"
        return "given-up" if self.gave_up else self.defence.kind if self.defence else ""

    def ended(self) -> dict[str, Any] | None:
        kind = self.kind()
        if not kind:
            return None
        whisters = self.defence.whisters if self.defence else []
        contracts = {"raspasy": "raspasy", "misere": "misere", "given-up": self.bid}
        return {
            "contract": contracts.get(kind) or (self.defence.order if self.defence else ""),
            "declarer": self.declarer,
            "bid": self.bid,
            "dark": self.bid.endswith("-dark"),
            "in_face": self.in_face,
            "without_three": self.gave_up,
            "answers": dict(self.defence.answers) if self.defence else {},
            "kind": kind,
            "open": self.style == "open" if self.style else False if len(whisters) == 2 else None,
        }


def auction(
    players: Sequence[str],
    dealer: str,
    calls: Sequence[tuple[str, str]],
    raspasy: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Heard:
    """The calls ``(seat, call)`` in order, ``(seat, "lead")`` where the first card was led.

    ``players`` all at the table, clockwise; ``raspasy`` the deals of raspasy played in a row before this one.
    """
    talk = _Talk(players, dealer, raspasy, options or {})
    verdicts = []
    for seat, call in calls:
        verdicts.append(talk.verdict(seat, call))
        if verdicts[-1] == STANDS:
            talk.hear(seat, call)
    turn = talk.turn()
    legal = talk.legal(turn) if turn else []
    return Heard(verdicts=verdicts, turn=turn, legal=legal, ended=talk.ended(), stage=talk.stage)
