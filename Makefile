# A thin front: each target installs what it needs (scripts/setup.sh) and calls CMake, ctest or a script.
.DEFAULT_GOAL := help
.PHONY: help t map demo test test-machines test-builds test-long test-web test-python test-python-sanitize test-spark \
    test-packages wasm api amalgamation playground site serve test-site bench bench-web bench-python bench-spark bench-scale bench-duckdb bench-board \
    bench-sqlite sqlite levels docs docs-python fuzz coverage proof proof-integers proof-floats proof-mutants release \
    format check install clean

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
LEVEL = levels/freedoom1_e1m2

# ccache, if it is there, for every build by CMake below, those of the tests too; its store is outside the checkout.
# Looked up at each line, because setup.sh may have installed it at the line before.
CMAKE_C_COMPILER_LAUNCHER ?= $(shell command -v ccache 2>/dev/null)
CMAKE_CXX_COMPILER_LAUNCHER ?= $(shell command -v ccache 2>/dev/null)
export CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
# The empty machines that packages are tried in have none.
test-packages release: CMAKE_C_COMPILER_LAUNCHER =
test-packages release: CMAKE_CXX_COMPILER_LAUNCHER =

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

t: ## one test, with what it needs and nothing else: make t T=test_relation
	@sh scripts/setup.sh test
	@python3 -B scripts/test_one.py $(T)

map: ## what each file holds, by its first comment; DIR=src/scene prints one folder
	@python3 -B scripts/map.py $(DIR)

demo: ## circles stuck in a real game level, 1,000 balls let loose in it, a million discs in the countries of the world
	@sh scripts/setup.sh demo
	@sh scripts/build.sh release
	build/release/cli/carom hits --summary --picture demo.png $(LEVEL)_circles.csv $(LEVEL)_walls.csv >demo.csv
	build/release/cli/carom run --time 60 --summary --check --picture demo_run.png $(LEVEL)_balls.csv $(LEVEL)_walls.csv >demo_run.csv
	@echo "The pictures are demo.png and demo_run.png; what is stuck is in demo.csv, where the balls are in demo_run.csv."
	@sh scripts/demo_world.sh build/release/cli/carom

test: ## the tests, fast slices
	@sh scripts/setup.sh test
	@sh scripts/build.sh dev
	ctest --test-dir build/dev -LE machines --output-on-failure -j $(JOBS)

test-machines: ## the tests that build the library for other compilers and machines, fast slices
	@sh scripts/setup.sh machines
	@sh scripts/build.sh dev
	ctest --test-dir build/dev -L machines --output-on-failure -j $(JOBS)

test-builds: ## the tests by clang with sanitizers; PRESETS="sanitize scalar" also with 32-bit limbs
	@sh scripts/setup.sh builds
	sh scripts/test_builds.sh $(JOBS) $(or $(PRESETS),sanitize)

test-long: ## all tests with CAROM_TEST_CASES (100,000) cases a class
	@sh scripts/setup.sh machines
	@sh scripts/setup.sh check
	@sh scripts/setup.sh python
	@sh scripts/setup.sh maps
	@sh scripts/setup.sh site
	@sh scripts/setup.sh proof
	sh scripts/test_long.sh $(JOBS)

wasm: ## the WebAssembly module of bindings/wasm
	@sh scripts/setup.sh wasm
	@sh bindings/wasm/build.sh

api: ## build/carom_api.json, the public headers for programs that generate bindings (docs/bindings.md)
	@python3 -B scripts/api.py build/carom_api.json

amalgamation: ## carom.h and carom.c, the library in two files, in build/amalgamation
	@python3 scripts/amalgamate.py build/amalgamation

playground: ## the playground: builds it and serves it at PORT (8000)
	@sh scripts/setup.sh playground
	@PORT=$(PORT) sh scripts/playground.sh

site: ## the site in build/site: lessons, guide, reference, playground; any host serves it from any path
	@sh scripts/setup.sh site
	@sh scripts/site.sh

serve: ## the site, built and served at PORT (8000), compressed
	@sh scripts/setup.sh site
	@PORT=$(PORT) sh scripts/site.sh --serve

test-site: ## the tests of the site: links, figures, pages in a browser
	@sh scripts/setup.sh site
	sh scripts/site.sh --test

test-web: ## the tests of the WebAssembly module and of the playground, in Node and in a browser
	@sh scripts/setup.sh web
	sh scripts/test_web.sh

test-python: ## the tests of the Python package; PYTEST="..." are arguments of pytest
	@sh scripts/setup.sh python
	sh scripts/test_python.sh $(PYTEST)

test-python-sanitize: ## the tests of the Python package under the sanitizer SANITIZER (address), or thread
	@sh scripts/setup.sh python
	sh scripts/test_python_sanitize.sh $(or $(SANITIZER),address) $(PYTEST)

test-spark: ## the tests of the Python package on Spark, also on a cluster; all its cases with SIZE rows
	@sh scripts/setup.sh spark
	SIZE=$(SIZE) sh scripts/test_spark.sh $(PYTEST)

