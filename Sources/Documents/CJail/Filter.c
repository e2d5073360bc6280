#define _GNU_SOURCE
#include "Filter.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#else
#error "The filter does not know this architecture."
#endif

// The calls that reading a document needs, by strace over 632 documents of all kinds and glibc
// 2.36.
static const int allowed[] = {
    SYS_read, SYS_pread64, SYS_write, SYS_lseek, SYS_close, SYS_fstat, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_clock_gettime,
    SYS_getrusage, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getrandom, SYS_sysinfo, SYS_uname,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall, SYS_set_robust_list,
    SYS_sendmsg, SYS_recvmsg, SYS_exit_group, SYS_exit,
};
// Calls that only the process needs that starts the readers.
static const int allowed_to_parent[] = {
    SYS_wait4,
#ifdef SYS_rseq
    SYS_rseq,
#endif
};
// Calls that only reading the folder needs.
static const int allowed_with_folder[] = {SYS_newfstatat, SYS_getdents64};
// F_SETOWN with F_SETSIG and O_ASYNC would send a signal to any process of the user; leases and locks would
// hold up other programs.
static const uint32_t descriptor_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};
static const uint32_t process_options[] = {PR_SET_PDEATHSIG, PR_SET_SECCOMP};
static const uint32_t resources[] = {RLIMIT_AS, RLIMIT_CPU};
enum {
  opening_to_change = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH,
  // No threads and no namespaces: only the flags that fork(3) sets.
  not_forking = ~(CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD),
};
// Calls that no reader ever needs: a process that makes one is not a reader any more.
static const int deadly[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_socket,
    SYS_connect, SYS_bind, SYS_listen, SYS_accept4, SYS_bpf, SYS_io_uring_setup, SYS_userfaultfd,
    SYS_perf_event_open, SYS_mount, SYS_umount2, SYS_unshare, SYS_setns, SYS_pivot_root, SYS_chroot,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_kexec_load, SYS_init_module, SYS_finit_module,
};

struct program {
  struct sock_filter code[256];
  unsigned short length;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  program->code[program->length++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *program, uint32_t verdict) {
  add(program, BPF_RET | BPF_K, verdict, 0, 0);
}

static void answer_to(struct program *program, int call, uint32_t verdict) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  answer(program, verdict);
}

// The low half of an argument; all these machines are little-endian.
static size_t argument(int number) {
  return offsetof(struct seccomp_data, args) + 8 * (size_t)number;
}

// Allows a call unless some bits of an argument are set.
static void allow_without(
    struct program *program, int call, int number, uint32_t bits, uint32_t refusal) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load(program, argument(number));
  add(program, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  answer(program, refusal);
  answer(program, SECCOMP_RET_ALLOW);
}

// Allows a call with some values of an argument.
static void allow_with(
    struct program *program, int call, int number, const uint32_t *values, uint8_t count,
    uint32_t refusal) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(2 * count + 2));
  load(program, argument(number));
  for (int i = 0; i < count; i++) answer_to(program, (int)values[i], SECCOMP_RET_ALLOW);
  answer(program, refusal);
}

// Refuses a call on another process, whose number is the first argument; the number of the call is loaded
// again.
static void refuse_others(struct program *program, int call, uint32_t refusal) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load(program, argument(0));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer(program, refusal);
  load(program, offsetof(struct seccomp_data, nr));
}

static void allow_to_parent(struct program *program, uint32_t refusal) {
  for (size_t i = 0; i < sizeof allowed_to_parent / sizeof *allowed_to_parent; i++)
    answer_to(program, allowed_to_parent[i], SECCOMP_RET_ALLOW);
  allow_without(program, SYS_clone, 0, (uint32_t)not_forking, refusal);
  allow_with(program, SYS_prctl, 0, process_options, 2, refusal);
  refuse_others(program, SYS_prlimit64, refusal);
  allow_with(program, SYS_prlimit64, 1, resources, 2, refusal);
}

static void allow_folder(struct program *program, uint32_t refusal) {
  for (size_t i = 0; i < sizeof allowed_with_folder / sizeof *allowed_with_folder; i++)
    answer_to(program, allowed_with_folder[i], SECCOMP_RET_ALLOW);
  allow_without(program, SYS_openat, 2, opening_to_change, refusal);
}

int cjail_filter(int may_open, int is_child, int is_strict) {
  struct program program = {.length = 0};
  uint32_t refusal = is_strict ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | EPERM;
  load(&program, offsetof(struct seccomp_data, arch));
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(&program, SECCOMP_RET_KILL_PROCESS);
  load(&program, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    answer_to(&program, allowed[i], SECCOMP_RET_ALLOW);
  if (!is_child) allow_to_parent(&program, refusal);
  if (may_open) allow_folder(&program, refusal);
  allow_with(&program, SYS_fcntl, 1, descriptor_commands, 4, refusal);
  // Memory is never executable.
  allow_without(&program, SYS_mmap, 2, PROT_EXEC, refusal);
  allow_without(&program, SYS_mprotect, 2, PROT_EXEC, refusal);
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
    answer_to(&program, deadly[i], SECCOMP_RET_KILL_PROCESS);
  // glibc tries clone3 first, and clone if there is none.
  answer_to(&program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  answer(&program, refusal);
  struct sock_fprog filter = {.len = program.length, .filter = program.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}
