# SPDX-License-Identifier: Apache-2.0
#
# The extension `ibus`, which offers the engines of IBus as modes. `make install-ibus` installs it; its programs are Python.

IBUS_PACKAGES      = ibus python3 python3-gi gir1.2-ibus-1.0
IBUS_TEST_PACKAGES = $(IBUS_PACKAGES) ibus-libpinyin ibus-anthy ibus-hangul ibus-m17n m17n-db python3-jsonschema python3-regex \
                     python3-yaml
IBUS_FILES         = extension.yaml ibus_daemon.py ibus_extension.py ibus_keys.py
IBUS_FOLDER        = $(DESTDIR)$(PREFIX)/share/keybridge/extensions/ibus
IBUS_MODES         = $(DESTDIR)$(PREFIX)/bin/keybridge-ibus-modes
IBUS_MANUAL        = $(DESTDIR)$(PREFIX)/share/man/man1/keybridge-ibus-modes.1

.PHONY: install-ibus uninstall-ibus deb-ibus check-deb-ibus test-ibus ibus-test-packages
install-ibus:
	for file in $(IBUS_FILES); do install -D -m 644 Extensions/ibus/$$file $(IBUS_FOLDER)/$$file || exit 1; done
	install -D -m 755 Extensions/ibus/keybridge-ibus-modes $(IBUS_MODES)
	install -D -m 644 Extensions/ibus/keybridge-ibus-modes.1 $(IBUS_MANUAL)

uninstall-ibus:
	rm -rf $(IBUS_FOLDER) $(IBUS_MODES) $(IBUS_MANUAL)

# Builds the package keybridge-ibus in .build/deb, which is the same for each processor.
deb: deb-ibus
deb-ibus: deb-packages
	Packaging/debian/build-ibus $(OPTIONS)

# Checks the package, and runs what is in it.
check-deb: check-deb-ibus
check-deb-ibus: build deb-ibus deb-check-packages ibus-test-packages
	KEYBRIDGE="$(PROGRAM)" Packaging/debian/check-ibus .build/deb/keybridge-ibus_$(VERSION)_all.deb

# Types with real engines, which have neither X nor Wayland.
test-ibus: ibus-test-packages
	/usr/bin/python3 -B Tests/run-unittests ibus Tests/IBus

CLIENTS_PACKAGE_TARGETS += ibus-test-packages
ibus-test-packages: PACKAGES = $(IBUS_TEST_PACKAGES)
