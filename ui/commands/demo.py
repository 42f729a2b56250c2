"""``kozyr demo``: a recorded table through the camera pipeline, the rules and the touch screen."""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from kozyr.engine.acts import Decision, Played, Ruled
from kozyr.engine.errors import Words
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Offence
from kozyr.engine.table.doubt import Question
from kozyr.engine.table.log import Source
from kozyr.ui.calls import CallsToMerge, read_calls
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import whole_from
from kozyr.ui.eyes import open_eyes
from kozyr.ui.happenings import Narrator
from kozyr.ui.live import LiveTable
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import score_text, tr
from kozyr.ui.protocol import finding_line, protocol_lines, score_lines
from kozyr.ui.runner import Happening, follow
from kozyr.ui.settings import datasets_folder
from kozyr.ui.tablet.display import has_display, offscreen
from kozyr.ui.tablet.model import CameraState
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.sources import open_source

PICTURE_PX = (1280, 800)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--headless", action="store_true", help=Words("no window even where there is a display"))
    parser.add_argument(
        "--out", type=Path, default=Path("kozyr-demo"), help=Words("folder for log and pictures (kozyr-demo)")
    )
    parser.add_argument(
        "--threads", type=whole_from(1, 256), help=Words("threads of each network (default: the cores, at most two)")
    )
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Plays the clip and prints the protocol; 0 when every card of it was read right or asked about."""
    speak(options.lang)
    folder = datasets_folder()
    truth = json.loads((folder / "demo.json").read_text("utf-8"))
    calls = read_calls(folder / "demo-calls.kozyr.jsonl")
    assert calls.header is not None
    detector, reader = open_eyes(video=True, threads=options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    table = LiveTable.create(_free(options.out), calls.header, calls=CallsToMerge(calls.entries))
    pipeline = Pipeline(detector, reader, save_crop=table.crops.keep)
    print(tr("demo.begins", clip=truth["clip"], deck=truth["deck"], log=table.store.path))
    show = Demo(table, pipeline, truth, folder / truth["clip"], options.out)
    try:
        if options.headless or not has_display():
            show.without_display()
        else:
            show.in_a_window()
    finally:
        table.close()
    return show.status


def _free(out: Path) -> Path:
    names = (out / f"demo-{number}.kozyr.jsonl" for number in range(1, 10_000))
    return next(path for path in names if not path.exists())


class Demo:
    """One showing of the clip."""

    def __init__(self, table: LiveTable, pipeline: Pipeline, truth: dict[str, Any], clip: Path, out: Path) -> None:
        self._table, self._pipeline, self._truth, self._clip, self._out = table, pipeline, truth, clip, out
        self._narrator = Narrator(table.session)
        self._asked: set[tuple[str, str]] = set()
        table.happened = self.tell
        self.status = 0

    def tell(self, happening: Happening) -> None:
        """Narrates one happening."""
        if isinstance(happening, Question):
            self._asked |= {
                (act.seat.value, act.card.code)
                for choice in (happening.guess, *happening.choices)
                for act in choice.acts
                if isinstance(act, Played) and act.card is not None
            }
        for line in self._narrator.lines(happening):
            print(line, flush=True)

    def without_display(self) -> None:
        """At the machine's own speed, with pictures of the screen."""
        offscreen()
        from kozyr.ui.tablet.app import save_picture, save_pictures

        begun = time.perf_counter()
        model = self._table.model
        model.camera = CameraState(True, True, "ok")
        pictured: set[int] = set()
        for happening in follow(open_source(self._clip), self._pipeline, self._table.watcher):
            self._table.tell_screen((happening,))
            view = model.view
            if isinstance(happening, Question):
                save_picture(model, self._out / f"question-{happening.number}.png", PICTURE_PX, tab="question")
            if view.trick is not None and len(view.trick.plays) == 3 and view.trick.number not in pictured:
                pictured.add(view.trick.number)
                save_picture(model, self._out / f"trick-{view.trick.number}.png", PICTURE_PX)
        self._protocol()
        save_pictures(model, self._out, PICTURE_PX)
        self._judge()
        model.judging = False
        save_picture(model, self._out / "after-ruling.png", PICTURE_PX, tab="score")
        print(tr("demo.pictures", folder=self._out, seconds=round(time.perf_counter() - begun)))

    def in_a_window(self) -> None:
        """At the clip's own speed, on the screen; the window stays until it is closed."""
        from kozyr.ui.tablet.app import run_table
        from kozyr.ui.tablet.live_picture import LivePicture

        def ended(error: Exception | None) -> None:
            if error is not None:
                print(tr("demo.eyes-failed", error=error_text(error)))
                self.status = 1
                return
            self._protocol()
            print(tr("demo.judge-yourself"), tr("demo.close-window"), flush=True)

        def started(app: Any) -> None:
            picture = LivePicture(app)
            self._table.look(
                open_source(self._clip), self._pipeline, app.post, show=picture.show, ended=ended, from_ms=0
            )

        run_table(self._table.model, size_px=PICTURE_PX, started=started)
        self._after_the_window()

    def _after_the_window(self) -> None:
        """What the person at the screen has ruled."""
        rulings = self._table.session.report().rulings
        if any(row.decision is Decision.ACCEPTED and row.offence == Offence.REVOKE for row in rulings):
            print(*score_lines(self._table.session.report().deals[-1], self._table.session.header.game), sep="\n")
            self._compare("demo.score-ruled", "after_b10_accepted")

    def _protocol(self) -> None:
        print("", *protocol_lines(self._table.session), "", sep="\n")
        right, asked, wrong = self._compared()
        total = len(_plays(self._truth))
        print(tr("demo.plays", right=right, asked=asked, wrong=wrong, total=total))
        self._compare("demo.score", "without_ruling")
        if right + asked < total:
            self.status = 1

    def _compared(self) -> tuple[int, int, int]:
        """(right without a question, right or asked about with one, neither) over the cards of the truth."""
        steps = self._table.session.steps
        logged = {
            (step.act.seat.value, step.act.card.code)
            for step in steps
            if isinstance(step.act, Played) and step.act.card is not None
        }
        plays = _plays(self._truth)
        asked = {play for play in plays if play in self._asked}
        right = {play for play in plays if play in logged} - asked
        return len(right), len(asked), len(plays - right - asked)

    def _judge(self) -> None:
        """The judge accepts the proposal about the revoke: only now the score changes."""
        found = [one for one in self._table.session.report().irregularities if one.offence is Offence.REVOKE]
        for one in found:
            self._accept(one)
        if found:
            self._compare("demo.score-ruled", "after_b10_accepted")

    def _accept(self, found: Irregularity) -> None:
        if found.seat is None:
            return
        ruled = Ruled(found.offence.value, found.seat, found.committed, Decision.ACCEPTED)
        self._table.session.record(ruled, self._table.now_ms(), Source.JUDGE, by="demo")
        times = {step.seq: step.at_ms for step in self._table.session.steps}
        print(tr("demo.judge-accepts"), f"  {finding_line(found, times)}", sep="\n")
        print(*score_lines(self._table.session.report().deals[-1], self._table.session.header.game), sep="\n")

    def _compare(self, key: str, which: str) -> None:
        expected = self._truth["expected"][which]["score"]
        row = self._table.session.report().deals[-1]
        same = dict(row.score) == expected
        verdict = tr("demo.equal" if same else "demo.differs", score=score_text(tuple(expected.items())))
        print(tr(key, score=score_text(row.score)), verdict)
        if not same:
            self.status = 1


def _plays(truth: dict[str, Any]) -> set[tuple[str, str]]:
    return {(play["seat"], play["card"]) for play in truth["plays"]}
