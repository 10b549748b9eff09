# SPDX-License-Identifier: Apache-2.0
#
# Packages for several distributions, and tests in clean root file systems of them. Packaging/debian/suites lists them.
# These targets need root, because they create and change root file systems; nothing outside of .build is changed.

# The address at which the repository is published, for the hints of doctor and the lines of README.md; empty for none.
REPOSITORY =

SUITES := $(shell sed -n 's/^\([a-z]*\) .*/\1/p' Packaging/debian/suites 2>/dev/null)
# The end of the version of this machine's packages of engines.
OWN_SUITE := $(shell . /etc/os-release 2>/dev/null; sed -n "s/^$$VERSION_CODENAME  *\([^ ]*\) .*/\1/p" Packaging/debian/suites 2>/dev/null)
ROOTS  = .build/roots
ROOT_PACKAGES = mmdebstrap debian-archive-keyring

# The packages of the language engines, of keybridge-forward and for Qt 6 for each distribution, because each has other
# versions of their libraries.
.PHONY: deb-distributions $(SUITES:%=deb-engines-%)
deb-distributions: deb $(SUITES:%=deb-engines-%)

$(SUITES:%=deb-engines-%): deb-engines-%: root-packages
	Packaging/debian/root $* $(ROOTS)/$*-engines dpkg-dev \
	  $(sort $(ENGINE_PACKAGES) $(FORWARD_PACKAGES) $(CLIENT_C_PACKAGES) $(ADAPTER_QT_PACKAGES))
	Packaging/debian/in-copy --root $(ROOTS)/$*-engines --project . Packaging/debian/engines-steps

# A signed apt repository of the packages in .build/deb, for all distributions: make repository KEY=FINGERPRINT.
REPOSITORY_PACKAGES = reprepro gpg
.PHONY: repository
repository: repository-packages
	Packaging/debian/repository --key '$(KEY)'

# Installs the packages with apt from a repository, uses them, upgrades and purges them, in a root of each distribution with
# nothing else in it. The repository is signed with a key that is made for it.
.PHONY: check-distributions $(SUITES:%=check-deb-%)
check-distributions: $(SUITES:%=check-deb-%)

$(SUITES:%=check-deb-%): check-deb-%: .build/test-repository/finished
	Packaging/debian/root $* $(ROOTS)/$*
	Packaging/debian/check-root $* $(ROOTS)/$* .build/test-repository/repository .build/test-repository/later.deb

.PHONY: .build/test-repository/finished
.build/test-repository/finished: deb-distributions deb-lexicons root-packages repository-packages
	Packaging/debian/test-repository --program "$(PROGRAM)" $(@D)

# Boots a real kernel with systemd and the userland of each distribution, and runs the scenarios with the package there.
# The package is installed by dpkg there, without apt, so its dependencies are in the root.
GUEST_PACKAGES = busybox-static systemd systemd-sysv udev dbus polkitd python3 python3-evdev procps \
                 libevdev2 libjansson4 libseccomp2 libsqlite3-0 libxkbcommon0 libyaml-0-2 libtinfo6 xkb-data libx11-data
.PHONY: test-distributions $(SUITES:%=test-packaged-%)
test-distributions: $(SUITES:%=test-packaged-%)

$(SUITES:%=test-packaged-%): SCENARIOS = package. appliance.
$(SUITES:%=test-packaged-%): test-packaged-%: build root-packages kernel-packages deb-packages
	Packaging/debian/root $* $(ROOTS)/$*-guest $(GUEST_PACKAGES)
	Tests/Kernel/run --program "$(PROGRAM)" --root $(ROOTS)/$*-guest --packaged $(SCENARIOS)

# Upgrades from the first version that was released, whose package is built from its commit, and back.
FIRST_COMMIT  = b2f8915f
FIRST_PACKAGE = .build/first-version/keybridge_0.2.0.deb
.PHONY: test-upgrade
test-upgrade: build kernel-packages deb-packages $(FIRST_PACKAGE)
	Tests/Kernel/run --program "$(PROGRAM)" --packaged --old-package $(FIRST_PACKAGE) upgrading

$(FIRST_PACKAGE): | swift-toolchain build-packages deb-packages
	rm -rf $(@D) && mkdir -p $(@D)/sources
	git archive $(FIRST_COMMIT) | tar -x -C $(@D)/sources
	$(MAKE) -C $(@D)/sources build manuals
	$(@D)/sources/Packaging/debian/build --program $(@D)/sources/.build-release/release/keybridge --output $(@D)
	mv $(@D)/keybridge_0.2.0_*.deb $@ && rm -rf $(@D)/sources
