// SPDX-License-Identifier: Apache-2.0
#include "screen_oracle.h"
#include <malloc.h>

size_t screen_oracle_allocated(void) { return mallinfo2().uordblks + mallinfo2().hblkhd; }
