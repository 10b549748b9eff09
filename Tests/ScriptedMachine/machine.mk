# SPDX-License-Identifier: Apache-2.0
#
# The scripted machine: the release binary on devices and a time that a test moves. Tests/ScriptedMachine/README.md

MACHINE_PACKAGES = gcc libc6-dev pkg-config libumockdev-dev umockdev python3 strace valgrind
MACHINE_TOOLS    = .build/machine
MACHINE_SOURCES  = Tests/ScriptedMachine
MACHINE_PARTS    = $(MACHINE_TOOLS)/machine.so $(MACHINE_TOOLS)/failing.so $(MACHINE_TOOLS)/bed

.PHONY: test-machine test-day faults test-injected memcheck machine-packages
# The machine itself, and twenty minutes of a day.
test-machine: build machine-packages
	@$(MAKE) --no-print-directory $(MACHINE_PARTS)
	MACHINE_TOOLS="$(MACHINE_TOOLS)" KEYBRIDGE="$(PROGRAM)" python3 -B Tests/run-unittests machine $(MACHINE_SOURCES)

# A day of 24 hours with 200,000 keys. SEED=2 types others; HOURS=3 KEYS=25000 is a shorter day.
HOURS ?= 24
KEYS_OF_A_DAY = $(if $(KEYS),$(KEYS),200000)
test-day: build machine-packages
	@$(MAKE) --no-print-directory engines $(MACHINE_PARTS)
	python3 -B $(MACHINE_SOURCES)/day.py "$(PROGRAM)" "$(MACHINE_TOOLS)" "$(ENGINES)" --hours $(HOURS) --keys $(KEYS_OF_A_DAY) --seed $(SEED)

# Fails system calls and allocations, one in each run of a session. PART=1/8 runs an eighth, ONLY="openat" some of them.
# It uses Debian's Python, as the tests of keybridge-forward do.
faults: build machine-packages forward-test-packages
	@$(MAKE) --no-print-directory forward $(MACHINE_PARTS)
	FORWARD="$(FORWARD)/keybridge-forward" /usr/bin/python3 -B $(MACHINE_SOURCES)/faults.py "$(PROGRAM)" "$(MACHINE_TOOLS)" $(if $(PART),--part $(PART)) $(if $(ONLY),--only "$(ONLY)")

# An eighth of the faults; PART=2/8 is another one.
test-injected: PART := $(or $(PART),1/8)
test-injected: faults

# The same sessions in valgrind.
memcheck: build machine-packages
	@$(MAKE) --no-print-directory $(MACHINE_PARTS)
	python3 -B $(MACHINE_SOURCES)/memcheck.py "$(PROGRAM)" "$(MACHINE_TOOLS)"

$(MACHINE_TOOLS)/%.so: $(MACHINE_SOURCES)/%.c
	@mkdir -p $(@D)
	gcc -O2 -Wall -Wextra -Werror -shared -fPIC $< -o $@ -ldl

$(MACHINE_TOOLS)/bed: $(MACHINE_SOURCES)/bed.c $(wildcard Tests/CTestbed/*.c) $(wildcard Tests/CTestbed/include/*.h)
	@mkdir -p $(@D)
	gcc -O2 -Wall -ITests/CTestbed/include $< Tests/CTestbed/testbed.c -o $@ -l:libumockdev-preload.so.0 \
	  $$(pkg-config --cflags --libs umockdev-1.0) -lpthread

CLIENTS_PACKAGE_TARGETS += machine-packages
machine-packages: PACKAGES = $(MACHINE_PACKAGES)
