#define _GNU_SOURCE
#include "Filter.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#else
#error "The filter does not know this architecture."
#endif

// What reading a document needs, by strace over 632 documents of all kinds and glibc 2.36.
static const int allowed[] = {
    SYS_read, SYS_pread64, SYS_write, SYS_lseek, SYS_close, SYS_fstat, SYS_newfstatat, SYS_getdents64,
    SYS_fcntl, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_clock_gettime,
    SYS_getrusage, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getrandom, SYS_sysinfo, SYS_uname,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall, SYS_set_robust_list,
    SYS_sendmsg, SYS_recvmsg, SYS_exit_group, SYS_exit,
};
// What only the process needs that starts the readers.
static const int allowed_to_parent[] = {
    SYS_clone, SYS_wait4, SYS_prctl, SYS_seccomp, SYS_prlimit64,
#ifdef SYS_rseq
    SYS_rseq,
#endif
};
// What no reader ever needs: who calls it is not a reader any more.
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

int cjail_filter(int may_open, int is_child, int is_strict) {
  struct program program = {.length = 0};
  uint32_t refusal = is_strict ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | EPERM;
  load(&program, offsetof(struct seccomp_data, arch));
  add(&program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(&program, SECCOMP_RET_KILL_PROCESS);
  load(&program, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    answer_to(&program, allowed[i], SECCOMP_RET_ALLOW);
  if (!is_child)
    for (size_t i = 0; i < sizeof allowed_to_parent / sizeof *allowed_to_parent; i++)
      answer_to(&program, allowed_to_parent[i], SECCOMP_RET_ALLOW);
  if (may_open) answer_to(&program, SYS_openat, SECCOMP_RET_ALLOW);
  // Memory is never executable.
  const int mapping[] = {SYS_mmap, SYS_mprotect};
  for (int i = 0; i < 2; i++) {
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)mapping[i], 0, 4);
    load(&program, argument(2));
    add(&program, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
    answer(&program, refusal);
    answer(&program, SECCOMP_RET_ALLOW);
  }
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
    answer_to(&program, deadly[i], SECCOMP_RET_KILL_PROCESS);
  // glibc tries clone3 first, and clone if there is none.
  answer_to(&program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  answer(&program, refusal);
  struct sock_fprog filter = {.len = program.length, .filter = program.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}
