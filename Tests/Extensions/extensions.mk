# SPDX-License-Identifier: Apache-2.0
#
# Input extensions: the examples, and the tests that need no service. `make extensions` builds the examples in
# .build/extensions, each in its folder with its manifest.

EXTENSION_PACKAGES      = gcc libc6-dev pkg-config libjansson-dev python3
EXTENSION_TEST_PACKAGES = $(EXTENSION_PACKAGES) python3-jsonschema python3-regex python3-yaml
EXTENSIONS              = $(CURDIR)/.build/extensions
EXTENSION_EXAMPLES      = $(patsubst Examples/Extensions/%/extension.yaml,%,$(wildcard Examples/Extensions/*/extension.yaml))
EXTENSION_PROGRAMS      = $(EXTENSIONS)/emoji/emoji $(EXTENSIONS)/hello-c/hello $(EXTENSIONS)/esperanto/x_system.py

.PHONY: extensions test-extensions extension-packages extension-test-packages
extensions: swift-toolchain extension-packages
	@$(MAKE) --no-print-directory --silent $(EXTENSION_EXAMPLES:%=$(EXTENSIONS)/%/extension.yaml) $(EXTENSION_PROGRAMS)

$(EXTENSIONS)/%/extension.yaml: Examples/Extensions/%/extension.yaml
	install -D -m 644 $< $@

$(EXTENSIONS)/esperanto/x_system.py: Examples/Extensions/esperanto/x_system.py
	install -D -m 644 $< $@

# The linker warns of a function of the C library that the program does not call.
$(EXTENSIONS)/emoji/emoji: Examples/Extensions/emoji/emoji.swift
	@mkdir -p $(@D)
	swiftc -swift-version 6 -O -static-stdlib -warnings-as-errors -Xlinker -s $< -o $@

$(EXTENSIONS)/hello-c/hello: Examples/Extensions/hello-c/hello.c
	@mkdir -p $(@D)
	gcc -std=gnu11 -Wall -Wextra -Werror -O2 $< $$(pkg-config --cflags --libs jansson) -o $@

# Tests the examples, the schemas and the page of extensions with a document of the tests' own, and the examples with
# the program's test of extensions.
test-extensions: build extension-test-packages
	@$(MAKE) --no-print-directory extensions
	EXTENSIONS="$(EXTENSIONS)" KEYBRIDGE="$(PROGRAM)" /usr/bin/python3 -B Tests/run-unittests extensions Tests/Extensions

CLIENTS_PACKAGE_TARGETS += extension-packages extension-test-packages
extension-packages: PACKAGES = $(EXTENSION_PACKAGES)
extension-test-packages: PACKAGES = $(EXTENSION_TEST_PACKAGES)
