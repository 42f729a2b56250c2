"""What could not be written or read is said as it was: no full disk where a folder is missing."""

import errno
import os
from pathlib import Path

import pytest

from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.cli import main
from kozyr.ui.file_trouble import refused, unwritten
from kozyr.ui.locale.catalog import LANGUAGES, language, set_language
from kozyr.ui.locale.errors import error_text
from kozyr.ui.logbook import bring_in
from kozyr.ui.places import Place, free_name
from kozyr.ui.whole_file import write_whole

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
