// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>

// Overwrites all memory that is freed from here on, in the whole process.
void keybridge_wipe_freed_memory(void);

// Overwrites memory that is freed until keybridge_end_wiping(). Calls do not nest.
void keybridge_begin_wiping(void);

// Ends the effect of keybridge_begin_wiping(), but not that of keybridge_wipe_freed_memory().
void keybridge_end_wiping(void);

// Keeps the process's memory out of swap, including memory allocated later. Returns false and sets
// errno if the kernel refuses.
bool keybridge_lock_memory(void);
