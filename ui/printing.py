"""Paper from a printer of this machine, by the printing system CUPS: which printers there are, a PDF sent to one.

``lpstat`` and ``lp`` are asked in English, whatever the machine speaks. Both may take seconds: call from a thread.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import Final

from kozyr.engine.errors import KozyrError

MOST_COPIES: Final = 4
"""Copies of a protocol: one a player."""
_PATIENCE_S: Final = 20
"""How long a program of the printing system may take: printers in the network answer late."""
_JOB: Final = re.compile(r"request id is (\S+)")
_STOPPED: Final = re.compile(r"^printer (\S+) disabled", re.MULTILINE)
_REFUSES: Final = re.compile(r"^(\S+) not accepting", re.MULTILINE)
_USUAL: Final = re.compile(r"^system default destination: (\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Printer:
    """One printer that the system knows."""

    name: str
    """Its name in the printing system."""
    usual: bool = False
    """Whether it is the one that is used when nobody chooses."""
    ready: bool = True
    """False: it was stopped, or takes no work."""

    @property
    def title(self) -> str:
        """Its name as people read it."""
        return self.name.replace("_", " ").strip()


class NoPrinting(KozyrError, RuntimeError):
    """Nothing can be printed on this machine as it is."""


def printers() -> tuple[Printer, ...]:
    """The printers of this machine, the usual one first. Raises NoPrinting with what to do when there is none."""
    names = _said("lpstat", "-e").split()
    if not names:
        _answers()
        raise NoPrinting(
            "no printer is set up on this machine; connect one and add it in the system’s settings, "
            "or at http://localhost:631"
        )
    usual = _USUAL.search(_said("lpstat", "-d"))
    first = usual.group(1) if usual else names[0] if len(names) == 1 else ""
    idle = set(_STOPPED.findall(_said("lpstat", "-p"))) | set(_REFUSES.findall(_said("lpstat", "-a")))
    found = [Printer(name, name == first, name not in idle) for name in names]
    return tuple(sorted(found, key=lambda one: (not one.usual, not one.ready, one.name.lower())))


def print_pdf(pdf: bytes, printer: Printer, title: str, copies: int = 1) -> str:
    """Sends a PDF of A4 pages to a printer and returns the name of the job. Raises NoPrinting when it is refused."""
    done = _run(
        "lp", "-d", printer.name, "-n", str(copies), "-t", title, "-o", "media=A4", "-o", "fit-to-page", pdf=pdf
    )
    job = _JOB.search(done.stdout)
    if done.returncode or job is None:
        raise NoPrinting(
            "the printer {printer} did not take the sheets; see whether it is switched on, or choose another",
            printer=printer.title,
        )
    return job.group(1)


def waits(job: str) -> bool:
    """Whether a job still waits or is being printed. Raises NoPrinting, also when nobody can tell."""
    done = _run("lpstat", "-o")
    if done.returncode:
        # An empty answer would else be taken for a sheet that has come out.
        _answers()
        raise _silent()
    return job in {line.split()[0] for line in done.stdout.splitlines() if line.strip()}


def _answers() -> None:
    """Raises NoPrinting when the printing system is there and does not run."""
    if "is running" not in _said("lpstat", "-r"):
        raise NoPrinting(
            "the printing system is switched off; save the PDF,"
            " or have somebody start it once (sudo systemctl enable --now cups)"
        )


def _silent() -> NoPrinting:
    return NoPrinting("the printing system does not answer; switch the printer off and on and try again")


def _said(program: str, *words: str) -> str:
    return _run(program, *words).stdout


def _run(program: str, *words: str, pdf: bytes | None = None) -> "subprocess.CompletedProcess[str]":
    where = shutil.which(program)
    if where is None:
        raise NoPrinting(
            "this machine has no printing system; have somebody install CUPS once (sudo apt install cups) "
            "and add a printer"
        )
    try:
        done = subprocess.run(
            [program, *words], executable=where, input=pdf or b"", capture_output=True, timeout=_PATIENCE_S,
            check=False, env=os.environ | {"LC_ALL": "C"},
        )  # fmt: skip
    except (subprocess.TimeoutExpired, OSError):
        raise _silent() from None
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    )
