"""Results on disk: one parquet file with the games or the counts, and in its metadata what makes the run repeatable."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from nimmtsim import __version__
from nimmtsim.errors import DataError, NimmtsimError
from nimmtsim.files import write_whole
from nimmtsim.flash.result import Counts, FlashResult, column_names
from nimmtsim.flash.rules import FlashRules
from nimmtsim.kernels.streams import STREAM_VERSION

__all__ = ["load", "save"]

_KEY = b"nimmtsim.flash"


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
        "package_version": __version__,
    }
    table = table.replace_schema_metadata({_KEY: json.dumps(meta).encode()})
    write_whole(path, lambda beside: pq.write_table(table, beside, compression="zstd"))


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
