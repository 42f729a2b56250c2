"""What a finding is worth that rests on a guess: nobody is accused for certain by what was not clearly seen.

A finding rests on more than the play that broke a rule and the card that proves it: on the card led, on the trump
shown, on whose turn it was. So the deal is played again without what is unclear, and what is not found then was not
certain.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.acts import Dealt, Played, TurnedUp
from kozyr.engine.cards import DECK_32, Suit
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Step
from kozyr.engine.table.unclear import Doubts

_AROUND: Final = 3
"""So many cards before a play at most lay in its trick."""

Found = tuple[Offence, Seat | None, int]
"""Offence, seat and the entry that broke the rule: what makes a finding the same one."""
Replay = Callable[[int, tuple[Step, ...]], frozenset[Found]]
"""(How many acts stand before a deal, its acts) -> what would be found for certain in it, had it gone so."""


def weighed(
    findings: tuple[Irregularity, ...], unsure: Doubts, steps: Sequence[Step], replay: Replay
) -> tuple[Irregularity, ...]:
    """The findings; those that rest on an entry in doubt are not certain. ``steps``: the acts that stand."""
    named = unsure.unclear | unsure.broken
    certain = [
        one
        for one in findings
        if one.certain and not {one.committed, one.proved} & named and not _was_in_turn(one, unsure.seen)
    ]
    kept = set[Found]()
    for begin, deal, some in _by_deal(certain, steps) if certain else ():
        kept |= _Deal(begin, deal, unsure, replay).sure(some)
    return tuple(replace(one, certain=False) if one.certain and _key(one) not in kept else one for one in findings)


def _was_in_turn(one: Irregularity, seen: frozenset[int]) -> bool:
    """A play out of turn that the camera took for one in turn, unless it is in doubt: a later correction made it so."""
    return one.offence is Offence.OUT_OF_TURN and one.committed in seen


def _key(one: Irregularity) -> Found:
    return one.offence, one.seat, one.committed


def _by_deal(
    certain: Iterable[Irregularity], steps: Sequence[Step]
) -> Iterable[tuple[int, tuple[Step, ...], list[Irregularity]]]:
    """(How many acts stand before a deal, its acts, the findings in it), of each deal with findings."""
    cuts = [at for at, step in enumerate(steps) if isinstance(step.act, Dealt)]
    places = {step.seq: at for at, step in enumerate(steps)}
    deals: dict[int, list[Irregularity]] = {}
    for one in certain:
        at = places.get(one.committed, 0)
        deals.setdefault(max((cut for cut in cuts if cut <= at), default=0), []).append(one)
    for begin, some in deals.items():
        end = next((cut for cut in cuts if cut > begin), len(steps))
        yield begin, tuple(steps[begin:end]), some


@dataclass(frozen=True, slots=True)
class _Deal:
    """One deal that is played again without what is in doubt."""

    begin: int
    acts: tuple[Step, ...]
    unsure: Doubts
    replay: Replay

    def sure(self, certain: list[Irregularity]) -> set[Found]:
        """Of these findings, those that are found for certain whatever the unclear acts were."""
        left = {_key(one) for one in certain}
        in_doubt = (frozenset(step.seq for step in self.acts) & self.unsure.unclear) | self._around_missed()
        if in_doubt:
            left &= self._found(in_doubt)
            astray = in_doubt & self.unsure.astray
            left &= self._found(in_doubt, without=astray) if astray and left else left
        left -= self._on_one_reading([one for one in certain if _key(one) in left], in_doubt)
        return left - self._on_the_card_shown(left) if left else left

    def _around_missed(self) -> frozenset[int]:
        """The camera's plays next to those that nobody saw."""
        plays = [step.seq for step in self.acts if isinstance(step.act, Played)]
        places = [at for at, seq in enumerate(plays) if seq in self.unsure.missed]
        around = (plays[max(0, at - _AROUND) : at + _AROUND + 1] for at in places)
        return frozenset(seq for some in around for seq in some) & self.unsure.seen

    def _on_one_reading(self, certain: list[Irregularity], in_doubt: frozenset[int]) -> set[Found]:
        """The findings of which several fall with one reading of the camera: likelier that this was wrong."""
        revokes = {_key(one) for one in certain if one.offence is Offence.REVOKE}
        fallen = set[Found]()
        if len(revokes) < 2:
            return fallen
        for seq in self._support(certain):
            lost = revokes - self._found(in_doubt | {seq})
            fallen |= lost if len(lost) > 1 else set()
        return fallen

    def _on_the_card_shown(self, left: set[Found]) -> set[Found]:
        """The findings that fall where the camera misread the card turned up, if that leaves fewer: its suit is trump.

        Whoever plays by the true trump seems to break the rules again and again by another one.
        """
        own = {step.seq for step in self.acts}
        shown = next(
            (step for step in self.acts if isinstance(step.act, TurnedUp) and step.seq in self.unsure.seen), None
        )
        if shown is None:
            return set()
        fallen, now = set[Found](), {one for one in self.replay(self.begin, self.acts) if one[2] in own}
        for other in self._other_cards(shown):
            acts = tuple(step._replace(act=other) if step is shown else step for step in self.acts)
            found = {one for one in self.replay(self.begin, acts) if one[2] in own}
            fallen |= left - found if len(found) < len(now) else set()
        return fallen

    def _other_cards(self, shown: Step) -> Iterable[TurnedUp]:
        """What may have been turned up instead: a card of each other suit that nobody has played."""
        assert isinstance(shown.act, TurnedUp)
        played = {step.act.card for step in self.acts if isinstance(step.act, Played)}
        first, *rest = shown.act.cards
        for suit in Suit:
            free = [card for card in DECK_32 if card.suit is suit and card not in played]
            if free and suit is not first.suit:
                yield TurnedUp((free[0], *rest))

    def _support(self, certain: Iterable[Irregularity]) -> Iterable[int]:
        """The plays that only the camera states, to the last proof: who won the tricks before bears on it, too."""
        last = max((at for one in certain for at in (self._at(one.committed), self._at(one.proved))), default=-1)
        plays = (step.seq for step in self.acts[: last + 1] if isinstance(step.act, Played))
        return [seq for seq in plays if seq in self.unsure.seen]

    def _at(self, seq: int) -> int:
        """The place of an act in the deal; of one that is not in it the last."""
        return next((at for at, step in enumerate(self.acts) if step.seq == seq), len(self.acts) - 1)

    def _found(self, in_doubt: frozenset[int], without: frozenset[int] = frozenset()) -> frozenset[Found]:
        """What is found for certain when those plays are of unknown cards; other acts in doubt are left out."""
        acts = []
        for step in self.acts:
            if step.seq in without:
                continue
            if step.seq not in in_doubt:
                acts.append(step)
            elif isinstance(step.act, Played):
                acts.append(step._replace(act=Played(step.act.seat, None)))
        return self.replay(self.begin, tuple(acts))
