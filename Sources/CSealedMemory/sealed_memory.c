// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sealed_memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>

int keybridge_create_memory(const char *name) {
  // MFD_CLOEXEC, MFD_ALLOW_SEALING and MFD_NOEXEC_SEAL, which kernels before 6.3 refuse.
  int descriptor = memfd_create(name, 1 | 2 | 8);
  return descriptor < 0 && errno == EINVAL ? memfd_create(name, 1 | 2) : descriptor;
}

ssize_t keybridge_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
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
