// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The C library's functions would also change the user of other threads, and another thread may
// have held a lock of a library that replaces them when the process was forked.
static int failed(long result, int *error) {
  if (result >= 0) return 0;
  *error = errno;
  return 1;
}

/// Drops capabilities from the sets that programs inherit; the bounding set can only be changed by
/// a process with CAP_SETPCAP, and does not matter without new privileges.
static int drop_inherited(uint64_t kept, int *error) {
  for (unsigned capability = 0; capability < 64; capability++) {
    if (kept >> capability & 1) continue;
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) continue;
    // EINVAL: the kernel has no capability with this number.
    if (errno == EINVAL) break;
    if (errno != EPERM) return failed(-1, error);
  }
  return failed(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), error);
}

static int change_user(uid_t user, gid_t group, int *error) {
  return failed(syscall(__NR_setgroups, 0, NULL), error) ||
         failed(syscall(__NR_setresgid, group, group, group), error) ||
         failed(syscall(__NR_setresuid, user, user, user), error);
}

static int drop_capabilities(uint64_t kept, int *error) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct own[2] = {{0}};
  if (failed(syscall(__NR_capget, &header, own), error)) return 1;
  for (unsigned half = 0; half < 2; half++) {
    own[half].permitted &= (uint32_t)(kept >> 32 * half);
    own[half].effective = own[half].permitted;
    own[half].inheritable = 0;
  }
  return failed(syscall(__NR_capset, &header, own), error);
}

/// Refuses the calls that a filter reports, because the kernel cannot report them.
static void refuse_reported(struct sock_filter *calls, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (calls[i].code != (BPF_RET | BPF_K) || calls[i].k != SECCOMP_RET_USER_NOTIF) continue;
    calls[i].k = SECCOMP_RET_ERRNO | EPERM;
  }
}

static int restrict_calls(
    const struct keybridge_confinement *confinement, int *listener, int *error) {
  struct sock_filter calls[KEYBRIDGE_CALLS_LIMIT];
  uint32_t self = (uint32_t)syscall(__NR_getpid);
  if (confinement->call_count > KEYBRIDGE_CALLS_LIMIT) {
    errno = E2BIG;
    return failed(-1, error);
  }
  for (unsigned i = 0; i < confinement->call_count; i++) {
    calls[i] = confinement->calls[i];
    bool compares = calls[i].code == (BPF_JMP | BPF_JEQ | BPF_K);
    if (compares && calls[i].k == KEYBRIDGE_SELF) calls[i].k = self;
  }
  struct sock_fprog program = {confinement->call_count, calls};
  if (listener) {
    *listener = (int)syscall(
        __NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (*listener >= 0) return 0;
    // EBUSY: an earlier filter reports calls, such as that of a container. EINVAL: an old kernel.
    if (errno != EBUSY && errno != EINVAL) return failed(-1, error);
    refuse_reported(calls, confinement->call_count);
  }
  return failed(syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program), error);
}

enum keybridge_step keybridge_confine(
    const struct keybridge_confinement *confinement, int *listener, int *error) {
  uint64_t kept = confinement->capabilities;
  if (drop_inherited(kept, error)) return KEYBRIDGE_STEP_CAPABILITIES;
  if (confinement->user != (uid_t)-1 && change_user(confinement->user, confinement->group, error)) {
    return KEYBRIDGE_STEP_USER;
  }
  if (drop_capabilities(kept, error) || failed(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), error)) {
    return KEYBRIDGE_STEP_CAPABILITIES;
  }
  if (confinement->files >= 0 &&
      failed(syscall(__NR_landlock_restrict_self, confinement->files, 0), error)) {
    return KEYBRIDGE_STEP_FILES;
  }
  if (listener) *listener = -1;
  if (confinement->call_count && restrict_calls(confinement, listener, error)) {
    return KEYBRIDGE_STEP_CALLS;
  }
  return KEYBRIDGE_STEP_NONE;
}

bool keybridge_seccomp_works(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool keybridge_seccomp_reports(void) {
  uint32_t action = SECCOMP_RET_USER_NOTIF;
  return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int keybridge_refuse_calls(int listener, int32_t *numbers, int room) {
  // The structure of a newer kernel may be longer than that of the header.
  union {
    struct seccomp_notif call;
    char room[1024];
  } received;
  int count = 0;
  for (int attempt = 0; attempt < room; attempt++) {
    struct pollfd state = {listener, POLLIN, 0};
    if (poll(&state, 1, 0) <= 0 || !(state.revents & POLLIN)) break;
    memset(&received, 0, sizeof received);
    if (syscall(__NR_ioctl, listener, SECCOMP_IOCTL_NOTIF_RECV, &received) != 0) {
      // ENOENT: the process has ended meanwhile.
      if (errno == ENOENT || errno == EINTR) continue;
      break;
    }
    struct seccomp_notif_resp answer = {.id = received.call.id, .error = -EPERM};
    syscall(__NR_ioctl, listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    numbers[count++] = received.call.data.nr;
  }
  return count;
}
