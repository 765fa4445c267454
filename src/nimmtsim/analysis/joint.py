"""How the totals of two players occur together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nimmtsim.analysis.exact import Sums, add_arrays, share_of_samples
from nimmtsim.analysis.tallies import tied_counts
from nimmtsim.statistics import Estimate, t_quantile

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Joint"]


@dataclass(eq=False)
class Joint:
    """Exact counts of two totals of the same rounds.

    Attributes
    ----------
    size : int
        Rounds or matches of an independent sample.
    counts : int64[bins, bins]
        How often both totals occurred together, by the first and the second.
    squares : int64[bins, bins]
        Sums over samples of the squares of how often they did in a sample.
    moments : Sums
        Of the sample's sums of x, y, x*x, y*y and x*y.
    """

    size: int
    counts: np.ndarray
    squares: np.ndarray
    moments: Sums

    @classmethod
    def of(cls, first: np.ndarray, second: np.ndarray) -> Joint:
        """Counts of two players' totals, integer [samples, size] each."""
        x, y = first.astype(np.int64), second.astype(np.int64)
        shape = int(x.max(initial=0)) + 1, int(y.max(initial=0)) + 1
        both = tied_counts(np.sort(x * shape[1] + y, axis=1), shape[0] * shape[1])
        parts = np.stack([part.sum(axis=1) for part in (x, y, x * x, y * y, x * y)], axis=1)
        return cls(x.shape[1], both[0].reshape(shape), both[1].reshape(shape), Sums.of(parts))

    def add(self, other: Joint) -> None:
        """Add other samples' counts."""
        self.counts, self.squares = add_arrays(self.counts, other.counts), add_arrays(self.squares, other.squares)
        self.moments.add(other.moments)

    def frame(self) -> pd.DataFrame:
        """A row for each two totals that occurred together.

        Returns
        -------
        DataFrame
            ``first``, ``second`` (bull heads); ``observed``, how often exactly; ``share`` with its 95 % interval
            ``low``, ``high``.
        """
        import pandas as pd

        samples, rows = self.moments.samples, []
        for x, y in np.argwhere(self.counts).tolist():
            count, square = int(self.counts[x, y]), int(self.squares[x, y])
            share = share_of_samples(count, square, samples, self.size)
            row: dict[str, Any] = {"first": x, "second": y, "observed": count, "share": share.value}
            rows.append(row | {"low": share.low, "high": share.high})
        return pd.DataFrame(rows)

    def correlation(self) -> Estimate:
        """The correlation of the two totals; nan when one of them never changes.

        Its interval is Student's on the scale of R. A. Fisher's z, with the standard error from the samples: that of
        the mean of ``u*v - r * (u*u + v*v) / 2`` over them, u and v being the standardised totals.
        """
        m, n = self.moments, self.moments.samples * self.size
        mx, my, xx, yy, xy = (float(int(s)) / n for s in m.sums)
        vx, vy = xx - mx * mx, yy - my * my
        if vx <= 0 or vy <= 0 or m.samples < 2:
            return Estimate(math.nan, math.nan, math.nan, math.nan)
        sx, sy = math.sqrt(vx), math.sqrt(vy)
        r = (xy - mx * my) / (sx * sy)
        # The influence of x, y, x*x, y*y, x*y on r, from its definition.
        weights = np.array([
            r * mx / vx - my / (sx * sy), r * my / vy - mx / (sx * sy), -r / (2 * vx), -r / (2 * vy), 1 / (sx * sy)
        ])  # fmt: skip
        means = np.array([float(int(s)) for s in m.sums]) / m.samples
        covariance = m.products.astype(float) / m.samples - np.outer(means, means)
        se = math.sqrt(max(0.0, weights @ covariance @ weights) / (m.samples - 1)) / self.size
        if abs(r) >= 1:
            return Estimate(r, se, r, r)
        z, half = math.atanh(r), t_quantile(m.samples) * se / (1 - r * r)
        return Estimate(r, se, math.tanh(z - half), math.tanh(z + half))
