# SPDX-License-Identifier: Apache-2.0
#
# Checkers of the C and C++, and sanitizers of what the tests of Swift do not run.

ANALYSIS_PACKAGES = cppcheck gcc pkg-config libumockdev-dev libvterm-dev libxkbcommon-dev $(CLIENT_C_PACKAGES) $(ENGINE_PACKAGES) \
                    $(FORWARD_PACKAGES)

.PHONY: check-c sanitize-engines sanitize-forward analysis-packages
# Clang's static analyzer and cppcheck. FILES="Clients/C/rows.c" reads some.
check-c: swift-toolchain analysis-packages
	python3 -B Tests/Analysis/analyze.py $(FILES)

# The tests of the language engines and of keybridge-forward, with the sanitizers of addresses, leaks and undefined behaviour.
# The client library for C has them in `make test-client-c`.
SANITIZED       = $(CURDIR)/.build/sanitized
SANITIZED_FLAGS = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZED_LINK  = -fsanitize=address,undefined
sanitize-engines: test-packages
	$(MAKE) -C Engines BUILD="$(SANITIZED)/engines" CXXFLAGS="$(SANITIZED_FLAGS)" LDFLAGS="$(SANITIZED_LINK)"
	ENGINES="$(SANITIZED)/engines" UBSAN_OPTIONS=print_stacktrace=1 \
	  /usr/bin/python3 -B Tests/run-unittests engines Tests/LanguageEngines

sanitize-forward: forward-test-packages client-c
	$(MAKE) -C Forward BUILD="$(SANITIZED)/forward" CLIENT_C="$(CURDIR)/$(CLIENT_C)" CXXFLAGS="$(SANITIZED_FLAGS)" \
	  LDFLAGS="$(SANITIZED_LINK)"
	SANITIZED=1 FORWARD="$(SANITIZED)/forward/keybridge-forward" UBSAN_OPTIONS=print_stacktrace=1 \
	  /usr/bin/python3 -B Tests/run-unittests --jobs 4 forward Tests/Forward

CLIENTS_PACKAGE_TARGETS += analysis-packages
analysis-packages: PACKAGES = $(ANALYSIS_PACKAGES)
