# Two commands do all set-up on a fresh Debian 12 machine: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= demo-out
# The builds of torch that are known to work together, by processor.
TORCH_x86_64 := torch==2.14.1 torchvision==0.29.1
TORCH_aarch64 := torch==2.9.1 torchvision==0.24.1
TORCH := $(TORCH_$(shell uname -m))

.PHONY: demo test test-long test-train docs wheels app system system-test clean

demo: system $(VENV)/.app  ## the main job, on what ships
	$(BIN)/kozyr demo --out $(OUT)

app: system $(VENV)/.app  ## install only

test: system-test $(VENV)/.test  ## everything that must hold, without torch
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=.typing $(BIN)/lint-imports
	$(BIN)/pytest -q -n 2 --dist loadfile --cov --cov-report=term:skip-covered

test-long: system-test $(VENV)/.test  ## whole matches by touch, every table: half an hour
	$(BIN)/pytest -q -n 2 -m long tests

test-train: system-test $(VENV)/.train  ## training, validation and export on a few pictures
	$(BIN)/pytest -q -m train tests

docs: $(VENV)/.app  ## what is generated for reading: the penalty rows for judges, the schema of a log
	@mkdir -p docs/laws
	@for game in bazar-belot debertz preferans; do for lang in uk ru en; do \
	    $(BIN)/kozyr rules $$game --laws --lang $$lang > docs/laws/$$game.$$lang.md || exit 2; done; done
	$(BIN)/python -m kozyr.engine.table.schema > docs/log.schema.json

wheels: $(VENV)/.app  ## asks the package index for the wheels of a Raspberry Pi (docs/raspberry-pi.md)
	@$(BIN)/python scripts/wheels.py

system:
	@scripts/system-packages.sh run

system-test:
	@scripts/system-packages.sh test

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Kozyr needs Python 3.11 or newer; name it with: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.app: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install -q -e .
	@touch $@

$(VENV)/.test: $(VENV)/.app
	$(BIN)/python -m pip install -q -e '.[test]'
	@touch $@

$(VENV)/.train: $(VENV)/.test
	$(BIN)/python -m pip install -q $(TORCH)
	$(BIN)/python -m pip install -q -e '.[train,test]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis $(OUT)
