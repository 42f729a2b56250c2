"""``kozyr protocol LOG``: the protocol of a log as people write it, for the terminal or as pages to print."""

import argparse
import sys
from pathlib import Path

from kozyr.engine.errors import KozyrError, LogFormatError, Words
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.newest_log import LOG_HELP, newest_of_all
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import tr
from kozyr.ui.paper.papers import PAPERS, document
from kozyr.ui.paper.subject import Subject, seated
from kozyr.ui.whole_file import write_whole

_FORMS = tuple(dict.fromkeys(form for paper in PAPERS.values() for form in paper.forms))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("log", nargs="?", metavar="LOG", help=LOG_HELP)
    parser.add_argument(
        "--form", choices=_FORMS, help=Words("how a Debertz protocol is kept (default: as its rules say)")
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help=Words("A4 pages: FILE.pdf, or FILE.svg, FILE-2.svg, …")
    )
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the protocol, or writes its pages and says where."""
    speak(options.lang)
    subject = read_subject(options.log or newest_of_all(), options.form)
    paper = PAPERS[subject.header.game]
    if options.out is None:
        print("\n".join(paper.lines(subject)))
        return 0
    kind = options.out.suffix.lower()
    if kind not in (".pdf", ".svg"):
        raise KozyrError("{path}: the pages are PDF or SVG; give a name that ends in .pdf or .svg", path=options.out)
    if kind == ".pdf":
        write_whole(options.out, document(subject))
        print(tr("paper.written-to", path=options.out))
        return 0
    for number, page in enumerate(paper.pages(subject), start=1):
        path = options.out if number == 1 else options.out.with_stem(f"{options.out.stem}-{number}")
        write_whole(path, page.encode())
        print(tr("paper.written-to", path=path))
    return 0


def read_subject(name: str, form: str | None) -> Subject:
    """A log, replayed whole.

    What cannot have happened is left out and said on stderr, as ``kozyr check`` does. Raises KozyrError for a log that
    cannot be read to its end, LogFormatError for a form that its game does not have.
    """
    read = read_log_file(name)
    if read.error is not None or read.header is None:
        raise read.error or KozyrError("{name}: no header", name=name)
    game = game_named(read.header.game)
    if form is not None and form not in PAPERS[game.name].forms:
        raise LogFormatError(
            "{name}: a protocol of {game} is kept in one way only; leave --form out", name=name, game=game.name
        )
    folded = fold(game, read.header, read.entries)
    for found in folded.errors:
        if isinstance(found.error, LogFormatError):
            raise KozyrError("{name}: entry {entry}: {error}", name=name, entry=found.seq, error=found.error)
        left_out = Words("{name}: entry {entry} is left out: {error}", name=name, entry=found.seq, error=found.error)
        with players_called(read.header.players):
            print(f"kozyr: {error_text(left_out)}", file=sys.stderr)
    header = seated(read.header, game.view(folded.state, Audience.JUDGE))
    return Subject(game.report(folded.state), header, game.options(read.header), form)
