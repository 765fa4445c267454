"""Records for kernels that run as plain Python (``NUMBA_DISABLE_JIT=1``), with the arithmetic of compiled ones.

Fields are attributes, whatever attributes numpy has of the same name (``flags``). A small integer that is read becomes
an int64, as in numba, where numpy would calculate in 8 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nimmtsim.kernels.jit import COMPILED

__all__ = ["as_records", "words_wrap"]


def _widened(value: Any) -> Any:
    """What is read from memory, as compiled code sees it."""
    if isinstance(value, np.integer):
        return value if isinstance(value, np.uint64) else np.int64(value)
    if isinstance(value, np.ndarray):
        return value.view((_Fields, value.dtype) if value.dtype.names else value.dtype, _Array)
    return value


class _Array(np.ndarray):
    """An array whose small integers are read as int64."""

    def __getitem__(self, place: Any) -> Any:
        return _widened(super().__getitem__(place))


class _Fields(np.record):  # type: ignore[misc]  # numpy says final, and documents subclasses
    """A record whose fields come before numpy's own attributes."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.void.__getattribute__(self, "dtype").fields
        if fields is None or name not in fields:
            return super().__getattribute__(name)
        value = np.void.__getitem__(self, name)
        if isinstance(value, np.void):
            return value.view((_Fields, value.dtype))
        return _widened(value)


def as_records(states: np.ndarray) -> np.ndarray:
    """An array of structured records as the kernels take it, compiled or not: the same memory."""
    return states if COMPILED else states.view((_Fields, states.dtype))


def words_wrap() -> np.errstate:
    """A context for calling kernels: random words wrap around, of which only interpreted kernels would warn."""
    return np.errstate(over="ignore")
