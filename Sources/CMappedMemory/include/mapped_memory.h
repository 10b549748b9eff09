// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/// Handles SIGBUS, which the kernel sends when a page of a mapped file cannot be read: the file was
/// cut off in place, or the disk fails.
///
/// A fault in a mapping that was added is repaired: the page becomes zeros in this process alone,
/// and the access is repeated. All other faults get the action that was in effect before.
///
/// A handler of SIGBUS that is installed later must call `keybridge_repair_mapping` first, and
/// restore this one when it is removed.
void keybridge_watch_mappings(void);

/// Adds the mapping of a file.
///
/// @param start the first byte, as `mmap` returned it.
/// @param length the number of bytes.
/// @param is_writable whether a page of zeros is writable.
/// @return false if there are too many mappings.
bool keybridge_add_mapping(void *start, size_t length, bool is_writable);

/// Removes a mapping, before it is unmapped; nothing happens if it was not added.
void keybridge_remove_mapping(void *start);

/// Returns the number of pages of a mapping that were replaced by zeros; 0 if it was not added.
size_t keybridge_mapping_faults(void *start);

/// Replaces the page of a fault by zeros; async-signal-safe.
///
/// @param information what the kernel says about the signal.
/// @return false if the fault is not in a mapping that was added.
bool keybridge_repair_mapping(const siginfo_t *information);
