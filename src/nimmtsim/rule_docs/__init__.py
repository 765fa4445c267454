"""The rules of every variant in words: a page each, for who wants to play and for who checks an engine."""

from __future__ import annotations

from importlib import resources

from nimmtsim.errors import RulesError, one_of
from nimmtsim.variant_registry import VARIANTS

__all__ = ["variant_doc"]


def variant_doc(name: str) -> str:
    """The rules of a variant.

    Parameters
    ----------
    name : str
        A variant's name.

    Returns
    -------
    str
        Markdown: setup, turn, placing, scoring, decisions, the rulings made and why, an example, the source.

    Raises
    ------
    RulesError
        For an unknown variant.

    Examples
    --------
    >>> print(variant_doc("nifty").splitlines()[0])
    # Nifty (`nifty`)
    """
    variant = str(name).strip().lower().replace("_", "-")
    if variant not in VARIANTS:
        raise one_of("variant", name, VARIANTS, RulesError)
    return resources.files(__name__).joinpath(f"{variant}.md").read_text(encoding="utf-8")
