// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

// The values that Debian 12's header lacks.
#define REFER LANDLOCK_ACCESS_FS_REFER
#define TRUNCATE (1ull << 14)
#define IOCTL_DEVICE (1ull << 15)
#define NET_TCP 3ull
#define SCOPE_SOCKETS_AND_SIGNALS 3ull

#define EXECUTE LANDLOCK_ACCESS_FS_EXECUTE
#define WRITE_FILE LANDLOCK_ACCESS_FS_WRITE_FILE
#define READ_FILE LANDLOCK_ACCESS_FS_READ_FILE
#define READ_DIR LANDLOCK_ACCESS_FS_READ_DIR
#define FIRST_VERSION ((LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1)
#define MAKE_DEVICES (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK)

struct ruleset {
  uint64_t files, net, scopes;
};

struct path_rule {
  uint64_t access;
  int32_t parent;
} __attribute__((packed));

int keybridge_landlock_version(void) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

/// The rights of files that this kernel can restrict.
static uint64_t known_rights(int version) {
  uint64_t rights = FIRST_VERSION;
  if (version >= 2) rights |= REFER;
  if (version >= 3) rights |= TRUNCATE;
  if (version >= 5) rights |= IOCTL_DEVICE;
  return rights;
}

int keybridge_landlock_create(bool may_connect, bool reaches_others) {
  int version = keybridge_landlock_version();
  struct ruleset rules = {known_rights(version), 0, 0};
  size_t size = offsetof(struct ruleset, net);
  if (version >= 4) {
    rules.net = may_connect ? 0 : NET_TCP;
    size = offsetof(struct ruleset, scopes);
  }
  if (version >= 6) {
    rules.scopes = reaches_others ? 0 : SCOPE_SOCKETS_AND_SIGNALS;
    size = sizeof rules;
  }
  return (int)syscall(__NR_landlock_create_ruleset, &rules, size, 0);
}

int keybridge_landlock_allow(int ruleset, const char *path, unsigned access) {
  uint64_t rights = 0;
  if (access & KEYBRIDGE_ACCESS_READ) rights |= READ_FILE | READ_DIR;
  if (access & KEYBRIDGE_ACCESS_EXECUTE) rights |= EXECUTE;
  if (access & KEYBRIDGE_ACCESS_WRITE) rights |= WRITE_FILE | TRUNCATE;
  // Creates, renames and removes anything but devices.
  if (access & KEYBRIDGE_ACCESS_CHANGE) {
    rights |= (FIRST_VERSION & ~(MAKE_DEVICES | EXECUTE)) | REFER | TRUNCATE;
  }
  if (access & KEYBRIDGE_ACCESS_DEVICE) rights |= IOCTL_DEVICE;
  // The right to remove them is the right to remove any file.
  if (access & KEYBRIDGE_ACCESS_SOCKETS) {
    rights |= LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_REMOVE_FILE;
  }
  // A test that simulates devices replaces the C library's function.
  int parent = (int)syscall(__NR_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC);
  if (parent < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : errno;
  struct stat status;
  bool is_folder = fstat(parent, &status) == 0 && S_ISDIR(status.st_mode);
  if (!is_folder) rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE;
  rights &= known_rights(keybridge_landlock_version());
  struct path_rule rule = {rights, parent};
  long result = syscall(__NR_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  int error = result < 0 ? errno : 0;
  close(parent);
  return error;
}

bool keybridge_is_folder(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
