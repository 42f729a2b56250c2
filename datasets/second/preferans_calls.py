"""Preferans Sochi, the talk of a deal: bidding, talon, order, defence ("Игра-Висты" 1-7, 13, 14).

Bids are compared by height: the ladder from 6 spades on in steps of one, above it what the convention puts in order:
"мизер - 9 - мизер без прикупа - 9 без прикупа либо 10 с прикупом".
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kozyr.datasets.second.calls import ILLEGAL, OUT_OF_TURN, STANDS, Heard
from kozyr.datasets.second.defaults import PREFERANS, chosen

LADDER: Final = tuple(f"{level}{suit}" for level in range(6, 11) for suit in "SCDHN")
"""Games in order of height."""
ZONE: Final = ("misere", "9", "misere-dark", "9-dark", "10-dark")
"""Bids that have no place on the ladder."""


def level_of(text: str) -> int:
    """Tricks of a game or a bid that names them; 0 of a misère."""
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits) if digits else 0


def circle(raspasy: int, players: int, options: Mapping[str, Any]) -> int:
    """Which circle of raspasy it is after so many in a row, from 0, at most 2."""
    done = raspasy // players if options["raspasy"]["circle"] == "round" else raspasy
    return min(done, 2)


def lowest_bid(raspasy: int, players: int, options: Mapping[str, Any] | None = None) -> int:
    """The level a game begins with, 6, or 7 to get out of raspasy ("2 круг: выход из распасов - 7")."""
    rules = chosen(PREFERANS, options or {})
    return int(rules["raspasy"]["min_bid"][min(circle(raspasy, players, rules), 1)])


def _zone_height(bid: str) -> int:
    """The height of a bid once somebody has said misère; 0 below misère."""
    if bid in ("misere", "misere-dark", "10-dark"):
        return {"misere": 1, "misere-dark": 3, "10-dark": 5}[bid]
    if bid == "9-dark" or level_of(bid) == 10:
        return 4
    return 2 if level_of(bid) == 9 else 0


def _step(bid: str) -> int:
    """The place of a game on the ladder, ``9`` without a suit as 9 of spades; -1 where there is none."""
    return LADDER.index("9S" if bid == "9" else bid) if bid == "9" or bid in LADDER else -1


def _beats(bid: str, best: str) -> bool:
    """Whether a bid answers the one that stands, a misère having been said.

    Of two games with the talon on one level the suit decides as on the ladder; 9 without it and 10 with it are equal.
    """
    if _zone_height(bid) != _zone_height(best):
        return _zone_height(bid) > _zone_height(best)
    return _step(bid) > _step(best) >= 0


class _Talk:
    """The talk of one deal being listened to."""

    def __init__(self, players: Sequence[str], dealer: str, raspasy: int, options: Mapping[str, Any]) -> None:
        self.rules = chosen(PREFERANS, options)
        at = list(players).index(dealer)
        turns = [*players[at + 1 :], *players[:at]]
        self.players = list(players)
        self.dealer = dealer
        self.active = turns if len(players) == 4 else [*turns, dealer]
        self.lowest = LADDER.index(f"{lowest_bid(raspasy, len(players), self.rules)}S")
        self.bids: dict[str, list[str]] = {seat: [] for seat in self.active}
        self.passed: set[str] = set()
        self.best, self.bidder, self.held = "", "", False
        self.next = 0
        self.stage = "bid"
        self.order, self.in_face, self.open = "", False, False
        self.style: str | None = None
        self.answers: dict[str, str] = {}
        self.looked = ""
        self.led = False
        self.ended: dict[str, Any] | None = None

    # Bidding.

    def turn(self) -> str:
        if self.stage == "bid":
            return self.active[self.next]
        if self.stage == "order":
            return self.bidder
        if self.stage == "look":
            return self.dealer
        if self.stage == "style":
            return self.whisters()[0]
        return self.answering() if self.stage == "answer" else ""

    def legal_bids(self, seat: str) -> list[str]:
        zone = any(bid.startswith("misere") for bids in self.bids.values() for bid in bids)
        misere_free = not self.rules["misere_first_bid_only"] or all(bid == "misere" for bid in self.bids[seat])
        left = [one for one in self.active if one not in self.passed]
        holds = len(left) == 2 and left[0] == seat and self.bidder == left[1] and _step(self.best) >= 0
        bids = ["here"] if self.rules["hold_bid"] and holds else []
        if zone:
            bids += [bid for bid in (*LADDER, *ZONE) if _beats(bid, self.best)]
        else:
            at = LADDER.index(self.best) + 1 if self.best else self.lowest
            bids += LADDER[at:] if self.rules["jumps"] else LADDER[at : at + 1]
            # Without a misère before it, one may be bid as long as it is higher than the game that stands.
            height = _zone_height(self.best) if self.best else 0
            bids += [bid for bid in ("misere", "misere-dark") if _zone_height(bid) > height]
        return [bid for bid in bids if misere_free or not bid.startswith("misere")]

    def bid(self, seat: str, call: str) -> None:
        if call == "pass":
            self.passed.add(seat)
        else:
            self.bids[seat].append(self.best if call == "here" else call)
            self.best, self.bidder = (self.best if call == "here" else call), seat
        left = [one for one in self.active if one not in self.passed]
        if not left:
            self.finish("raspasy", "raspasy")
        elif left == [self.bidder]:
            self.stage = "order"
            if self.best.startswith("misere"):
                self.finish("misere", "misere")
        else:
            while True:
                self.next = (self.next + 1) % len(self.active)
                if self.active[self.next] not in self.passed:
                    break

    # Talon and order.

    def legal_orders(self) -> list[str]:
        if self.stage not in ("order", "answer") or self.answers:
            return []
        calls = []
        rules = self.rules
        misere = self.best.startswith("misere")
        if not misere:
            at = LADDER.index(self.best) if self.best in LADDER else LADDER.index(f"{level_of(self.best)}S")
            calls += [f"order {game}" for game in LADDER[at:]]
        if not self.order:
            four = rules["talon_in_face"][str(len(self.players))]
            if four and not self.in_face and not self.best.endswith("-dark"):
                calls.append("talon-in-face")
            if rules["without_three"]["allowed"] and not misere:
                calls.append("without-three")
        return calls

    def say_order(self, call: str) -> None:
        if call == "talon-in-face":
            self.in_face = True
            if self.ended:
                self.ended["in_face"] = True
                self.stage = ""
        elif call == "without-three":
            self.finish(self.best, "given-up")
        else:
            self.order = call.removeprefix("order ")
            self.stage = "answer"

    # Defence.

    def defenders(self) -> list[str]:
        at = self.active.index(self.bidder)
        return [*self.active[at + 1 :], *self.active[:at]]

    def answering(self) -> str:
        first, second = self.defenders()
        if first not in self.answers:
            return first
        return second if second not in self.answers else first

    def legal_answers(self, seat: str) -> list[str]:
        first, second = self.defenders()
        if seat == second and self.answers.get(first) == "pass" and self.must_whist(2):
            return ["whist"]
        if self.must_whist(1):
            return ["whist"]
        calls = ["whist", "pass"]
        if seat == second and self.answers.get(first) == "pass" and level_of(self.order) in self.rules["half_whist"]:
            calls.append("half")
        return calls

    def must_whist(self, defender: int) -> bool:
        """6 spades: "Обязательный вист"; of both, or of the second when the first passed."""
        return self.order == "6S" and (self.rules["stalingrad"] == "both" or defender == 2)

    def answer(self, seat: str, call: str) -> None:
        returned = seat in self.answers
        self.answers[seat] = call
        second = self.defenders()[1]
        if second not in self.answers or (call == "half" and not returned):
            return
        self.settle()

    def whisters(self) -> list[str]:
        return [seat for seat, call in self.answers.items() if call == "whist"]

    def settle(self) -> None:
        """Everybody has answered."""
        if self.whisters():
            self.finish(self.order, "played")
            self.await_style()
        elif level_of(self.order) == 10:
            self.finish(self.order, "checked")
        else:
            self.finish(self.order, "unplayed")
            if len(self.players) == 4:
                self.stage = "look"

    def await_style(self) -> None:
        if len(self.whisters()) == 1:
            self.stage = "lead" if self.active[0] == self.bidder and not self.led else "style"

    def finish(self, contract: str, kind: str) -> None:
        optional = kind == "misere" and bool(self.rules["talon_in_face"][str(len(self.players))])
        self.stage = "order" if optional and not self.best.endswith("-dark") else ""
        self.ended = {
            "contract": contract,
            "declarer": self.bidder,
            "bid": self.best,
            "dark": self.best.endswith("-dark"),
            "in_face": self.in_face,
            "without_three": kind == "given-up",
            "answers": self.answers,
            "kind": kind,
            "open": False if kind == "played" and len(self.whisters()) == 2 else None,
        }

    # Everything.

    def legal(self, seat: str) -> list[str]:
        if self.stage == "bid":
            return ["pass", *self.legal_bids(seat)]
        if self.stage == "order":
            return self.legal_orders()
        if self.stage == "answer":
            return self.legal_answers(seat)
        if self.stage == "look":
            return ["whist", "pass"] if self.looked else ["pass", *(f"look {seat}" for seat in self.defenders())]
        return ["open", "closed"] if self.stage == "style" else []

    def verdict(self, seat: str, call: str) -> str:
        if call == "lead":
            return STANDS
        if self.stage == "answer" and seat == self.bidder and call.startswith("order "):
            return STANDS if call in self.legal_orders() else ILLEGAL
        turn = self.turn()
        if turn and seat != turn:
            return OUT_OF_TURN
        return STANDS if turn and call in self.legal(seat) else ILLEGAL

    def hear(self, seat: str, call: str) -> None:
        """A call that stands."""
        if call == "lead":
            self.led = True
            if self.stage == "lead":
                self.stage = "style"
            elif self.stage in ("style", "order", "look"):
                self.stage = ""
        elif self.stage == "bid":
            self.bid(seat, call)
        elif call.startswith(("order ", "talon-in-face", "without-three")):
            self.say_order(call)
        elif self.stage == "answer":
            self.answer(seat, call)
        elif self.stage == "look":
            self.look(seat, call)
        elif self.ended:
            self.ended["open"] = call == "open"
            self.stage = ""

    def look(self, seat: str, call: str) -> None:
        """The dealer of four looks at a defender's hand and may whist with it."""
        if call.startswith("look "):
            self.looked = call[-1]
            return
        self.stage = ""
        if call == "whist":
            self.answers[seat] = call
            self.finish(self.order, "played")
            self.await_style()


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
    return Heard(verdicts=verdicts, turn=turn, legal=legal, ended=talk.ended, stage=talk.stage)
