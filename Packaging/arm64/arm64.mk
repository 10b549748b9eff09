# SPDX-License-Identifier: Apache-2.0
#
# Building for Debian on arm64, on any machine with Swift, and testing the result under QEMU: Documentation/Arm64.md
#
#   make build ARCH=arm64                    the program in .build-arm64-bookworm/release
#   make deb ARCH=arm64                      the packages in .build/deb
#   make deb ARCH=arm64 SUITE=trixie         the same with the libraries of Debian 13
#   make test-arm64                          tests the program under QEMU

# The suite of Debian with whose headers and libraries is built.
SUITE    ?= bookworm
SDKS      = $(CURDIR)/.build/sdk
SDK       = $(SDKS)/$(SUITE)-arm64
SYSROOT   = $(SDK)/keybridge.artifactbundle/sdk/sysroot
MAKE_SDK  = /usr/bin/python3 -B Packaging/arm64/sdk.py --folder "$(SDKS)"
# An extract of swiftlang that was kept, in case Debian sid no longer has the pinned version.
SDK_EXTRACT ?=
SDK_PACKAGES = python3 debian-archive-keyring
# The tools for files of arm64, and an emulator: of one program, which writes the completions and the manual of the package.
ARM64_PACKAGES = $(SDK_PACKAGES) binutils-aarch64-linux-gnu qemu-user

sdk-packages: PACKAGES = $(SDK_PACKAGES)
arm64-packages: PACKAGES = $(ARM64_PACKAGES)
arm64-test-packages: PACKAGES = $(BUILD_PACKAGES) $(ARM64_TEST_PACKAGES)

.PHONY: sdk sdk-extract update-sdk-pin test-arm64 sdk-packages arm64-packages arm64-test-packages

# Assembles the Swift SDK from Debian's packages, unless it exists.
sdk: swift-toolchain sdk-packages
	@$(MAKE_SDK) make --suite $(SUITE) --packages "$(sort $(filter %-dev,$(BUILD_PACKAGES) $(ENGINE_PACKAGES) $(FORWARD_PACKAGES)))" \
	  $(if $(SDK_EXTRACT),--extract "$(SDK_EXTRACT)")

# Writes the part of swiftlang that an SDK needs to the file EXTRACT, to keep it with a release.
EXTRACT ?= .build/sdk/swiftlang-arm64.tar.xz
sdk-extract: sdk-packages
	@$(MAKE_SDK) extract "$(EXTRACT)"

# Pins the version of swiftlang that Debian sid has now.
update-sdk-pin: sdk-packages
	@$(MAKE_SDK) update-pin

ifeq ($(ARCH),arm64)
$(if $(word 2,$(CURDIR)),$(error ARCH=arm64 needs a folder without spaces in its name, not $(CURDIR)))
RELEASE_FOLDER = .build-arm64-$(SUITE)
RELEASE       += --swift-sdks-path "$(SDKS)/$(SUITE)-arm64" --swift-sdk $(SUITE)-arm64
# Every suite has glibc 2.36 or later.
HAS_RELR       = yes
CLANG_TARGET   = --target=aarch64-linux-gnu --sysroot="$(SYSROOT)"
RUNNER         = qemu-aarch64 -L "$(SYSROOT)"
ENGINES        = $(CURDIR)/.build/engines-arm64-$(SUITE)
# The warning is about a function that the headers of GCC 12 use themselves.
CXX_TARGET     = CXX="$$(dirname "$$(command -v swift)")/clang++ $(CLANG_TARGET)" LDFLAGS=-fuse-ld=lld \
                 CXXFLAGS="-O2 -g -Wno-deprecated-declarations"
ENGINE_TARGET  = BUILD="$(ENGINES)" SYSROOT="$(SYSROOT)" MULTIARCH=aarch64-linux-gnu LD=aarch64-linux-gnu-ld $(CXX_TARGET)
FORWARD_TARGET = $(CXX_TARGET)
CLIENT_C       = .build/client-c-arm64-$(SUITE)
CLIENT_C_CC    = "$$(dirname "$$(command -v swift)")/clang" $(CLANG_TARGET)
CLIENT_C_LDFLAGS = -fuse-ld=lld
CLIENT_C_AR    = aarch64-linux-gnu-ar
CLIENT_C_LIBDIR = $(PREFIX)/lib/aarch64-linux-gnu
DEB_TARGET     = --sdk "$(SDK)"
OWN_SUITE     := $(shell sed -n 's/^$(SUITE)  *\([^ ]*\) .*/\1/p' Packaging/debian/suites)
export PKG_CONFIG_SYSROOT_DIR = $(SYSROOT)
export PKG_CONFIG_LIBDIR      = $(SYSROOT)/usr/lib/aarch64-linux-gnu/pkgconfig:$(SYSROOT)/usr/share/pkgconfig
export PKG_CONFIG_PATH        = $(PKG_CONFIG_LIBDIR)

build static-libraries engines client-c forward: sdk arm64-packages
else ifneq ($(ARCH),)
$(error ARCH is $(ARCH); expected arm64, or nothing for this machine's processor)
endif

# Tests the program for arm64: what it prints, under QEMU's emulator of one program and next to this machine's program;
# keybridge-forward, under the same emulator; and keyboards, on Debian's kernel for arm64 in a virtual machine.
# SCENARIOS="grabbing typing.usb" selects some scenarios.
ARM64_TEST_PACKAGES = $(KERNEL_PACKAGES) $(FORWARD_TEST_PACKAGES) $(ARM64_PACKAGES) qemu-system-arm
ARM64_SCENARIOS = typing grabbing.exclusive grabbing.killed grabbing.ungrabbed grabbing.waits grabbing.busy grabbing.panic_across \
                 holding.lock_lights holding.repeats plugging losing virtual
test-arm64: build arm64-test-packages
	$(MAKE) --no-print-directory build ARCH=arm64
	$(MAKE) --no-print-directory --old-file=build compare-arm64 ARCH=arm64 OWN_PROGRAM="$(PROGRAM)"
	$(MAKE) --no-print-directory test-forward-arm64 ARCH=arm64
	$(MAKE) --no-print-directory --old-file=build test-kernel-arm64 ARCH=arm64

.PHONY: compare-arm64 test-forward-arm64 test-kernel-arm64
compare-arm64: build
	KEYBRIDGE="$(OWN_PROGRAM)" KEYBRIDGE_ARM64="$(PROGRAM)" RUNNER='$(RUNNER)' \
	  /usr/bin/python3 -B Tests/run-unittests arm64 Tests/Arm64

test-forward-arm64: forward
	FORWARD="$(FORWARD_PROGRAM)" RUNNER='$(RUNNER)' /usr/bin/python3 -B Tests/run-unittests --jobs 4 forward-arm64 Tests/Forward

test-kernel-arm64: build
	Tests/Kernel/run --architecture arm64 --suite $(SUITE) --program "$(PROGRAM)" $(KERNEL_OPTIONS) \
	  --sdk "$(SDK)" $(or $(SCENARIOS),$(ARM64_SCENARIOS))
