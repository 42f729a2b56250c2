"""What could not be written or read is said as it was: no full disk where a folder is missing."""

import argparse
import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from kozyr.engine.errors import KozyrError, Words
from kozyr.engine.table.store import read_log_file
from kozyr.ui.cli import main
from kozyr.ui.commands import table
from kozyr.ui.decks import forget_deck, load_deck, save_deck
from kozyr.ui.file_trouble import refused, unwritten
from kozyr.ui.locale.catalog import LANGUAGES, language, set_language
from kozyr.ui.locale.errors import error_text
from kozyr.ui.logbook import bring_in, newest
from kozyr.ui.places import Place, free_name
from kozyr.ui.whole_file import write_whole
from kozyr.vision.calibrate import automatic

KINDS = {
    errno.ENOENT: "there is no such folder",
    errno.ENOTDIR: "there is no such folder",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the room that is yours on the disk is used up",
    errno.EROFS: "protected from writing",
    errno.EACCES: "not allowed",
    errno.EPERM: "not allowed",
    errno.EIO: "does not answer",
    errno.ENODEV: "does not answer",
    errno.ENXIO: "does not answer",
    errno.ESTALE: "does not answer",
    errno.EISDIR: "there is a folder of that name",
    errno.EEXIST: "a file lies where that folder belongs",
    errno.EFBIG: "too large",
    errno.ENAMETOOLONG: "too long",
}
GOLDEN = Path(__file__).parents[1] / "golden" / "bazar_belot"


@pytest.mark.parametrize("number", KINDS)
def test_each_refusal_of_the_system_has_its_own_sentence(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("kozyr.ui.whole_file.os.replace", refuse)
    with pytest.raises(KozyrError) as caught:
        write_whole(tmp_path / "a.pdf", b"text")
    assert KINDS[number] in str(caught.value)
    others = set(KINDS.values()) - {KINDS[number]}
    assert not [words for words in others if words in str(caught.value)]
    assert list(tmp_path.iterdir()) == []
    said = {error_text(caught.value, lang) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_a_refusal_that_nobody_knows_gives_the_reason_of_the_system() -> None:
    error = OSError(errno.ETXTBSY, "x")
    assert str(unwritten(error)) == "text file busy; choose another folder"
    assert error_text(unwritten(error), "uk") == "файл зайнятий; виберіть іншу теку"


def _missing(folder: Path) -> Path:
    return folder / "nowhere" / "a.pdf"


def _below_a_file(folder: Path) -> Path:
    (folder / "file").write_bytes(b"")
    return folder / "file" / "a.pdf"


def _folder(folder: Path) -> Path:
    (folder / "a.pdf").mkdir()
    return folder / "a.pdf"


def _long(folder: Path) -> Path:
    return folder / ("a" * 300)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_missing, "такої теки немає"),
        (_below_a_file, "такої теки немає"),
        (_folder, "тека з такою назвою"),
        (_long, "назва задовга"),
    ],
)
def test_what_is_wrong_with_a_real_path_is_said(make: object, words: str, tmp_path: Path) -> None:
    assert callable(make)
    with pytest.raises(KozyrError) as caught:
        write_whole(make(tmp_path), b"text")
    assert words in error_text(caught.value, "uk")
    assert "місця" not in error_text(caught.value, "uk")


def test_a_folder_that_cannot_even_be_asked_is_refused_when_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dead(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("os.stat", dead)
    assert free_name(tmp_path, "a", ".pdf") == tmp_path / "a.pdf"


def test_a_stick_that_was_pulled_out_is_not_there(tmp_path: Path) -> None:
    assert not Place("stick", tmp_path).is_there
    assert Place("stick", Path("/")).is_there
    assert Place("home", tmp_path).is_there


def test_a_log_cannot_be_brought_into_what_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "logs").write_bytes(b"")
    log = next(iter(sorted(GOLDEN.glob("*.kozyr.jsonl"))))
    with pytest.raises(KozyrError, match=r"logs cannot be written: "):
        bring_in(log, tmp_path / "logs")


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOENT, "check the path"),
        (errno.EACCES, "check the permissions"),
        (errno.ENOSPC, "make room on the disk"),
        (errno.EROFS, "choose a disk that may be written to"),
        (errno.EIO, "check whether the disk is plugged in"),
    ],
)
def test_a_command_advises_what_helps_and_nothing_else(number: int, advice: str) -> None:
    error = OSError(number, os.strerror(number), "a.txt")
    assert str(refused(error)) == f"a.txt: {os.strerror(number).lower()}; {advice}"


