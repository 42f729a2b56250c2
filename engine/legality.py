"""Hidden-hand legality: when public facts prove that a play was illegal (rules dossier 11.2).

For every play a game names the *forbidden set*: the play was legal if and only if its seat then held none of those
cards. No card enters a hand once play has begun, so whatever a seat is later seen to hold it held then too. A
``Ledger`` keeps what everybody could see and reports each illegal play at the first entry that proves it:

1. at once, when a card known to be held is forbidden;
2. later, when the seat plays or shows a forbidden card;
3. by counting, when the unseen cards no longer fit into the hands and places left for them;
4. against one play only when its own ban alone leaves no way to place the cards; otherwise it is a joint contradiction,
   reported once, not certain, and dropped as soon as a card explains it.

Sets of cards are integers here, one bit a card.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from kozyr.engine.cards import DECK_32, DECK_52, Card
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat

_BITS: Final = {card: 1 << at for at, card in enumerate(DECK_52)}


@lru_cache(maxsize=4096)
def _mask(cards: frozenset[Card]) -> int:
    return sum(_BITS[card] for card in cards)


def _cards(mask: int) -> frozenset[Card]:
    return frozenset(card for card, bit in _BITS.items() if mask & bit)


def _first(mask: int) -> Card:
    return DECK_52[(mask & -mask).bit_length() - 1]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the public facts prove about one play, or about a few plays together."""

    seat: Seat | None
    """Who played it; None when the suspect plays are of several seats."""
    committed: int
    """The seq of the illegal play; of a joint contradiction, the earliest suspect play."""
    proved: int
    """The seq of the entry that proves it."""
    certain: bool
    """False for a joint contradiction: at least one of ``suspects`` was illegal, and no one can yet say which."""
    played: Card
    """The card of the play ``committed``."""
    shown: Card | None
    """The card that proves it: held then, seen now. None when counting proves it."""
    trick: int
    """The number of the trick of the play ``committed``."""
    proved_trick: int
    """The number of the trick during which it was proved."""
    suspects: tuple[int, ...] = ()
    """Of a joint contradiction, the seqs of the plays of which at least one was illegal."""


class Ban(NamedTuple):
    """A play still believed legal: as long as it is, its seat cannot hold these cards."""

    seq: int
    """The entry of the play."""
    seat: Seat
    """Who played."""
    played: Card
    """The card played."""
    trick: int
    """The number of its trick."""
    forbidden: int
    """The forbidden cards, one bit each."""


