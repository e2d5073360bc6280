import Glibc

/// A time stamp of a file, in nanoseconds since 1970; see inode(7).
///
/// 64 bits reach from 1677 to 2262; a time outside of this range, from a broken disk, becomes the nearest
/// time in the range.
public struct FileTime: Hashable, Comparable, Sendable {
  /// The number of nanoseconds since 1970-01-01T00:00:00Z.
  public let nanoseconds: Int64

  /// Creates a time.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  init(_ time: timespec) {
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
    let nearest: Int64 = time.tv_sec < 0 ? .min : .max
    nanoseconds = overflow || carried ? nearest : sum
  }

  /// 1970-01-01T00:00:00Z.
  public static var epoch: FileTime { FileTime(nanoseconds: 0) }

  /// Whether the time is a multiple of a step, counted from 1970.
  ///
  /// - Parameter step: a positive, whole number of nanoseconds.
  /// - Returns: whether a clock that advances by this step could show the time.
  public func isMultiple(of step: Duration) -> Bool {
    nanoseconds.isMultiple(of: step.wholeNanoseconds)
  }
}

extension FileTime {
  /// Returns the time later by a duration; fractions of a nanosecond are dropped.
  public static func + (time: FileTime, duration: Duration) -> FileTime {
    let sum = Duration.nanoseconds(time.nanoseconds) + duration
    return FileTime(nanoseconds: sum.wholeNanoseconds)
  }

  /// Returns the time earlier by a duration; fractions of a nanosecond are dropped.
  public static func - (time: FileTime, duration: Duration) -> FileTime {
    time + (.zero - duration)
  }

  /// Returns the duration from `earlier` to `later`.
  public static func - (later: FileTime, earlier: FileTime) -> Duration {
    Duration.nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
  }

  /// Whether the first time is earlier than the second.
  public static func < (first: FileTime, second: FileTime) -> Bool {
    first.nanoseconds < second.nanoseconds
  }
}

extension Duration {
  /// The duration in nanoseconds, clamped to 64 bits.
  fileprivate var wholeNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }
}
