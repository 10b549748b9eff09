// SPDX-License-Identifier: Apache-2.0
//
// A secret is copied on its way: strings, lines, trees of JSON, arrays that grow. Each copy is
// freed by somebody else, in Swift's runtime, in ICU, in jansson. So the program brings a free() of
// its own, which overwrites what is freed once there is a secret, and leaves the rest to the C
// library. Before that it costs one comparison.
#define _GNU_SOURCE
#include "secret_memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool wipes = false;

void keybridge_wipe_freed_memory(void) { wipes = true; }

bool keybridge_lock_memory(void) {
  // Pages are locked once they are touched: what the program never uses stays on the disk.
  return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEYBRIDGE_SANITIZED
#endif
#endif

// A sanitizer has an allocator of its own, and overwrites what is freed.
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
  // Never in place: the library would hand the rest of the block, or the block before the move, to
  // others as it is.
  void *moved = size ? malloc(size) : NULL;
  if (size && !moved) return NULL;
  if (moved) memcpy(moved, pointer, old < size ? old : size);
  free(pointer);
  return moved;
}
#endif
