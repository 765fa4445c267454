"""Files that are written whole or not at all, to paths that were checked before the work began."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nimmtsim.errors import DataError, one_of

__all__ = ["PICTURES", "WRITTEN", "check_writable", "write_whole"]

#: Endings of pictures.
PICTURES = (".png", ".pdf", ".svg")

#: The files that were written, in order: what an interrupted command can say it leaves.
WRITTEN: list[Path] = []


def check_writable(path: str | os.PathLike[str], endings: Sequence[str] = ()) -> Path:
    """A path that a file can be written to.

    Parameters
    ----------
    path : path
    endings : sequence of str, optional
        The endings that are allowed; any, if none is given.

    Returns
    -------
    Path

    Raises
    ------
    DataError
        If its folder does not exist or cannot be written to, if it is a folder itself, or ends otherwise.
    """
    try:
        where = Path(path)
    except TypeError:
        raise DataError(f"a path is a text, not {path!r}") from None
    if endings and where.suffix.lower() not in endings:
        raise one_of(f"ending of file {where.name!r}:", where.suffix, endings, DataError)
    why = _obstacle(where)
    if why:
        raise DataError(f"cannot write {str(where)!r}: {why}")
    return where


def _obstacle(where: Path) -> str:
    """Why a file cannot be written, or nothing."""
    if "\0" in str(where):
        return "no path has a null character"
    try:
        if where.is_dir():
            return "it is a folder"
        if not where.parent.is_dir():
            return f"there is no folder {str(where.parent)!r}"
        if not os.access(where.parent, os.W_OK) or (where.exists() and not os.access(where, os.W_OK)):
            return "no permission"
    except OSError as problem:
        return problem.strerror or str(problem)
    return ""


def _trouble(problem: BaseException | None) -> OSError | None:
    """The system's error behind an exception: libraries stumble over a full disk in ways of their own."""
    while problem is not None and not isinstance(problem, OSError):
        problem = problem.__context__
    return problem


def write_whole(path: str | os.PathLike[str], write: Callable[[str], Any]) -> Path:
    """Let a function write a file beside the path, then put it in its place.

    Parameters
    ----------
    path : path
        Where the file is to be. One that is there already stays as it is until the new one is complete.
    write : function of a path
        Writes the file; the path has the same ending.

    Returns
    -------
    Path

    Raises
    ------
    DataError
        If it cannot be written. Nothing is left behind then, nor after any other exception.
    """
    where = check_writable(path)
    beside = None
    try:
        handle, beside = tempfile.mkstemp(suffix=where.suffix, prefix=f".{where.stem[:40]}-", dir=where.parent)
        os.close(handle)
        write(beside)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)  # mkstemp makes a private file; this one is like any other
        os.replace(beside, where)
        beside = None
        WRITTEN.append(where)
    except Exception as problem:
        trouble = _trouble(problem)
        if trouble is None:
            raise
        raise DataError(f"cannot write {str(where)!r}: {trouble.strerror or trouble}") from None
    finally:
        if beside is not None and os.path.exists(beside):
            os.unlink(beside)
    return where
