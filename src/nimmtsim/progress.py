"""The progress bar of a run: on standard error, where that is a terminal, or where it is asked for."""

from __future__ import annotations

import sys
import time
from typing import Any

__all__ = ["progress_bar"]


def progress_bar(total: int | None, unit: str, progress: bool | None, delay: float = 0) -> Any:
    """A progress bar that is there no more when it is closed.

    Parameters
    ----------
    total : int or None
        Units to be done; None if nobody knows.
    unit : str
        What they are called, in the plural.
    progress : bool or None
        Whether to show it; None: only in a terminal.
    delay : float, optional
        Seconds of quiet before it is shown.

    Returns
    -------
    tqdm
        A context with ``update(units)``.
    """
    from tqdm import tqdm

    class Bar(tqdm):
        def update(self, n: float | None = 1) -> bool | None:
            # The wait for the first units is for the compiler: the estimate of the time that is left starts after it.
            if self.n == 0 and not self.disable:
                self.initial = self.last_print_n = n or 0
                self.start_t = self.last_print_t = time.time()
            return super().update(n)

    # A process may have no standard error, or a closed one: then nobody wants to see a bar.
    nowhere = sys.stderr is None or getattr(sys.stderr, "closed", False)
    disable = True if nowhere else None if progress is None else not progress
    return Bar(total=total, unit=f" {unit}", unit_scale=True, leave=False, disable=disable, delay=delay)
