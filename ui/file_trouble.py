"""Why a file could not be written or read, and what helps: a true sentence for each kind of refusal of the system."""

import errno
from collections.abc import Mapping
from typing import Final

from kozyr.engine.errors import Words, system_reason

PULLED_OUT: Final = Words("the stick was pulled out; plug it in again or choose another folder")
_UNWRITTEN: Final[Mapping[Words, tuple[int, ...]]] = {
    Words("there is no such folder; choose another one"): (errno.ENOENT, errno.ENOTDIR),
    Words("the disk is full; make room on it or choose another folder"): (errno.ENOSPC,),
    Words("the room that is yours on the disk is used up; delete something or choose another folder"): (errno.EDQUOT,),
    Words("the disk is protected from writing; switch that off or choose another folder"): (errno.EROFS,),
    Words("writing there is not allowed; choose another folder"): (errno.EACCES, errno.EPERM),
    Words("the disk does not answer; plug the stick in again or choose another folder"): (
        errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESTALE, errno.ENOTCONN,
    ),
    Words("there is a folder of that name; choose another name"): (errno.EISDIR, errno.ENOTEMPTY),
    Words("a file lies where that folder belongs; move it away or choose another folder"): (errno.EEXIST,),
    Words("the file is too large for that disk; choose another folder"): (errno.EFBIG,),
    Words("the name is too long for that disk; choose another folder"): (errno.ENAMETOOLONG,),
}  # fmt: skip
_ADVICE: Final[Mapping[Words, tuple[int, ...]]] = {
    Words("check the path"): (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG),
    Words("check the permissions"): (errno.EACCES, errno.EPERM),
    Words("make room on the disk"): (errno.ENOSPC, errno.EDQUOT),
    Words("choose a disk that may be written to"): (errno.EROFS,),
    Words("check whether the disk is plugged in"): (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESTALE, errno.ENOTCONN),
}


def unwritten(error: OSError) -> Words:
    """Why nothing was written, and what to do: ``the disk is full; make room on it or choose another folder``."""
    said = _of_kind(_UNWRITTEN, error)
    return said or Words("{why}; choose another folder", why=system_reason(error))


def refused(error: OSError) -> Words:
    """What the system refused, be it reading or writing, and what to look at; the reason alone where nothing helps."""
    where = f"{error.filename}: " if error.filename else ""
    return Words("{where}{why}", where=where, why=advised(error))


def advised(error: OSError) -> Words:
    """Why the system refused it and what to look at, for a sentence that says what was refused."""
    advice, why = _of_kind(_ADVICE, error), system_reason(error)
    return Words("{why}", why=why) if advice is None else Words("{why}; {advice}", why=why, advice=advice)


def _of_kind(known: Mapping[Words, tuple[int, ...]], error: OSError) -> Words | None:
    return next((said for said, numbers in known.items() if error.errno in numbers), None)
