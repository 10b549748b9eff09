// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mount.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox.h"

// Where the new tree is built. Every system has the folder, nothing below it becomes part of the
// tree, and it is covered in the namespace of the process only.
#define TREE "/proc"

// The flags that Debian 12's headers have in <linux/mount.h> only, or not at all.
#define SET_ATTRIBUTES 442
#define RECURSIVE 0x8000
#define READ_ONLY_WITHOUT_SETUID 3ull
#define WITHOUT_SETUID_DEVICES_AND_PROGRAMS 14ull

/// The argument of `mount_setattr`.
struct attributes {
  uint64_t set, clear, propagation, user;
};

// The C library's functions may be replaced by a test that simulates devices, and another thread
// may have held a lock when the process was forked, so the kernel is called directly.

static int mount_at(
    const char *source, const char *target, const char *kind, unsigned long flags,
    const char *options) {
  return syscall(__NR_mount, source, target, kind, flags, options) == 0 ? 0 : errno;
}

/// Changes the attributes of a mount, and of those below it.
static int set_attributes(const char *target, struct attributes attributes) {
  long result =
      syscall(SET_ATTRIBUTES, AT_FDCWD, target, RECURSIVE, &attributes, sizeof attributes);
  return result == 0 ? 0 : errno;
}

static int make_folder(const char *path) {
  return syscall(__NR_mkdirat, AT_FDCWD, path, 0755) == 0 || errno == EEXIST ? 0 : errno;
}

static char *put_text(char *to, const char *text) {
  size_t length = strlen(text);
  memcpy(to, text, length + 1);
  return to + length;
}

static char *put_number(char *to, uint64_t number) {
  char digits[24];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number);
  while (count) *to++ = digits[--count];
  *to = 0;
  return to;
}

// MARK: The user

static int write_text(int file, const char *text) {
  size_t length = strlen(text);
  return syscall(__NR_write, file, text, length) == (long)length ? 0 : errno;
}

