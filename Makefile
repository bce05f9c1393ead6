# Needs git, make and Python 3.11 or newer; everything else is installed into .venv.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
# Tests and proofs start hundreds of processes. Without compiled files, each would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-header $(if $(UPGRADE),--upgrade)

.PHONY: help run test test-thorough check bench prove mutants lock dist release publish messages language translations screenshots docs map clean

help: ## show this list
	@grep -hE '^[a-z.-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

.venv: .venv/complete ## build the virtual environment, or rebuild it when the lock file has changed

# The stamp file is created last, so that an interrupted installation doesn't count as complete.
.venv/complete: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/it")'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

run: .venv ## serve on this machine and its network (PORT=8000, or the next free one)
	@LAN_HTTP=1 $(BIN)/python manage.py serve --port $(PORT)

test: .venv ## run the tests that every change must pass (ARGS='-k name' for some of them)
	$(BIN)/pytest -n auto $(ARGS)

test-thorough: .venv ## run every test at full size, on both databases, before a release (SEED=… repeats it)
	$(BIN)/python -m tools.test_thoroughly $(ARGS)

check: .venv ## check style, types, templates, deployment settings, migrations and known vulnerabilities
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict engine
	$(BIN)/mypy
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/hadolint Dockerfile
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') ALLOWED_HOSTS=example.org \
		$(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive engine people matches clubs tournaments api delivery webhooks notifications operations scorekeeper tools manage.py
	$(BIN)/python tools/audit.py requirements-dev.lock

bench: .venv ## measure the app against its targets (CHECK=1 fails when one is missed)
	$(BIN)/python -m bench

prove: .venv ## kill processes, databases, disks and power while hands are saved (SIZE=quick|commit|nightly|release; root)
	$(BIN)/python -m proofs

mutants: .venv ## see which mutants of the engine and the write path the tests kill (N=100 SEED=… ONLY=engine|writing)
	$(BIN)/python -m tools.mutants

lock: .venv ## resolve pyproject.toml into new lock files (UPGRADE=1 takes the newest versions that it allows)
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) pyproject.toml --extra postgres -c requirements.lock -o requirements-postgres.lock
	$(LOCK) pyproject.toml --extra postgres --extra dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) --group pyproject.toml:build -c requirements-dev.lock -o requirements-build.lock

dist: .venv ## build the files of a release from the last commit into dist/, without checks
	$(BIN)/python -m tools.dist

release: .venv ## check, test and prove everything, then build dist/ (docs/releasing.md)
	$(BIN)/python -m tools.release release

# In the environment with the rights to publish, only the package that uploads (uv) is installed.
publish: ## publish dist/ on GitHub and on the package index, from the commit of the tag
	$(PYTHON) -m venv --clear var/publish
	awk '/^[^ ]/ {uv = /^uv==/} uv' requirements-dev.lock >var/publish/uv.lock
	var/publish/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: -r var/publish/uv.lock
	var/publish/bin/python -m tools.release publish

messages: .venv ## collect texts into locale/ and compile them (needs gettext)
	$(BIN)/python manage.py makemessages --all --no-obsolete --no-wrap --add-location file \
		--ignore .venv --ignore var --ignore tests --ignore mutants
	$(BIN)/python manage.py compilemessages --ignore .venv

language: .venv ## add a language: its catalogue, formats and name (CODE=pl)
	@$(BIN)/python -m tools.add_language "$(CODE)"

translations: .venv ## show how complete each translation is, and whether a native speaker has reviewed it
	@$(BIN)/python -m tools.translations

screenshots: .venv ## take the screenshots of the README from the running app (needs Chromium)
	$(BIN)/python tools/screenshots.py

docs: .venv ## build the documentation site in var/docs/
	$(BIN)/zensical build --config-file mkdocs.yml --clean --strict

map: .venv ## draw docs/map.svg: every app, folder and module, and which app imports which
	$(BIN)/python -m tools.draw_map

clean: ## remove what the tests and checks left behind (var/ holds your data and stays)
	rm -rf .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results mutants
