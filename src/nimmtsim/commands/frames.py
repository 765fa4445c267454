"""Frames for programs and files, as the commands of the analysis write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["about", "as_json", "records", "write_frame"]


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows for JSON; None for what is missing or infinite."""
    from nimmtsim.result_text import finite

    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    found: list[dict[str, Any]] = finite(rows)
    return found


def as_json(about: dict[str, Any], frames: dict[str, pd.DataFrame], **more: Any) -> str:
    """Frames and what was played, for programs."""
    return json.dumps(about | {name: records(frame) for name, frame in frames.items()} | more, indent=1)


def about(rules: Any, policies: list[str], seed: int, **more: Any) -> dict[str, Any]:
    """What makes a run repeatable."""
    from nimmtsim import __version__
    from nimmtsim.kernels.streams import STREAM_VERSION

    return {"rules": rules.to_dict(), "policies": policies, "seed": seed, **more, "stream_version": STREAM_VERSION,
            "package_version": __version__}  # fmt: skip


def write_frame(frame: pd.DataFrame, path: str, about: dict[str, Any]) -> None:
    """Write a frame as parquet, whole or not at all; what was played is in its ``attrs``."""
    from nimmtsim.files import write_whole

    frame = frame.copy()
    frame.attrs.update(about)
    write_whole(path, frame.to_parquet)
