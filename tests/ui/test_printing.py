"""A PDF to a printer of the machine: which there are, what is sent, and one sentence for whatever is missing."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from kozyr.ui.printing import NoPrinting, Printer, print_pdf, printers, waits

PDF = b"%PDF-1.4 \xff\x00 sheets"


def test_the_usual_printer_stands_first_and_a_stopped_one_last(cups: Any) -> None:
    cups.has("Attic", "Broken", "Club_Laser", usual="Club_Laser", stopped="Broken")
    assert printers() == (Printer("Club_Laser", usual=True), Printer("Attic"), Printer("Broken", ready=False))
    assert printers()[0].title == "Club Laser"


def test_an_only_printer_is_the_usual_one(cups: Any) -> None:
    cups.has("Attic")
    assert printers() == (Printer("Attic", usual=True),)


def test_the_very_bytes_are_printed_as_often_as_asked(cups: Any) -> None:
    cups.has("Attic")
    job = print_pdf(PDF, Printer("Attic"), "debertz-2026-11-30", copies=3)
    assert job == "Attic-7"
    assert cups.printed == PDF
    assert cups.asked == "-d Attic -n 3 -t debertz-2026-11-30 -o media=A4 -o fit-to-page"


def test_a_job_waits_as_long_as_the_system_lists_it(cups: Any) -> None:
    cups.put("jobs", "Attic-6 root 15360 today\nAttic-7 root 15360 today\n")
    assert waits("Attic-7")
    assert not waits("Attic-77")
    assert not waits("Attic-5")


def test_nobody_can_say_that_it_was_printed_when_the_system_was_switched_off(cups: Any) -> None:
    cups.put("off")
    with pytest.raises(NoPrinting, match="switched off"):
        waits("Attic-7")


def test_a_queue_that_cannot_be_read_is_no_printed_sheet(cups: Any) -> None:
    (cups.folder / "lpstat").write_text('#!/bin/sh\n[ "$1" = -r ] && echo "scheduler is running" || exit 1\n')
    with pytest.raises(NoPrinting, match="does not answer"):
        waits("Attic-7")


def test_a_program_that_cannot_be_started_is_one_sentence(cups: Any) -> None:
    (cups.folder / "lpstat").write_text("#!/nowhere/sh\n")
    with pytest.raises(NoPrinting, match="does not answer"):
        printers()


def test_a_refused_job_is_one_sentence(cups: Any) -> None:
    cups.has("Club_Laser")
    cups.put("refuses")
    with pytest.raises(NoPrinting, match="the printer Club Laser did not take the sheets; see whether"):
        print_pdf(PDF, Printer("Club_Laser"), "a")


def test_what_to_do_without_a_printer(cups: Any) -> None:
    with pytest.raises(NoPrinting, match="no printer is set up on this machine; connect one"):
        printers()


def test_what_to_do_when_the_system_is_switched_off(cups: Any) -> None:
    cups.put("off")
    with pytest.raises(NoPrinting, match="switched off; save the PDF, or have somebody start it once"):
        printers()


def test_what_to_do_without_a_printing_system(no_cups: None) -> None:
    with pytest.raises(NoPrinting, match="install CUPS once"):
        printers()


def test_a_program_that_hangs_is_not_waited_for(cups: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.ui.printing._PATIENCE_S", 0.2)
    (cups.folder / "lpstat").write_text("#!/bin/sh\nexec sleep 20\n")
    with pytest.raises(NoPrinting, match="does not answer"):
        printers()


@pytest.mark.skipif(
    not os.environ.get("KOZYR_PRINTER") or shutil.which("lp") is None,
    reason="KOZYR_PRINTER names a printer of a real CUPS, such as one of cups-pdf",
)
def test_a_real_printing_system_takes_the_sheets(tmp_path: Path) -> None:
    from kozyr.ui.paper.pdf import pdf
    from kozyr.ui.paper.svg import page, text

    wanted = os.environ["KOZYR_PRINTER"]
    printer = next(one for one in printers() if one.name == wanted)
    job = print_pdf(pdf("Kozyr", [page("Kozyr", [text((20, 20), "10♥", 8)])]), printer, "Kozyr")
    assert job.startswith(f"{wanted}-")
