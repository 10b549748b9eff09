// SPDX-License-Identifier: Apache-2.0
//
// A secret is copied several times on its way: into strings, lines, JSON trees and growing arrays.
// Swift's runtime, ICU and jansson free these copies. Therefore the program replaces free(): once a
// secret exists, and while the lines of a program are handled, it overwrites each block before the
// C library frees it. Otherwise it costs one comparison.
#define _GNU_SOURCE
#include "secret_memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool wipes = false;
static bool has_secret = false;

void keybridge_wipe_freed_memory(void) { wipes = has_secret = true; }

void keybridge_begin_wiping(void) { wipes = true; }

void keybridge_end_wiping(void) { wipes = has_secret; }

bool keybridge_lock_memory(void) {
  // Pages are locked when they are first touched, so pages that the program never uses are not
  // loaded.
  return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEYBRIDGE_SANITIZED
#endif
#endif

// A sanitizer brings its own allocator and overwrites freed memory itself.
#ifndef KEYBRIDGE_SANITIZED
extern void __libc_free(void *pointer);
extern void *__libc_realloc(void *pointer, size_t size);

void free(void *pointer) {
  if (wipes && pointer) explicit_bzero(pointer, malloc_usable_size(pointer));
  __libc_free(pointer);
}

void *realloc(void *pointer, size_t size) {
  if (!wipes || !pointer) return __libc_realloc(pointer, size);
  size_t old = malloc_usable_size(pointer);
  // Never resized in place: the library would give the rest of the block, or the old block, to
  // other callers without overwriting it.
  void *moved = size ? malloc(size) : NULL;
  if (size && !moved) return NULL;
  if (moved) memcpy(moved, pointer, old < size ? old : size);
  free(pointer);
  return moved;
}
#endif
