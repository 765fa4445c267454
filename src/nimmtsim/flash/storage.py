"""Results on disk: one parquet file with the games or the counts, and in its metadata what makes the run repeatable."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from nimmtsim.errors import DataError, NimmtsimError
from nimmtsim.flash.result import Counts, FlashResult, column_names
from nimmtsim.flash.rules import FlashRules
from nimmtsim.kernels.streams import STREAM_VERSION

__all__ = ["check_writable", "load", "save", "write_atomically"]

_KEY = b"nimmtsim.flash"


def check_writable(path: str | os.PathLike[str]) -> Path:
    """A path to which a file can be written, or one clear error, before any work is done."""
    try:
        where = Path(path)
    except TypeError:
        raise DataError(f"a path is a text, not {path!r}") from None
    if where.is_dir():
        raise DataError(f"cannot write {str(where)!r}: it is a folder")
    if not where.parent.is_dir():
        raise DataError(f"cannot write {str(where)!r}: the folder {str(where.parent)!r} does not exist")
    if not os.access(where.parent, os.W_OK) or (where.exists() and not os.access(where, os.W_OK)):
        raise DataError(f"cannot write {str(where)!r}: no permission")
    return where


def write_atomically(path: str | os.PathLike[str], write: Callable[[str], Any]) -> None:
    """Let a function write a file beside the path, then put it in its place: never half a file."""
    where = check_writable(path)
    descriptor, beside = tempfile.mkstemp(suffix=where.suffix, prefix=f".{where.stem}-", dir=where.parent)
    os.close(descriptor)
    try:
        write(beside)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)  # as any new file; mkstemp makes it private
        os.replace(beside, where)
    except OSError as problem:
        raise DataError(f"cannot write {str(where)!r}: {problem.strerror or problem}") from None
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def save(result: FlashResult, path: str | os.PathLike[str]) -> None:
    """Write a result to a parquet file.

    Parameters
    ----------
    result : FlashResult
        Kept games are written as a row each; otherwise the counts, as rows ``column``, ``value``, ``games``.
    path : path

    Raises
    ------
    DataError
        When the file cannot be written; nothing is left half-written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(_kept(result) if result.rows is not None else _counted(result))
    meta = {
        "seed": result.seed,
        "games": result.games,
        "policies": result.policies,
        "rules": result.rules.to_dict(),
        "winners": {str(mask): count for mask, count in sorted(result.counts.winners.items())},
        "chains": result.counts.chains.ravel().tolist(),
        "stream_version": STREAM_VERSION,
        "package_version": _version(),
    }
    table = table.replace_schema_metadata({_KEY: json.dumps(meta).encode()})
    write_atomically(path, lambda beside: pq.write_table(table, beside, compression="zstd"))


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("nimmtsim")
    except PackageNotFoundError:
        return "unknown"


def _kept(result: FlashResult) -> dict[str, np.ndarray]:
    assert result.rows is not None
    return {name: result.rows[:, place] for place, name in enumerate(column_names(result.players))}


def _counted(result: FlashResult) -> dict[str, Any]:
    names: list[str] = []
    values, games = [], []
    for name, histogram in result.counts.histograms.items():
        present = np.flatnonzero(histogram)
        names += [name] * len(present)
        values.append(present)
        games.append(histogram[present])
    return {"column": names, "value": np.concatenate(values), "games": np.concatenate(games)}


def load(path: str | os.PathLike[str]) -> FlashResult:
    """Read a result that `save` wrote.

    Raises
    ------
    DataError
        When the file does not exist, is no such result, or comes from other random streams.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(os.fspath(path))
    except (OSError, TypeError, pa.ArrowException) as problem:
        said = str(problem).splitlines()[0]
        raise DataError(f"cannot read {str(path)!r}: {said}") from None
    raw = (table.schema.metadata or {}).get(_KEY)
    if raw is None:
        raise DataError(f"{str(path)!r} is no result of Flash Magic Six")
    meta = json.loads(raw)
    if meta["stream_version"] != STREAM_VERSION:
        raise DataError(
            f"{str(path)!r} was made with version {meta['stream_version']} of the random streams, not {STREAM_VERSION}"
        )
    try:
        rules = FlashRules.from_dict(meta["rules"])
    except NimmtsimError as problem:
        raise DataError(f"{str(path)!r} has rules that this version does not know: {problem}") from None
    counts = Counts.empty(len(meta["policies"]))
    rows = None
    chains = np.array(meta["chains"], np.int64).reshape(counts.chains.shape)
    if "column" in table.column_names:
        frame = table.to_pandas()
        for name, group in frame.groupby("column"):
            counts.histograms[str(name)] = np.bincount(group["value"], group["games"]).astype(np.int64)
        counts.games, counts.chains = meta["games"], chains
        counts.winners = {int(mask): count for mask, count in meta["winners"].items()}
    else:
        columns = [table.column(name).to_numpy() for name in column_names(len(meta["policies"]))]
        rows = np.stack(columns, axis=1)
        counts.add(rows, chains)
    return FlashResult(meta["policies"], rules, meta["seed"], counts, rows)
