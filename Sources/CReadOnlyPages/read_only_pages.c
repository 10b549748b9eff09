// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "read_only_pages.h"
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Whether the loader writes addresses into segments that the program may not write.
static bool has_text_relocations(const struct dl_phdr_info *object) {
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + segment->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL) return true;
      if (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL) return true;
    }
  }
  return false;
}

static int release(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size, (void)data;
  if (has_text_relocations(object)) return 0;
  uintptr_t mask = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    // The loader maps each segment from the start of its first page to the end of its last one.
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    uintptr_t end = start + segment->p_memsz;
    start &= mask;
    end = (end + ~mask) & mask;
    // Only advice: a kernel that ignores it changes nothing.
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void keybridge_release_read_only_pages(void) { dl_iterate_phdr(release, NULL); }
