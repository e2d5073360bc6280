import Glibc

/// What this process has used since it started; see getrusage(2) and proc_pid_statm(5).
public struct ProcessUsage: Equatable, Sendable {
  /// The CPU time of this process, and of its child processes that have ended.
  public var time: Duration
  /// The resident memory of this process in bytes, without its child processes.
  public var memory: Int64

  /// Makes a value.
  public init(time: Duration, memory: Int64) {
    (self.time, self.memory) = (time, memory)
  }

  /// The usage until now; what cannot be read counts as zero.
  public static var current: ProcessUsage {
    var time = Duration.zero
    for who in [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue] {
      var usage = rusage()
      guard unsafe getrusage(who, &usage) == 0 else { continue }
      for value in [usage.ru_utime, usage.ru_stime] {
        time += .seconds(value.tv_sec) + .microseconds(value.tv_usec)
      }
    }
    let statm = FilePath.root.appending("proc").appending("self").appending("statm")
    let text = try? FileDescriptor(openingOwn: statm).read(upTo: 256, expecting: 64)
    let pages = String(decoding: text ?? [], as: UTF8.self).split(separator: " ").dropFirst().first
    let pageSize = Int64(sysconf(Int32(_SC_PAGESIZE)))
    return ProcessUsage(time: time, memory: (pages.flatMap { Int64($0) } ?? 0) * pageSize)
  }
}
