// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

// The values of linux/fcntl.h, which the C library has for GNU sources only.
enum {
  KEYBRIDGE_ADD_SEALS = 1033,
  KEYBRIDGE_GET_SEALS = 1034,
  KEYBRIDGE_SEAL_SEAL = 1,
  KEYBRIDGE_SEAL_SHRINK = 2,
  KEYBRIDGE_SEAL_GROW = 4,
  KEYBRIDGE_SEAL_WRITE = 8,
};

// Declared by the C library for GNU sources only.
int memfd_create(const char *name, unsigned int flags);

/// Creates a file in memory that can be sealed and is never executed; -1 with `errno` on failure.
static inline int keybridge_create_memory(const char *name) {
  // MFD_CLOEXEC, MFD_ALLOW_SEALING and MFD_NOEXEC_SEAL, which kernels before 6.3 refuse.
  int descriptor = memfd_create(name, 1 | 2 | 8);
  return descriptor < 0 && errno == EINVAL ? memfd_create(name, 1 | 2) : descriptor;
}

/// Sends a message with a descriptor and does not wait; -1 with `errno` on failure.
static inline ssize_t keybridge_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}
