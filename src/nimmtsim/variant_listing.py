"""The variants as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nimmtsim.rules import Rules
from nimmtsim.variant_registry import VARIANTS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["deck_words", "hand_words", "variants"]


def variants() -> pd.DataFrame:
    """The rule variants.

    Returns
    -------
    pandas.DataFrame
        Indexed by name: ``min_players``, ``max_players`` (rules and deck allow); ``deck`` and ``hand`` in words;
        ``differs`` from the base game, in one line; ``decisions`` that a policy is asked for; ``source``.

    Examples
    --------
    >>> variants().loc["nifty", ["hand", "deck"]].tolist()
    ['14', '1 to 104']
    """
    import pandas as pd

    from nimmtsim.policy_library import asked_kinds

    rows = []
    for name, variant in VARIANTS.items():
        rules = variant.rules
        rows.append(
            {"variant": name, "min_players": rules.min_players, "max_players": rules.most_players(),
             "deck": deck_words(rules), "hand": hand_words(rules), "differs": variant.differs,
             "decisions": ", ".join(asked_kinds(rules)), "source": variant.source}
        )  # fmt: skip
    return pd.DataFrame(rows).set_index("variant")


def deck_words(rules: Rules) -> str:
    """A deck in a few words.

    Examples
    --------
    >>> deck_words(Rules(deck="tactics"))
    '1 to 10n+4'
    >>> deck_words(Rules(jokers=True))
    '1 to 104, ten jokers'
    >>> deck_words(Rules(deck="tactics", turn="shown"))
    '2 to 10n+5'
    """
    first = 2 if rules.card_1_is_marker else 1
    if rules.deck == "tactics":
        # Without card 1 one more is needed at the top: as many cards are dealt.
        words = f"{first} to {rules.hand}n+{rules.rows + first - 1}"
    else:
        words = f"{first} to {rules.deck if isinstance(rules.deck, int) else 104}"
    words += {"double": ", twice", "doublets": ", second 11 to 99"}.get(str(rules.deck), "")
    words += f", {rules.zeros} zero cards" if rules.zeros else ""
    return words + (", ten jokers" if rules.jokers else "")


def hand_words(rules: Rules) -> str:
    """A hand in a few words.

    Examples
    --------
    >>> hand_words(Rules(jokers=True)), hand_words(Rules())
    ('10 + joker', '10')
    """
    words = str(rules.hand)
    if rules.jokers:
        words += " + joker"
    if rules.equal_zeros:
        words += f" ({rules.zeros_each(4)} or {rules.zeros_each(2)} zeros)"
    if rules.keep:
        words += f" (up to {rules.hand_limit})"
    return words
