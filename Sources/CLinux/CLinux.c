#define _GNU_SOURCE
#include "CLinux.h"
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

int clinux_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer(int socket, uid_t *user, pid_t *process) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *user = credentials.uid;
  *process = credentials.pid;
  return 0;
}

int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = descriptor};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_wait(int epoll, struct clinux_ready ready[32], int timeout) {
  struct epoll_event events[32];
  int count = epoll_wait(epoll, events, 32, timeout);
  for (int i = 0; i < count; i++) {
    ready[i].descriptor = events[i].data.fd;
    ready[i].events = events[i].events;
  }
  return count;
}

ssize_t clinux_getdents(int directory, void *buffer, size_t count) {
  return getdents64(directory, buffer, count);
}

int clinux_start_thread(const char *name, void *(*body)(void *), void *context) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int result = pthread_create(&thread, &attributes, body, context);
  if (result == 0) pthread_setname_np(thread, name);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return result;
}
