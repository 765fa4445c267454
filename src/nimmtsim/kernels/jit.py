"""How kernels are compiled: one decorator, one cache, and calls through addresses.

``kernel`` compiles a step of the game and forces it to be inlined into its caller, so that a round is one piece of
machine code; ``entry`` compiles what Python calls. Both are cached on disk in a directory whose name is a hash of all
sources that they are made of, since numba does not notice that a callee in another file has changed.

Policies are called through the address of their machine code (`call_decision`), so that a kernel is compiled once,
whatever policies are passed.

With ``NUMBA_DISABLE_JIT=1`` everything here is plain Python and does the same: this is how the line coverage of the
kernels is measured.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = [
    "COMPILED",
    "address_of",
    "call_decision",
    "call_step",
    "call_step_with",
    "copy_of",
    "count_ones",
    "decision",
    "entry",
    "flow",
    "kernel",
    "load_word",
    "record_at",
    "step",
    "trailing_zeros",
]

#: Whether kernels are machine code (False under ``NUMBA_DISABLE_JIT=1``).
COMPILED = not numba.config.DISABLE_JIT

#: What a decision returns when its policy raised an exception.
RAISED = -(1 << 62)

_PACKAGE = Path(__file__).parent.parent
#: In the source of every module with compiled functions of its own.
_COMPILES = b"kernels.jit import"
#: Modules, of both games, whose constants are compiled into them.
_CONSTANTS = ("cards.py", "records.py", "rules.py")


@cache
def cache_directory() -> str:
    """The directory of the compiled kernels: named after a hash of their sources."""
    sources = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if path.parent.name == "kernels" or path.name in _CONSTANTS or _COMPILES in source:
            sources.update(source)
    own = f"nimmtsim-{sources.hexdigest()[:16]}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (os.environ.get("NUMBA_CACHE_DIR"), home):
        if root:
            try:
                os.makedirs(os.path.join(root, own), exist_ok=True)
            except OSError:
                continue
            if os.access(os.path.join(root, own), os.W_OK):
                return os.path.join(root, own)
    passing = tempfile.mkdtemp(prefix="nimmtsim-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)  # of use to this process only
    return passing


def _compile(function: Callable[..., Any], signature: Any = None, **options: Any) -> Any:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = cache_directory()
    try:
        arguments = () if signature is None else (signature,)
        return njit(*arguments, cache=True, error_model="numpy", **options)(function)
    finally:
        numba.config.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    """A step of the game: compiled when it is used, inlined into its caller."""
    return _compile(function, forceinline=True, no_cfunc_wrapper=True)


def entry(function: Callable[..., Any]) -> Any:
    """What Python calls: releases the interpreter lock, so that blocks run on threads."""
    return _compile(function, nogil=True, no_cfunc_wrapper=True)


def flow(function: Callable[..., Any]) -> Any:
    """What calls steps one after the other: merged into its caller before it is compiled.

    A `kernel` is compiled at every level of calls, a `flow` only as part of its caller: the first call of a game takes
    a third of the time.
    """
    return _compile(function, inline="always")


def step(function: Callable[..., Any]) -> Any:
    """A step that only some rules have: compiled when rules need it, called through its address.

    So the games without that step do not wait for its compilation.
    """
    return _compile(function, no_cfunc_wrapper=True)


def decision(function: Callable[..., Any]) -> Any:
    """A decision of a built-in policy: compiled when its address is asked for."""
    return _compile(function, no_cfunc_wrapper=True)


if COMPILED:

    def address_of(dispatcher: Any, signature: Any) -> int:
        """The address of the machine code of a compiled function for a signature.

        Parameters
        ----------
        dispatcher : numba dispatcher
            What ``numba.njit`` returned.
        signature : numba signature
            Argument and return types. The dispatcher is compiled for them when it is not yet.

        Returns
        -------
        int
            Address of native code with numba's calling convention. It stays valid as long as the dispatcher lives.
        """
        dispatcher.compile(signature.args)
        compiled = dispatcher.overloads[signature.args]
        if types.unliteral(compiled.signature.return_type) != signature.return_type:
            raise TypeError(str(compiled.signature.return_type))
        return compiled.library.get_pointer_to_function(compiled.fndesc.mangled_name)

    @intrinsic
    def call_decision(typing_context, address, public, private):
        """Call the native code at an address: ``int64 f(public record, private record)``."""

        def generate(context, builder, signature, arguments):
            target, first, second = arguments
            word, byte_pointer = ir.IntType(64), ir.IntType(8).as_pointer()
            shape = ir.FunctionType(
                ir.IntType(32), [word.as_pointer(), byte_pointer.as_pointer(), first.type, second.type]
            )
            with builder.goto_entry_block():
                answer, trouble = builder.alloca(word), builder.alloca(byte_pointer)
            # Code that raises returns without an answer: what was there before stays.
            builder.store(ir.Constant(word, RAISED), answer)
            builder.call(builder.inttoptr(target, shape.as_pointer()), [answer, trouble, first, second])
            return builder.load(answer)

        return types.int64(types.uint64, public, private), generate

    def caller(numbers: int) -> Any:
        """A function ``f(address, state, *numbers)`` that calls native code ``int64 f(state record, int64...)``."""

        def generate(context, builder, signature, arguments):
            word, byte_pointer = ir.IntType(64), ir.IntType(8).as_pointer()
            given = [arguments[1], *arguments[2:]]
            shape = ir.FunctionType(
                ir.IntType(32), [word.as_pointer(), byte_pointer.as_pointer(), *(value.type for value in given)]
            )
            with builder.goto_entry_block():
                answer, trouble = builder.alloca(word), builder.alloca(byte_pointer)
            builder.call(builder.inttoptr(arguments[0], shape.as_pointer()), [answer, trouble, *given])
            return builder.load(answer)

        if numbers == 0:

            @intrinsic
            def call(typing_context, address, state):
                return types.int64(types.uint64, state), generate
        else:

            @intrinsic
            def call(typing_context, address, state, a, b, c):
                return types.int64(types.uint64, state, types.int64, types.int64, types.int64), generate

        return call

    #: Call a step of the rules by its address, with the state alone or with three numbers.
    call_step, call_step_with = caller(0), caller(3)

    @intrinsic
    def load_word(typing_context, address, index):
        """The index-th 64-bit signed integer of an array at an address."""

        def generate(context, builder, signature, arguments):
            base = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
            return builder.load(builder.gep(base, [arguments[1]]))

        return types.int64(types.uint64, types.int64), generate

    @intrinsic
    def trailing_zeros(typing_context, word):
        """The place of the lowest bit that is set, 0..63; the word must not be 0."""

        def generate(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    @intrinsic
    def count_ones(typing_context, word):
        """How many bits of a word are set, 0..64."""

        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def copy_of(typing_context, record):
        """A copy of a record, which lasts until the function that makes it returns."""

        def generate(context, builder, signature, arguments):
            with builder.goto_entry_block():
                own = builder.alloca(ir.ArrayType(ir.IntType(8), record.size))
                own.align = 64
            cgutils.raw_memcpy(builder, own, arguments[0], ir.Constant(ir.IntType(64), record.size), 1)
            return builder.bitcast(own, context.get_value_type(record))

        return record(record), generate

    def record_at(record_type: Any) -> Any:
        """A function ``f(address, index)`` to the index-th record of a type in memory that Python holds."""

        @intrinsic
        def at(typing_context, address, index):
            def generate(context, builder, signature, arguments):
                size = ir.Constant(ir.IntType(64), record_type.size)
                place = builder.add(arguments[0], builder.mul(size, arguments[1]))
                return builder.inttoptr(place, context.get_value_type(record_type))

            return record_type(types.uint64, types.int64), generate

        return at

else:
    import ctypes

    import numpy as np
    from numba.np.numpy_support import as_dtype

    _functions: dict[int, Callable[..., int]] = {}

    def address_of(dispatcher: Any, signature: Any) -> int:
        _functions[id(dispatcher)] = dispatcher
        return id(dispatcher)

    def call_decision(address, public, private):
        try:
            return int(_functions[int(address)](public, private))
        except Exception:
            return RAISED

    def call_step(address, state):
        return _functions[int(address)](state)

    def call_step_with(address, state, a, b, c):
        return _functions[int(address)](state, a, b, c)

    def load_word(address, index):
        return ctypes.c_int64.from_address(int(address) + 8 * int(index)).value

    def trailing_zeros(word):
        return (int(word) & -int(word)).bit_length() - 1

    def count_ones(word):
        return int(word).bit_count()

    def copy_of(record):
        return record.copy().view(type(record))

    def record_at(record_type: Any) -> Any:
        layout = as_dtype(record_type)

        def at(address, index):
            memory = (ctypes.c_char * layout.itemsize).from_address(int(address) + layout.itemsize * int(index))
            return np.ndarray(1, layout, memoryview(memory)).view(np.recarray)[0]

        return at
