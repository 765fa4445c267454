"""Results on disk: one parquet file with the games or the counts, and in its metadata what makes the run repeatable."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim import __version__
from nimmtsim.checks import check_seed
from nimmtsim.errors import DataError, NimmtsimError, one_line
from nimmtsim.files import parquet_metadata, write_whole
from nimmtsim.flash.result import Counts, FlashResult, column_names
from nimmtsim.flash.rules import FlashRules
from nimmtsim.kernels.streams import STREAM_VERSION

if TYPE_CHECKING:
    import pyarrow as pa

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

    meta = parquet_metadata(path, _KEY, "Flash Magic Six")
    if meta.get("stream_version") != STREAM_VERSION:
        version = meta.get("stream_version")
        raise DataError(f"{str(path)!r} was made with version {version} of the random streams, not {STREAM_VERSION}")
    try:
        rules = FlashRules.from_dict(meta["rules"])
    except NimmtsimError as problem:
        raise DataError(f"{str(path)!r} has rules that this version does not know: {problem}") from None
    except (KeyError, TypeError, AttributeError):
        raise DataError(f"cannot read {str(path)!r}: its metadata is damaged") from None
    try:
        return _read(pq.read_table(path), meta, rules)
    except (OSError, LookupError, TypeError, ValueError, AttributeError, pa.ArrowException) as problem:
        said = one_line(problem) if isinstance(problem, NimmtsimError) else "its content is damaged"
        raise DataError(f"cannot read {str(path)!r}: {said}") from None


def _read(table: pa.Table, meta: dict[str, Any], rules: FlashRules) -> FlashResult:
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
    there = {counts.games, sum(counts.winners.values()), *(int(each.sum()) for each in counts.histograms.values())}
    if there != {meta["games"]}:
        raise DataError(f"it has {min(there):,} games, but {meta['games']:,} were played")
    return FlashResult(meta["policies"], rules, check_seed(meta["seed"]), counts, rows)
