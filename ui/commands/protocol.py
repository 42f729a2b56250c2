"""``kozyr protocol LOG``: the protocol of a log as people write it, for the terminal or as pages to print."""

import argparse
import os
import sys
from pathlib import Path

from kozyr.engine.errors import KozyrError, LogFormatError
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.locale.text import tr
from kozyr.ui.paper.papers import PAPERS
from kozyr.ui.paper.subject import Subject

_FORMS = tuple(dict.fromkeys(form for paper in PAPERS.values() for form in paper.forms))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("log", metavar="LOG", help="a *.kozyr.jsonl file")
    parser.add_argument("--form", choices=_FORMS, help="how a Debertz protocol is kept (default: as its rules say)")
    parser.add_argument("--out", metavar="FILE.svg", type=Path, help="draw it on A4 pages: FILE.svg, FILE-2.svg, …")
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Prints the protocol, or writes its pages and says where."""
    speak(options.lang)
    subject = read_subject(options.log, options.form)
    paper = PAPERS[subject.header.game]
    if options.out is None:
        print("\n".join(paper.lines(subject)))
        return 0
    if options.out.suffix.lower() != ".svg":
        raise KozyrError(f"{options.out}: the pages are SVG; give a name that ends in .svg")
    for number, page in enumerate(paper.pages(subject), start=1):
        path = options.out if number == 1 else options.out.with_stem(f"{options.out.stem}-{number}")
        _write(path, page)
        print(tr("paper.written-to", path=path))
    return 0


def read_subject(name: str, form: str | None) -> Subject:
    """A log, replayed whole.

    What cannot have happened is left out and said on stderr, as ``kozyr check`` does. Raises KozyrError for a log that
    cannot be read to its end, LogFormatError for a form that its game does not have.
    """
    read = read_log_file(name)
    if read.error is not None or read.header is None:
        raise read.error or KozyrError(f"{name}: no header")
    game = game_named(read.header.game)
    if form is not None and form not in PAPERS[game.name].forms:
        raise LogFormatError(f"{name}: a protocol of {game.name} is kept in one way only; leave --form out")
    folded = fold(game, read.header, read.entries)
    for found in folded.errors:
        if isinstance(found.error, LogFormatError):
            raise KozyrError(f"{name}: entry {found.seq}: {found.error}")
        print(f"kozyr: {name}: entry {found.seq} is left out: {found.error}", file=sys.stderr)
    return Subject(game.report(folded.state), read.header, game.options(read.header), form)


def _write(path: Path, text: str) -> None:
    """Puts the file there whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
