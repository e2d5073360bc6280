#define _GNU_SOURCE
#include "CJail.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

pid_t cjail_fork(void) { return fork(); }

static uint64_t microseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

int cjail_wait(pid_t child, struct cjail_ending *ending) {
  int status;
  struct rusage usage;
  pid_t result;
  do result = wait4(child, &status, 0, &usage);
  while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  ending->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  ending->microseconds = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  ending->kibibytes = (uint64_t)usage.ru_maxrss;
  return 0;
}

int cjail_set_timeout(int socket, int seconds) {
  struct timeval time = {.tv_sec = seconds};
  return setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

ssize_t cjail_read(int descriptor, void *bytes, size_t size) {
  size_t count = 0;
  while (count < size) {
    ssize_t result = pread(descriptor, (char *)bytes + count, size - count, (off_t)count);
    if (result == 0) break;
    if (result < 0 && errno == EINTR) continue;
    if (result < 0) return -1;
    count += (size_t)result;
  }
  return (ssize_t)count;
}

const void *cjail_map(int descriptor, size_t size) {
  void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

void cjail_unmap(const void *bytes, size_t size) { munmap((void *)bytes, size); }

uint64_t cjail_cpu_time(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

uint64_t cjail_peak_memory(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss << 10 : 0;
}

static volatile uint32_t *shared_number;

int cjail_share_number(void) {
  void *page =
      mmap(NULL, sizeof *shared_number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return -1;
  shared_number = page;
  return 0;
}

uint32_t cjail_shared_number(void) { return *shared_number; }

void cjail_set_shared_number(uint32_t number) { *shared_number = number; }
