"""The judge: the PIN, findings with both pictures, remedies in points, the whole catalogue by hand."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.engine.acts import Decision, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience
from kozyr.ui.locale.text import LANGUAGES
from kozyr.ui.new_match import Plan, header_of


def acts(model: Any) -> list[Any]:
    return [step.act for step in model.session.steps]


def findings(model: Any) -> Any:
    return model.session.view(Audience.JUDGE).findings


def keys(hand: Any) -> list[Any]:
    from kozyr.ui.tablet.widgets import Key, WrapKey

    return [one for root in hand.window.children for one in root.walk() if isinstance(one, Key | WrapKey)]


def reach(hand: Any, **what: Any) -> Any:
    from kivy.uix.scrollview import ScrollView

    found = around = hand.find(**what)
    while not isinstance(around, ScrollView):
        around = around.parent
    around.scroll_to(found, animate=False)
    hand.idle(3)
    return found


@pytest.fixture(autouse=True)
def guard() -> Iterator[Any]:
    from kozyr.ui.tablet.pin import guard as one

    one.forget()
    yield one
    one.forget()


@pytest.fixture
def revoked(played: Callable[..., Any]) -> Any:
    """E throws a club on the heart led and plays a heart later: proved."""
    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    assert len([one for one in findings(model) if one.offence is Offence.REVOKE]) == 1
    return model


def a_table(name: str, form: str = "") -> Any:
    from kozyr.ui.tablet.model import TableModel

    at = iter(range(0, 10_000_000, 1000))
    return TableModel(Session(game_named(name), header_of(Plan(name, form=form), {})), now_ms=lambda: next(at))


def test_judge_rules_with_evidence_and_law(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.cardface import CardFace

    show(revoked)
    hand.tap(text="Judge")
    hand.tap(text="The judge is here")
    assert revoked.judging
    hand.tap(tip="judge")
    hand.tap(next(one for one in keys(hand) if "B-10" in one.text))
    shown = " ".join(hand.texts())
    assert "B-10 · Репино 4.3.4" in shown
    assert "trick 1 · " in shown
    assert "Proposed: " in shown
    faces = [one.card for root in hand.window.children for one in root.walk() if isinstance(one, CardFace)]
    assert {Card.parse("10C"), Card.parse("JH")} <= set(faces)
    hand.tap(text="Accept")
    ruling = acts(revoked)[-1]
    assert isinstance(ruling, Ruled)
    assert (ruling.offence, ruling.seat, ruling.decision.value) == ("revoke", Seat.E, "accepted")
    assert revoked.session.entries[-1].source.value == "judge"
    assert not [one for one in findings(revoked) if one.offence is Offence.REVOKE]
    hand.tap(text="End\njudging")
    assert not revoked.judging


def test_the_proposal_says_what_it_costs(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    """The tricks after a revoke go to the other side: how that changes the score is read before it is accepted."""
    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    model.claim(Seat.W, max(one.cards_left for one in model.view.seats))
    model.open_judging()
    show(model, "judge")
    hand.tap(next(one for one in keys(hand) if "B-10" in one.text))
    before = model.session.report().match_score
    shown = " ".join(hand.texts())
    assert "→" in shown or "the score stays as it is" in shown
    assert model.session.report().match_score == before


def test_each_figure_that_a_ruling_changes_is_told_once(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.screens.case import effect

    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    (revoke,) = [one for one in findings(model) if one.offence is Offence.REVOKE]
    ruling = Ruled(revoke.offence.value, revoke.seat, revoke.committed, Decision.ACCEPTED, revoke.remedy.value)
    model.open_judging()
    running = effect(model, ruling)
    assert all("nothing before" not in line and "after deal" not in line for line in running), running
    model.tally((("SN", 130), ("WE", 32)))
    ended = effect(model, ruling)
    assert [line.split(":")[0] for line in ended] == ["deal 1", "at the end"], ended


def test_other_remedy_with_a_reason(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    revoked.open_judging()
    show(revoked, "judge")
    hand.tap(next(one for one in keys(hand) if "B-10" in one.text))
    hand.tap(text="Other")
    assert any(text.startswith("The clause allows (Репино") for text in hand.texts())
    hand.tap(reach(hand, tip="remedy-warn"))
    hand.tap(text="the player reported it")
    ruling = acts(revoked)[-1]
    assert isinstance(ruling, Ruled)
    assert (ruling.decision.value, ruling.remedy, ruling.why) == ("other", "warn", "the player reported it")


def test_dismissed(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    revoked.open_judging()
    show(revoked, "judge")
    hand.tap(next(one for one in keys(hand) if "B-10" in one.text))
    hand.tap(text="Dismiss")
    hand.tap(tip="why-misread")
    assert acts(revoked)[-1].decision.value == "dismissed"


def test_fine_and_a_written_reason(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    """A tablet that is turned in the middle keeps the step and what is written."""
    from kozyr.ui.tablet.theme import theme

    revoked.open_judging()
    screen = show(revoked, "judge")
    hand.tap(next(one for one in keys(hand) if "B-10" in one.text))
    hand.tap(text="Other")
    hand.tap(reach(hand, tip="remedy-fine"))
    for digit in "25":
        hand.tap(text=digit)
    hand.tap(tip="done")
    hand.tap(text="Write")
    for letter in ("T", "w", "i"):
        hand.tap(next(one for one in keys(hand) if one.text.lower() == letter.lower()))
    theme.fit(600, 1024)
    screen._ruling.relay()
    theme.fit(1024, 600)
    screen._ruling.relay()
    hand.idle(3)
    for letter in ("c", "e"):
        hand.tap(next(one for one in keys(hand) if one.text.lower() == letter.lower()))
    hand.tap(text="Done")
    ruling = acts(revoked)[-1]
    assert (ruling.remedy, ruling.points, ruling.why) == ("fine", 25, "Twice")


def test_an_offence_told_by_people(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    """A partner was asked to show: no camera sees it; the judge takes the row and decides."""
    model = played("9H 8H")
    model.open_judging()
    show(model, "judge")
    hand.tap(text="Another offence")
    hand.tap(text="Третій · North")
    hand.tap(reach(hand, tip="law-B-12"))
    hand.tap(tip="no-entry")
    assert "B-12 · Репино Г" in " ".join(hand.texts())
    hand.tap(text="Other")
    hand.tap(reach(hand, tip="remedy-warn"))
    hand.tap(text="the player reported it")
    ruling = acts(model)[-1]
    assert (ruling.offence, ruling.seat, ruling.committed, ruling.remedy) == ("B-12", Seat.N, None, "warn")
    assert any("Asking partner to show a construction · Третій · North" in text for text in hand.texts())


def test_a_reported_offence_points_at_an_entry(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H 8H 10C 7H")
    card = next(step for step in model.session.steps if isinstance(step.act, Played) and step.act.seat is Seat.E)
    model.open_judging()
    show(model, "judge")
    hand.tap(text="Another offence")
    hand.tap(text="Четвертий · East")
    hand.tap(reach(hand, tip="law-B-10"))
    hand.tap(reach(hand, tip=f"entry-{card.seq}"))
    hand.tap(text="Accept")
    ruling = acts(model)[-1]
    assert isinstance(ruling, Ruled)
    assert ruling.committed == card.seq


def test_penalty_cards_are_listed_for_the_judge(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H")
    model.play(Seat.S, Card.parse("AD"))
    model.open_judging()
    show(model, "judge")
    lying = [one for one in model.view.seats if one.penalty_cards]
    assert lying
    assert any(text.startswith("Penalty cards on the table · Перший: A♦") for text in hand.texts())


@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_the_catalogue_can_be_ruled_on_by_hand(name: str, hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.screens.judge import LawsPage

    model = a_table(name)
    model.begin_deal(model.view.seats[0].seat)
    model.open_judging()
    screen = show(model)
    screen.open_page(LawsPage, seat=model.view.seats[0].seat)
    hand.find(tip=f"law-{list(game_named(name).laws)[-1]}")
    tips = {getattr(one, "tip", "") for one in keys(hand)}
    assert {f"law-{row}" for row in game_named(name).laws} <= tips


def test_a_fine_of_preferans_has_points_and_a_column(hand: Any, show: Callable[..., Any]) -> None:
    model = a_table("preferans", "3")
    first, second, third = (one.seat for one in model.view.seats)
    model.begin_deal(first)
    model.open_judging()
    show(model, "judge")
    hand.tap(text="Another offence")
    hand.tap(next(one for one in keys(hand) if "South" in one.text))
    law = next(row for row, one in game_named("preferans").laws.items() if not one.offences)
    hand.tap(reach(hand, tip=f"law-{law}"))
    hand.tap(tip="no-entry")
    hand.tap(text="Other")
    hand.tap(reach(hand, tip="remedy-fine"))
    hand.tap(text="4")
    hand.tap(tip="done")
    hand.tap(tip="column-mountain")
    hand.tap(tip="why-agreed")
    ruling = acts(model)[-1]
    assert (ruling.remedy, ruling.points, ruling.column, ruling.seat) == ("fine", 4, "mountain", Seat.S)
    assert {first, second, third} >= {ruling.seat}
    assert {row.side: row.mountain for row in model.session.report().sheet}["S"] == 4


def test_pin_waits_longer_after_every_wrong_one(guard: Any) -> None:
    from kozyr.ui.tablet.pin import FIRST_WAIT_S, LONGEST_WAIT_S, PinGuard

    now = [0.0]
    one = PinGuard(lambda: now[0])
    assert not one.opens("1", "47")
    assert not one.opens("2", "47")
    assert one.wait_s == 0
    assert not one.opens("3", "47")
    assert one.wait_s == FIRST_WAIT_S
    assert not one.opens("47", "47"), "no PIN is taken while it waits"
    waits = []
    for _ in range(12):
        now[0] += one.wait_s
        one.opens("9", "47")
        waits.append(one.wait_s)
    assert waits == sorted(waits)
    assert waits[0] == 2 * FIRST_WAIT_S
    assert waits[-1] == LONGEST_WAIT_S
    now[0] += LONGEST_WAIT_S
    assert one.opens("47", "47")
    assert one.wait_s == 0


def test_the_pad_says_how_long_it_waits(revoked: Any, hand: Any, show: Callable[..., Any], guard: Any) -> None:
    revoked._judge_pin = "47"
    show(revoked)
    hand.tap(text="Judge")
    hand.tap(text="The judge is here")
    for _ in range(3):
        hand.tap(text="1")
        hand.tap(text="Done")
    assert any(text.startswith("Too many wrong PINs: wait ") for text in hand.texts())
    hand.tap(text="4")
    hand.tap(text="7")
    hand.tap(text="Done")
    assert not revoked.judging
    guard._until_s = 0.0
    hand.tap(text="4")
    hand.tap(text="7")
    hand.tap(text="Done")
    assert revoked.judging


def test_a_touch_on_the_judge_calls_nobody_yet(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    show(revoked)
    before = revoked.session.entries
    hand.tap(text="Judge")
    assert not revoked.judge_called
    hand.tap(text="Back")
    assert not revoked.judge_called
    hand.tap(text="Judge")
    hand.tap(tip="judge-call")
    assert revoked.judge_called
    hand.tap(tip="judge-calm")
    assert not revoked.judge_called
    assert "Judge" in hand.texts()
    assert revoked.session.entries == before, "a call is no entry of the log"


@pytest.fixture
def over(revoked: Any) -> Any:
    """The deal with the revoke is over; nobody has ruled."""
    revoked.tally((("SN", 130), ("WE", 32)))
    return revoked


REMARK = "There is an unanswered remark about this deal"


def test_a_deal_that_ends_with_an_unanswered_finding_says_only_that(
    over: Any, hand: Any, show: Callable[..., Any]
) -> None:
    show(over)
    words = " ".join(hand.texts())
    assert REMARK in words
    assert not [word for word in ("revoke", "Revoke", "B-10", "4.3.4") if word in words]
    hand.tap(tip="remark-leave")
    assert REMARK not in hand.texts()
    hand.tap(text="Next deal: Другий")
    assert over.view.deal == 2, "it blocks nothing"


def test_nobody_has_to_answer_a_remark(over: Any, hand: Any, show: Callable[..., Any]) -> None:
    show(over)
    hand.tap(text="Next deal: Другий")
    assert over.view.deal == 2
    assert REMARK not in hand.texts()


def test_a_remark_calls_the_judge_and_his_ruling_answers_it(over: Any, hand: Any, show: Callable[..., Any]) -> None:
    show(over)
    hand.tap(tip="remark-call")
    assert over.judge_called
    hand.tap(text="Back")
    assert REMARK not in hand.texts()
    hand.tap(text="Judge\ncalled")
    hand.tap(text="The judge is here")
    hand.tap(tip="judge")
    for finding in findings(over):
        hand.tap(tip=f"finding-{finding.committed}")
        hand.tap(text="Dismiss")
        hand.tap(tip="why-unclear")
    hand.tap(text="End\njudging")
    assert REMARK not in hand.texts()


def test_a_deal_without_findings_ends_without_a_remark(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H 10H 7H")
    model.tally((("SN", 130), ("WE", 32)))
    show(model)
    assert REMARK not in hand.texts()


def test_during_play_nothing_is_said_of_a_finding(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    show(revoked)
    assert REMARK not in hand.texts()


@pytest.mark.parametrize("size", [(1024, 600), (600, 1024)], ids=str)
@pytest.mark.parametrize("text", ["normal", "large"])
def test_the_ruling_fits_every_screen(size: tuple[int, int], text: str, revoked: Any, hand: Any, window: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.screens.case import found
    from kozyr.ui.tablet.screens.ruling import RulingDialog
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key, TapFilter

    class Screen:
        model = revoked

    revoked.open_judging()
    theme.fit(*size)
    theme.speak(text)
    try:
        for lang in LANGUAGES:
            set_language(lang)
            dialog = RulingDialog(Screen(), found(revoked, findings(revoked)[0]))  # type: ignore[arg-type]
            root = TapFilter(size_hint=(None, None), size=size)
            root.add_widget(dialog)
            window.add_widget(root)
            steps = (dialog._law, dialog._choose, lambda d=dialog: d._fine(d._law), lambda d=dialog: d._where(d._law),
                     lambda d=dialog: d._who(d._law))  # fmt: skip
            for step in steps:
                step()
                hand.idle(3)
                for one in root.walk():
                    where = (lang, getattr(one, "text", ""), one.size)
                    if isinstance(one, Key):
                        assert min(one.size) >= 53 * theme.s, where
                    if isinstance(one, FitLabel) and one.text.strip() and one.width > 1:
                        assert one.texture_size[0] <= one.width + 1, where
                        assert one.texture_size[1] <= one.height + 1, where
                        assert one.font_size >= 0.55 * one.base_size * theme.s, where
            window.remove_widget(root)
    finally:
        theme.speak("normal")


def a_ruling(revoked: Any, hand: Any, show: Callable[..., Any], tab: str = "history") -> Any:
    """The judge has decided and gone; the players' table is shown."""
    revoked._judge_pin = "47"
    revoked.judging = True
    one = next(one for one in findings(revoked) if one.offence is Offence.REVOKE)
    revoked.rule(Ruled(one.offence.value, one.seat, one.committed, Decision.ACCEPTED, remedy="warn"))
    revoked.close_judging()
    return show(revoked, tab)


