import Glibc

/// The clock that the kernel uses for time stamps of files, in nanoseconds since 1970.
///
/// A time stamp is the time of the clock's last tick; see CLOCK_REALTIME_COARSE in clock_getres(2).
public enum FileClock {
  /// The current time, with a higher resolution than time stamps.
  public static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  /// The time between two ticks.
  public static let tick: Duration = {
    var time = timespec()
    guard unsafe clock_getres(CLOCK_REALTIME_COARSE, &time) == 0 else { return .milliseconds(10) }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }()

  /// Whether the kernel has "multigrain timestamps" (since Linux 6.13).
  ///
  /// If a time stamp was read, the file's next change then gets a time stamp of higher resolution, between
  /// two ticks. Not all file systems support this.
  ///
  /// Source: Documentation/filesystems/multigrain-ts.rst of Linux.
  public static let isMultigrain: Bool = {
    let path = FilePath.root.appending("proc").appending("sys").appending("kernel")
      .appending("osrelease")
    let bytes = try? FileDescriptor(openingOwn: path).read(upTo: 128, expecting: 127)
    return isMultigrain(release: String(decoding: bytes ?? [], as: UTF8.self))
  }()

  static func isMultigrain(release: String) -> Bool {
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 13)
  }
}
