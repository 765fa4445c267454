"""Results on disk: a parquet file with the rounds or the counts, and in its metadata what makes the run repeatable."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.checks import check_seed
from nimmtsim.counting import Counts, count_all
from nimmtsim.errors import DataError, NimmtsimError, one_line
from nimmtsim.event_log import event_bounds
from nimmtsim.files import check_writable, parquet_metadata, write_whole
from nimmtsim.kept import Kept
from nimmtsim.kernels.records import ENDS, EVENT
from nimmtsim.kernels.streams import STREAM_VERSION
from nimmtsim.results import SimulationResult
from nimmtsim.rules import Rules

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FORMAT", "KEY", "load", "read_metadata", "save"]

#: Key of the metadata in the file, and the version of what it holds.
KEY, FORMAT = b"nimmtsim", 1


def save(result: SimulationResult, path: str | os.PathLike[str]) -> None:
    """Write a result to a parquet file.

    Parameters
    ----------
    result : SimulationResult
        When rounds were kept, the file has a row each, with the columns of `SimulationResult.to_frame`; besides, in a
        championship ``games`` (heads by game and seat) and, when kept, ``hands`` (card codes by seat) and ``events``
        (records of `nimmtsim.kernels.records.EVENT`), as lists. Counts have a row for each player and total that
        occurred: ``player``, ``penalty`` (``points``), ``count``.
    path : path
        Ends with ``.parquet``.

    Raises
    ------
    DataError
        When it cannot be written; nothing is left half-written.
    """
    import pyarrow.parquet as pq

    where = check_writable(path, (".parquet",))
    table = _counts_table(result) if result.kept is None else _rounds_table(result, result.kept)
    own = {KEY: json.dumps(_metadata(result)).encode()}
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), **own})
    write_whole(where, lambda beside: pq.write_table(table, beside, compression="zstd"))


def _metadata(result: SimulationResult) -> dict[str, Any]:
    from nimmtsim import __version__

    counts = result.counts
    found: dict[str, Any] = {
        "format": FORMAT, "seed": result.seed, "rules": result.rules.to_dict(), "policies": result.policies,
        "matches": result.matches, "group": counts.group, "units": counts.units, "precision": result.precision,
        "reached": result.reached, "kept": result.kept is not None, "stream_version": STREAM_VERSION,
        "package_version": __version__,
    }  # fmt: skip
    if result.kept is None:
        for name in ("deals", "ends", "sums", "moments"):
            found[name] = getattr(counts, name).tolist()
    return found


def _counts_table(result: SimulationResult) -> pa.Table:
    import pyarrow as pa

    player, value = np.nonzero(result.counts.histogram)
    counts = result.counts.histogram[player, value]
    return pa.table({"player": player, result.measure: value, "count": counts})


def _rounds_table(result: SimulationResult, kept: Kept) -> pa.Table:
    import pyarrow as pa

    table = pa.Table.from_pandas(result.to_frame())
    for name in ("games", "hands"):
        array = getattr(kept, name)
        if array is not None:
            size = int(np.prod(array.shape[1:]))
            table = table.append_column(name, pa.FixedSizeListArray.from_arrays(pa.array(array.ravel()), size))
    if kept.events is not None:
        bounds = event_bounds(kept.events, result.units, result.rules, result.players)
        table = table.append_column("events", pa.LargeListArray.from_arrays(bounds, _structs(kept.events)))
    return table


def _structs(events: np.ndarray) -> pa.StructArray:
    """Events as a column of records with their fields."""
    import pyarrow as pa

    fields = {name: np.ascontiguousarray(events[name]) for name in events.dtype.names or ()}
    columns = [pa.array(field) if field.ndim == 1 else
               pa.FixedSizeListArray.from_arrays(pa.array(field.ravel()), field.shape[1])
               for field in fields.values()]  # fmt: skip
    return pa.StructArray.from_arrays(columns, names=list(fields))


def _read_events(column: pa.ChunkedArray) -> np.ndarray:
    """What `_structs` wrote."""
    structs = column.combine_chunks().flatten()
    events = np.zeros(len(structs), EVENT)
    for at, name in enumerate(EVENT.names or ()):
        field = structs.field(at)
        if EVENT[name].shape:
            field = field.flatten()
        events[name] = field.to_numpy().reshape(len(structs), *EVENT[name].shape)
    return events


def read_metadata(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The metadata of a saved result, checked to be of this version.

    Raises
    ------
    DataError
        If the file does not exist, is no result, or comes from other random streams.
    """
    found = parquet_metadata(path, KEY, "nimmtsim")
    for name, here in (("format", FORMAT), ("stream_version", STREAM_VERSION)):
        if found.get(name) != here:
            raise DataError(f"{str(path)!r} has {name.replace('_', ' ')} {found.get(name)}; this nimmtsim reads {here}")
    return found


