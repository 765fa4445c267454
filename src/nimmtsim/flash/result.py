"""What a run of Flash Magic Six found: exact counts, a row a game if kept, and the tables made from them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.errors import UsageError, is_among, one_of
from nimmtsim.flash.intervals import Z, mean_interval, quantile_interval, share_interval
from nimmtsim.flash.records import CHAIN_BINS, ENDS, GAME_COLUMNS, SEAT_COLUMNS
from nimmtsim.flash.rules import HAND, FlashRules

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Counts", "FlashResult", "column_names"]


def column_names(players: int) -> list[str]:
    """Names of the columns of kept games: GAME_COLUMNS, then ``left_0``, ``own_turns_0``, ... of every seat."""
    return [*GAME_COLUMNS, *(f"{name}_{seat}" for seat in range(players) for name in SEAT_COLUMNS)]


@dataclass
class Counts:
    """Exact counts of a run: in memory that does not grow with the number of games.

    Attributes
    ----------
    players, games : int
    histograms : dict of str to int64 array
        For every column of `column_names` but ``winners``: how many games had the value 0, 1, 2, ...
    winners : dict of int to int
        How many games were won by a set of seats, as a bit mask.
    chains : int64 array [players, 64, 7]
        How many turns by seat, own turn (the last bin: that one and all later) and cards laid.
    """

    players: int
    games: int
    histograms: dict[str, np.ndarray]
    winners: dict[int, int]
    chains: np.ndarray

    @classmethod
    def empty(cls, players: int) -> Counts:
        """Nothing counted yet."""
        names = [name for name in column_names(players) if name != "winners"]
        histograms = {name: np.zeros(1, np.int64) for name in names}
        return cls(players, 0, histograms, {}, np.zeros((players, CHAIN_BINS, HAND + 1), np.int64))

    def add(self, rows: np.ndarray, chains: np.ndarray) -> None:
        """Add a block of games."""
        self.games += len(rows)
        self.chains += chains
        for place, name in enumerate(column_names(self.players)):
            column = rows[:, place]
            if name == "winners":
                for mask, count in zip(*np.unique(column, return_counts=True), strict=True):
                    self.winners[int(mask)] = self.winners.get(int(mask), 0) + int(count)
            else:
                self.histograms[name] = _sum(self.histograms[name], np.bincount(column))

    def win_share(self, seat: int) -> float:
        """Share of the games won by a seat; a win shared by k seats counts 1/k."""
        won = sum(count / mask.bit_count() for mask, count in self.winners.items() if mask >> seat & 1)
        return won / self.games


def _sum(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    total = longer.astype(np.int64)
    total[: len(shorter)] += shorter
    return total


class FlashResult:
    """The result of :func:`nimmtsim.flash.simulate`.

    Attributes
    ----------
    policies : list of str
        Names, by seat.
    rules : FlashRules
    seed, games, players : int
    counts : Counts
    rows : int32 array [games, columns] or None
        A row a game (columns: `column_names`) when the games were kept.
    """

    def __init__(
        self, policies: list[str], rules: FlashRules, seed: int, counts: Counts, rows: np.ndarray | None
    ) -> None:
        self.policies, self.rules, self.seed, self.counts, self.rows = policies, rules, seed, counts, rows

    @property
    def games(self) -> int:
        return self.counts.games

    @property
    def players(self) -> int:
        return self.counts.players

    def summary(self) -> pd.DataFrame:
        """A row a seat, each estimate with its 95 % interval.

        Returns
        -------
        DataFrame
            Index ``seat``; ``policy``; ``win_share`` (ties split) with ``win_low``, ``win_high`` (Wilson);
            ``cards_left`` (mean at the end) with ``left_low``, ``left_high``; ``chain`` (mean cards laid a turn) with
            ``chain_low``, ``chain_high`` (see Notes); ``bonuses``, ``stops``, ``moved``, ``topped_up`` (means a game)
            each with ``_low`` and ``_high``.

        Notes
        -----
        Turns of one game depend on each other. The interval of `chain` therefore takes the games, not the turns, as
        the independent units when the games were kept (a ratio of two means); with ``keep="counts"`` it is not given.
        """
        import pandas as pd

        rows = []
        for seat, name in enumerate(self.policies):
            share = self.counts.win_share(seat)
            row: dict[str, Any] = {"policy": name, "win_share": share}
            row["win_low"], row["win_high"] = share_interval(share, self.games)
            row |= self._mean(seat, "left", "cards_left", "left")
            row |= self._chain(seat)
            for column in ("bonuses", "stops", "moved", "topped_up"):
                row |= self._mean(seat, column, column, column)
            rows.append(row)
        return pd.DataFrame(rows, index=pd.RangeIndex(self.players, name="seat"))

    def _mean(self, seat: int, column: str, called: str, bound: str) -> dict[str, float]:
        mean, low, high, _ = mean_interval(self.counts.histograms[f"{column}_{seat}"])
        return {called: mean, f"{bound}_low": low, f"{bound}_high": high}

    def _chain(self, seat: int) -> dict[str, float]:
        by_length = self.counts.chains[seat].sum(axis=0)
        turns = int(by_length.sum())
        ratio = float(np.arange(HAND + 1) @ by_length) / turns if turns else float("nan")
        half = float("nan")
        if self.rows is not None and self.games > 1 and turns:
            laid, own_turns = self._column(f"laid_{seat}"), self._column(f"own_turns_{seat}")
            rest = laid - ratio * own_turns
            half = Z * float(np.std(rest, ddof=1)) / (float(own_turns.mean()) * self.games**0.5)
        return {"chain": ratio, "chain_low": ratio - half, "chain_high": ratio + half}

    def _column(self, name: str) -> np.ndarray:
        if self.rows is None:
            raise UsageError("the games were not kept; simulate with keep='games'")
        return self.rows[:, column_names(self.players).index(name)].astype(np.int64)

    def length(self) -> pd.Series:
        """How long the games lasted, in turns.

        Returns
        -------
        Series
            ``mean`` with ``mean_low``, ``mean_high``; ``sd``; ``q05``, ``median``, ``q95`` each with ``_low`` and
            ``_high`` (order statistics).
        """
        import pandas as pd

        turns = self.counts.histograms["turns"]
        found: dict[str, float] = {}
        found["mean"], found["mean_low"], found["mean_high"], found["sd"] = mean_interval(turns)
        for name, share in (("q05", 0.05), ("median", 0.5), ("q95", 0.95)):
            found[name], found[f"{name}_low"], found[f"{name}_high"] = quantile_interval(turns, share)
        return pd.Series(found, name="turns")

    def ends(self) -> pd.DataFrame:
        """How the games ended: cards out, deadlock, turn limit; number, share and its interval."""
        import pandas as pd

        rows = []
        for place, end in enumerate(ENDS):
            if end:
                found = self.counts.histograms["end"]
                count = int(found[place]) if place < len(found) else 0
                share = count / self.games
                rows.append((end, count, share, *share_interval(share, self.games)))
        return pd.DataFrame(rows, columns=["end", "games", "share", "low", "high"]).set_index("end")

    def distribution(self, of: str = "turns") -> pd.DataFrame:
        """Exact counts of a quantity.

        Parameters
        ----------
        of : str
            ``"turns"`` (of a game), or by seat ``"left"``, ``"own_turns"``, ``"laid"``, ``"bonuses"``,
            ``"topped_up"``, ``"stops"``, ``"moved"`` (a game), or ``"chain"`` (cards laid a turn).

        Returns
        -------
        DataFrame
            Index ``value``; one column ``games``, or one a seat: ``0``, ``1``, ... (for ``chain`` the counts are of
            turns).
        """
        import pandas as pd

        allowed = ["turns", "chain", *SEAT_COLUMNS]
        if not is_among(of, allowed):
            raise one_of("quantity", of, allowed)
        if of == "turns":
            columns: dict[Any, np.ndarray] = {"games": self.counts.histograms["turns"]}
        elif of == "chain":
            columns = {seat: self.counts.chains[seat].sum(axis=0) for seat in range(self.players)}
        else:
            columns = {seat: self.counts.histograms[f"{of}_{seat}"] for seat in range(self.players)}
        longest = max(map(len, columns.values()))
        padded = {name: np.pad(column, (0, longest - len(column))) for name, column in columns.items()}
        return pd.DataFrame(padded, index=pd.RangeIndex(longest, name="value"))

    def chain_lengths(self) -> pd.DataFrame:
        """Chain lengths by turn.

        Returns
        -------
        DataFrame
            A row for each seat and own turn that was played (own turn 63 stands for all from there on): ``seat``,
            ``own_turn`` (from 0), ``turns`` (how many), ``mean`` cards laid with ``low``, ``high`` (each game has one
            turn of a seat and number, so that they are independent; in the last bin they are not, and none is given),
            ``all_six`` (share of turns in which six were laid) with ``all_six_low``, ``all_six_high``.
        """
        import pandas as pd

        rows = []
        for seat in range(self.players):
            for own_turn, lengths in enumerate(self.counts.chains[seat]):
                turns = int(lengths.sum())
                if not turns:
                    continue
                mean, low, high, _ = mean_interval(lengths)
                six = int(lengths[HAND]) / turns
                bounds = (low, high, six, *share_interval(six, turns))
                if own_turn == CHAIN_BINS - 1:
                    bounds = (np.nan, np.nan, six, np.nan, np.nan)
                rows.append((seat, own_turn, turns, mean, *bounds))
        names = ["seat", "own_turn", "turns", "mean", "low", "high", "all_six", "all_six_low", "all_six_high"]
        return pd.DataFrame(rows, columns=names)

    def compare(self, a: int, b: int) -> pd.Series:
        """How much more often seat a wins than seat b, from the same games.

        Parameters
        ----------
        a, b : int
            Two seats.

        Returns
        -------
        Series
            ``difference`` of the win shares (ties split) with ``low``, ``high``.
        """
        import pandas as pd

        from nimmtsim.checks import whole_number

        a, b = (whole_number(name, seat, 0, self.players - 1) for name, seat in (("a", a), ("b", b)))
        n = self.games
        values = [
            (((mask >> a & 1) - (mask >> b & 1)) / mask.bit_count(), count)
            for mask, count in self.counts.winners.items()
        ]
        mean = sum(value * count for value, count in values) / n
        variance = sum((value - mean) ** 2 * count for value, count in values) / max(n - 1, 1)
        # One game on either side more keeps the interval honest where one seat wins everything (Agresti and Min).
        half = Z * ((variance * n + 2) / (n + 2) / (n + 2)) ** 0.5
        bounds = {"difference": mean, "low": max(mean - half, -1.0), "high": min(mean + half, 1.0)}
        return pd.Series(bounds, name=f"seat {a} - seat {b}")

    def to_frame(self) -> pd.DataFrame:
        """A row a game.

        Returns
        -------
        DataFrame
            Index ``game``; ``first`` (seat that began), ``turns``, ``end`` (category), ``winners`` (bit mask of
            seats), and of every seat ``left_0`` (cards at the end), ``own_turns_0``, ``laid_0``, ``bonuses_0``,
            ``topped_up_0``, ``stops_0`` (shown), ``moved_0`` (cards that its STOPs moved).
        """
        import pandas as pd

        if self.rows is None:
            raise UsageError("the games were not kept; simulate with keep='games'")
        frame = pd.DataFrame(self.rows, columns=column_names(self.players))
        frame.index.name = "game"
        frame["end"] = pd.Categorical.from_codes(self._column("end") - 1, categories=pd.Index(ENDS[1:]))
        return frame

    def plot(self, ax: Any = None) -> Any:
        """The win shares (:func:`nimmtsim.flash.plots.win_shares`); ``plot().figure.savefig("f.png")`` saves them."""
        from nimmtsim.flash.plots import win_shares

        return win_shares(self, ax=ax)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a parquet file (:func:`nimmtsim.flash.storage.save`)."""
        from nimmtsim.flash.storage import save

        save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> FlashResult:
        """Read what `save` wrote."""
        from nimmtsim.flash.storage import load

        return load(path)

    def title(self) -> str:
        """One line: what was played."""
        changed = ", ".join(f"{name}={value}" for name, value in self.rules.to_dict().items() if name != "deck")
        deck = "" if isinstance(self.rules.deck, str) else f", deck of {len(self.rules.deck)} cards"
        rules = f" ({changed}{deck})".replace("(, ", "(") if changed or deck else ""
        return f"Flash Magic Six, {self.players} players, {self.games:,} games, seed {self.seed}{rules}"

    def __repr__(self) -> str:
        return f"<FlashResult: {self.title()}; {', '.join(self.policies)}>"

    def _repr_html_(self) -> str:
        from html import escape

        summary = self.summary().to_html(float_format="{:.4g}".format)
        ends = self.ends().to_html(float_format="{:.4g}".format)
        return f"<div><p><b>{escape(self.title())}</b></p>{summary}{ends}</div>"