def enter(hand: Any, pin: str) -> None:
    for digit in pin:
        hand.tap(text=digit)
    hand.tap(text="Done")


@pytest.mark.parametrize("tip", ["undo", "step-back"])
def test_a_ruling_is_taken_back_and_brought_back_by_the_judge_alone(
    revoked: Any, hand: Any, show: Callable[..., Any], tip: str
) -> None:
    a_ruling(revoked, hand, show)
    ruled = acts(revoked)
    hand.tap(tip=tip)
    assert acts(revoked) == ruled, "a player's step back asks for the PIN"
    assert "This is the judge’s ruling. Only the judge may take it back: enter the PIN" in hand.texts()
    enter(hand, "46")
    assert acts(revoked) == ruled
    enter(hand, "47")
    assert acts(revoked) == ruled[:-1]
    assert not revoked.judging, "it was asked for this one thing"
    assert revoked.session.entries[-1].source.value == "judge"
    hand.tap(tip="redo-this")
    assert acts(revoked) == ruled[:-1]
    assert "This is the judge’s ruling. Only the judge may bring it back: enter the PIN" in hand.texts()
    enter(hand, "47")
    assert acts(revoked) == ruled
    assert not revoked.judging


def test_a_ruling_in_the_history_is_taken_back_with_the_pin(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    a_ruling(revoked, hand, show)
    ruled = acts(revoked)
    hand.tap(reach(hand, tip=f"entry-{revoked.session.steps[-1].seq}"))
    hand.tap(text="Take back")
    assert acts(revoked) == ruled
    enter(hand, "47")
    assert acts(revoked) == ruled[:-1]


def test_a_step_before_a_ruling_stays_the_players(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    """What is no ruling is taken back at once, also where there is a PIN, and a ruling where there is none."""
    revoked._judge_pin = "47"
    show(revoked, "history")
    before = acts(revoked)
    hand.tap(tip="undo")
    assert acts(revoked) == before[:-1]
    revoked.redo()
    a_ruling(revoked, hand, show)
    revoked._judge_pin = None
    ruled = acts(revoked)
    hand.tap(tip="undo")
    assert acts(revoked) == ruled[:-1]


def test_a_ruling_that_another_entry_followed_is_not_the_step_the_pin_was_typed_for(
    revoked: Any, hand: Any, show: Callable[..., Any]
) -> None:
    a_ruling(revoked, hand, show)
    hand.tap(tip="undo")
    revoked.seen(Played(revoked.view.expectation.seat, Card.parse("JC")), revoked.now_ms())
    there = acts(revoked)
    enter(hand, "47")
    assert acts(revoked) == there
