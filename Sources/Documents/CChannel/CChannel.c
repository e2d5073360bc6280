#define _GNU_SOURCE
#include "CChannel.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int cchannel_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

union control {
  char bytes[CMSG_SPACE(sizeof(int) * 4)];
  struct cmsghdr alignment;
};

int cchannel_send(int socket, const void *packet, size_t size, int descriptor) {
  struct iovec piece = {.iov_base = (void *)packet, .iov_len = size};
  union control control;
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof descriptor);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  ssize_t result;
  do result = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -1 : 0;
}

static void take_descriptors(struct msghdr *message, int *descriptor) {
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int received;
      memcpy(&received, CMSG_DATA(header) + i * sizeof received, sizeof received);
      if (descriptor && *descriptor < 0) *descriptor = received;
      else close(received);
    }
  }
}

ssize_t cchannel_receive(int socket, void *packet, size_t capacity, int *descriptor, int is_peek) {
  struct iovec piece = {.iov_base = packet, .iov_len = capacity};
  union control control;
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (!is_peek) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
  }
  ssize_t result;
  do result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_TRUNC | (is_peek ? MSG_PEEK : 0));
  while (result < 0 && errno == EINTR);
  if (descriptor) *descriptor = -1;
  if (result >= 0 && !is_peek) take_descriptors(&message, descriptor);
  return result;
}
