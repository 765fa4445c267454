"""The rules in plain Python, one step a file, to be read beside the rule book.

The way of a card: `deal` or `draft`, `passing`, `choose`, `reveal`, `place` (with `professional` and `joker`), `take`,
`score`. `turn`, `round` and `match` put the steps together; `starter` says who begins. `state` is what lies on the
table, `view` what one seat may know of it, `answers` and `ask` are the decisions, `events` what is recorded.
`resolve` settles one turn of a table that somebody sets up.

"RULES section" means the project's rule pages, ``docs/rules``; "booklet" the AMIGO rule booklet MMV; "French extension"
L'extension vachement bien (Gigamic).
"""

from nimmtsim.reference.answers import KINDS, legal_answers
from nimmtsim.reference.match import Match, play_match
from nimmtsim.reference.resolve import resolve_turn
from nimmtsim.reference.round import GameResult, Round, play_round
from nimmtsim.reference.view import View

__all__ = ["KINDS", "GameResult", "Match", "Round", "View", "legal_answers", "play_match", "play_round", "resolve_turn"]
