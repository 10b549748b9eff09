# SPDX-License-Identifier: Apache-2.0
#
# The client libraries for C, and the adapters that use them. `make client-c` builds the library in .build/client-c.

# The library for C.
CLIENT_C_PACKAGES = gcc libc6-dev pkg-config libjansson-dev
CLIENT_C_TEST_PACKAGES = $(CLIENT_C_PACKAGES) g++ python3 valgrind libsdl2-dev
CLIENT_C         = .build/client-c
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
	gcc $(CLIENT_C_FLAGS) -c $< -o $@

$(CLIENT_C)/libkeybridge-client.a: $(CLIENT_C_OBJECTS)
	rm -f $@
	gcc-ar rcsD $@ $^

$(CLIENT_C)/$(CLIENT_C_SONAME): $(CLIENT_C_OBJECTS)
	gcc -shared -Wl,-soname,$(CLIENT_C_SONAME) -Wl,--as-needed -Wl,-z,defs -o $@ $^ $$(pkg-config --libs jansson)
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

uninstall-client-c:
	rm -f $(DESTDIR)$(PREFIX)/include/keybridge-client.h $(DESTDIR)$(CLIENT_C_LIBDIR)/libkeybridge-client.* \
	  $(DESTDIR)$(CLIENT_C_LIBDIR)/pkgconfig/keybridge-client.pc

CLIENTS_PACKAGE_TARGETS += client-c-packages client-c-test-packages
client-c-packages: PACKAGES = $(CLIENT_C_PACKAGES)
client-c-test-packages: PACKAGES = $(CLIENT_C_TEST_PACKAGES)
