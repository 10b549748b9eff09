# SPDX-License-Identifier: Apache-2.0
#
# The client libraries for C, and the adapters that use them. `make client-c` builds the library in .build/client-c.

# The library for C.
CLIENT_C_PACKAGES = gcc libc6-dev pkg-config libjansson-dev
CLIENT_C_TEST_PACKAGES = $(CLIENT_C_PACKAGES) g++ python3 python3-pip valgrind libsdl2-dev umockdev
CLIENT_C        ?= .build/client-c
# The compiler, and the program that makes the static library: ARCH=arm64 has others.
CLIENT_C_CC     ?= gcc
CLIENT_C_AR     ?= gcc-ar
CLIENT_C_SOURCES = $(wildcard Clients/C/*.c)
CLIENT_C_OBJECTS = $(CLIENT_C_SOURCES:Clients/C/%.c=$(CLIENT_C)/%.o)
CLIENT_C_FLAGS   = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Wstrict-prototypes $(if $(CI),-Werror) -O2 -g -fPIC \
                   -fvisibility=hidden -ffunction-sections -ffile-prefix-map=$(CURDIR)=.
CLIENT_C_SONAME  = libkeybridge-client.so.0
# Debian's folder of the processor, where gcc and the loader search; `lib` on systems that have none.
CLIENT_C_LIBDIR ?= $(PREFIX)/lib$(addprefix /,$(shell gcc -print-multiarch 2>/dev/null))

.PHONY: client-c install-client-c uninstall-client-c test-client-c client-c-packages client-c-test-packages
client-c: client-c-packages
	@$(MAKE) --no-print-directory $(CLIENT_C)/$(CLIENT_C_SONAME) $(CLIENT_C)/libkeybridge-client.a

$(CLIENT_C)/%.o: Clients/C/%.c Clients/C/internal.h Clients/C/keybridge-client.h
	@mkdir -p $(@D)
	$(CLIENT_C_CC) $(CLIENT_C_FLAGS) -c $< -o $@

$(CLIENT_C)/libkeybridge-client.a: $(CLIENT_C_OBJECTS)
	rm -f $@
	$(CLIENT_C_AR) rcsD $@ $^

$(CLIENT_C)/$(CLIENT_C_SONAME): $(CLIENT_C_OBJECTS)
	$(CLIENT_C_CC) $(CLIENT_C_LDFLAGS) -shared -Wl,-soname,$(CLIENT_C_SONAME) -Wl,--as-needed -Wl,-z,defs -o $@ $^ $$(pkg-config --libs jansson)
	ln -sf $(CLIENT_C_SONAME) $(CLIENT_C)/libkeybridge-client.so

install-client-c: client-c
	install -D -m 644 Clients/C/keybridge-client.h $(DESTDIR)$(PREFIX)/include/keybridge-client.h
	install -D -m 644 $(CLIENT_C)/$(CLIENT_C_SONAME) $(DESTDIR)$(CLIENT_C_LIBDIR)/$(CLIENT_C_SONAME)
	ln -sf $(CLIENT_C_SONAME) $(DESTDIR)$(CLIENT_C_LIBDIR)/libkeybridge-client.so
	install -D -m 644 $(CLIENT_C)/libkeybridge-client.a $(DESTDIR)$(CLIENT_C_LIBDIR)/libkeybridge-client.a
	$(call WRITE,$(DESTDIR)$(CLIENT_C_LIBDIR)/pkgconfig/keybridge-client.pc) \
	  sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(CLIENT_C_LIBDIR)|; s|@VERSION@|$(VERSION)|' Clients/C/keybridge-client.pc.in \
	  > $(DESTDIR)$(CLIENT_C_LIBDIR)/pkgconfig/keybridge-client.pc
ifeq ($(DESTDIR),)
	-ldconfig
endif

# Builds the packages libkeybridge-client0 and libkeybridge-client-dev in .build/deb.
.PHONY: deb-client-c check-deb-client-c
deb: deb-client-c
deb-client-c: client-c deb-packages
	Packaging/debian/build-client-c --library $(CLIENT_C) $(DEB_TARGET) $(OPTIONS)

check-deb: check-deb-client-c
check-deb-client-c: deb-client-c deb-check-packages
	Packaging/debian/check-client-c $(foreach name,0 -dev,.build/deb/libkeybridge-client$(name)_$(VERSION)_$(MACHINE).deb)

# The library in a folder of its own, where the tutorial for C finds it.
.PHONY: tutorial-library
test-tutorials: tutorial-library
tutorial-library: client-c
	@$(MAKE) --no-print-directory --silent --old-file=client-c install-client-c DESTDIR= PREFIX="$(CURDIR)/$(CLIENT_C)/root" \
	  CLIENT_C_LIBDIR="$(CURDIR)/$(CLIENT_C)/root/lib"

uninstall-client-c:
	rm -f $(DESTDIR)$(PREFIX)/include/keybridge-client.h $(DESTDIR)$(CLIENT_C_LIBDIR)/libkeybridge-client.* \
	  $(DESTDIR)$(CLIENT_C_LIBDIR)/pkgconfig/keybridge-client.pc

# Tests the library with a fake service, SDL's adapter with its dummy driver, and the programs of Documentation/ClientC.md.
# It uses Debian's Python, as the other tests of clients do.
TEST_CLIENT_C = /usr/bin/python3 -B Tests/run-unittests client-c
test-client-c: client-c-test-packages
	@$(MAKE) --no-print-directory client-c
	@status=0; for folder in Tests/Client/C Tests/Adapters/SDL; do $(TEST_CLIENT_C) $$folder || status=1; done; exit $$status

# The same walks and mistakes as in test-client-c, but many of them; SEED begins elsewhere.
CLIENT_WALKS  ?= 1000
CLIENT_FUZZES ?= 200
.PHONY: test-client-c-long
test-client-c-long: client-c-test-packages
	CLIENT_WALKS=$(CLIENT_WALKS) CLIENT_FUZZES=$(CLIENT_FUZZES) SEED=$(SEED) /usr/bin/python3 -B -m unittest discover -s Tests/Client/C -p 'test_[wf]*_c.py'

# Drives the example for LVGL, which Debian does not package, with the library of a package of PyPI. An assertion of LVGL is an
# endless loop. Memory that was freed is overwritten, so that its use is noticed.
LVGL_PACKAGE = pydevices-lvgl==9.5.37
.PHONY: test-lvgl
test-lvgl: build client-c-test-packages
	@test "$$(cat .build/lvgl/installed 2>/dev/null)" = "$(LVGL_PACKAGE)" || { rm -rf .build/lvgl && \
	  /usr/bin/python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
	    --target .build/lvgl $(LVGL_PACKAGE) && echo "$(LVGL_PACKAGE)" > .build/lvgl/installed; }
	LVGL="$(CURDIR)/.build/lvgl" KEYBRIDGE="$(PROGRAM)" MALLOC_PERTURB_=90 timeout 600 /usr/bin/python3 -B -m unittest discover -s Tests/Adapters/LVGL

CLIENTS_PACKAGE_TARGETS += client-c-packages client-c-test-packages
client-c-packages: PACKAGES = $(CLIENT_C_PACKAGES)
client-c-test-packages: PACKAGES = $(CLIENT_C_TEST_PACKAGES)

# The client for Node.js, and the adapters for Python's toolkits. `make node-package` creates the tarball for npm.

NODE_CLIENT      = Clients/Node
NODE_VERSION     = $(shell sed -n 's/^  "version": "\(.*\)",/\1/p' $(NODE_CLIENT)/package.json)
NODE_PACKAGE     = .build/node/keybridge-client-$(NODE_VERSION).tgz
NODE_FILES       = package.json README.md LICENSE $(patsubst $(NODE_CLIENT)/%,%,$(wildcard $(NODE_CLIENT)/lib/*))
# Programs give this folder to npm: npm install /usr/share/nodejs/keybridge-client
INSTALLED_NODE   = $(DESTDIR)$(PREFIX)/share/nodejs/keybridge-client
PYGAME_PACKAGES  = python3 python3-pygame umockdev
TEXTUAL_PACKAGES = python3 python3-venv python3-pip umockdev
# Debian's Textual is too old. The version is pinned, because the adapter changes how a widget draws.
TEXTUAL_VERSION  = 8.2.8
TEXTUAL          = .build/textual
CLIENTS_PACKAGE_TARGETS += pygame-packages textual-packages
pygame-packages: PACKAGES = $(PYGAME_PACKAGES)
textual-packages: PACKAGES = $(TEXTUAL_PACKAGES)

.PHONY: check-client-node node-package install-client-node test-clients test-client-walks test-pygame test-textual \
        pygame-packages textual-packages
# Tests the client for Node.js with a fake service. The shell lists the files, because versions of Node.js differ in that.
check-client-node: client-packages
	@mkdir -p .build; node --test Tests/Client/node/*.test.mjs >.build/node-test.log 2>&1 || { cat .build/node-test.log; exit 1; }
	@sed -n 's/^# pass /check-client-node: passed /p; s/^ℹ pass /check-client-node: passed /p' .build/node-test.log

# The same files give the same bytes, in the layout of npm.
node-package:
	@mkdir -p .build/node/package && cp LICENSE .build/node/package/
	cp -r $(NODE_CLIENT)/. .build/node/package/
	cd .build/node && tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rwX,go=rX \
	  $(NODE_FILES:%=package/%) | gzip -n -9 > $(notdir $(NODE_PACKAGE))
	rm -r .build/node/package

install-client-node:
	for file in $(filter-out LICENSE,$(NODE_FILES)); do \
	  install -D -m 644 $(NODE_CLIENT)/$$file $(INSTALLED_NODE)/$$file || exit 1; done

# Types on a simulated keyboard into programs that use the clients for Python and Node.js.
test-clients: build client-packages test-packages
	KEYBRIDGE="$(PROGRAM)" /usr/bin/python3 -B Tests/run-unittests clients Tests/Client/real

# As many random walks of a toolkit as a release needs; make check-client has 150. Both clients walk the same ways.
test-client-walks: client-packages
	cd Tests/Client && KEYBRIDGE_WALKS=20000 /usr/bin/python3 -B -m unittest -q -k random_walks test_field
	@mkdir -p .build; KEYBRIDGE_WALKS=2000 node --test Tests/Client/node/field.test.mjs >.build/node-walks.log 2>&1 || { cat .build/node-walks.log; exit 1; }

# The adapters for pygame and Textual, without a display. Each has a service that is faked, and the real one.
test-pygame: build pygame-packages
	KEYBRIDGE="$(PROGRAM)" /usr/bin/python3 -B Tests/run-unittests pygame Tests/Adapters/pygame

$(TEXTUAL)/installed-$(TEXTUAL_VERSION): | textual-packages
	rm -rf $(TEXTUAL)
	/usr/bin/python3 -m venv $(TEXTUAL)
	$(TEXTUAL)/bin/pip install --quiet --disable-pip-version-check textual==$(TEXTUAL_VERSION)
	@touch $@

test-textual: build textual-packages
	@if $(MAKE) --no-print-directory $(TEXTUAL)/installed-$(TEXTUAL_VERSION); then \
	  KEYBRIDGE="$(PROGRAM)" $(TEXTUAL)/bin/python -B Tests/run-unittests textual Tests/Adapters/textual; \
	elif [ -z "$(CI)" ]; then \
	  echo "test-textual: skipped, because Textual cannot be downloaded here"; \
	else exit 1; fi
