# The front door; CMake does the work. `make help` lists what there is.
.PHONY: help setup build run test test-sanitized soak bench bench-command bench-kafka bench-member lab fuzz lint format install clean
.DEFAULT_GOAL := help
PREFIX ?= /usr/local

help:            ## this list
	@sed -n 's/^\([a-z-]*:\).*## /  make \1\t/p' Makefile | tr -d ':' | expand -t 24

setup:           ## install the Debian packages that are missing
	@tools/setup build

build: setup     ## build/sluice and build/sluice-lab
	@test -f build/build.ninja || cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --build --preset release

run: build       ## see it work: call records with retries, de-duplicated and checked
	@tools/demo

test: build      ## every test
	@tools/setup services || echo "test: those with a server that is not there are skipped"
	@tools/setup page || echo "test: the one of the lab's page is skipped"
	@ctest --preset release

test-sanitized: setup  ## the tests under ASan+UBSan, then the command, which has all the threads, under TSan
	@tools/setup services || echo "test: those with a server that is not there are skipped"
	@for kind in asan tsan; do \
	  { test -f build-$$kind/build.ninja || cmake --preset $$kind; } && \
	  cmake --build --preset $$kind && ctest --preset $$kind || exit 1; \
	done

soak: build      ## endurance runs, some minutes each; the last ones with brokers and AddressSanitizer
	@tools/setup services
	@build/sluice-soak
	@tests/kafka/run.py build kills groups.coming_and_going --rounds 20
	@test -f build-asan/build.ninja || cmake --preset asan
	@cmake --build --preset asan --target sluice-main
	@tests/kafka/run.py build-asan

bench: build     ## speed, pauses, accuracy of every filter; the audit held against the truth
	@build/bench-filters --benchmark_counters_tabular=true
	@build/bench-pauses
	@build/bench-coverage
	@build/sluice-lab run ours-accuracy ours-memory ours-room --out build/lab-results

lab: build       ## the papers' tables and figures again, at 1/50, as a page
	@build/sluice-lab run all --scale 1/50 --out build/lab-results >build/lab-results.txt
	@build/sluice-lab report --out build/lab-results

bench-command: build  ## the command beside wc, cat, mawk, sort, huniq and runiq
	@tools/setup bench
	@bench/command/run

bench-kafka: build  ## between two topics of a real broker: with the filter and without, and recovery
	@tools/setup services
	@bench/kafka/run

bench-member: build  ## an oracle in Redis: how often it is asked, how fast
	@tools/setup services
	@build/bench-member

fuzz:            ## ten seconds for each fuzz target, with Clang
	@tools/setup build fuzz
	@tools/fuzz

lint:            ## clang-format and clang-tidy
	@tools/setup build lint
	@cmake --preset lint >/dev/null
	@tools/lint

format:          ## let clang-format rewrite the sources
	@tools/setup lint
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

install: build   ## command, library and docs under PREFIX (/usr/local)
	@cmake --install build --prefix $(PREFIX)

clean:           ## remove all build folders
	rm -rf build build-debug build-lint build-asan build-tsan build-fuzz
