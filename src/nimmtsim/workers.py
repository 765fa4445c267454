"""Threads that play, and that nobody has to wait for.

A policy that never answers cannot be stopped from outside. The threads of the standard library's pools are waited for,
by the pool and once more when Python ends; so Ctrl-C would not end a run with such a policy. These threads are given
some time to come to an end, and then left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

import numpy as np

__all__ = ["Workers", "interruptible"]

#: How long threads may take to come to an end, in seconds: many times a block of rounds.
PATIENCE = 0.5

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """Threads that do one task after the other, in a ``with`` block.

    Parameters
    ----------
    threads : int
        How many.
    stopped : integer array [1], optional
        Set to 1 at the end of the block, for tasks that look at it.
    """

    def __init__(self, threads: int, stopped: np.ndarray[Any, Any] | None = None) -> None:
        self._threads = threads
        self._stopped = stopped
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._unfinished: set[Future[Any]] = set()

    def __enter__(self) -> Workers:
        for _ in range(self._threads):
            Thread(target=self._work, name="nimmtsim", daemon=True).start()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._stopped is not None:
            self._stopped[0] = 1
        running = [future for future in list(self._unfinished) if not future.cancel()]
        for _ in range(self._threads):
            self._tasks.put(None)
        wait(running, PATIENCE)

    def submit(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> Future[T]:
        """Have something done when a thread is free."""
        future: Future[T] = Future()

        def task() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(*given, **named))
                except BaseException as problem:
                    future.set_exception(problem)

        self._unfinished.add(future)
        future.add_done_callback(self._unfinished.discard)
        self._tasks.put(task)
        return future

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()


def interruptible(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Call a function on a thread of its own, so that Ctrl-C arrives while compiled code runs."""
    with Workers(1) as workers:
        return workers.submit(work, *given, **named).result()
