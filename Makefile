# Every target sets up `.venv` by itself; all it needs is Python 3.11 or later (uv is used when it is there).
# Another interpreter: make run PYTHON=/path/to/python      Arguments: make run ARGS="list --json"

VENV := .venv
# Two for each core: half of the time a test waits for a terminal or a disk.
WORKERS = $(shell $(PY) -c "import os; print(2 * (os.cpu_count() or 1))")
PY := $(VENV)/bin/python
CREATED := $(VENV)/.created
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
PINS := pyproject.toml constraints.txt
PYTHON ?=
ARGS ?=
SHELL := /bin/sh

# Set for the environment rather than by flag, so that isolated builds keep to the pins as well.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export UV_CONSTRAINT := constraints.txt
export UV_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

HAS_UV := $(shell command -v uv 2>/dev/null)
ifdef HAS_UV
INSTALL := uv pip install --quiet --python $(PY) --compile-bytecode
else
INSTALL := $(PY) -m pip install -qq --compile
endif

# An environment whose interpreter is gone, or that was moved here from elsewhere, is made anew.
USABLE := $(shell test -x $(PY) && test "$$(cat $(CREATED) 2>/dev/null)" = "$(CURDIR)" && echo yes)

.DEFAULT_GOAL := help
.PHONY: help run test check faults bench screenshots build clean unusable

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: $(RUNTIME) ## Start the program; pass arguments as ARGS="..."
	@$(VENV)/bin/roundtable-tui $(ARGS)

test: $(DEV) ## Run every test, the slow ones too
	@$(PY) -m pytest -n $(WORKERS) --dist loadgroup $(ARGS)

check: $(DEV) ## Lint, format, strict types, import contracts, what is really loaded, how it is laid out
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports
	@$(PY) -m pytest tests/unit/test_import_hygiene.py tests/unit/test_structure.py

faults: $(DEV) ## Try to break every promise, and print what held
	@EVERY_FAULT=1 $(PY) -m pytest -n auto --dist loadgroup tests/faults $$($(PY) -m tests.faults.elsewhere) $(ARGS)

bench: $(DEV) ## Measure
	@$(PY) -m bench $(ARGS)

screenshots: $(DEV) ## Make the pictures in screenshots/
	@if [ -f screenshots/__main__.py ]; then $(PY) -m screenshots $(ARGS); \
	else echo "There is no screen to photograph yet: screenshots come with it."; fi

build: $(DEV) ## Build the sdist, and the wheel from it, into dist/
	@rm -rf dist
	@$(PY) -m build --outdir dist .

clean: ## Remove the environment, builds and caches
	@rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis snapshot_report.html
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(CREATED): $(if $(USABLE),,unusable)
	@python=; for candidate in $(PYTHON) python3.14 python3.13 python3.12 python3.11 python3 python; do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			python=$$candidate; break; \
		fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "No Python 3.11 or later was found: install one, or name it with make PYTHON=/path/to/python." >&2; exit 1; \
	fi; \
	rm -rf $(VENV); \
	if [ -n "$(HAS_UV)" ]; then \
		uv venv --quiet --seed --python "$$python" $(VENV) || exit 1; \
	elif ! "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
		echo "$$python cannot make virtual environments: install its venv package (Debian, Ubuntu: apt install python3-venv) or uv." >&2; exit 1; \
	else \
		"$$python" -m venv $(VENV) || exit 1; \
	fi; \
	echo "$(CURDIR)" > $@

$(RUNTIME): $(PINS) $(CREATED)
	@echo "Setting up $(VENV) ..."
	@$(INSTALL) --editable .
	@$(PY) -m compileall -q roundtable_tui
	@touch $@

$(DEV): $(PINS) $(CREATED)
	@echo "Setting up $(VENV) with the development tools ..."
	@$(INSTALL) --editable '.[dev]'
	@$(PY) -m compileall -q roundtable_tui
	@touch $(RUNTIME) $@
