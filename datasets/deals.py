"""Seeded Bazar Belot deals: honest ones and careless ones, as data for pictures and videos.

The legal-move chooser here is a small restatement of rules dossier B.4 that serves the data only; the program's own
legality lives in ``kozyr.engine`` and was written independently of it.
"""

import random
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.cards import DECK_32, Card, Rank, Suit
from kozyr.engine.seats import Seat

SEATS: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
"""Clockwise seen from above, the order of turn."""
NO_TRUMPS: Final = "N"
"""The denomination БК."""
ALL_TRUMPS: Final = "A"
"""The denomination ВК."""
_TRUMP_ORDER: Final = (Rank.SEVEN, Rank.EIGHT, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK)
_PLAIN_ORDER: Final = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_PLAIN_POINTS: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS: Final = {**_PLAIN_POINTS, Rank.JACK: 20, Rank.NINE: 14}


@dataclass(frozen=True, slots=True)
class Lay:
    """One card put into the trick area by one seat."""

    trick: int
    """1 … 8."""
    seat: Seat
    """Who laid it."""
    card: Card
    """The card."""
    stands: bool = True
    """False for a card out of turn: it is laid aside and played again later."""
    from_table: bool = False
    """True when the card lay aside, face up, as a penalty card before."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """A planted revoke and the play that proves it."""

    trick: int
    """Trick in which the rules were broken."""
    seat: Seat
    """Who broke them."""
    card: Card
    """The card that should not have been played."""
    led: Suit
    """Suit of the lead of that trick."""
    held: tuple[Card, ...]
    """Cards in hand at that moment whose absence alone would have made the play legal (rules dossier 11.2)."""
    proved_trick: int
    """Trick in which the same seat plays one of the cards it had to have lacked."""
    proof: Card
    """That card."""


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """A planted card out of turn."""

    trick: int
    """Trick in which it was laid."""
    seat: Seat
    """Who laid it."""
    card: Card
    """The card; it becomes a penalty card."""
    turn: Seat
    """Whose turn it was."""
    played_trick: int
    """Trick in which its owner plays it for good."""


@dataclass(frozen=True, slots=True)
class BelotDeal:
    """A whole deal, card by card, with what was planted in it."""

    seed: int
    """The seed it was drawn from."""
    dealer: Seat
    """The dealer; the next seat leads to trick 1."""
    denomination: str
    """``S H D C``, ``N`` (БК) or ``A`` (ВК)."""
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]
    """The full hands before trick 1, in the order S W N E."""
    lays: tuple[Lay, ...]
    """Every card laid, in order: 32, one more for each card out of turn."""
    winners: tuple[Seat, ...]
    """Winner of each of the 8 tricks, as the cards lie."""
    revoke: Revoke | None
    """The planted revoke, if any."""
    out_of_turn: OutOfTurn | None
    """The planted card out of turn, if any."""

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The eight cards that ``seat`` was dealt."""
        return dict(self.hands)[seat]

    def trick(self, number: int) -> tuple[Lay, ...]:
        """The four standing plays of one trick, in order."""
        return tuple(lay for lay in self.lays if lay.trick == number and lay.stands)


