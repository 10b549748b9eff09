// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

// Swift Testing writes to the children of exit tests, which may have ended by then: without this,
// before any test runs, a broken pipe would end the whole run (swift-testing issue 1119).
__attribute__((constructor)) static void ignore_broken_pipes(void) {
  signal(SIGPIPE, SIG_IGN);
}
