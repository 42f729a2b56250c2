"""Threads share the allocator's reserve, and all of it goes back."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only glibc has such reserves")

START = """
import ctypes, re, sys, tempfile, threading
from kozyr.ui.bench_memory import memory_mib
from kozyr.ui.reserves import give_back, one_reserve
if sys.argv[1] == "one":
    one_reserve()
libc = ctypes.CDLL(None)
"""
COUNTS = """
stop = threading.Event()
def work():
    kept = [bytearray(2000) for _ in range(200)]
    stop.wait()
for _ in range(6):
    threading.Thread(target=work, daemon=True).start()
libc.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as out:
    file = ctypes.c_void_p(libc.fopen(out.name.encode(), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    print(open(out.name).read().count("<heap nr="))
"""
STAYS = """
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
used, stop = threading.Event(), threading.Event()
def work():
    # After a piece as large as a picture, smaller ones come from the reserve too.
    libc.free(libc.malloc(20 << 20))
    pieces = [libc.malloc(1 << 20) for _ in range(35)]
    for piece in pieces:
        ctypes.memset(piece, 1, 1 << 20)
    for piece in pieces:
        libc.free(piece)
    used.set()
    stop.wait()
before = memory_mib()
threading.Thread(target=work, daemon=True).start()
used.wait()
give_back()
print(round(memory_mib() - before))
"""


def told(program: str, how: str) -> int:
    """What a program says in which threads have one reserve, or as many as they like."""
    run = [sys.executable, "-c", START + program, how]
    return int(subprocess.run(run, capture_output=True, text=True, check=True).stdout)


def test_six_threads_share_one_reserve() -> None:
    counts = {how: told(COUNTS, how) for how in ("many", "one")}
    assert counts["one"] == 1 < counts["many"], counts


def test_what_a_thread_has_freed_goes_back_to_the_system() -> None:
    """35 MiB, which a reserve of its own would keep: the test's own proof that they are looked for rightly."""
    stays_mib = {how: told(STAYS, how) for how in ("many", "one")}
    assert stays_mib["one"] <= 3 < 30 <= stays_mib["many"], stays_mib
