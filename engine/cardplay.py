"""Card play as every game here has it: whose turn, which trick, who won it, cards that nobody could read.

One immutable record, ``CardPlay``, and functions on it. What differs between games (who plays to a trick, who leads,
what makes a play illegal, who wins) is asked of the game's ``Conduct``. Cards out of turn, exposed or taken back are
in ``misplaced``.

A card out of turn does not move the turn: it lies aside, face-up, and its owner plays it later. A card that nobody
could read (None) leaves open who won its trick; from then on nothing is called certain that depends on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple, Protocol

from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct, Words
from kozyr.engine.legality import Ledger
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat
from kozyr.engine.trick import SeenTrick, Trick, fully_seen

Holdings = tuple[tuple[Seat, frozenset[Card]], ...]
"""(seat, some of its cards)."""
NOTHING: frozenset[Card] = frozenset()
"""The forbidden set of a play that no held card can make illegal."""


class Conduct(Protocol):
    """How one deal is played. A frozen record of the game, so that two foldings of a log compare equal."""

    def __hash__(self) -> int:
        """Of its fields: answers about a way to play are kept by it."""
        ...

    @property
    def hand(self) -> int:
        """The number of tricks of a deal."""
        ...

    def players(self, number: int, leader: Seat) -> tuple[Seat, ...]:
        """Who plays to trick ``number`` (from 1), in order of turn, beginning with ``leader``."""
        ...

    def leader(self, number: int, won_by: Seat) -> Seat:
        """Who leads to trick ``number`` (from 2) when ``won_by`` has won the one before."""
        ...

    def forbidden(self, number: int, lying: SeenTrick, seat: Seat, card: Card | None) -> frozenset[Card]:
        """The cards that make this play illegal: it was legal if and only if ``seat`` held none of them."""
        ...

    def winner(self, number: int, trick: Trick) -> Seat:
        """Who wins a complete trick."""
        ...

    def points(self, number: int, trick: Trick) -> int:
        """The small points of a complete trick, the last one's bonus included."""
        ...


class Laid(NamedTuple):
    """A card laid to a trick."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who laid it."""
    card: Card | None
    """None while unread."""


@dataclass(frozen=True, slots=True)
class ClosedTrick:
    """A complete trick."""

    number: int
    """From 1."""
    plays: tuple[Laid, ...]
    """In order."""
    winner: Seat | None
    """None when a card of it is unread and decides it."""
    points: int | None
    """Small points; None when a card of it is unread."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A penalty card: face-up, to be played at the first legal chance."""

    seq: int
    """The entry that laid it aside."""
    seat: Seat
    """Whose it is."""
    card: Card
    """Which card."""
    trick: int
    """The number of the trick during which it was laid aside; 0 before the play."""


