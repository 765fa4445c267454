# The same as tasks.py, for those who are used to make.
PYTHON ?= python3

.PHONY: demo test env check

demo test env:
	$(PYTHON) tasks.py $@

check:
	.ci/run