def test_a_command_gives_the_reason_alone_where_nothing_helps() -> None:
    assert refused(OSError(errno.EMFILE, "x")) == Words("too many open files")


def test_a_protocol_for_a_missing_folder_speaks_of_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next(iter(sorted(GOLDEN.glob("*.kozyr.jsonl"))))
    before = language()
    try:
        assert main(["protocol", str(log), "--lang", "uk", "--out", str(tmp_path / "no" / "a.pdf")]) == 2
    finally:
        set_language(before)
    assert "такої теки немає; виберіть іншу" in capsys.readouterr().err


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> table.TableShell:
    """The surroundings of a table app whose folder is ``tmp_path``."""
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    parser = argparse.ArgumentParser()
    table.add_arguments(parser)
    return table.TableShell(parser.parse_args([]))


def refuse(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "there")


def test_a_calibration_that_the_disk_refuses_is_one_sentence_and_leaves_nothing(
    shell: table.TableShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.ui.whole_file.os.replace", refuse)
    with pytest.raises(KozyrError, match="the disk is full"):
        shell._calibrated("0", automatic(640, 480))
    assert list((tmp_path / "cameras").iterdir()) == []


def test_a_calibration_whose_folder_cannot_be_made_is_one_sentence(shell: table.TableShell, tmp_path: Path) -> None:
    (tmp_path / "cameras").write_text("x")
    with pytest.raises(KozyrError, match="a file lies where that folder belongs"):
        shell._calibrated("0", automatic(640, 480))


def test_where_the_folder_of_logs_cannot_be_made_none_are_offered_and_a_match_is_refused_in_one_sentence(
    shell: table.TableShell, tmp_path: Path
) -> None:
    (tmp_path / "logs").write_text("x")
    assert (shell.logs(), shell.offered()) == ((), None)
    header = read_log_file(next(GOLDEN.glob("*.kozyr.jsonl"))).header
    assert header is not None
    with pytest.raises(KozyrError, match="a file lies where that folder belongs"):
        shell._begin(SimpleNamespace(header=header, dealer=header.seating.seats[0]))  # type: ignore[arg-type]


def test_looking_for_logs_makes_no_folder(shell: table.TableShell, tmp_path: Path) -> None:
    assert shell.logs() == ()
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_is_taken_away_while_the_folder_is_looked_through_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, gone = tmp_path / "a.kozyr.jsonl", tmp_path / "b.kozyr.jsonl"
    kept.touch()
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: iter((gone, kept)))
    monkeypatch.setattr(Path, "is_file", lambda path: True)
    assert newest(tmp_path) == (kept,)


def test_a_deck_that_the_disk_refuses_to_read_write_or_delete_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    (tmp_path / "decks" / "lies there.deck.npz").mkdir(parents=True)
    with pytest.raises(KozyrError, match="is a directory; check the path"):
        load_deck("lies there")
    (tmp_path / "decks" / "good.deck.npz").touch()
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(KozyrError, match="no space left on device; make room on the disk"):
        forget_deck("good")
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "decks" / "good.deck.npz"))
    monkeypatch.setattr("kozyr.ui.decks.as_bytes", lambda deck: b"")
    with pytest.raises(KozyrError, match="there is no such folder"):
        save_deck(SimpleNamespace(name="new"))  # type: ignore[arg-type]