@renewable
class CardPlay(NamedTuple):
    """The cards on the table in one deal.

    A named tuple: each card makes a new one, and a frozen dataclass of so many fields costs three times as much.
    """

    size: int = 0
    """Tricks of the deal; 0 before the play."""
    active: tuple[Seat, ...] = ()
    """The seats that hold cards, in order of turn."""
    leader: Seat | None = None
    """Who led to the open trick, or has to."""
    turn: Seat | None = None
    """Whose card is due; None when an unread card leaves it open."""
    possible_leaders: tuple[Seat, ...] = ()
    """Who may have to lead to the next trick: several after an unread card, and while it is open who led before."""
    led_by: tuple[Seat, ...] = ()
    """Who may have led to the open trick, or between tricks to the last one. When several may, whoever played before
    the true leader played out of turn, and the trick cannot be judged."""
    is_unsure: bool = False
    """True once somebody led although, for an unread card, others may have had to: from then on nobody is certainly
    out of turn."""
    has_strayed: bool = False
    """True when after that nobody can tell which plays make a trick: no later play is judged until the card is read."""
    trick: tuple[Laid, ...] = ()
    """The open trick."""
    tricks: tuple[ClosedTrick, ...] = ()
    """The closed ones."""
    played: frozenset[Card] = frozenset()
    """The known cards of both."""
    ledger: Ledger | None = None
    """What the public facts prove; None before the play."""
    aside: tuple[Aside, ...] = ()
    """Penalty cards not yet played."""
    unjudged: tuple[Laid, ...] = ()
    """Cards played before anybody entered a call: they are judged when the contract is known."""
    retake: tuple[Seat, int] | None = None
    """(seat, place in the trick) of a card taken back in time and not yet replaced."""
    may_change: tuple[Seat, ...] = ()
    """Opponents who played after a card that was taken back: until the next lead they may play another one."""
    open_cards: Holdings = ()
    """(seat, its cards exposed outside the trick and not yet played)."""

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, 0 before the play."""
        return 0 if self.ledger is None else min(len(self.tricks) + 1, self.size)

    @property
    def is_complete(self) -> bool:
        """Whether all tricks are closed."""
        return 0 < self.size == len(self.tricks)

    def laid_by(self, seat: Seat) -> tuple[Laid, ...]:
        """The cards a seat has laid to tricks, in order."""
        plays = (*(play for trick in self.tricks for play in trick.plays), *self.trick)
        return tuple(play for play in plays if play.seat is seat)

    def cards_of(self, seat: Seat) -> frozenset[Card]:
        """The known cards among them."""
        return frozenset(play.card for play in self.laid_by(seat) if play.card is not None)

    def has_played(self, seat: Seat) -> bool:
        """Whether a card of that seat lies in the open trick."""
        return seat in [play.seat for play in self.trick]


def legal(conduct: Conduct, number: int, lying: SeenTrick, seat: Seat, hand: frozenset[Card]) -> frozenset[Card]:
    """The cards of ``hand`` that ``seat`` may play on the plays already lying in trick ``number``, in order.

    Where a card of the trick is unread, every card is legal that is not certainly illegal.
    """
    return frozenset(card for card in hand if not hand & conduct.forbidden(number, lying, seat, card))


def opened(play: CardPlay, conduct: Conduct, active: tuple[Seat, ...], first: Seat, ledger: Ledger) -> CardPlay:
    """The play when the first trick is to be led by ``first``; cards already open or aside stay where they lie."""
    return play._replace(size=conduct.hand, active=active, leader=first, turn=first, ledger=ledger)


def known_before(play: CardPlay, seq: int, hands: Holdings = ()) -> CardPlay:
    """The play with what was seen before it: hands written down, cards exposed, cards out of turn."""
    ledger = play.ledger
    if ledger is None:
        return play
    if hands:
        ledger, _ = ledger.lay_open(seq, hands, 1)
    for seat, cards in (*play.open_cards, *((aside.seat, frozenset((aside.card,))) for aside in play.aside)):
        ledger, _ = ledger.know(seq, seat, cards, 1)
    return play._replace(ledger=ledger)


def known(play: CardPlay, seq: int, seat: Seat, cards: Iterable[Card]) -> CardPlay:
    """The play when ``seat`` is known to hold ``cards``: shown, exposed, told by a word."""
    if play.ledger is None:
        return play
    return play._replace(ledger=play.ledger.know(seq, seat, cards, play.trick_number)[0])


def check_possible(play: CardPlay, seat: Seat, card: Card | None, *, hand: int, written: Holdings = ()) -> None:
    """Raises ImpossibleAct for a card already played, one more than the hand holds, or one not in the written hand.

    ``hand``: how many cards the seat began the play with.
    """
    what = card or Words("a card")
    own = [aside.card for aside in play.aside if aside.seat is seat] if play.aside else []
    if card is not None:
        if card in own:
            return
        if card in play.played or ((play.aside or play.unjudged) and _lies_already(play, card)):
            raise ImpossibleAct(
                "{seat} cannot play {card}: it has been played already in this deal", seat=seat, card=card
            )
    aside = _surely_aside(play, seat, len(own)) if own and card is not None else 0
    waiting = [each.seat for each in play.unjudged].count(seat) if play.unjudged else 0
    # Whoever holds a card for each trick has laid one to each.
    laid = len(play.tricks) + play.has_played(seat) if hand == play.size else len(play.laid_by(seat))
    if laid + aside + waiting >= hand:
        raise ImpossibleAct(
            "{seat} cannot play {what}: all {hand} cards of that hand are played", seat=seat, what=what, hand=hand
        )
    for who, cards in written:
        if who is seat and card is not None and card not in cards:
            raise ImpossibleAct(
                "{seat} cannot play {card}: it is not in the hand written down for {seat}", seat=seat, card=card
            )


def _lies_already(play: CardPlay, card: Card) -> bool:
    """Whether the card lies aside, or waits for the contract to be known."""
    return any(one.card is card for one in play.aside) or any(one.card is card for one in play.unjudged)


def _surely_aside(play: CardPlay, seat: Seat, own: int) -> int:
    """How many of a seat's penalty cards cannot have been played yet: an unread card may have been one of them."""
    return max(0, own - sum(each.card is None for each in play.laid_by(seat)))


def is_due(play: CardPlay, seat: Seat, *, forced: bool = False) -> bool:
    """Whether a card of ``seat`` goes to the trick now; ``forced``: a ruling lets a card out of turn stand."""
    if seat is play.turn:
        return True
    if play.turn is None and seat in play.possible_leaders:
        return True
    return forced and seat in play.active and not play.has_played(seat)


