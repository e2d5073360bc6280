#pragma once
// Sockets between the daemon and the jailed programs. A packet can carry one file descriptor.
#include <sys/types.h>

/// Creates a pair of SOCK_SEQPACKET sockets with SOCK_CLOEXEC: socketpair(2). Returns 0, or -1 with errno.
int cchannel_socket_pair(int ends[2]);

/// Sends one packet, with `descriptor` unless it is -1. Returns 0, or -1 with errno.
int cchannel_send(int socket, const void *packet, size_t size, int descriptor);

/// Receives one packet. Sets `descriptor` to the first descriptor in the packet, or -1; closes the others.
/// With `is_peek`, leaves the packet in the socket. Returns the size of the packet, which is over `capacity`
/// if it was cut; 0 at the end; -1 with errno, which is EAGAIN after the timeout.
ssize_t cchannel_receive(int socket, void *packet, size_t capacity, int *descriptor, int is_peek);
