# make build      a release build, statically linked: .build/release/todo-server
# make run        the server on a sample list, through the sample client
# make test       builds, and runs every test: the Swift ones drive the debug build, the clients' ones the release build
# make install    the executable, todo for the shell, manual pages and completions, below PREFIX (/usr/local), DESTDIR before it;
#                 PARTS=server leaves todo out;  make uninstall  takes away the same files
# make deb        Debian packages;  make dist  an archive for any Linux of this architecture. Both go to .build/packages
# make packages-test  builds both twice and compares them, and tries them in a fresh Debian (as root)
# make unit       the Swift tests alone;  make clients  those of the clients
# make protocol   renews the files in protocol/ that are made from the declarations
# make bench      speed, beside the baselines where they are at hand (BENCH=folder of the harness)
# make instructions   instructions per operation beside the committed figures;  make stages  where those of a request go
# make sanitize   every test again, under the thread sanitizer
# make soak       a shared store against a model, and servers that live on, for SOAK_SECONDS (3600)
# make faults     every fault of a file, power cut and crash at every point of a run, instead of a sample
# make fuzz       hostile inputs for SECONDS (60) a target, under libFuzzer and the address sanitizer
# make lint       what the formatter has against the sources;  make format  lets it mend them
#
# What is missing on the machine is installed first, with its own package manager.

SHELL = /bin/sh
SERVER = $(CURDIR)/.build/release/todo-server
BENCH ?= ../shared/bench
export SWIFT_BACKTRACE = enable=no

.PHONY: help build run test unit clients sanitize soak faults fuzz lint format protocol bench instructions stages setup
.PHONY: install uninstall deb dist packages-test

# The compiler would leave a hash of each file's code in the executable, for its own use the next time. Names of folders are
# part of it: without it the same sources give the same bytes wherever they are built.
REPRODUCIBLE = -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen

build: setup
	swift build -c release --static-swift-stdlib --product todo-server $(REPRODUCIBLE)

# Nothing is built here, since this may run as another user than the build did.
PREFIX ?= /usr/local
DESTDIR ?=
PARTS ?= server client

install uninstall:
	@SERVER="$(SERVER)" PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" PARTS="$(PARTS)" sh Tools/packaging/install.sh $@

PACKAGES = $(CURDIR)/.build/packages

deb dist: build
	sh Tools/packaging/$@.sh "$(SERVER)" "$(PACKAGES)"

packages-test: build
	SERVER="$(SERVER)" sh Tools/packaging/tests/packages.sh

run: build
	@sh Tools/sample.sh "$(SERVER)"

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

test: build unit clients

unit: setup
	swift build --build-tests
	swift test --skip-build

clients: build
	SERVER="$(SERVER)" python3 -m unittest discover -s clients/python/tests
	SERVER="$(SERVER)" sh clients/shell/tests/run.sh
	SERVER="$(SERVER)" python3 -m unittest discover -s clients/mcp/tests
	@sh Tools/setup.sh shells
	SERVER="$(SERVER)" python3 -m unittest discover -s clients/shell/tests
	SERVER="$(SERVER)" sh Tools/packaging/tests/run.sh
	SERVER="$(SERVER)" sh clients/emacs/tests/run.sh
	SERVER="$(SERVER)" sh clients/nvim/tests/run.sh
	SERVER="$(SERVER)" sh clients/vim/tests/run.sh
	SERVER="$(SERVER)" sh clients/vscode/tests/run.sh
	python3 Tools/draw_pets.py --check

sanitize: setup
	swift test --sanitize=thread --scratch-path .build-thread

SOAK_SECONDS ?= 3600

soak: build
	SERVER="$(SERVER)" SOAK_SECONDS=$(SOAK_SECONDS) swift test --filter 'SharedStoreTests|LongLifeTests'

faults: build
	@command -v strace >/dev/null || { echo "make faults needs strace" >&2; exit 1; }
	swift build --build-tests
	SERVER="$(SERVER)" FAULTS=all swift test --skip-build --filter FaultTests

SECONDS ?= 60
FUZZ_TARGETS ?= $(notdir $(wildcard Tests/FuzzTests/Corpus/*))

# Leaks are not looked for: references that Swift keeps with a mark in their upper bits are not seen as such.
# What is found goes to .fuzz/TARGET: found/ for new ways through the code, crash-… for what must not be.
fuzz: setup
	TODO_FUZZ=1 swift build -c release --scratch-path .build-fuzz --product todo-fuzz \
		--sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -use-ld=lld
	for target in $(FUZZ_TARGETS); do \
		mkdir -p .fuzz/$$target/found; \
		FUZZ_TARGET=$$target ASAN_OPTIONS=detect_leaks=0 .build-fuzz/release/todo-fuzz \
			-max_total_time=$(SECONDS) -timeout=20 -max_len=2048 \
			-print_final_stats=1 -artifact_prefix=.fuzz/$$target/ .fuzz/$$target/found \
			Tests/FuzzTests/Corpus/$$target || exit 1; \
	done

lint:
	swift format lint --strict --recursive Sources Tests Package.swift
	python3 Tools/mutants.py --places

# The tests that compare these files write them instead.
protocol: setup
	RENEW_PROTOCOL=1 swift test --filter ContractTests.ProtocolFolderTests

format:
	swift format --in-place --recursive Sources Tests Package.swift

bench: build
	@sh Benchmarks/run.sh "$(SERVER)" "$(BENCH)"

instructions: build
	python3 Benchmarks/instructions.py "$(SERVER)"

stages: setup
	KEEP_SYMBOLS=1 swift build -c release --static-swift-stdlib --product todo-server --scratch-path .build-symbols
	strip --strip-debug -o .build-symbols/todo-server .build-symbols/release/todo-server
	python3 Benchmarks/instructions.py .build-symbols/todo-server --stages

setup:
	@sh Tools/setup.sh
