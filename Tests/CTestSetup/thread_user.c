// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "test_setup.h"

#include <sys/syscall.h>
#include <unistd.h>

// Not seteuid(), which changes the user of every thread.
bool set_thread_user(unsigned user) {
  return syscall(SYS_setresuid, -1, user, -1) == 0;
}
