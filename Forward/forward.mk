# SPDX-License-Identifier: Apache-2.0
#
# keybridge-forward, which sends scans and commands to MQTT, HTTP and programs. `make forward` builds it in .build/forward.

FORWARD_PACKAGES      = g++ make libc6-dev pkg-config libmosquitto-dev libcurl4-openssl-dev libsqlite3-dev libyaml-dev \
                        libjansson-dev libsystemd-dev libssl-dev
FORWARD_TEST_PACKAGES = $(FORWARD_PACKAGES) $(CLIENT_C_PACKAGES) python3 python3-paho-mqtt mosquitto mosquitto-clients openssl strace \
                        umockdev
FORWARD               = $(CURDIR)/.build/forward$(ARCH:%=-%-$(SUITE))

FORWARD_PROGRAM       = $(FORWARD)/keybridge-forward
FORWARD_UNIT          = $(DESTDIR)$(UNITS)/keybridge-forward.service
FORWARD_MANUAL        = $(DESTDIR)$(PREFIX)/share/man/man1/keybridge-forward.1

.PHONY: forward install-forward uninstall-forward deb-forward check-deb-forward test-forward test-forward-long test-recipes test-browser bench-forward \
        forward-packages forward-test-packages forward-bench-packages
forward: forward-packages client-c
	@$(MAKE) --no-print-directory -C Forward BUILD="$(FORWARD)" CLIENT_C="$(CURDIR)/$(CLIENT_C)" $(FORWARD_TARGET)

install-forward: forward
	install -D -m 755 "$(FORWARD_PROGRAM)" $(DESTDIR)$(PREFIX)/bin/keybridge-forward
	install -D -m 644 "$(dir $(FORWARD_PROGRAM))http.so" $(DESTDIR)$(PREFIX)/lib/keybridge-forward/http.so
	$(call WRITE,$(FORWARD_UNIT)) sed 's|@PREFIX@|$(PREFIX)|' Packaging/forward/keybridge-forward.service.in > $(FORWARD_UNIT)
	install -D -m 644 Packaging/forward/keybridge-forward.conf $(DESTDIR)$(SYSUSERS)/keybridge-forward.conf
	install -D -m 644 Packaging/forward/forward.yaml $(DESTDIR)$(PREFIX)/share/doc/keybridge-forward/examples/forward.yaml
	$(call WRITE,$(FORWARD_MANUAL)) \
	  $(MAKE_MANUAL) Documentation/Forward.md keybridge-forward.1 "sends scans and commands to their targets" > $(FORWARD_MANUAL)
ifeq ($(DESTDIR),)
	systemd-sysusers $(SYSUSERS)/keybridge-forward.conf
	$(SYSTEMD_RUNS) && systemctl daemon-reload || true
endif

uninstall-forward:
ifeq ($(DESTDIR),)
	$(SYSTEMD_RUNS) && systemctl disable --now keybridge-forward.service || true
endif
	rm -f $(DESTDIR)$(PREFIX)/bin/keybridge-forward $(FORWARD_UNIT) $(DESTDIR)$(SYSUSERS)/keybridge-forward.conf $(FORWARD_MANUAL)
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/keybridge-forward $(DESTDIR)$(PREFIX)/lib/keybridge-forward

# Builds the package keybridge-forward in .build/deb.
deb-forward: forward deb-packages
	Packaging/debian/build-forward --program "$(FORWARD_PROGRAM)" $(DEB_TARGET) $(OPTIONS)

# Checks the package with lintian, its unit with systemd, and that the program runs in a copy of the root file system.
check-deb-forward: deb-forward deb-check-packages
	RUNNER="$(RUNNER)" Packaging/debian/check-forward .build/deb/keybridge-forward_$(VERSION)+$(OWN_SUITE)_$(MACHINE).deb

# Tests the program with a service that is faked, a broker and servers on loopback. The tests mostly wait.
test-forward: forward-test-packages
	@$(MAKE) --no-print-directory forward
	FORWARD="$(FORWARD)/keybridge-forward" /usr/bin/python3 -B Tests/run-unittests --jobs 4 forward Tests/Forward

# Follows the recipes with the real service, a practice scanner and a broker.
test-recipes: build forward-test-packages
	@$(MAKE) --no-print-directory forward
	KEYBRIDGE="$(PROGRAM)" FORWARD="$(FORWARD)/keybridge-forward" /usr/bin/python3 -B Tests/run-unittests --jobs 4 recipes Tests/Recipes

# Looks at the page of a recipe in Chromium.
test-browser: build browser-packages forward-test-packages
	@$(MAKE) --no-print-directory forward
	KEYBRIDGE="$(PROGRAM)" FORWARD="$(FORWARD)/keybridge-forward" /usr/bin/python3 -B Tests/Recipes/browser_page.py

# The tests of the program with many codes, and with many processes that are killed. SEED begins elsewhere.
test-forward-long: forward-test-packages
	@$(MAKE) --no-print-directory forward
	FORWARD="$(FORWARD)/keybridge-forward" FORWARD_LONG=1 SEED=$(or $(SEED),1000) \
	  /usr/bin/python3 -B -m unittest discover -s Tests/Forward -p 'test_losses*.py'

# Measures the way of a code from a scanner to a broker's subscriber, as make bench does, next to a loop in Python.
bench-forward: build bench-packages forward-bench-packages
	@$(MAKE) --no-print-directory forward
	$(MAKE) -C Benchmarks deliveries PROGRAM="$(PROGRAM)"

bench: forward-bench-packages
CLIENTS_PACKAGE_TARGETS += forward-bench-packages
forward-bench-packages: PACKAGES = $(FORWARD_TEST_PACKAGES) python3-evdev

CLIENTS_PACKAGE_TARGETS += forward-packages forward-test-packages
forward-packages: PACKAGES = $(FORWARD_PACKAGES)
forward-test-packages: PACKAGES = $(FORWARD_TEST_PACKAGES)
