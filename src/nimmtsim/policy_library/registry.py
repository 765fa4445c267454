"""The policies there are: one line each, and how a policy is found from what a user gives."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from typing import TYPE_CHECKING, Any

from nimmtsim.errors import PolicyError, UsageError, one_line, one_of
from nimmtsim.policy_library import careful, simple, uniform_choice
from nimmtsim.policy_library.compiling import source_of
from nimmtsim.policy_library.model import Policy, policy

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["REGISTRY", "find_policy", "policies"]

#: Every built-in policy by name. A new one is a line here.
REGISTRY: dict[str, Policy] = {
    one.name: one
    for one in (
        policy(uniform_choice.uniform, **uniform_choice.DECISIONS),
        policy(simple.random),
        policy(simple.lowest),
        policy(simple.highest),
        policy(simple.nearest),
        policy(careful.safest),
        policy(careful.cautious),
    )
}


def find_policy(given: Any) -> Policy:
    """The policy that is meant.

    Parameters
    ----------
    given : str, Policy or function
        A registered name, ``"module:attribute"`` (the module is looked for in the working directory, too), a policy, or
        a function that chooses a card.

    Returns
    -------
    Policy

    Raises
    ------
    PolicyError
        If there is no such policy, module or attribute, or what it names is no policy.
    UsageError
        If it is none of these.

    Examples
    --------
    >>> find_policy("nearest").name
    'nearest'
    >>> find_policy("nearst")
    Traceback (most recent call last):
        ...
    nimmtsim.errors.PolicyError: unknown policy 'nearst'; did you mean 'nearest'? Allowed: uniform, random, lowest, \
highest, nearest, safest, cautious, or module:attribute
    """
    if isinstance(given, Policy):
        return given
    if isinstance(given, str):
        return _by_name(given.strip())
    if inspect.isfunction(source_of(given)):
        return policy(given)
    raise UsageError(f"a policy is a name, a nimmtsim.policy or a function (table, me), not {type(given).__name__}")


def _by_name(name: str) -> Policy:
    if name in REGISTRY:
        return REGISTRY[name]
    if ":" in name:
        return _imported(name)
    raise one_of("policy", name, [*REGISTRY, "or module:attribute"], PolicyError)


def _imported(name: str) -> Policy:
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise PolicyError(f"policy {name!r}: write module:attribute, e.g. mymodule:my_policy")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last, so that no file here hides a module of Python
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise PolicyError(f"policy {name!r}: no module {error.name!r} here or among the installed packages") from None
    except (Exception, SystemExit) as error:  # a user's module can fail in any way, or end the program
        what = f"{type(error).__name__}: {one_line(error)}"
        raise PolicyError(f"policy {name!r}: importing {module_name!r} failed: {what}") from error
    if not hasattr(module, attribute):
        raise one_of(f"policy in {module_name!r}", attribute, _policies_in(module), PolicyError)
    found = getattr(module, attribute)
    if isinstance(found, str):
        raise PolicyError(f"policy {name!r}: is a text, not a policy or a function (table, me)")
    try:
        # Called by where it is: so a file of results, and the command that replays a round, say which policy was meant.
        return find_policy(found).replace(name=name)
    except UsageError as error:
        raise PolicyError(f"policy {name!r}: {error}") from None


def _policies_in(module: Any) -> list[str]:
    def plays(value: Any) -> bool:
        return isinstance(value, Policy) or getattr(source_of(value), "__module__", None) == module.__name__

    return [name for name, value in vars(module).items() if plays(value) and not inspect.isclass(value)]


def policies() -> pd.DataFrame:
    """The built-in policies.

    Returns
    -------
    pandas.DataFrame
        Indexed by name: ``rule`` (how it chooses a card), ``ties``, ``decides`` (what it does not leave to the
        defaults), ``source`` (where the idea comes from).

    Examples
    --------
    >>> policies().loc["lowest", "rule"]
    'The lowest card.'
    """
    import pandas as pd

    rows = [
        (p.name, p.description, _told(p, "Ties:"), ", ".join(p.decisions), _told(p, "Source:"))
        for p in REGISTRY.values()
    ]
    return pd.DataFrame(rows, columns=["policy", "rule", "ties", "decides", "source"]).set_index("policy")


def _told(one: Policy, word: str) -> str:
    """What the docstring says in the paragraph that begins with a word."""
    paragraphs = (inspect.getdoc(source_of(one.decisions["card"])) or "").split("\n\n")
    told = [" ".join(p.removeprefix(word).split()) for p in paragraphs if p.startswith(word)]
    return told[0] if told else ""