def load(path: str | os.PathLike[str]) -> SimulationResult:
    """Read a result that `save` wrote.

    Raises
    ------
    DataError
        If the file does not exist, is no result, is damaged, or comes from another version.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    meta = read_metadata(path)
    try:
        rules = Rules(**meta["rules"])
        table = pq.read_table(path)
        kept = _read_kept(table, rules, meta) if meta["kept"] else None
        counts = _read_counts(table, rules, meta) if kept is None else _count_again(kept, rules, meta)
        _check_whole(counts, meta["units"])
        return SimulationResult(
            rules, list(meta["policies"]), check_seed(meta["seed"]), counts, kept, matches=meta["matches"],
            precision=meta["precision"], reached=meta["reached"],
        )  # fmt: skip
    except (OSError, LookupError, TypeError, ValueError, AttributeError, pa.ArrowException) as problem:
        said = one_line(problem) if isinstance(problem, NimmtsimError) else "its content is damaged"
        raise DataError(f"cannot read {str(path)!r}: {said}") from None


def _check_whole(counts: Counts, units: int) -> None:
    """The file has as many rounds or matches as were played: none was cut off or put in."""
    there = {counts.units, *counts.histogram.sum(axis=1).tolist()}
    if there != {units}:
        raise DataError(f"it has {min(there):,} rounds or matches, but {units:,} were played")


def _read_kept(table: pa.Table, rules: Rules, meta: dict[str, Any]) -> Kept:
    n = len(meta["policies"])
    columns = [table.column(f"{rules.scoring}_{player}").to_numpy() for player in range(n)]
    kept = Kept(np.stack(columns, axis=1))
    names = set(table.column_names)
    if "rounds" in names:
        kept.rounds = table.column("rounds").to_numpy()
    if "end" in names:
        kept.ends = table.column("end").to_pandas().cat.set_categories(ENDS).cat.codes.to_numpy().astype(np.uint8)
    shapes = {"games": (rules.games(n), n), "hands": (n, rules.hand_cards)}
    for name in names & set(shapes):
        flat = table.column(name).combine_chunks().flatten().to_numpy()
        setattr(kept, name, flat.reshape(-1, *shapes[name]))
    if "events" in names:
        kept.events = _read_events(table.column("events"))
    return kept


def _count_again(kept: Kept, rules: Rules, meta: dict[str, Any]) -> Counts:
    """The counts of kept rounds, as they were counted when they were played."""
    players = kept.penalties.shape[1]
    return count_all(kept.penalties, kept.rounds, kept.ends, rules, players, meta["matches"], meta["group"])


def _read_counts(table: pa.Table, rules: Rules, meta: dict[str, Any]) -> Counts:
    player, value, count = (table.column(name).to_numpy() for name in ("player", rules.scoring, "count"))
    histogram = np.zeros((len(meta["policies"]), int(value.max(initial=0)) + 1), np.int64)
    histogram[player, value] = count
    deals, ends = (np.array(meta[name], np.int64) for name in ("deals", "ends"))
    sums, moments = (np.array(meta[name], object) for name in ("sums", "moments"))
    return Counts(meta["group"], rules.scoring == "points", meta["units"], histogram, deals, ends, sums, moments)
