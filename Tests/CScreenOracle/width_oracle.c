// SPDX-License-Identifier: Apache-2.0
// The header declares wcwidth only for X/Open.
#define _XOPEN_SOURCE 700
#include "screen_oracle.h"
#include <wchar.h>

int screen_oracle_width(uint32_t code_point) { return wcwidth((wchar_t)code_point); }
