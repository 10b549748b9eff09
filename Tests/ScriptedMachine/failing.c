// SPDX-License-Identifier: Apache-2.0
// Preloaded into keybridge before machine.so: fails allocations of C libraries, and shortens or
// interrupts transfers.
//
//   FAILING_LOG=FILE           records the calls of malloc, calloc and realloc by libraries: the
//   structure below, of its size
//   FAILING_ALLOCATION=NUMBER  fails the allocation with this number in such a record, counted from
//   1
//   FAILING_TRANSFERS=KIND:SEED
//                              transfers of the program and of SQLite. `short`: less than was
//                              asked; `EINTR`, and `EAGAIN` where
//                              a descriptor does not block, of everything but regular files
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LIBRARIES = 64, CALLS = 1 << 20 };

struct record {
  uint64_t count;
  char names[LIBRARIES][64];
  uint64_t calls[CALLS]; // the library's number, 48 bits of the place in it
};

static struct {
  uintptr_t begin, end, base;
  char name[64];
} libraries[LIBRARIES];
static int library_count;
static struct record *record;
static uint64_t failing, allocation_count;
static pid_t process;

// These libraries are the test's, or call on behalf of the program. libxkbcommon does not check
// whether its arrays could grow: a machine without memory ends the program while it compiles a
// layout.
static const char *const excluded[] = {"libxkbcommon", "machine.so", "failing.so", "libumockdev", "libglib", "libgio", "libgobject", "libc.so", "ld-linux",
                                       "libpcre", "libffi", "linux-vdso"};

static int add_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *name = slash ? slash + 1 : info->dlpi_name;
  // The program itself has no name: an allocation of Swift that fails ends it.
  if (!*name || library_count == LIBRARIES) return 0;
  for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
    if (!strncmp(name, excluded[i], strlen(excluded[i]))) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || library_count == LIBRARIES) continue;
    libraries[library_count].base = info->dlpi_addr;
    libraries[library_count].begin = info->dlpi_addr + part->p_vaddr;
    libraries[library_count].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
    snprintf(libraries[library_count].name, sizeof libraries->name, "%s", name);
    library_count++;
  }
  return 0;
}

// The program, which is the first, and SQLite. Other libraries rely on what the kernel never does,
// such as a short read of sysfs.
static struct {
  uintptr_t begin, end;
} disturbed[8];
static int disturbed_count;

static int add_disturbed(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (*info->dlpi_name && !strstr(info->dlpi_name, "libsqlite3")) return 0;
  for (int i = 0; i < info->dlpi_phnum && disturbed_count < 8; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    disturbed[disturbed_count].begin = info->dlpi_addr + part->p_vaddr;
    disturbed[disturbed_count++].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
  }
  return 0;
}

static enum { NONE, SHORT, INTERRUPTED, AGAIN } transfers;
static uint64_t seed;

__attribute__((constructor)) static void begin(void) {
  process = getpid();
  const char *kind = getenv("FAILING_TRANSFERS"), *number = getenv("FAILING_ALLOCATION"), *path = getenv("FAILING_LOG");
  if (kind) {
    transfers = !strncmp(kind, "short", 5) ? SHORT : !strncmp(kind, "EINTR", 5) ? INTERRUPTED : AGAIN;
    seed = strtoull(strchr(kind, ':') + 1, NULL, 10);
  }
  if (number || path) dl_iterate_phdr(add_library, NULL);
  if (kind) dl_iterate_phdr(add_disturbed, NULL);
  if (path) {
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    void *address = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd < 0 || address == MAP_FAILED) _exit(99);
    syscall(SYS_close, fd);
    record = address;
    for (int i = 0; i < library_count; i++) memcpy(record->names[i], libraries[i].name, sizeof record->names[i]);
  }
  if (number) failing = strtoull(number, NULL, 10);
  unsetenv("FAILING_TRANSFERS"), unsetenv("FAILING_ALLOCATION"), unsetenv("FAILING_LOG");
}

