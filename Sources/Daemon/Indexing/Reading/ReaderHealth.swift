import LinuxSystem
import TextExtraction

/// Deaths that are the fault of a reader, not of documents: a value.
///
/// A library that was updated by half, for example, ends the program at each document. Ten deaths on
/// different documents within a minute pause their reader: for a minute, then for twice as long each
/// time, up to an hour.
struct ReaderHealth: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// The number of documents whose deaths pause a reader.
  static let limit = 10
  /// The time within which they count.
  static let window = Duration.seconds(60)
  /// The shortest and the longest pause.
  ///
  /// After a time as long as the longest one without a pause, the next one is short again.
  static let pauses = Duration.seconds(60)...Duration.seconds(3_600)

  /// A death of a reader.
  struct Death: Equatable {
    let subject: FileVersion
    let path: FilePath
    let time: Instant
  }

  private struct Pause: Equatable {
    let backoff: Backoff
    let end: Instant
    let wallEnd: UnixTime
    var isOver = false
  }

  private var deaths: [ReaderVersion: [Death]] = [:]
  private var pauses: [ReaderVersion: Pause] = [:]

  /// Records that a reader died.
  ///
  /// - Parameters:
  ///   - reader: the reader.
  ///   - subject: the document.
  ///   - path: its path.
  ///   - now: this moment.
  ///   - wall: the same for people.
  /// - Returns: the deaths that are the reader's fault, if it pauses from now on; otherwise none.
  mutating func recordDeath(
    of reader: ReaderVersion, at subject: FileVersion, _ path: FilePath, now: Instant,
    wall: UnixTime
  ) -> [Death] {
    var recent = deaths[reader, default: []].filter { now < $0.time + Self.window }
    recent.append(Death(subject: subject, path: path, time: now))
    guard Set(recent.map(\.subject)).count >= Self.limit else {
      deaths[reader] = recent
      return []
    }
    deaths[reader] = nil
    var backoff = Backoff(first: Self.pauses.lowerBound, longest: Self.pauses.upperBound)
    if let last = pauses[reader], now < last.end + Self.pauses.upperBound {
      backoff = last.backoff
    }
    let length = backoff.next()
    pauses[reader] = Pause(
      backoff: backoff, end: now + length,
      wallEnd: UnixTime(seconds: wall.seconds + length.components.seconds))
    return recent
  }

  /// Ends the pauses that are over.
  mutating func resume(at now: Instant) -> Bool {
    let over = pauses.filter { !$0.value.isOver && $0.value.end <= now }.keys
    for reader in over { pauses[reader]?.isOver = true }
    return !over.isEmpty
  }

  /// When the next pause ends; nil if no reader is paused.
  var due: Instant? { pauses.values.filter { !$0.isOver }.map(\.end).min() }

  /// The readers that are paused, and until when, in the order of their names.
  var paused: [(reader: ReaderVersion, until: UnixTime)] {
    pauses.filter { !$0.value.isOver }.map { ($0.key, $0.value.wallEnd) }
      .sorted { ($0.reader.name, $0.reader.rawValue) < ($1.reader.name, $1.reader.rawValue) }
  }

  /// The pauses of readers and their reasons, as sentences for people.
  var sentences: [String] {
    paused.map { reader, until in
      """
      The program that reads \(reader.name) ended at \(Self.limit) documents within a minute; it is \
      paused until \(until.rfc3339). New documents of this format are found by their names until then.
      """
    }
  }

  /// Why a document is not read while its reader is paused, as a clause.
  static let clause = "its reader failed at many documents and is paused; it is read later"
}
