"""Files that are written whole or not at all, to paths that were checked before the work began."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nimmtsim.errors import DataError, one_of, shown

__all__ = ["PICTURES", "WRITTEN", "check_readable", "check_writable", "parquet_metadata", "write_whole"]

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
    where = _path(path)
    if endings and where.suffix.lower() not in endings:
        raise one_of(f"ending of file {where.name!r}:", where.suffix, endings, DataError)
    why = _obstacle(where)
    if why:
        raise DataError(f"cannot write {str(where)!r}: {why}")
    return where


def check_readable(path: str | os.PathLike[str]) -> Path:
    """A path that a file can be read from; DataError that says why not."""
    where = _path(path)
    try:
        with open(where, "rb"):
            return where
    except FileNotFoundError:
        why = "there is no such file"
    except IsADirectoryError:
        why = "it is a folder"
    except PermissionError:
        why = "it is a folder" if where.is_dir() else "no permission"
    except OSError as problem:
        why = problem.strerror or str(problem)
    except ValueError:
        why = "no path has a null character"
    raise DataError(f"cannot read {str(where)!r}: {why}")


def parquet_metadata(path: str | os.PathLike[str], key: bytes, game: str) -> dict[str, Any]:
    """What a saved result says of itself, from under a key of a parquet file's metadata.

    Raises
    ------
    DataError
        If the file cannot be read, or is no result of the game.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    where = check_readable(path)
    try:
        raw = (pq.read_schema(where).metadata or {}).get(key)
    except (OSError, pa.ArrowException):
        raise DataError(f"cannot read {str(where)!r}: it is no parquet file") from None
    if raw is None:
        raise DataError(f"{str(where)!r} is a parquet file, but no result of {game}")
    try:
        found = json.loads(raw)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise DataError(f"cannot read {str(where)!r}: its metadata is damaged")
    return found


def _path(given: str | os.PathLike[str]) -> Path:
    try:
        return Path(given)
    except TypeError:
        raise DataError(f"a path is a text, not {shown(given)}") from None


def _obstacle(where: Path) -> str:
    """Why a file cannot be written, or nothing."""
    if "\0" in str(where):
        return "no path has a null character"
    try:
        if where.is_symlink():
            where = Path(os.path.realpath(where))  # a link stays one: its target is written
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
        Where the file is to be. One that is there already stays as it is until the new one is complete; of a symbolic
        link that is its target.
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
    target = os.path.realpath(where)
    beside = None
    try:
        handle, beside = tempfile.mkstemp(where.suffix, f".{where.stem[:40]}-", os.path.dirname(target))
        os.close(handle)
        write(beside)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)  # mkstemp makes a private file; this one is like any other
        os.replace(beside, target)
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
