# `make` or `make help` lists the targets.

PYTHON := .venv/bin/python
REGELWERK := .venv/bin/regelwerk
STAMP := .venv/.installed

GAME ?= itc
SEED ?= 1
GAMES ?= 1000
SECONDS ?= 600
KIND ?= save
COUNT ?= 100
AREA ?= rules
JOBS ?= 2
LANGUAGES ?= en,de,ja

.DEFAULT_GOAL := help
.PHONY: help setup play play-itc print test test-fast test-browser test-newest test-native test-sanitized check fix golden pictures soak fuzz fuzz-guided mutants bench bench-native lock clean

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP)  ## Create .venv with the locked dependencies and this project

# Python compiles a module when it is first imported; most modules of these packages never are.
PIP_INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check --no-compile

$(STAMP): pyproject.toml requirements.lock
	python3 -m venv .venv
	$(PIP_INSTALL) -r requirements.lock
	$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

play: $(STAMP)  ## Play a four-player game of ITC and print its log (SEED=7, GAME=pig)
	@$(REGELWERK) run $(GAME) --seed $(SEED)

play-itc: $(STAMP)  ## Play ITC yourself against three bots
	@$(REGELWERK) play itc --players 4 --bot greedy

print: $(STAMP)  ## Write all PDFs of ITC to out/: three languages, A4 and US Letter (LANGUAGES=en,ja VARIANT=japanese)
	@$(REGELWERK) print $(GAME) --lang $(LANGUAGES) --sheet a4 --sheet letter $(if $(VARIANT),--variant $(VARIANT)) -o out

# Tests start more than a hundred processes, and pytest rewrites every module: neither has to compile it again.
unexport PYTHONDONTWRITEBYTECODE

test: check  ## Run all checks and all tests
	@$(PYTHON) -m pytest -n $(JOBS) --dist worksteal

test-fast: $(STAMP)  ## The tests of the inner loop, a minute or two: without slow ones, without lint and types
	@$(PYTHON) -m pytest -n $(JOBS) --dist worksteal -m "not slow"

test-browser: $(STAMP)  ## Open reports in a real browser (needs Chromium)
	@$(PYTHON) -m pytest tests/simulation/browser.py

test-newest: $(STAMP)  ## Compile and play all games with the newest Python there is (NEWEST=python3.13)
	@NEWEST=$(NEWEST) $(PYTHON) -m pytest -s tests/newest/newest_python.py

test-native: $(STAMP)  ## Build all games as machine code and compare them with Python (needs a C compiler)
	@$(PYTHON) -m pytest -n $(JOBS) --dist worksteal tests/native/native_*.py

# Without searches for leaks, which Python would fill, and without workers, whose memory is bounded too closely for it.
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g

test-sanitized: $(STAMP)  ## The same, where each access to memory and each operation is watched (needs gcc and its sanitizers)
	@CC="env -u LD_PRELOAD gcc $(SANITIZE)" ASAN_OPTIONS=detect_leaks=0 REGELWERK_CACHE="$$(mktemp -d)" \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		$(PYTHON) -m pytest -n $(JOBS) --dist worksteal $(filter-out %_simulations.py,$(wildcard tests/native/native_*.py))

# On a busy machine the workers of mypy can fail to start; then it works without them.
check: $(STAMP)  ## Check format, lint, types and import contracts
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/mypy --num-workers $(JOBS) || .venv/bin/mypy
	@.venv/bin/lint-imports --no-logo

fix: $(STAMP)  ## Apply formatting and automatic lint fixes
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

golden: $(STAMP)  ## Update golden files (CASE=toll for some); review the diff
	@REGELWERK_GOLDEN=1 $(PYTHON) -m pytest $(if $(CASE),-k "$(CASE)"); git --no-pager diff --stat

pictures: $(STAMP)  ## Update the pictures of the README
	@$(PYTHON) docs/pictures/draw.py

soak: $(STAMP)  ## Play many random games of a game and its variants with all checks (GAMES=10000 GAME=all NATIVE=1)
	@$(PYTHON) bench/soak.py $(if $(filter all,$(GAME)),,$(GAME)) --variants --games $(GAMES) $(if $(NATIVE),--native)

fuzz: $(STAMP)  ## Feed broken inputs of every kind for a time (SECONDS=600 JOBS=2)
	@$(PYTHON) bench/fuzz.py --seconds $(SECONDS) --jobs $(JOBS)

fuzz-guided: $(STAMP)  ## Feed inputs of one kind, those changed further that reach new code (KIND=save SECONDS=600)
	@$(PIP_INSTALL) atheris==3.0.0
	@$(PYTHON) bench/fuzz_guided.py $(KIND) --seconds $(SECONDS)

mutants: $(STAMP)  ## Plant faults in a part of the program, and see which tests notice them (COUNT=100 AREA=rules)
	@$(PIP_INSTALL) cosmic-ray==8.7.0
	@$(PYTHON) bench/mutants.py --count $(COUNT) --area $(AREA)

bench: $(STAMP)  ## Benchmark classics and ITC, printing, and compiling of large games
	@$(PYTHON) bench/bench.py
	@$(PYTHON) bench/print.py
	@$(PYTHON) bench/scale.py --check

bench-native: $(STAMP)  ## Compare the speed of machine code with that of Python (needs a C compiler)
	@$(PYTHON) bench/native.py

lock: ## Resolve dependencies and write requirements.lock
	rm -rf .venv
	python3 -m venv .venv
	$(PIP_INSTALL) --editable ".[dev]" hatchling==1.33.0 editables
	{ echo "# Made by \`make lock\`: every package of the dev extra, at the version that the tests ran with."; $(PYTHON) -m pip freeze --exclude-editable; } > requirements.lock
	@touch $(STAMP)

clean:  ## Remove .venv and tool output
	rm -rf .venv build dist out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
