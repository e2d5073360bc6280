public import LinuxSystem

/// Decides when racy files are read again.
///
/// A file is racy if its times may hide a write after the last read.
///
/// The index stores these files, each with the time from which another read is final. This type has
/// only the next deadline and the last time up to which files were taken, so that an unreadable
/// file is not taken again and again. `moment` is always a time of ``LinuxSystem/FileClock``, which
/// a person can set back.
public struct RacyFiles: Equatable, Sendable {
  /// The longest delay; if a file needs longer, the clock was set back.
  public static let longestWait = Duration.seconds(10)

  /// When ``takeDue(at:moment:)`` returns the next files; nil if there are none.
  public private(set) var nextDeadline: ContinuousClock.Instant?
  /// The earliest time at which a file can be final; ``LinuxSystem/FileTime/epoch`` means none.
  private static let first = FileTime(nanoseconds: 1)
  /// Files that are final before this time have been taken.
  private var next = first

  /// Creates a plan without files.
  public init() {}

  /// Schedules another read of a file.
  ///
  /// - Parameters:
  ///   - final: the time from which another read of the file is final.
  ///   - moment: the current time, by ``LinuxSystem/FileClock``.
  ///   - now: the current time, by the monotonic clock.
  public mutating func schedule(
    final: FileTime, moment: FileTime, at now: ContinuousClock.Instant
  ) {
    let wait = min(max(.zero, final - moment), Self.longestWait)
    let due = now + wait
    nextDeadline = min(nextDeadline ?? due, due)
  }

  /// Returns the times up to now from which files are final, if a read is due.
  ///
  /// - Returns: the range of times whose files are to be read again; nil if none is due.
  public mutating func takeDue(
    at now: ContinuousClock.Instant, moment: FileTime
  ) -> ClosedRange<FileTime>? {
    guard let due = nextDeadline, due <= now else { return nil }
    nextDeadline = nil
    // If the clock was set back, no files of the time since then have been taken.
    let first = next <= moment ? next : Self.first
    next = moment + .nanoseconds(1)
    return first...moment
  }

  /// Returns the times of files that are not read now; they are due at once.
  ///
  /// - Parameters:
  ///   - last: the time of the last file that is read now.
  ///   - now: the current time.
  public mutating func putBack(after last: FileTime, at now: ContinuousClock.Instant) {
    next = last + .nanoseconds(1)
    nextDeadline = now
  }
}