test-packages: ## every way to get Carom, each from an empty machine; PACKAGES="NAME..." tries only these
	@sh scripts/setup.sh packages
	sh scripts/test_packages.sh $(PACKAGES)

release: ## the files of a release in build/release-files, published nowhere; DRAFT=1 before the version has its tag
	@sh scripts/setup.sh release
	sh scripts/release.sh $(if $(DRAFT),--draft)

bench: ## Carom and its peers on the same data; writes docs/benchmarks.md
	@sh scripts/setup.sh bench
	@sh scripts/build.sh bench
	sh bench/run.sh build/bench docs/benchmarks.md

bench-web: ## the WebAssembly module next to its peers from npm, and a frame of the playground
	@sh scripts/setup.sh bench-web
	sh bench/web/run.sh

bench-python: ## the Python package next to shapely, geopandas, pymunk and a loop in C; BENCH="..." are options of run.py
	@sh scripts/setup.sh python
	sh bench/python/run.sh $(BENCH)

bench-duckdb: ## joins of tables in DuckDB by Carom and by its spatial extension; writes docs/duckdb.md; BENCH="..." as above
	@sh scripts/setup.sh python
	sh bench/duckdb/run.sh $(BENCH)

bench-board: ## clearance of the boards of kicad-demos by Carom and by shapely; writes docs/board.md; BENCH="..." as above
	@sh scripts/setup.sh python
	sh bench/board/run.sh $(BENCH)

bench-spark: ## carom.spark next to Apache Sedona and to the tool alone; writes docs/benchmarks-spark.md; BENCH="..." are options of run.py
	@sh scripts/setup.sh spark
	sh bench/spark/run.sh $(BENCH)

bench-scale: ## scenes and carom.spark by size; writes docs/scale.md; BENCH="..." are arguments of bench/scale/run.sh
	@sh scripts/setup.sh spark
	sh bench/scale/run.sh $(BENCH)

bench-sqlite: ## the SQLite extension next to an R*Tree; writes docs/benchmarks-sqlite.md; BENCH="..." as for bench-scale
	@sh scripts/setup.sh sqlite
	sh bench/sqlite/run.sh $(BENCH)

fuzz: ## every fuzz target for SECONDS (60) on all its inputs
	@sh scripts/setup.sh builds
	@sh scripts/build.sh fuzz
	sh scripts/fuzz.sh build/fuzz $(SECONDS)

proof: ## machine proofs of proofs/; PARTS="limbs decode widths" leaves out the two parts that take longest
	@sh scripts/setup.sh proof
	@$(MAKE) --no-print-directory -j 2 proof-integers proof-floats

# Side by side, because some of their steps use one core only.
proof-integers:
	sh scripts/proof_integers.sh $(PARTS)

proof-floats:
	sh scripts/proof_floats.sh

proof-mutants: ## breaks the sources in places and checks that the proofs then fail; hours
	@sh scripts/setup.sh proof
	python3 proofs/integers/mutants.py
	python3 proofs/floats/mutants.py

coverage: ## line and branch coverage of src/
	@sh scripts/setup.sh builds
	sh scripts/coverage.sh

docs: ## draw the pictures of the documentation again
	@sh scripts/setup.sh demo
	@sh scripts/build.sh release
	sh scripts/draw_docs.sh build/release/cli/carom

docs-python: ## the reference of the Python package in docs/python, from its docstrings; the site has it
	@sh scripts/setup.sh python
	sh scripts/docs_python.sh

sqlite: ## the SQLite extension, build/release/bindings/sqlite/carom_sqlite.so
	@sh scripts/setup.sh sqlite
	@sh scripts/build.sh release

levels: ## convert the shipped game levels again
	@sh scripts/setup.sh levels
	sh scripts/make_levels.sh

format: ## lay out all C and C++ by .clang-format
	@sh scripts/setup.sh check
	sh scripts/check_format.sh --fix

check: ## format, lint and layer checks
	@sh scripts/setup.sh check
	@sh scripts/setup.sh python
	@sh scripts/build.sh dev
	sh scripts/check_format.sh
	sh scripts/check_layers.sh
	python3 -B proofs/floats/test_soundness.py
	python3 -B proofs/floats/test_mutants.py
	sh scripts/check_workflows.sh
	sh scripts/check_lint.sh build/dev

install: ## library, headers, tool and man page into PREFIX (/usr/local)
	@sh scripts/setup.sh demo
	@sh scripts/build.sh release
	cmake --install build/release --prefix $(PREFIX)

clean: ## remove everything that was built
	rm -rf build demo.csv demo.png demo_run.csv demo_run.png demo_world.csv demo_world.png
	rm -rf bindings/wasm/*.wasm bindings/wasm/inline_module.js bindings/wasm/test/*.wasm bindings/wasm/test/bundlers/node_modules node_modules \
		playground/dist docs/python
