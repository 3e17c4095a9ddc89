# make run    the server on a sample list, through the sample client      make test    everything is tested
# make bench  speed beside the baselines                                  make format  brings the code into shape
# make soak   a shared store against a model for SOAK_SECONDS (3600)
# What is missing on the machine is installed first, with its own package manager.

SHELL = /bin/sh
SERVER = .build/release/todo-server
export SWIFT_BACKTRACE = enable=no

.PHONY: build run test soak lint format bench setup

build: setup
	swift build -c release --static-swift-stdlib --product todo-server

run: build
	@sh Tools/sample.sh $(SERVER)

test: build
	swift test
	SERVER=$(CURDIR)/$(SERVER) python3 -m unittest discover -s clients/python/tests
	SERVER=$(CURDIR)/$(SERVER) sh clients/shell/tests/run.sh

SOAK_SECONDS ?= 3600

soak: build
	SERVER=$(CURDIR)/$(SERVER) SOAK_SECONDS=$(SOAK_SECONDS) swift test --filter SharedStoreTests

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

format:
	swift format --in-place --recursive Sources Tests Package.swift

setup:
	@sh Tools/setup.sh

