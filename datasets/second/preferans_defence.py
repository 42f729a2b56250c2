"""Preferans Sochi, the defence ("Игра-Висты" 1, 5, 6, 7): whist, pass, half, and the dealer of four who looks."""

from collections.abc import Mapping, Sequence
from typing import Any

from kozyr.datasets.second.preferans_bids import level_of


class Defence:
    """What was answered to an order; ``defenders`` clockwise from the declarer, ``dealer`` "" where he plays."""

    def __init__(self, order: str, defenders: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> None:
        self.order = order
        self.first, self.second = defenders
        self.dealer = dealer
        self.rules = rules
        self.answers: dict[str, str] = {}
        self.returned = False
        self.looked = ""
        self.dealer_spoke = False

    @property
    def whisters(self) -> list[str]:
        """Who whists, in the order in which they said so."""
        return [seat for seat, call in self.answers.items() if call == "whist"]

    @property
    def is_settled(self) -> bool:
        """Whether both have answered, the first one again where the second said half."""
        second = self.answers.get(self.second, "")
        return bool(second) and (second != "half" or self.returned)

    @property
    def kind(self) -> str:
        """What follows: ``played``, ``checked`` or ``unplayed``; nothing while answers are awaited."""
        if not self.is_settled:
            return ""
        return "played" if self.whisters else "checked" if level_of(self.order) == 10 else "unplayed"

    @property
    def turn(self) -> str:
        """Whose word it is; the dealer's, who need not speak, where both have passed."""
        if not self.is_settled:
            return self.first if self.first not in self.answers or self.second in self.answers else self.second
        return self.dealer if self.kind == "unplayed" and not self.dealer_spoke else ""

    def legal(self, seat: str) -> list[str]:
        """What the seat on turn may say."""
        if seat == self.dealer:
            return ["whist", "pass"] if self.looked else ["pass", f"look {self.first}", f"look {self.second}"]
        after_pass = seat == self.second and self.answers.get(self.first) == "pass"
        # "Обязательный вист на игре 6 пик": of both, or of the second when the first has passed.
        if self.order == "6S" and (self.rules["stalingrad"] == "both" or after_pass):
            return ["whist"]
        halves = after_pass and level_of(self.order) in self.rules["half_whist"]
        return ["whist", "pass", *(["half"] if halves else [])]

    def hear(self, seat: str, call: str) -> None:
        """A legal call of the seat on turn."""
        if call.startswith("look "):
            self.looked = call[-1]
            return
        if seat == self.dealer:
            self.dealer_spoke = True
            if call == "pass":
                return
        self.returned = self.returned or seat in self.answers
        self.answers[seat] = call
