// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

// Swift Testing writes to the children of exit tests, which may have ended by then. Without this
// constructor, which runs before any test, a broken pipe would end the whole run (swift-testing
// issue 1119).
__attribute__((constructor)) static void ignore_broken_pipes(void) {
  signal(SIGPIPE, SIG_IGN);
}
