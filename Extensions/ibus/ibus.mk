# SPDX-License-Identifier: Apache-2.0
#
# The extension `ibus`, which offers the engines of IBus as modes. `make install-ibus` installs it; its programs are Python.

IBUS_PACKAGES      = ibus python3 python3-gi gir1.2-ibus-1.0
IBUS_TEST_PACKAGES = $(IBUS_PACKAGES) ibus-libpinyin ibus-anthy ibus-hangul ibus-m17n m17n-db python3-jsonschema python3-regex \
                     python3-yaml
IBUS_FILES         = extension.yaml ibus_daemon.py ibus_extension.py ibus_keys.py
IBUS_FOLDER        = $(DESTDIR)$(PREFIX)/share/keybridge/extensions/ibus

.PHONY: install-ibus uninstall-ibus test-ibus ibus-test-packages
install-ibus:
	for file in $(IBUS_FILES); do install -D -m 644 Extensions/ibus/$$file $(IBUS_FOLDER)/$$file || exit 1; done
	install -D -m 755 Extensions/ibus/keybridge-ibus-modes $(DESTDIR)$(PREFIX)/bin/keybridge-ibus-modes

uninstall-ibus:
	rm -rf $(IBUS_FOLDER) $(DESTDIR)$(PREFIX)/bin/keybridge-ibus-modes

# Types with real engines, which have neither X nor Wayland.
test-ibus: ibus-test-packages
	/usr/bin/python3 -B Tests/run-unittests ibus Tests/IBus

CLIENTS_PACKAGE_TARGETS += ibus-test-packages
ibus-test-packages: PACKAGES = $(IBUS_TEST_PACKAGES)