// MARK: Allocations

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static bool fails(void *caller) {
  if (!failing && !record) return false;
  uintptr_t place = (uintptr_t)caller;
  for (int i = 0; i < library_count; i++) {
    if (place < libraries[i].begin || place >= libraries[i].end) continue;
    // Another process has its own count.
    if (getpid() != process) return false;
    uint64_t number = allocation_count++;
    if (record && number < CALLS) {
      record->calls[number] = (uint64_t)i << 48 | (place - libraries[i].base);
      record->count = number + 1;
    }
    if (number + 1 == failing) {
      fprintf(stderr, "failing.so: an allocation of %s fails\n", libraries[i].name);
      errno = ENOMEM;
      return true;
    }
    return false;
  }
  return false;
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

// MARK: Transfers

// The function that the program would have called.
#define NEXT(name) \
  ({ \
    static __typeof__(name) *next; \
    if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    next; \
  })

static uint64_t next_random(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 33;
}

// Two of three transfers are disturbed.
static bool disturbs(void *caller) {
  uintptr_t place = (uintptr_t)caller;
  for (int i = 0; i < disturbed_count; i++)
    if (place >= disturbed[i].begin && place < disturbed[i].end) return next_random() % 3 != 0;
  return false;
}

static bool interrupts(void *caller, int fd, int flags) {
  if (transfers != INTERRUPTED && transfers != AGAIN) return false;
  struct stat status;
  if (syscall(SYS_fstat, fd, &status) == 0 && S_ISREG(status.st_mode)) return false;
  if (!disturbs(caller)) return false;
  if (transfers == INTERRUPTED) return errno = EINTR, true;
  if (!(flags & MSG_DONTWAIT)) {
    int modes = fcntl(fd, F_GETFL);
    if (modes < 0 || !(modes & O_NONBLOCK)) return false;
  }
  return errno = EAGAIN, true;
}

// Events of keyboards, of signals and of timers are never divided.
static size_t shortened(void *caller, size_t count) {
  if (transfers != SHORT || count < 2 || count == 8 || count % 128 == 0 || !disturbs(caller)) return count;
  if (count % 24 == 0) return 24 * (1 + next_random() % (count / 24));
  return 1 + next_random() % (count - 1);
}

#define CALLER __builtin_return_address(0)

ssize_t read(int fd, void *buffer, size_t count) {
  return interrupts(CALLER, fd, 0) ? -1 : NEXT(read)(fd, buffer, shortened(CALLER, count));
}

// An event counter takes a number at once, so it is left alone: it has no type of a file.
static bool is_counter(int fd) {
  struct stat status;
  return syscall(SYS_fstat, fd, &status) == 0 && !(status.st_mode & S_IFMT);
}

ssize_t write(int fd, const void *buffer, size_t count) {
  if (is_counter(fd)) return NEXT(write)(fd, buffer, count);
  return interrupts(CALLER, fd, 0) ? -1 : NEXT(write)(fd, buffer, shortened(CALLER, count));
}

ssize_t recv(int fd, void *buffer, size_t count, int flags) {
  return interrupts(CALLER, fd, flags) ? -1 : NEXT(recv)(fd, buffer, shortened(CALLER, count), flags);
}

ssize_t send(int fd, const void *buffer, size_t count, int flags) {
  return interrupts(CALLER, fd, flags) ? -1 : NEXT(send)(fd, buffer, shortened(CALLER, count), flags);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  return interrupts(CALLER, fd, flags) ? -1 : NEXT(recvmsg)(fd, message, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  return interrupts(CALLER, fd, flags) ? -1 : NEXT(sendmsg)(fd, message, flags);
}

ssize_t pread64(int fd, void *buffer, size_t count, off_t place) {
  return NEXT(pread64)(fd, buffer, shortened(CALLER, count), place);
}

ssize_t pwrite64(int fd, const void *buffer, size_t count, off_t place) {
  return NEXT(pwrite64)(fd, buffer, shortened(CALLER, count), place);
}

int accept4(int fd, struct sockaddr *address, socklen_t *size, int flags) {
  return interrupts(CALLER, fd, 0) ? -1 : NEXT(accept4)(fd, address, size, flags);
}

int epoll_wait(int set, struct epoll_event *events, int room, int limit) {
  if (transfers == INTERRUPTED && next_random() % 8 == 0) return errno = EINTR, -1;
  return NEXT(epoll_wait)(set, events, room, limit);
}
