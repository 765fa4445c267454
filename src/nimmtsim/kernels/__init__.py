"""The rules, compiled: the same steps under the same names as in :mod:`nimmtsim.reference`."""