def next_seat(seat: Seat) -> Seat:
    """The seat to the left (clockwise)."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def is_trump(card: Card, denomination: str) -> bool:
    """True when the card ranks as a trump (in ВК every card does)."""
    return denomination == ALL_TRUMPS or card.suit.value == denomination


def height(card: Card, denomination: str) -> int:
    """Place of the card within its suit, 0 (lowest) … 7."""
    return (_TRUMP_ORDER if is_trump(card, denomination) else _PLAIN_ORDER).index(card.rank)


def card_points(card: Card, denomination: str) -> int:
    """Small points of one card (rules dossier 0.3)."""
    if denomination == NO_TRUMPS and card.rank is Rank.ACE:
        return 19
    return (_TRUMP_POINTS if is_trump(card, denomination) else _PLAIN_POINTS).get(card.rank, 0)


def winning(trick: tuple[Lay, ...], denomination: str) -> Lay:
    """The lay that wins so far."""
    trumps = [lay for lay in trick if lay.card.suit.value == denomination]
    pool = trumps or [lay for lay in trick if lay.card.suit == trick[0].card.suit]
    return max(pool, key=lambda lay: height(lay.card, denomination))


def legal_cards(hand: tuple[Card, ...], trick: tuple[Lay, ...], seat: Seat, denomination: str) -> tuple[Card, ...]:
    """The cards of ``hand`` that B.4 allows ``seat`` to add to ``trick`` (its standing lays so far)."""
    if not trick:
        return hand
    led = trick[0].card.suit
    follow = tuple(card for card in hand if card.suit == led)
    if denomination == ALL_TRUMPS or led.value == denomination:
        best = max(height(lay.card, denomination) for lay in trick if lay.card.suit == led)
        return tuple(card for card in follow if height(card, denomination) > best) or follow or hand
    if follow or denomination == NO_TRUMPS:
        return follow or hand
    best_lay = winning(trick, denomination)
    if (SEATS.index(best_lay.seat) - SEATS.index(seat)) % 2 == 0:
        return hand
    trumps = tuple(card for card in hand if card.suit.value == denomination)
    if best_lay.card.suit.value == denomination:
        floor = height(best_lay.card, denomination)
        return tuple(card for card in trumps if height(card, denomination) > floor) or hand
    return trumps or hand


def must_lack(
    hand: tuple[Card, ...], played: Card, trick: tuple[Lay, ...], seat: Seat, denomination: str
) -> tuple[Card, ...]:
    """The cards of ``hand`` that make ``played`` illegal; empty when the play is legal (rules dossier 11.2)."""
    others = [card for card in hand if card != played]
    return tuple(c for c in others if played not in legal_cards((played, c), trick, seat, denomination))


def trick_points(deal: BelotDeal, number: int) -> int:
    """Small points lying in one trick, the 10 for the last one included."""
    total = sum(card_points(lay.card, deal.denomination) for lay in deal.trick(number))
    return total + (10 if number == 8 else 0)


@dataclass(slots=True)
class _Table:
    """The deal while it is being played out."""

    rng: random.Random
    denomination: str
    hands: dict[Seat, list[Card]]
    lays: list[Lay]
    penalty: Lay | None = None
    played_trick: int = 0

    def allowed(self, seat: Seat, trick: tuple[Lay, ...]) -> tuple[Card, ...]:
        """Legal cards, narrowed to the penalty card where it is legal (the rules dossier B21)."""
        legal = legal_cards(tuple(self.hands[seat]), trick, seat, self.denomination)
        if self.penalty is not None and self.penalty.seat == seat and self.penalty.card in legal:
            return (self.penalty.card,)
        return legal

    def put(self, number: int, seat: Seat, card: Card) -> Lay:
        """Plays ``card`` for good."""
        aside = self.penalty is not None and self.penalty.card == card
        lay = Lay(number, seat, card, from_table=aside)
        if aside:
            self.penalty, self.played_trick = None, number
        self.hands[seat].remove(card)
        self.lays.append(lay)
        return lay

    def sensible(self, seat: Seat, trick: tuple[Lay, ...]) -> Card:
        """A card that a club player might choose: wins when he can, feeds his partner, else throws low."""
        cards = self.allowed(seat, trick)
        if self.rng.random() < 0.15:
            return self.rng.choice(cards)
        worth = {card: card_points(card, self.denomination) for card in cards}
        if not trick:
            return max(cards, key=lambda card: (height(card, self.denomination), self.rng.random()))
        best = winning(trick, self.denomination)
        wins = [c for c in cards if winning((*trick, Lay(0, seat, c)), self.denomination).seat == seat]
        if (SEATS.index(best.seat) - SEATS.index(seat)) % 2 == 0 and len(trick) > 1:
            plain = [c for c in cards if not is_trump(c, self.denomination)] or list(cards)
            return max(plain, key=lambda card: (worth[card], self.rng.random()))
        if wins:
            return max(wins, key=lambda card: (height(card, self.denomination), self.rng.random()))
        return min(cards, key=lambda card: (worth[card], height(card, self.denomination)))


def _revoking_card(table: _Table, seat: Seat, trick: tuple[Lay, ...]) -> Card | None:
    """A low card of another suit in place of a card of the led one, or None when there is no such choice."""
    if not trick or (table.penalty is not None and table.penalty.seat == seat):
        return None
    led = trick[0].card.suit
    follow = [card for card in table.hands[seat] if card.suit == led]
    others = [c for c in table.hands[seat] if c.suit != led and c.suit.value != table.denomination]
    if not follow or not others:
        return None
    return min(others, key=lambda card: (card_points(card, table.denomination), table.rng.random()))


def _proof(lays: list[Lay], revoke: Revoke) -> Revoke:
    """The revoke with the first later play that contradicts it: a card the seat had to have lacked."""
    later = next(
        lay for lay in lays if lay.seat == revoke.seat and lay.trick > revoke.trick and lay.card in revoke.held
    )
    return replace(revoke, proved_trick=later.trick, proof=later.card)


def _lay_early(table: _Table, number: int, trick: tuple[Lay, ...], turn: Seat) -> OutOfTurn | None:
    """The player after the one on turn lays a card too early; None when he has no card that would fit later."""
    early = next_seat(turn)
    if len(trick) > 2:
        return None
    fitting = legal_cards(tuple(table.hands[early]), trick, early, table.denomination)
    if not fitting or len(table.hands[early]) < 2:
        return None
    card = min(fitting, key=lambda c: (card_points(c, table.denomination), table.rng.random()))
    lay = Lay(number, early, card, stands=False)
    table.lays.append(lay)
    table.penalty = lay
    return OutOfTurn(number, early, card, turn, 0)


def _dealt(rng: random.Random) -> dict[Seat, list[Card]]:
    deck = list(DECK_32)
    rng.shuffle(deck)
    return {seat: deck[8 * at : 8 * at + 8] for at, seat in enumerate(SEATS)}


def deal_with_hands(
    seed: int,
    hands: dict[Seat, tuple[Card, ...]],
    denomination: str,
    dealer: Seat,
    *,
    revoke_trick: int | None = None,
    out_of_turn_trick: int | None = None,
) -> BelotDeal:
    """Plays out given hands; the seed decides only how the players choose.

    ``revoke_trick`` and ``out_of_turn_trick`` say in which trick to plant what; when the cards of that trick give no
    opportunity, the first later trick that does is used, and none at all when no trick does.
    """
    table = _Table(random.Random(seed), denomination, {seat: list(hand) for seat, hand in hands.items()}, [])
    revoke: Revoke | None = None
    early: OutOfTurn | None = None
    leader, winners = next_seat(dealer), []
    for number in range(1, 9):
        trick: tuple[Lay, ...] = ()
        for turn in range(4):
            seat = SEATS[(SEATS.index(leader) + turn) % 4]
            if out_of_turn_trick is not None and early is None and number >= out_of_turn_trick and turn:
                early = _lay_early(table, number, trick, seat)
            wrong = None
            if revoke_trick is not None and revoke is None and revoke_trick <= number < 8:
                wrong = _revoking_card(table, seat, trick)
            if wrong is not None:
                lacked = must_lack(tuple(table.hands[seat]), wrong, trick, seat, denomination)
                revoke = Revoke(number, seat, wrong, trick[0].card.suit, lacked, 0, wrong)
            trick = (*trick, table.put(number, seat, wrong or table.sensible(seat, trick)))
        leader = winning(trick, denomination).seat
        winners.append(leader)
    if early is not None:
        early = replace(early, played_trick=table.played_trick)
    return BelotDeal(
        seed, dealer, denomination, tuple(hands.items()), tuple(table.lays), tuple(winners),
        _proof(table.lays, revoke) if revoke else None, early,
    )  # fmt: skip


def random_deal(
    seed: int,
    *,
    denomination: str | None = None,
    dealer: Seat | None = None,
    revoke_trick: int | None = None,
    out_of_turn_trick: int | None = None,
) -> BelotDeal:
    """A shuffled and played deal. Without a ``denomination`` the dealer's left neighbour's longest suit is trump.

    The same arguments always give the same deal.
    """
    rng = random.Random(f"deal {seed}")
    hands = {seat: tuple(hand) for seat, hand in _dealt(rng).items()}
    who = dealer or rng.choice(SEATS)
    longest = max(Suit, key=lambda suit: sum(card.suit == suit for card in hands[next_seat(who)]))
    chosen = denomination or longest.value
    return deal_with_hands(seed, hands, chosen, who, revoke_trick=revoke_trick, out_of_turn_trick=out_of_turn_trick)
