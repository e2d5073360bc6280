import Glibc

/// A time of a file, in nanoseconds since 1970; see inode(7).
///
/// 64 bits reach from 1677 to 2262. A time outside of this range, which a broken disk made up, becomes
/// the nearest one inside.
public struct FileTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public let nanoseconds: Int64

  /// Makes a time.
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

  /// Whether a clock that advances by this step, from 1970 on, can show the time.
  ///
  /// - Parameter step: a whole number of nanoseconds.
  /// - Returns: whether the time is a multiple of it.
  public func isMultiple(of step: Duration) -> Bool {
    nanoseconds.isMultiple(of: step.wholeNanoseconds)
  }
}

extension FileTime {
  /// The time that is this much later; parts of a nanosecond are dropped.
  public static func + (time: FileTime, duration: Duration) -> FileTime {
    let sum = Duration.nanoseconds(time.nanoseconds) + duration
    return FileTime(nanoseconds: sum.wholeNanoseconds)
  }

  /// The time that is this much earlier.
  public static func - (time: FileTime, duration: Duration) -> FileTime {
    time + (.zero - duration)
  }

  /// How much later the first is.
  public static func - (later: FileTime, earlier: FileTime) -> Duration {
    Duration.nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
  }

  /// Whether the first is the earlier time.
  public static func < (first: FileTime, second: FileTime) -> Bool {
    first.nanoseconds < second.nanoseconds
  }
}

extension Duration {
  /// Its nanoseconds, or the nearest number of them that fits into 64 bits.
  fileprivate var wholeNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }
}
