public import LinuxSystem

/// When files are read again whose times may hide a write that came after they were read: a value.
///
/// Which files these are, the index remembers, each with the moment from which on another read of it
/// is final. Here is only the next such moment and how far those have been taken that are over, so
/// that a file which cannot be read then is not taken again and again. Moments are those of
/// ``LinuxSystem/FileClock``, which a person may set back.
public struct RacyFiles: Equatable, Sendable {
  /// The longest wait that makes sense: a later moment is of a clock that was set back meanwhile.
  public static let longestWait = Duration.seconds(10)

  /// When ``takeDue(at:moment:)`` has something next; nil where no file waits.
  public private(set) var nextDeadline: ContinuousClock.Instant?
  /// The earliest moment; ``LinuxSystem/FileTime/epoch`` is none.
  private static let first = FileTime(nanoseconds: 1)
  /// Files whose moment is before this one have been taken.
  private var next = first

  /// Makes a value without files.
  public init() {}

  /// Notes a file that is to be read again.
  ///
  /// - Parameters:
  ///   - final: the moment from which on that is final.
  ///   - moment: this moment.
  ///   - now: the same by the clock of deadlines.
  public mutating func note(
    final: FileTime, moment: FileTime, at now: ContinuousClock.Instant
  ) {
    let wait = min(max(.zero, final - moment), Self.longestWait)
    let due = now + wait
    nextDeadline = min(nextDeadline ?? due, due)
  }

  /// Takes what is due.
  ///
  /// - Returns: the moments of the files to read again; nil where none is due.
  public mutating func takeDue(
    at now: ContinuousClock.Instant, moment: FileTime
  ) -> ClosedRange<FileTime>? {
    guard let due = nextDeadline, due <= now else { return nil }
    nextDeadline = nil
    // After the clock was set back, files before `next` have not been taken.
    let first = next <= moment ? next : Self.first
    next = moment + .nanoseconds(1)
    return first...moment
  }

  /// Puts back what was taken and is too much for now: what is left is due at once.
  ///
  /// - Parameters:
  ///   - last: the moment of the last file that is being read.
  ///   - now: the time.
  public mutating func putBack(after last: FileTime, at now: ContinuousClock.Instant) {
    next = last + .nanoseconds(1)
    nextDeadline = now
  }
}
