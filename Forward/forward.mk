# SPDX-License-Identifier: Apache-2.0
#
# keybridge-forward, which sends scans and commands to MQTT, HTTP and programs. `make forward` builds it in .build/forward.

FORWARD_PACKAGES      = g++ make libc6-dev pkg-config libmosquitto-dev libcurl4-openssl-dev libsqlite3-dev libyaml-dev \
                        libjansson-dev libsystemd-dev libssl-dev
FORWARD_TEST_PACKAGES = $(FORWARD_PACKAGES) $(CLIENT_C_PACKAGES) python3 python3-paho-mqtt mosquitto openssl strace
FORWARD               = $(CURDIR)/.build/forward

.PHONY: forward test-forward test-forward-long forward-packages forward-test-packages
forward: forward-packages client-c
	@$(MAKE) --no-print-directory -C Forward BUILD="$(FORWARD)" CLIENT_C="$(CURDIR)/$(CLIENT_C)"

# Tests the program with a service that is faked, a broker and servers on loopback.
test-forward: forward-test-packages
	@$(MAKE) --no-print-directory forward
	FORWARD="$(FORWARD)/keybridge-forward" /usr/bin/python3 -B Tests/run-unittests forward Tests/Forward

# The same with many codes, and with many processes that are killed. SEED begins elsewhere.
test-forward-long: forward-test-packages
	@$(MAKE) --no-print-directory forward
	FORWARD="$(FORWARD)/keybridge-forward" FORWARD_LONG=1 SEED=$(or $(SEED),1000) \
	  /usr/bin/python3 -B -m unittest discover -s Tests/Forward -p 'test_losses*.py'

CLIENTS_PACKAGE_TARGETS += forward-packages forward-test-packages
forward-packages: PACKAGES = $(FORWARD_PACKAGES)
forward-test-packages: PACKAGES = $(FORWARD_TEST_PACKAGES)
