# The one door: `make` or `make help` says what there is.

PYTHON := .venv/bin/python
REGELWERK := .venv/bin/regelwerk
STAMP := .venv/.installed

GAME ?= itc
SEED ?= 1
GAMES ?= 1000
JOBS ?= 2
LANGUAGES ?= en,de,ja

.DEFAULT_GOAL := help
.PHONY: help setup play play-itc print test check fix golden pictures soak bench lock clean

help:  ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP)  ## Make .venv with the locked tools and this project

$(STAMP): pyproject.toml requirements.lock
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

play: $(STAMP)  ## Play one whole four-player game of ITC and print its log (SEED=7, GAME=pig)
	@$(REGELWERK) run $(GAME) --seed $(SEED)

play-itc: $(STAMP)  ## Sit down yourself at a game of ITC, against three bots
	@$(REGELWERK) play itc --players 4 --bot greedy

print: $(STAMP)  ## Write all of ITC on paper into out/: three languages, A4 and US Letter (LANGUAGES=en,ja VARIANT=japanese)
	@$(REGELWERK) print $(GAME) --lang $(LANGUAGES) --sheet a4 --sheet letter $(if $(VARIANT),--variant $(VARIANT)) -o out

test: check  ## Everything that must hold: check, then all tests
	@$(PYTHON) -m pytest -n $(JOBS)

check: $(STAMP)  ## Format, lint, types and walls, without the tests
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo

fix: $(STAMP)  ## Format and mend what a tool can mend
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

golden: $(STAMP)  ## Write the expected files of the cases anew (CASE=toll for some); then read the diff
	@REGELWERK_GOLDEN=1 $(PYTHON) -m pytest $(if $(CASE),-k "$(CASE)"); git --no-pager diff --stat

pictures: $(STAMP)  ## Draw the pictures of the README anew
	@$(PYTHON) docs/pictures/draw.py

soak: $(STAMP)  ## Play many random games with every check on (GAMES=10000 GAME=itc)
	@$(PYTHON) bench/soak.py $(GAME) --games $(GAMES)

bench: $(STAMP)  ## Measure the classics, and cards on paper, beside hand-written Python
	@$(PYTHON) bench/bench.py
	@$(PYTHON) bench/print.py

lock: ## Resolve the dependencies anew and write requirements.lock
	rm -rf .venv
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --editable ".[dev]" hatchling==1.33.0 editables
	{ echo "# Made by \`make lock\`: every package of the dev extra, at the version that the tests ran with."; $(PYTHON) -m pip freeze --exclude-editable; } > requirements.lock
	@touch $(STAMP)

clean:  ## Remove .venv and what the tools left
	rm -rf .venv build dist out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