def to_trick(play: CardPlay, conduct: Conduct, seq: int, seat: Seat, card: Card | None) -> CardPlay:
    """The play after a card of ``seat`` went to the open trick, which may now be complete: see ``closed``.

    The ledger may have proved something: compare ``ledger.found`` before and after.
    """
    ledger = play.ledger
    if ledger is None:
        return play
    place = play.retake[1] if play.retake is not None and play.retake[0] is seat else len(play.trick)
    lying = tuple([(each.seat, each.card) for each in play.trick[:place]])
    number = len(play.tricks) + 1
    if not play.trick:
        play = _led(play, seat)
    unsure = play.has_strayed or len(play.led_by) > 1
    illegal_with = NOTHING if unsure else conduct.forbidden(number, lying, seat, card)
    ledger, _ = ledger.play(seq, seat, card, illegal_with, number)
    leader = play.leader if play.trick and play.leader is not None else seat
    trick = (*play.trick[:place], Laid(seq, seat, card), *play.trick[place:])
    # In the order of the fields; by their names it takes three times as long, and it is done at every card.
    return tuple.__new__(
        CardPlay,
        (
            play.size,
            play.active,
            leader,
            _next_turn(conduct.players(number, leader), trick),
            play.possible_leaders,
            play.led_by,
            play.is_unsure,
            play.has_strayed,
            trick,
            play.tricks,
            play.played if card is None else play.played | {card},
            ledger,
            tuple([one for one in play.aside if one.card != card]) if play.aside else (),
            play.unjudged,
            None,
            play.may_change if play.trick else (),
            _without(play.open_cards, card) if play.open_cards else (),
        ),
    )


def is_full(play: CardPlay, conduct: Conduct) -> bool:
    """Whether the open trick has a card of everybody who plays to it."""
    if not play.trick or play.leader is None or (play.turn is not None and play.retake is None):
        return False
    return len(play.trick) == len(conduct.players(len(play.tricks) + 1, play.leader))


def closed(play: CardPlay, conduct: Conduct) -> CardPlay:
    """The play when the open trick, which must be full, is closed and the next leader is due."""
    number = len(play.tricks) + 1
    plays = tuple([(each.seat, each.card) for each in play.trick])
    winners = _possible_winners(play, conduct, plays)
    might = set(winners)
    if len(play.led_by) > 1:
        might = {won for seat in play.led_by for won in _possible_winners(play, conduct, _led_from(seat, plays))}
    seen = fully_seen(plays)
    points = None if seen is None else conduct.points(number, seen)
    done = ClosedTrick(number, play.trick, winners[0] if len(winners) == 1 else None, points)
    tricks = (*play.tricks, done)
    if number == conduct.hand:
        return play._replace(tricks=tricks, trick=(), leader=None, turn=None, possible_leaders=())
    to_lead = {conduct.leader(number + 1, seat) for seat in might}
    leaders = tuple([seat for seat in play.active if seat in to_lead])
    certain = {conduct.leader(number + 1, seat) for seat in winners}
    leader = certain.pop() if len(certain) == 1 else None
    return play._replace(tricks=tricks, trick=(), leader=leader, turn=leader, possible_leaders=leaders)


def trick_of(play: CardPlay, seq: int | None) -> int | None:
    """The number of the trick to which the card of an entry was played; None when it is no play."""
    for trick in play.tricks:
        if any(each.seq == seq for each in trick.plays):
            return trick.number
    return len(play.tricks) + 1 if any(each.seq == seq for each in play.trick) else None


def _led(play: CardPlay, seat: Seat) -> CardPlay:
    """The play when ``seat`` leads, and who may have had to lead instead.

    After a trick that several may have led, its first cards may lie there from out of turn. Whoever goes on past them
    makes them the due plays, whoever led. But when one of those seats itself plays next, nobody can tell whether it
    leads or plays to the trick before.
    """
    leaders = play.possible_leaders if seat in play.possible_leaders else (seat,)
    strayed = play.has_strayed
    if len(play.led_by) > 1 and play.tricks:
        order = [each.seat for each in play.tricks[-1].plays]
        last = max(order.index(each) for each in play.led_by if each in order)
        strayed = strayed or seat in order[:last]
    if leaders == play.led_by and strayed == play.has_strayed and len(leaders) == 1:
        return play
    return play._replace(led_by=leaders, is_unsure=play.is_unsure or len(leaders) > 1, has_strayed=strayed)


def _next_turn(players: tuple[Seat, ...], trick: tuple[Laid, ...]) -> Seat | None:
    """The first of those who play to a trick that has no card in it."""
    laid = [each.seat for each in trick]
    for seat in players:
        if seat not in laid:
            return seat
    return None


def _without(open_cards: Holdings, card: Card | None) -> Holdings:
    return tuple((seat, cards - {card}) for seat, cards in open_cards)


def _led_from(leader: Seat, plays: SeenTrick) -> SeenTrick:
    """The same plays as if ``leader`` had led."""
    return tuple(sorted(plays, key=lambda each: each[0] is not leader))


def _possible_winners(play: CardPlay, conduct: Conduct, plays: SeenTrick) -> tuple[Seat, ...]:
    """Who may have won a complete trick: one seat unless a card of it is unread."""
    number = len(play.tricks) + 1
    seen = fully_seen(plays)
    if seen is not None:
        return (conduct.winner(number, seen),)
    unread = sum(card is None for _, card in plays)
    if unread > 2:
        return tuple([seat for seat, _ in plays])
    left = [card for card in DECK_32 if card not in play.played]
    winners = set()
    for cards in permutations(left, unread):
        filling = iter(cards)
        winners.add(conduct.winner(number, tuple([(seat, card or next(filling)) for seat, card in plays])))
    return tuple([seat for seat in play.active if seat in winners])
