// SPDX-License-Identifier: Apache-2.0
// For the set-up, being linked is enough.
#include <stdbool.h>

// Sets the effective user of the calling thread only. Returns false and sets errno if the kernel
// refuses.
bool set_thread_user(unsigned user);
