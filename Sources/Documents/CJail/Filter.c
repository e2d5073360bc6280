#define _GNU_SOURCE
#include "Filter.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// The system calls that reading a document needs: strace(1) found them with 632 documents and glibc 2.36.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(lseek), SCMP_SYS(close), SCMP_SYS(fstat),
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk), SCMP_SYS(futex),
    SCMP_SYS(clock_gettime), SCMP_SYS(getrusage), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(gettid),
    SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall), SCMP_SYS(set_robust_list), SCMP_SYS(sendmsg),
    SCMP_SYS(recvmsg), SCMP_SYS(exit_group), SCMP_SYS(exit),
};
// System calls that only the parent of the reading processes needs.
static const int allowed_to_parent[] = {SCMP_SYS(wait4), SCMP_SYS(rseq)};
// System calls that only reading the folder needs. glibc 2.36 also calls newfstatat for fstat. Landlock does
// not restrict newfstatat.
static const int allowed_with_folder[] = {SCMP_SYS(newfstatat), SCMP_SYS(getdents64)};
// F_SETOWN, F_SETSIG and O_ASYNC could send signals to any process of the user; leases and locks could block
// other programs.
static const int descriptor_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};
static const int process_options[] = {PR_SET_PDEATHSIG, PR_SET_SECCOMP};
static const int resources[] = {RLIMIT_AS, RLIMIT_CPU};
enum {
  opening_to_change = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH,
  // Allows only the flags of fork(3), so no threads and no namespaces.
  not_forking = ~(CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD),
};
// System calls that no reader needs: a process that makes one has been taken over, and is killed.
static const int deadly[] = {
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev), SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen),
    SCMP_SYS(accept4), SCMP_SYS(bpf), SCMP_SYS(io_uring_setup), SCMP_SYS(userfaultfd),
    SCMP_SYS(perf_event_open), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(unshare), SCMP_SYS(setns),
    SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key),
    SCMP_SYS(kexec_load), SCMP_SYS(init_module), SCMP_SYS(finit_module),
};

#define COUNT(list) (int)(sizeof list / sizeof *list)
// The kernel uses only the lower 32 bits of these arguments.
#define IS(number, value) SCMP_CMP64(number, SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)(value))
#define LACKS(number, bits) SCMP_CMP64(number, SCMP_CMP_MASKED_EQ, (uint32_t)(bits), 0)

static int add(scmp_filter_ctx filter, uint32_t verdict, const int *calls, int count) {
  int error = 0;
  for (int i = 0; i < count; i++) error |= seccomp_rule_add(filter, verdict, calls[i], 0);
  return error;
}

// Allows a system call if argument `number` has one of the values.
static int allow_with(scmp_filter_ctx filter, int call, unsigned number, const int *values, int count) {
  int error = 0;
  for (int i = 0; i < count; i++)
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, IS(number, values[i]));
  return error;
}

static int allow_to_parent(scmp_filter_ctx filter) {
  int error = add(filter, SCMP_ACT_ALLOW, allowed_to_parent, COUNT(allowed_to_parent));
  error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, LACKS(0, not_forking));
  error |= allow_with(filter, SCMP_SYS(prctl), 0, process_options, COUNT(process_options));
  // Argument 0 is the process ID; 0 is the calling process.
  for (int i = 0; i < COUNT(resources); i++)
    error |= seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, IS(0, 0), IS(1, resources[i]));
  return error;
}

static int allow_folder(scmp_filter_ctx filter) {
  return add(filter, SCMP_ACT_ALLOW, allowed_with_folder, COUNT(allowed_with_folder))
      | seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, LACKS(2, opening_to_change));
}

static int fill(scmp_filter_ctx filter, int may_open, int is_child, int is_strict) {
  int error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  error |= add(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed));
  if (!is_child) error |= allow_to_parent(filter);
  if (may_open) error |= allow_folder(filter);
  error |= allow_with(filter, SCMP_SYS(fcntl), 1, descriptor_commands, COUNT(descriptor_commands));
  // Refuses executable memory.
  error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, LACKS(2, PROT_EXEC));
  error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, LACKS(2, PROT_EXEC));
  if (!is_strict) error |= add(filter, SCMP_ACT_KILL_PROCESS, deadly, COUNT(deadly));
  // glibc tries clone3 first, and falls back to clone after ENOSYS.
  error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  return error;
}

static int export(scmp_filter_ctx filter, struct cjail_filter *made) {
  int file = memfd_create("filter", MFD_CLOEXEC);
  ssize_t size = -1;
  if (file >= 0 && seccomp_export_bpf(filter, file) == 0)
    size = pread(file, made->code, sizeof made->code, 0);
  if (file >= 0) close(file);
  made->length = size < 0 || size == sizeof made->code ? 0 : (unsigned short)(size / 8);
  return made->length ? 0 : -1;
}

