// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "mapped_memory.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

struct mapping {
  // 0 for an entry that is not used; set last and cleared first, because the handler may run at any
  // time.
  _Atomic(uintptr_t) start;
  size_t length;
  bool is_writable;
  _Atomic(size_t) faults;
};

static struct mapping mappings[256];
static const size_t count = sizeof mappings / sizeof *mappings;
static struct sigaction previous;
static uintptr_t page_size;

bool keybridge_repair_mapping(const siginfo_t *information) {
  // A positive code is a fault; other processes send the rest.
  if (information->si_signo != SIGBUS || information->si_code <= 0) return false;
  uintptr_t address = (uintptr_t)information->si_addr;
  for (size_t index = 0; index < count; index++) {
    struct mapping *mapping = &mappings[index];
    uintptr_t start = mapping->start;
    if (!start || address < start || address - start >= mapping->length) continue;
    int error = errno;
    int protection = PROT_READ | (mapping->is_writable ? PROT_WRITE : 0);
    void *page = mmap(
      (void *)(address & ~(page_size - 1)), page_size, protection,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (page == MAP_FAILED) return false;
    mapping->faults++;
    return true;
  }
  return false;
}

static void handle(int number, siginfo_t *information, void *context) {
  (void)context;
  if (keybridge_repair_mapping(information)) return;
  sigaction(number, &previous, NULL);
  // The access is repeated when this handler returns; a signal of a process is not.
  if (information->si_code <= 0) raise(number);
}

void keybridge_watch_mappings(void) {
  static bool is_watching;
  if (is_watching) return;
  is_watching = true;
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &previous);
}

static struct mapping *find(uintptr_t start) {
  for (size_t index = 0; index < count; index++) {
    if (mappings[index].start == start) return &mappings[index];
  }
  return NULL;
}

bool keybridge_add_mapping(void *start, size_t length, bool is_writable) {
  keybridge_watch_mappings();
  struct mapping *mapping = find(0);
  if (!mapping) return false;
  mapping->length = length;
  mapping->is_writable = is_writable;
  mapping->faults = 0;
  mapping->start = (uintptr_t)start;
  return true;
}

void keybridge_remove_mapping(void *start) {
  struct mapping *mapping = start ? find((uintptr_t)start) : NULL;
  if (mapping) mapping->start = 0;
}

size_t keybridge_mapping_faults(void *start) {
  struct mapping *mapping = start ? find((uintptr_t)start) : NULL;
  return mapping ? mapping->faults : 0;
}
