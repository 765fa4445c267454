"""The command ``nimmtsim``: one module of :mod:`nimmtsim.commands` for each sub-command, imported when it is named.

A command module has a line of description as its docstring's first line, ``add_arguments(parser)`` and
``run(arguments) -> int``, and imports nothing heavy at its top, so that ``--help`` answers at once.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any, NoReturn

from nimmtsim.commands.numbers import any_number, whole_number
from nimmtsim.errors import NimmtsimError, one_of
from nimmtsim.files import WRITTEN
from nimmtsim.streams import usable_streams

__all__ = ["COMMANDS", "main"]

#: Every command with what it does, in the order of ``nimmtsim --help``.
COMMANDS = {
    "simulate": "play many rounds or matches; print a table, draw a picture, write the data",
    "variants": "list the rule variants",
    "policies": "list the policies",
    "replay": "print one round of a run, turn by turn",
    "compare-variants": "one picture of the penalties under every variant, for the same policies",
    "distribution": "penalty distributions: tails, turns, tables, matches",
    "cards": "what each card is worth, held or played",
    "luck": "how much is luck, how much is skill",
    "flash": "play Flash Magic Six",
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and that guesses no option from its beginning.

    ``type=int`` and ``type=float`` stand for numbers as they are typed (:mod:`nimmtsim.commands.numbers`).
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self.register("type", int, whole_number)
        self.register("type", float, any_number)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As always, but an option that does not exist is named before one that is missing."""
        words = sys.argv[1:] if args is None else list(args)
        for word in words[: words.index("--")] if "--" in words else words:
            option = word.partition("=")[0]
            if _is_option(option) and option not in self._option_string_actions:
                self.error(str(one_of("option", option, self._option_string_actions)))
        return super().parse_known_args(words, namespace)

    def error(self, message: str) -> NoReturn:
        fail(f"{message} (see '{self.prog} --help')")


def _is_option(word: str) -> bool:
    """Whether a word looks like an option: it begins with a dash, and is neither a number nor a sentence."""
    if not word.startswith("-") or word == "-" or " " in word:
        return False
    try:
        float(word)
    except ValueError:
        return True
    return False


def fail(message: str) -> NoReturn:
    """Print one line to standard error and exit with 2."""
    _say(f"error: {message}")
    raise SystemExit(2)


def _say(message: str) -> None:
    """Print one line to standard error; where that cannot be written to, the exit code has to do."""
    with contextlib.suppress(OSError):
        print(f"nimmtsim: {message}", file=sys.stderr, flush=True)


def _overview() -> Parser:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{width}}  {line}" for name, line in COMMANDS.items())
    parser = Parser(
        prog="nimmtsim",
        description="Monte-Carlo strategy analysis for 6 nimmt! and its relatives.",
        epilog=f"commands:\n{commands}\n\n'nimmtsim COMMAND --help' tells the options of a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="one of the commands below")
    return parser


def _run(words: Sequence[str]) -> int:
    overview = _overview()
    options = overview.parse_args(words[:1])
    if options.version:
        from nimmtsim import __version__

        print(f"nimmtsim {__version__}")
        return 0
    if options.command is None:
        overview.print_help()
        return 0
    if options.command not in COMMANDS:
        raise one_of("command", options.command, COMMANDS)
    module = importlib.import_module(f"nimmtsim.commands.{options.command.replace('-', '_')}")
    parser = Parser(prog=f"nimmtsim {options.command}", description=module.__doc__)
    module.add_arguments(parser)
    return int(module.run(parser.parse_args(words[1:])) or 0)


def _say_interrupted() -> None:
    written = ", ".join(map(str, WRITTEN))
    left = f"written before: {written}" if written else "nothing was written"
    _say(f"interrupted; {left}")


def _stop_now() -> NoReturn:
    _say_interrupted()
    os._exit(130)


def _interrupted(is_process: bool) -> int:
    """What is to be written was written or removed on the way here; a process leaves without waiting for its threads.

    It also leaves with 130 for sure: Python itself may remember an interrupt that came in the middle of an import.
    """
    if is_process:
        _stop_now()
    _say_interrupted()
    return 130


class _Interrupts:
    """Ctrl-C that is never lost: while a kernel is compiled, the compiler swallows or disguises a KeyboardInterrupt."""

    def __init__(self) -> None:
        self.seen = False

    def __enter__(self) -> _Interrupts:
        self._hook = sys.unraisablehook
        sys.unraisablehook = self._unraisable
        self._main_thread = threading.current_thread() is threading.main_thread()
        if self._main_thread:
            self._handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        sys.unraisablehook = self._hook
        if self._main_thread:
            signal.signal(signal.SIGINT, self._handler)

    def _interrupt(self, *_: object) -> None:
        self.seen = True
        raise KeyboardInterrupt

    def _unraisable(self, problem: Any) -> None:
        # Nothing is being written while a kernel is compiled, so leaving at once leaves nothing half-written.
        if isinstance(problem.exc_value, KeyboardInterrupt):
            _stop_now()
        self._hook(problem)


def _drop_output() -> None:
    """What is still to be printed goes nowhere, so that Python does not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    words : sequence of str, optional
        The words after the program's name; those of the process when not given.

    Returns
    -------
    int
        Exit code: 0, 2 for bad input, 130 when interrupted.
    """
    with usable_streams(), _Interrupts() as interrupts:
        WRITTEN.clear()
        try:
            code = _run(sys.argv[1:] if words is None else words)
            sys.stdout.flush()
            return code
        except KeyboardInterrupt:
            return _interrupted(words is None)
        except BrokenPipeError:
            # The reader of a pipe has gone (``nimmtsim replay ... | head``): that is its good right.
            _drop_output()
            return 0
        except OSError as problem:
            if interrupts.seen:
                return _interrupted(words is None)
            # What has no file name is the output, to a full disk for instance.
            _drop_output()
            fail(f"{problem.filename or 'cannot write the output'}: {problem.strerror or problem}")
        except Exception as problem:
            if interrupts.seen:
                return _interrupted(words is None)
            if isinstance(problem, NimmtsimError):
                fail(str(problem))
            raise


if __name__ == "__main__":
    raise SystemExit(main())
