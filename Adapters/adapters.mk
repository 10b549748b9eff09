# SPDX-License-Identifier: Apache-2.0
#
# The adapters for toolkits.

# The input context for Qt 6. `make adapter-qt` builds it in .build/adapter-qt.
ADAPTER_QT_PACKAGES = cmake make g++ pkg-config libjansson-dev libxkbcommon-dev qt6-base-dev qt6-base-private-dev \
                      qt6-declarative-dev
ADAPTER_QT_TEST_PACKAGES = $(ADAPTER_QT_PACKAGES) python3-pyqt6 python3-pyqt6.qtquick qml6-module-qtqml qml6-module-qtqml-models \
                      qml6-module-qtqml-workerscript qml6-module-qtquick qml6-module-qtquick-window qml6-module-qtquick-controls \
                      qml6-module-qtquick-templates qt6-qpa-plugins fonts-dejavu-core umockdev python3-pyqt5
ADAPTER_QT = .build/adapter-qt

.PHONY: adapter-qt install-adapter-qt uninstall-adapter-qt deb-adapter-qt test-qt adapter-qt-packages adapter-qt-test-packages
adapter-qt: adapter-qt-packages
	cmake -S Adapters/Qt -B $(ADAPTER_QT) -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	  -DQT6_INSTALL_PLUGINS=$$(qmake6 -query QT_INSTALL_PLUGINS) >/dev/null
	cmake --build $(ADAPTER_QT) --parallel $$(nproc)

install-adapter-qt: adapter-qt
	cmake --install $(ADAPTER_QT)

uninstall-adapter-qt:
	xargs rm -f < $(ADAPTER_QT)/install_manifest.txt

# Builds the package keybridge-qt6 in .build/deb.
deb-adapter-qt: adapter-qt deb-packages
	Packaging/debian/build-adapter-qt --plugin $(ADAPTER_QT) $(OPTIONS)

.PHONY: check-deb-adapter-qt
check-deb-adapter-qt: deb-adapter-qt deb-check-packages
	Packaging/debian/check-adapter-qt .build/deb/keybridge-qt6_$(VERSION)+$(OWN_SUITE)_$(MACHINE).deb

# Needs the program that `make build` makes. KEYBRIDGE=/path/to/keybridge takes another one.
test-qt: export KEYBRIDGE ?= $(PROGRAM)
test-qt: adapter-qt adapter-qt-test-packages
	/usr/bin/python3 -B Tests/run-unittests adapter-qt Tests/Adapters/Qt

# Types French and Japanese into a program of Debian that is not changed, on a framebuffer of the real kernel, with the candidates
# of mozc. `make qt-picture` also takes the picture of the documentation.
QT_KERNEL_PACKAGES = $(KERNEL_PACKAGES) focuswriter fonts-ipafont-gothic
QT_PICTURE = Documentation/Pictures/qt-japanese.png
.PHONY: test-qt-kernel qt-picture qt-kernel-packages
qt-picture: export PICTURE = $(CURDIR)/$(QT_PICTURE)
test-qt-kernel qt-picture: build adapter-qt qt-kernel-packages
	@$(MAKE) --no-print-directory engines
	KEYBRIDGE="$(PROGRAM)" ENGINES="$(ENGINES)" /usr/bin/python3 -B Tests/run-unittests qt-kernel Tests/Adapters/QtKernel

# The latency from a key to a line edit on a framebuffer of the real kernel, next to Qt's own keyboard.
.PHONY: bench-qt
bench-qt: build adapter-qt qt-kernel-packages bench-packages
	@mkdir -p .build/bench
	$(MAKE) --no-print-directory -C Benchmarks ../.build/bench/uinput_live
	g++ -std=c++17 -O2 -fPIC $$(pkg-config --cflags Qt6Widgets) -o .build/bench/qt_widget Benchmarks/qt_widget.cpp $$(pkg-config --libs Qt6Widgets)
	/usr/bin/python3 -B Benchmarks/toolkit_live.py "$(PROGRAM)" .build/bench qt

# The same from a key to an event with text in a program with SDL.
.PHONY: bench-sdl
bench-sdl: build kernel-packages bench-packages client-c-test-packages
	@mkdir -p .build/bench
	$(MAKE) --no-print-directory -C Benchmarks ../.build/bench/uinput_live
	gcc -std=c11 -D_GNU_SOURCE -O2 -IClients/C -IAdapters/SDL -o .build/bench/sdl_widget Benchmarks/sdl_widget.c \
	  Adapters/SDL/keybridge_sdl.c Clients/C/*.c $$(pkg-config --cflags --libs sdl2 jansson)
	/usr/bin/python3 -B Benchmarks/toolkit_live.py "$(PROGRAM)" .build/bench sdl

CLIENTS_PACKAGE_TARGETS += qt-kernel-packages
qt-kernel-packages: PACKAGES = $(QT_KERNEL_PACKAGES)

CLIENTS_PACKAGE_TARGETS += adapter-qt-packages adapter-qt-test-packages
adapter-qt-packages: PACKAGES = $(ADAPTER_QT_PACKAGES)
adapter-qt-test-packages: PACKAGES = $(ADAPTER_QT_TEST_PACKAGES)
