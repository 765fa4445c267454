"""What a run found: tables, comparisons, files and pictures, all from exact counts."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.counting import Counts
from nimmtsim.errors import UsageError, one_of
from nimmtsim.kept import Kept
from nimmtsim.kernels.records import ENDS
from nimmtsim.rule_text import rules_words
from nimmtsim.rules import Rules
from nimmtsim.statistics import deviation, mean_of, quantile, share_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["QUANTILES", "SimulationResult"]

#: Columns of quantiles in a summary.
QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}

#: Ends that are safety limits, with what struck.
LIMITS = {"max_rounds": "the round limit max_rounds", "max_deals": "the match limit max_deals"}


class SimulationResult:
    """The result of `nimmtsim.simulate`.

    Attributes
    ----------
    rules : Rules
    policies : list of str
        Names by player. Player p sits in seat p; when deals are played in all rotations, in seat (p + r) % players.
    seed : int
    counts : Counts
        Exact counts, on which all tables rest.
    kept : Kept or None
        A row a unit, with ``keep="rounds"``.
    matches : bool
        Whether a unit is a match.
    precision : float or None
        The half-width asked for.
    reached : bool
        Whether it was reached.
    """

    def __init__(
        self, rules: Rules, policies: list[str], seed: int, counts: Counts, kept: Kept | None, *, matches: bool = False,
        precision: float | None = None, reached: bool = False,
    ) -> None:  # fmt: skip
        self.rules, self.policies, self.seed, self.counts, self.kept = rules, policies, seed, counts, kept
        self.matches, self.precision, self.reached = matches, precision, reached

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.policies)

    @property
    def unit(self) -> str:
        """``"round"`` or ``"match"``."""
        return "match" if self.matches else "round"

    @property
    def unit_plural(self) -> str:
        """``"rounds"`` or ``"matches"``."""
        return "matches" if self.matches else "rounds"

    @property
    def units(self) -> int:
        """Rounds or matches played, all rotations counted."""
        return self.counts.units

    @property
    def samples(self) -> int:
        """Independent rounds or matches: all of them, or one for each deal that was played in all rotations."""
        return self.counts.samples

    @property
    def rounds(self) -> int:
        """Rounds played; a match has several."""
        return self.counts.rounds

    @property
    def rotate(self) -> bool:
        """Whether each deal was played in all rotations of the players around the table."""
        return self.group > 1

    @property
    def group(self) -> int:
        """Units of one deal: the rotations, or 1."""
        return self.counts.group

    @property
    def measure(self) -> str:
        """What bull heads are in this game: ``"penalty"`` or ``"points"``."""
        return self.rules.scoring

    @property
    def penalties(self) -> np.ndarray:
        """Bull heads (points, where they are), int16 or int32 [units, players]; UsageError with ``keep="counts"``."""
        return self._kept().penalties

    @property
    def games(self) -> np.ndarray:
        """Bull heads by game and *seat* of a championship, int32 [units, games, seats]; see `games_frame`."""
        return self._array("games", "only a championship has games")

    @property
    def hands(self) -> np.ndarray:
        """The hands first dealt, by *seat*, as card codes: uint8 [units, seats, cards]."""
        return self._array("hands", "simulate with hands=True")

    @property
    def events(self) -> np.ndarray:
        """What happened, round after round: EVENT [n] (`nimmtsim.kernels.records`); `events_frame` is a table of it."""
        return self._array("events", "simulate with events=True")

    def _kept(self) -> Kept:
        if self.kept is None:
            raise UsageError("the rounds were not kept; simulate with keep='rounds'")
        return self.kept

    def _array(self, name: str, hint: str) -> np.ndarray:
        array = getattr(self._kept(), name)
        if array is None:
            raise UsageError(f"there are no {name}: {hint}")
        return array

    def to_frame(self) -> pd.DataFrame:
        """A row a round or match.

        Returns
        -------
        DataFrame
            Index ``round`` or ``match``. ``penalty_0``, ``penalty_1``, ... (``points_0``, ...): bull heads by player.
            With rotations ``deal`` and ``rotation``; in matches ``rounds``; ``end``, why it ended (category), in
            matches and games with keeping.

        Raises
        ------
        UsageError
            With ``keep="counts"``.
        """
        import pandas as pd

        kept = self._kept()
        columns: dict[str, Any] = {f"{self.measure}_{p}": kept.penalties[:, p] for p in range(self.players)}
        if self.rotate:
            columns["deal"], columns["rotation"] = np.divmod(np.arange(self.units), self.players)
        if kept.rounds is not None:
            columns["rounds"] = kept.rounds
        if kept.ends is not None:
            columns["end"] = pd.Categorical(pd.Series(ENDS).take(kept.ends), categories=ENDS)
        return pd.DataFrame(columns, index=pd.RangeIndex(self.units, name=self.unit))

    def games_frame(self) -> pd.DataFrame:
        """Who played which hand in which game of a championship, and for how much.

        Returns
        -------
        DataFrame
            A row for each unit, game and seat: ``round`` (or ``match``), ``game``, ``seat``, ``player``, ``policy``,
            ``sheet`` (the seat that drafted the hand) and ``penalty``.
        """
        import pandas as pd

        n, games = self.players, self.games
        unit, game, seat = (index.ravel() for index in np.indices(games.shape))
        player = (seat - (unit % n if self.rotate else 0)) % n
        return pd.DataFrame(
            {self.unit: unit, "game": game, "seat": seat, "player": player, "policy": np.array(self.policies)[player],
             "sheet": (seat - game) % n, self.measure: games.ravel()}
        )  # fmt: skip

    def events_frame(self) -> pd.DataFrame:
        """What happened, card by card, in rounds that kept their events.

        Returns
        -------
        DataFrame
            A row for each card that was placed, passed on or drafted, in that order. ``round``, with rotations ``deal``
            and ``rotation``, in a championship ``game``; ``turn``; ``seat``, ``player`` and ``policy`` (category) whose
            card it is; ``event`` (category, `nimmtsim.kernels.records.EVENTS`); ``card`` as people write it; ``row``,
            the number of the row (<NA> where it touched none); ``taken``, how many cards were taken, and ``heads``,
            what was charged for them.

        Raises
        ------
        UsageError
            When events were not kept: simulate with ``events=True``.

        Examples
        --------
        >>> from nimmtsim import simulate
        >>> events = simulate("base", ["nearest", "random"], rounds=100, seed=1, events=True).events_frame()
        >>> len(events)  # two players with ten cards each
        2000
        """
        from nimmtsim.event_log import events_frame

        return events_frame(self)

    def summary(self) -> pd.DataFrame:
        """A row a player, with 95 % intervals.

        Returns
        -------
        DataFrame
            Index ``seat`` (``player``, when deals are played in all rotations). ``policy``; the mean a round or match,
            called ``penalty`` or ``points``; its standard error ``se`` and interval ``low``, ``high``; the standard
            deviation ``sd`` of a round or match; quantiles ``q05``, ``q25``, ``median``, ``q75``, ``q95``; ``zero``,
            the share of rounds or matches without a bull head, with ``zero_low``, ``zero_high``; ``wins``, the share of
            wins (a win of k players counts 1/k for each), with ``wins_low``, ``wins_high``.

        Notes
        -----
        Intervals of means are Student's, of shares Wilson's; both take deals as the independent samples, so that they
        hold for rotations too. For less than two samples they are nan.
        """
        import pandas as pd

        rows = [self._summary_row(player) for player in range(self.players)]
        return pd.DataFrame(rows, index=pd.RangeIndex(self.players, name="player" if self.rotate else "seat"))

    def _summary_row(self, player: int) -> dict[str, Any]:
        counts = self.counts
        mean = mean_of(counts, "heads", {player: 1})
        zero, wins = share_of(counts, "zeros", player), share_of(counts, "wins", player)
        row: dict[str, Any] = {"policy": self.policies[player], self.measure: mean.value}
        row |= {"se": mean.se, "low": mean.low, "high": mean.high, "sd": deviation(counts, player)}
        row |= {name: quantile(counts.histogram[player], share) for name, share in QUANTILES.items()}
        row |= {"zero": zero.value, "zero_low": zero.low, "zero_high": zero.high}
        return row | {"wins": wins.value, "wins_low": wins.low, "wins_high": wins.high}

    def distribution(self) -> pd.DataFrame:
        """Exact counts of every total.

        Returns
        -------
        DataFrame
            Index ``penalty`` or ``points``: 0, 1, ... up to the highest total. A column a player (0, 1, ...): in how
            many rounds or matches he had it.
        """
        import pandas as pd

        histogram = self.counts.histogram
        index = pd.RangeIndex(histogram.shape[1], name=self.measure)
        return pd.DataFrame(histogram.T.copy(), index=index, columns=pd.RangeIndex(self.players, name="seat"))

    def ends(self) -> pd.Series:
        """Why rounds or matches ended, and how many did so.

        Returns
        -------
        Series of int
            Index ``end``: ``hands`` (all cards played), ``stack``, ``score``, ``deals``, and the safety limits
            ``max_rounds`` and ``max_deals``; those that occurred.
        """
        import pandas as pd

        found = {end: int(count) for end, count in zip(ENDS, self.counts.ends, strict=True) if count}
        return pd.Series(found, name=self.unit_plural).rename_axis("end")

    def match_rounds(self) -> pd.Series:
        """How many matches lasted how many rounds (index ``rounds``)."""
        import pandas as pd

        lengths = self.counts.deals
        found = {length: int(count) for length, count in enumerate(lengths) if count}
        return pd.Series(found, name="matches").rename_axis("rounds")

    def compare(self, a: int | str, b: int | str) -> pd.Series:
        """How much more bull heads, and wins, a has than b in the same deals.

        Parameters
        ----------
        a, b : int or str
            Players by number, or policies by name; several players with the same policy count by their mean.

        Returns
        -------
        Series
            ``difference`` of the mean bull heads (a minus b) with ``se``, ``low``, ``high``, and ``wins``, the
            difference of the win shares, with ``wins_se``, ``wins_low``, ``wins_high``. Differences are taken within
            each deal.

        Raises
        ------
        UsageError
            For a player or policy that is not there.
        """
        import pandas as pd

        first, second = self._players(a), self._players(b)
        weights: dict[int, Fraction | int] = {}
        for players, sign in ((first, 1), (second, -1)):
            for player in players:
                weights[player] = weights.get(player, 0) + Fraction(sign, len(players))
        heads, wins = mean_of(self.counts, "heads", weights), mean_of(self.counts, "wins", weights)
        found = {"difference": heads.value, "se": heads.se, "low": heads.low, "high": heads.high,
                 "wins": wins.value, "wins_se": wins.se, "wins_low": wins.low, "wins_high": wins.high}  # fmt: skip
        return pd.Series(found, name=f"{a} - {b}")

    def _players(self, given: int | str) -> list[int]:
        if isinstance(given, str):
            if given not in self.policies:
                raise one_of("policy of this result", given, dict.fromkeys(self.policies))
            return [player for player, name in enumerate(self.policies) if name == given]
        from nimmtsim.checks import whole_number

        return [whole_number("player", given, 0, self.players - 1)]

    def plot(self, ax: Axes | None = None) -> Axes:
        """The distribution of the totals (`nimmtsim.plots.plot_distribution`).

        A notebook shows it; in a script ``plt.show()`` does, where pyplot was imported before. It is saved with
        ``result.plot().figure.savefig("file.png")``.
        """
        from nimmtsim.plots import plot_distribution

        return plot_distribution(self, ax=ax)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a parquet file; DataError when that is not possible. See `nimmtsim.storage.save`."""
        from nimmtsim.storage import save

        save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SimulationResult:
        """Read what `save` wrote; DataError for anything else."""
        from nimmtsim.storage import load

        return load(path)

    def title(self) -> str:
        """What was played, in one line."""
        much = f"{self.units:,} {self.unit_plural}" if self.units != 1 else f"1 {self.unit}"
        if self.rotate:
            much = f"{self.samples:,} deals in {self.players} rotations"
        return f"{rules_words(self.rules)}, {self.players} players, {much}, seed {self.seed}"

    def notes(self) -> list[str]:
        """What a reader must know besides: limits that struck, a precision that was reached or not."""
        notes = []
        for end, says in LIMITS.items():
            count = int(self.counts.ends[ENDS.index(end)])
            if count:
                value = getattr(self.rules, end)
                notes.append(f"{count:,} of {self.units:,} were ended by {says}={value} ({count / self.units:.3%})")
        if self.precision is not None:
            state = "reached" if self.reached else "NOT reached"
            notes.append(f"precision {self.precision:g} {state} after {self.units:,} {self.unit_plural}")
        return notes

    def __repr__(self) -> str:
        notes = "".join(f"; {note}" for note in self.notes())
        return f"<SimulationResult: {self.title()}; {', '.join(self.policies)}{notes}>"

    def __str__(self) -> str:
        from nimmtsim.result_text import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from nimmtsim.result_text import as_html

        return as_html(self)