int cjail_make_filter(struct cjail_filter *made, int may_open, int is_child, int is_strict) {
  scmp_filter_ctx filter = seccomp_init(is_strict ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(EPERM));
  int result = filter && fill(filter, may_open, is_child, is_strict) == 0 ? export(filter, made) : -1;
  seccomp_release(filter);
  return result;
}

// What Landlock does not restrict, or not in all versions, and what reaches other processes.
static const int forbidden_to_programs[] = {
    // Changes of files by their paths, and of their properties.
    SCMP_SYS(truncate), SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown),
    SCMP_SYS(fchown), SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes),
    SCMP_SYS(futimesat), SCMP_SYS(utimensat), SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr),
    SCMP_SYS(removexattr), SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr), SCMP_SYS(flock), SCMP_SYS(creat),
    // The network, and other programs of this system.
    SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4), SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(msgget), SCMP_SYS(semget),
    SCMP_SYS(mq_open), SCMP_SYS(mq_unlink), SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key),
    // Other processes.
    SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(kcmp),
    SCMP_SYS(process_madvise), SCMP_SYS(migrate_pages), SCMP_SYS(move_pages), SCMP_SYS(setpriority),
    SCMP_SYS(ioprio_set), SCMP_SYS(sched_setparam), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setattr),
    // It stays in its group, so that it ends with it.
    SCMP_SYS(setpgid), SCMP_SYS(setsid),
    // More of the kernel than programs need that read a file.
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(move_mount), SCMP_SYS(open_tree), SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fspick), SCMP_SYS(mount_setattr), SCMP_SYS(pivot_root),
    SCMP_SYS(chroot), SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(bpf), SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd), SCMP_SYS(personality), SCMP_SYS(open_by_handle_at), SCMP_SYS(name_to_handle_at),
    SCMP_SYS(quotactl), SCMP_SYS(fanotify_init), SCMP_SYS(init_module), SCMP_SYS(finit_module),
    SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load),
};
// For these, programs have another way if the kernel does not know the call; their arguments are in memory,
// where a filter cannot see them.
static const int unknown_to_programs[] = {
    SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
};
// Calls of newer kernels that change properties of files; the numbers are the same for all processors, and
// libseccomp 2.5 has no names for them.
static const int newer_changes[] = {452 /* fchmodat2 */, 463 /* setxattrat */, 466 /* removexattrat */,
                                    467 /* open_tree_attr */, 469 /* file_setattr */};
static const int forbidden_descriptor_commands[] = {
    F_SETOWN, F_SETOWN_EX, F_SETSIG, F_SETLEASE, F_NOTIFY, F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW,
};
static const int namespaces[] = {
    CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP,
};

// Refuses a system call if argument `number` has this value in the bits of the mask.
static int refuse_bits(scmp_filter_ctx filter, int call, unsigned number, int mask, int value) {
  return seccomp_rule_add(
      filter, SCMP_ACT_ERRNO(EPERM), call, 1,
      SCMP_CMP64(number, SCMP_CMP_MASKED_EQ, (uint32_t)mask, (uint32_t)value));
}

static int fill_conversion(scmp_filter_ctx filter) {
  int error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  error |= add(filter, SCMP_ACT_ERRNO(EPERM), forbidden_to_programs, COUNT(forbidden_to_programs));
  error |= add(filter, SCMP_ACT_ERRNO(ENOSYS), unknown_to_programs, COUNT(unknown_to_programs));
  error |= add(filter, SCMP_ACT_ERRNO(ENOSYS), newer_changes, COUNT(newer_changes));
  for (int i = 0; i < COUNT(forbidden_descriptor_commands); i++)
    error |= seccomp_rule_add(
        filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 1, IS(1, forbidden_descriptor_commands[i]));
  for (int i = 0; i < COUNT(namespaces); i++)
    error |= refuse_bits(filter, SCMP_SYS(clone), 0, namespaces[i], namespaces[i]);
  // Before ABI 3, Landlock lets open(2) cut a file that it opens for reading.
  error |= refuse_bits(filter, SCMP_SYS(openat), 2, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY);
  error |= refuse_bits(filter, SCMP_SYS(open), 1, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY);
  // Only for this process.
  error |= seccomp_rule_add(
      filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1, SCMP_CMP64(0, SCMP_CMP_NE, 0));
  return error;
}

int cjail_make_conversion_filter(struct cjail_filter *made) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  int result = filter && fill_conversion(filter) == 0 ? export(filter, made) : -1;
  seccomp_release(filter);
  return result;
}

int cjail_load_filter(const struct cjail_filter *filter) {
  struct sock_fprog program = {.len = filter->length, .filter = (struct sock_filter *)filter->code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
