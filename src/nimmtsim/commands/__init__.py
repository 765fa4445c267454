"""The sub-commands of ``nimmtsim``, one module each."""
