public import LinuxSystem

/// When files are read again whose times may hide a write that came after they were read: a value.
///
/// A file is racy if its times may hide a write after the last read.
///
/// The index stores these files, each with the moment from which another read is final. This value
/// has only the next such moment and the last moment that was taken, so that a file that cannot be
/// read is not taken again and again. Moments are times of ``LinuxSystem/FileClock``, which a
/// person can set back.
public struct RacyFiles: Equatable, Sendable {
  /// The longest delay; a later moment means that the clock was set back.
  public static let longestWait = Duration.seconds(10)

  /// When ``takeDue(at:moment:)`` returns the next files; nil if there are none.
  public private(set) var nextDeadline: ContinuousClock.Instant?
  /// The earliest moment; ``LinuxSystem/FileTime/epoch`` is none.
  private static let first = FileTime(nanoseconds: 1)
  /// Files whose moment is before this one have been taken.
  private var next = first

  /// Creates a value without files.
  public init() {}

  /// Schedules another read of a file.
  ///
  /// - Parameters:
  ///   - final: the moment from which that read is final.
  ///   - moment: the current moment.
  ///   - now: the current time by the clock of deadlines.
  public mutating func schedule(
    final: FileTime, moment: FileTime, at now: ContinuousClock.Instant
  ) {
    let wait = min(max(.zero, final - moment), Self.longestWait)
    let due = now + wait
    nextDeadline = min(nextDeadline ?? due, due)
  }

  /// Removes and returns the moments that are due.
  ///
  /// - Returns: the moments of the files to read again; nil if none is due.
  public mutating func takeDue(
    at now: ContinuousClock.Instant, moment: FileTime
  ) -> ClosedRange<FileTime>? {
    guard let due = nextDeadline, due <= now else { return nil }
    nextDeadline = nil
    // If the clock was set back, files before `next` have not been taken.
    let first = next <= moment ? next : Self.first
    next = moment + .nanoseconds(1)
    return first...moment
  }

  /// Puts back moments that were taken and not used; they are due at once.
  ///
  /// - Parameters:
  ///   - last: the moment of the last file that is read now.
  ///   - now: the current time.
  public mutating func putBack(after last: FileTime, at now: ContinuousClock.Instant) {
    next = last + .nanoseconds(1)
    nextDeadline = now
  }
}
