"""``python -m nimmtsim`` is the command ``nimmtsim``."""

from nimmtsim.cli import main

raise SystemExit(main())