@renewable
class Ledger(NamedTuple):
    """What everybody at the table could know about the hidden cards of one deal. Make it with ``open_ledger``.

    A named tuple, because every card makes a new one and a frozen dataclass costs three times as much.
    """

    seats: tuple[Seat, ...]
    """The seats that hold cards."""
    deck: int
    """All cards of the deck."""
    left: tuple[int, ...]
    """Cards left in each hand, in the order of ``seats``."""
    pool: int
    """How many unseen cards lie where nobody can play them: undealt, discarded, or played unread (Z)."""
    known: tuple[int, ...]
    """Cards each seat is known to hold, not yet played."""
    played: int = 0
    """Cards played."""
    plays: tuple[tuple[int, Seat, Card], ...] = ()
    """(seq, seat, card) of every play of a known card."""
    bans: tuple[Ban, ...] = ()
    """Plays that may still turn out illegal."""
    proven: tuple[Ban, ...] = ()
    """Plays proven illegal: their bans hold no longer."""
    found: tuple[Proof, ...] = ()
    """All proofs that stand, in order of proof; a joint contradiction leaves when a card has explained it."""
    trick: int = 1
    """The number of the trick being played."""
    barred: tuple[int, ...] = ()
    """Cards that cannot be with a seat as long as its plays are believed legal, those of ``walls`` among them, in the
    order of ``seats``; empty where there are none."""
    walls: tuple[int, ...] = ()
    """Cards that cannot be with a seat whoever plays how: a talon seen by all. Empty where there are none."""

    def play(
        self, seq: int, seat: Seat, card: Card | None, forbidden: frozenset[Card], trick_no: int
    ) -> tuple["Ledger", tuple[Proof, ...]]:
        """The ledger after a play, and what it proves.

        ``forbidden`` is the set that makes this very play illegal. A card of None weakens what is known: it may have
        been any card of that hand.
        """
        at = self.seats.index(seat)
        if card is None:
            return self._play_unread(at, trick_no), ()
        bit = _BITS[card]
        before = self._belongs(at, bit) if any(self.known) else self
        seats, deck, left, pool, known, played, plays, bans, proven, found, _, barred, walls = before
        played |= bit
        proofs: tuple[Proof, ...] = ()
        anywhere = 0
        for cards in barred:
            anywhere |= cards
        if anywhere & bit:
            proofs = before._shown(seq, seat, bit, trick_no)
            bans = tuple([ban for ban in bans if ban.forbidden & ~played])
        banned = _mask(forbidden)
        if banned:
            ban = Ban(seq, seat, card, trick_no, banned)
            held = known[at] & ~bit & banned
            if held:
                proofs = (*proofs, _by_card(ban, seq, _first(held), trick_no))
            if banned & ~played:
                bans = (*bans, ban)
                barred = barred or (0,) * len(seats)
                barred = _with(barred, at, barred[at] | banned)
        left = _with(left, at, left[at] - 1)
        if known[at] & bit:
            known = _with(known, at, known[at] & ~bit)
        plays = (*plays, (seq, seat, card))
        fields = (seats, deck, left, pool, known, played, plays, bans, proven, found, trick_no, barred, walls)
        ledger = tuple.__new__(Ledger, fields)
        return ledger._settle(seq, proofs) if bans or proofs else (ledger, ())

    def know(
        self, seq: int, seat: Seat, cards: Iterable[Card], trick_no: int | None = None
    ) -> tuple["Ledger", tuple[Proof, ...]]:
        """The ledger when ``seat`` is known to hold ``cards``, and what that proves.

        For shown and exposed cards, a card laid out of turn, the other half of a bela. Cards already played are
        passed over.
        """
        return self.lay_open(seq, ((seat, tuple(cards)),), trick_no)

    def lay_open(
        self, seq: int, hands: Iterable[tuple[Seat, Collection[Card]]], trick_no: int | None = None
    ) -> tuple["Ledger", tuple[Proof, ...]]:
        """The ledger when several hands are shown by one entry, and what that proves."""
        ledger = self._replace(trick=self.trick if trick_no is None else trick_no)
        proofs: tuple[Proof, ...] = ()
        for seat, cards in hands:
            bits = _mask(frozenset(cards)) & self.deck & ~ledger.played
            if seat not in self.seats:
                ledger = ledger._lies_elsewhere(bits)
                continue
            at = self.seats.index(seat)
            ledger = ledger._belongs(at, bits)
            proofs = (*proofs, *ledger._shown(seq, seat, bits, ledger.trick))
            ledger = ledger._replace(known=_with(ledger.known, at, ledger.known[at] | bits))
        return ledger._settle(seq, proofs)

    def forgive(self, seq: int) -> "Ledger":
        """The ledger when the card of play ``seq`` was taken back in time: it is in the hand again, seen by all.

        The play bans nothing any more and what was found about it is dropped. A seq that is no play changes nothing.
        """
        play = next((play for play in self.plays if play[0] == seq), None)
        if play is None:
            return self
        at, bit = self.seats.index(play[1]), _BITS[play[2]]
        return self._replace(
            left=_with(self.left, at, self.left[at] + 1),
            known=_with(self.known, at, self.known[at] | bit),
            played=self.played & ~bit,
            plays=tuple(other for other in self.plays if other[0] != seq),
            proven=tuple(ban for ban in self.proven if ban.seq != seq),
            found=tuple(proof for proof in self.found if seq not in (proof.suspects or (proof.committed,))),
        )._banning(tuple(ban for ban in self.bans if ban.seq != seq))

    def bar(self, seats: Collection[Seat], cards: Collection[Card]) -> "Ledger":
        """The ledger when none of ``seats`` can hold ``cards``: everybody saw them go elsewhere."""
        bits, before = _mask(frozenset(cards)), self.walls or (0,) * len(self.seats)
        walls = tuple([mask | bits if seat in seats else mask for seat, mask in zip(self.seats, before, strict=True)])
        return self._replace(walls=walls)._banning(self.bans)

    def held(self, seat: Seat) -> frozenset[Card]:
        """The cards that ``seat`` is known to hold."""
        return _cards(self.known[self.seats.index(seat)])

    def playable(self, seat: Seat) -> frozenset[Card]:
        """The cards that ``seat`` may still hold as far as anybody can know, honest or not."""
        at = self.seats.index(seat)
        if self.left[at] <= self.known[at].bit_count():
            return _cards(self.known[at])
        walls = self.walls[at] if self.walls else 0
        return _cards(self.known[at] | self._unseen() & ~walls)

    def _unseen(self) -> int:
        seen = self.played
        for cards in self.known:
            seen |= cards
        return self.deck & ~seen

    def _play_unread(self, at: int, trick_no: int) -> "Ledger":
        """A card was played that nobody could read: it may be one of those known to be held."""
        return self._replace(
            left=_with(self.left, at, self.left[at] - 1),
            pool=self.pool + 1,
            known=_with(self.known, at, 0),
            trick=trick_no,
        )

    def _lies_elsewhere(self, bits: int) -> "Ledger":
        """Cards are seen that belong to nobody who plays, as those of the closed partner in capo from one hand."""
        ledger = self._belongs(-1, bits)
        return ledger._replace(played=ledger.played | bits, pool=ledger.pool - bits.bit_count())

    def _belongs(self, at: int, bits: int) -> "Ledger":
        """What was believed of other hands and is now contradicted is withdrawn (a false bela, a misread card).

        With it goes everything found by counting, which rested on it; what still holds is found again at once.
        """
        wrong = [cards & bits for cards in self.known]
        if at >= 0:
            wrong[at] = 0
        if not any(wrong):
            return self
        contradicted = {(self.seats[other], card) for other, cards in enumerate(wrong) for card in _cards(cards)}
        kept = tuple(one for one in self.found if one.shown and (one.seat, one.shown) not in contradicted)
        guilty = {proof.committed for proof in kept}
        order = [play[0] for play in self.plays]
        freed = (*self.bans, *(ban for ban in self.proven if ban.seq not in guilty))
        return self._banning(tuple(sorted(freed, key=lambda ban: order.index(ban.seq))))._replace(
            known=tuple(cards & ~bad for cards, bad in zip(self.known, wrong, strict=True)),
            proven=tuple(ban for ban in self.proven if ban.seq in guilty),
            found=kept,
        )

    def _shown(self, seq: int, seat: Seat, bits: int, trick_no: int) -> tuple[Proof, ...]:
        """Rule 2: the plays that cards shown now, and therefore held then, prove illegal."""
        broken = [ban for ban in self.bans if ban.forbidden & bits and ban.seat is seat]
        return tuple([_by_card(ban, seq, _first(ban.forbidden & bits), trick_no) for ban in broken])

    def _settle(self, seq: int, proofs: tuple[Proof, ...]) -> tuple["Ledger", tuple[Proof, ...]]:
        """Takes proven plays out of force, counts, and drops joint contradictions that are now explained."""
        if proofs:
            ledger = self._convict(proofs)
        elif self.bans:
            ledger = self
        else:
            return self, ()
        more, ledger = ledger._counted(seq)
        return ledger, (*proofs, *more)

    def _convict(self, proofs: tuple[Proof, ...]) -> "Ledger":
        guilty = {proof.committed for proof in proofs if proof.certain}
        kept = tuple(proof for proof in self.found if guilty.isdisjoint(proof.suspects))
        return self._banning(tuple(ban for ban in self.bans if ban.seq not in guilty))._replace(
            proven=(*self.proven, *(ban for ban in self.bans if ban.seq in guilty)),
            found=(*kept, *proofs),
        )

    def _banning(self, bans: tuple[Ban, ...]) -> "Ledger":
        return self._replace(bans=bans, barred=self._barred_by(bans) if bans else self.walls)

    def _barred_by(self, bans: Sequence[Ban]) -> tuple[int, ...]:
        """The cards that these bans, and the walls, keep from each seat."""
        barred = list(self.walls) or [0] * len(self.seats)
        for ban in bans:
            barred[self.seats.index(ban.seat)] |= ban.forbidden
        return tuple(barred)

    def _counted(self, seq: int) -> tuple[tuple[Proof, ...], "Ledger"]:
        """Rules 3 and 4. Where the counts contradict themselves (a card missed or misread) nothing is concluded."""
        unseen, room = self.deck & ~self.played, self.left
        if any(self.known):
            unseen = self._unseen()
            room = tuple([left - cards.bit_count() for left, cards in zip(room, self.known, strict=True)])
        if self._fits(self.barred, unseen, room) or min(room) < 0 or unseen.bit_count() > sum(room) + self.pool:
            return (), self
        if not self._fits(self.walls, unseen, room):
            return (), self
        ledger = self
        proofs = tuple(
            Proof(ban.seat, ban.seq, seq, True, ban.played, None, ban.trick, self.trick)
            for ban in self.bans
            if not self._fits(self._barred_by((ban,)), unseen, room)
        )
        if proofs:
            ledger = ledger._convict(proofs)
        joint = ledger._joint(seq, unseen, room)
        if joint:
            ledger = ledger._replace(found=(*ledger.found, *joint))
        return (*proofs, *joint), ledger

    def _joint(self, seq: int, unseen: int, room: Sequence[int]) -> tuple[Proof, ...]:
        """The joint contradictions not yet reported: of one seat's plays where they suffice, else of several."""
        doubted = {suspect for proof in self.found for suspect in proof.suspects}
        bans = [ban for ban in self.bans if ban.seq not in doubted]
        if self._fits(self._barred_by(bans), unseen, room):
            return ()
        own = ([ban for ban in bans if ban.seat is seat] for seat in self.seats)
        suspects = next((mine for mine in own if not self._fits(self._barred_by(mine), unseen, room)), bans)
        for ban in tuple(suspects):
            fewer = [other for other in suspects if other is not ban]
            if not self._fits(self._barred_by(fewer), unseen, room):
                suspects = fewer
        first = suspects[0]
        seat = first.seat if all(ban.seat is first.seat for ban in suspects) else None
        seqs = tuple(ban.seq for ban in suspects)
        proof = Proof(seat, first.seq, seq, False, first.played, None, first.trick, self.trick, seqs)
        return (proof, *self._replace(found=(*self.found, proof))._joint(seq, unseen, room))

    def _fits(self, barred: Sequence[int], unseen: int, room: Sequence[int]) -> bool:
        """Whether every unseen card has a place when each seat holds none of the cards in ``barred``.

        Hall's condition over the sets of seats: the cards banned from every seat of a set must fit into the other
        hands and the pool.
        """
        groups = [(unseen, sum(room) + self.pool)]
        for cards, places in zip(barred, room, strict=False):
            if cards & unseen:
                for group, free in tuple(groups):
                    shared = group & cards
                    if shared:
                        if shared.bit_count() > free - places:
                            return False
                        groups.append((shared, free - places))
        return True


def open_ledger(
    seats: tuple[Seat, ...], hand_sizes: Sequence[int], deck: Collection[Card] = DECK_32, trick_no: int = 1
) -> Ledger:
    """The ledger of a deal before its first play.

    ``hand_sizes`` in the order of ``seats``; the cards of ``deck`` beyond them are those nobody can play.
    """
    pool = len(deck) - sum(hand_sizes)
    return Ledger(seats, _mask(frozenset(deck)), tuple(hand_sizes), pool, (0,) * len(seats), trick=trick_no)


def _with(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _by_card(ban: Ban, seq: int, shown: Card, trick_no: int) -> Proof:
    return Proof(ban.seat, ban.seq, seq, True, ban.played, shown, ban.trick, trick_no)