static int write_file(const char *path, const char *text) {
  int file = (int)syscall(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
  if (file < 0) return errno;
  int error = write_text(file, text);
  syscall(__NR_close, file);
  return error;
}

static int write_map(const char *path, uint64_t number) {
  char line[64], *end = put_number(line, number);
  end = put_text(end, " ");
  end = put_number(end, number);
  put_text(end, " 1\n");
  return write_file(path, line);
}

/// Keeps the user and the group of the process in its new namespace.
static int map_user(const struct keybridge_view *view) {
  // The kernel lets a process without core dumps open no file of its own in /proc.
  int was_dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  int error = write_file("/proc/self/setgroups", "deny");
  if (!error) error = write_map("/proc/self/uid_map", view->user);
  if (!error) error = write_map("/proc/self/gid_map", view->group);
  if (was_dumpable != 1) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return error;
}

// MARK: The tree

/// Writes the place of a path in the new tree.
static int place(const char *path, char target[PATH_MAX]) {
  if (path[0] != '/') return EINVAL;
  if (strlen(path) + sizeof TREE > PATH_MAX) return ENAMETOOLONG;
  put_text(put_text(target, TREE), path);
  return 0;
}

/// Creates the folders above a place in the new tree.
static int make_parents(char *target) {
  for (char *slash = target + sizeof TREE; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    int error = make_folder(target);
    *slash = '/';
    if (error) return error;
  }
  return 0;
}

/// Makes a file or a folder of the system visible in the new tree.
static int show(const char *path) {
  char target[PATH_MAX];
  int error = place(path, target);
  if (error) return error;
  int source = (int)syscall(__NR_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC, 0);
  if (source < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : errno;
  struct stat status;
  bool is_folder = fstat(source, &status) == 0 && S_ISDIR(status.st_mode);
  syscall(__NR_close, source);
  // In a folder that is visible already.
  if (syscall(__NR_faccessat, AT_FDCWD, target, F_OK) == 0) return 0;
  if ((error = make_parents(target))) return error;
  if (is_folder) {
    if ((error = make_folder(target))) return error;
  } else {
    int file = (int)syscall(__NR_openat, AT_FDCWD, target, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return errno;
    syscall(__NR_close, file);
  }
  return mount_at(path, target, NULL, MS_BIND | MS_REC, NULL);
}

/// Creates the place of a folder that the process can write.
static int make_writable(const char *path) {
  char target[PATH_MAX];
  int error = place(path, target);
  if (!error) error = make_parents(target);
  return error ? error : make_folder(target);
}

/// Makes a folder of the system visible that the process can write, but not execute.
static int show_writable(const char *path) {
  char target[PATH_MAX];
  int error = place(path, target);
  if (!error) error = mount_at(path, target, NULL, MS_BIND | MS_REC, NULL);
  if (error) return error;
  struct attributes attributes = {.set = WITHOUT_SETUID_DEVICES_AND_PROGRAMS};
  return set_attributes(target, attributes);
}

/// Writes the only user that exists in the tree; mozc_server ends if its user has no name.
static int write_user(const struct keybridge_view *view) {
  char line[256], *end = put_text(line, "engine:x:");
  end = put_number(end, view->user);
  end = put_number(put_text(end, ":"), view->group);
  end = put_text(end, "::");
  if (view->home && strlen(view->home) < 128) end = put_text(end, view->home);
  put_text(end, ":/usr/sbin/nologin\n");
  int error = make_folder(TREE "/etc");
  if (error) return error;
  int file = (int)syscall(
      __NR_openat, AT_FDCWD, TREE KEYBRIDGE_USERS, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  error = write_text(file, line);
  syscall(__NR_close, file);
  return error;
}

static int mount_folder(const struct keybridge_view *view, const char *target) {
  char options[128], *end;
  end = put_text(options, "mode=0700,nr_inodes=1024,size=");
  end = put_number(end, view->folder_size);
  end = put_number(put_text(end, ",uid="), view->user);
  put_number(put_text(end, ",gid="), view->group);
  return mount_at("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options);
}

static int build(const struct keybridge_view *view) {
  int error = mount_at(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (error) return error;
  error = mount_at("tmpfs", TREE, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m");
  if (error) return error;
  for (char *const *path = view->paths; *path; path++) {
    if ((error = show(*path))) return error;
  }
  if ((error = write_user(view))) return error;
  char folder[PATH_MAX];
  if (view->folder) {
    error = place(view->folder, folder);
    if (error || (error = make_folder(folder))) return error;
  }
  for (char *const *path = view->writable; path && *path; path++) {
    if ((error = make_writable(*path))) return error;
  }
  struct attributes attributes = {.set = READ_ONLY_WITHOUT_SETUID};
  if ((error = set_attributes(TREE, attributes))) return error;
  for (char *const *path = view->writable; path && *path; path++) {
    if ((error = show_writable(*path))) return error;
  }
  if (view->folder && (error = mount_folder(view, folder))) return error;
  // The process has no descriptor of a folder and loses its capabilities, so it cannot leave.
  if (syscall(__NR_chroot, TREE) != 0 || syscall(__NR_chdir, "/") != 0) return errno;
  return 0;
}

int keybridge_namespace_flags(bool keeps_network) {
  int flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | (keeps_network ? 0 : CLONE_NEWNET);
  return geteuid() == 0 ? flags : flags | CLONE_NEWUSER;
}

int keybridge_enter_view(const struct keybridge_view *view, int flags) {
  if (flags & CLONE_NEWUSER) {
    int error = map_user(view);
    if (error) return error;
  }
  mode_t mask = umask(022);
  int error = build(view);
  umask(mask);
  return error;
}

int keybridge_try_namespaces(void) {
  char *const none[] = {NULL};
  struct keybridge_view view = {
      .paths = none, .folder = "/tmp", .folder_size = 4096, .user = geteuid(), .group = getegid()};
  int flags = keybridge_namespace_flags(false);
  pid_t child = (pid_t)syscall(__NR_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child < 0) return errno;
  if (child == 0) _exit(keybridge_enter_view(&view, flags));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
}
