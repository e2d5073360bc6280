#pragma once
// The sockets between the daemon and the jailed programs: packets, with descriptors.
#include <sys/types.h>

/// socketpair(2) of SOCK_SEQPACKET with SOCK_CLOEXEC.
int cchannel_socket_pair(int ends[2]);

/// Sends one packet, with a descriptor unless it is -1. Returns 0, or -1 with errno.
int cchannel_send(int socket, const void *packet, size_t size, int descriptor);

/// Receives one packet. `descriptor` gets one that came with it, or -1; all others are closed. With
/// `is_peek`, the packet stays, and no descriptor is taken. Returns the size of the packet, larger than
/// `capacity` for one that was cut; 0 at the end; -1 with errno, EAGAIN after the time-out.
ssize_t cchannel_receive(int socket, void *packet, size_t capacity, int *descriptor, int is_peek);
