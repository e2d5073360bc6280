import LinuxSystem
import TextExtraction

/// Finds out when deaths are the fault of a reader, not of the documents, and pauses the reader.
///
/// For example, a half-updated library makes the program die at every document. Deaths at ten
/// different documents within a minute, between which it reads none, pause the reader: for one minute, then twice
/// as long each time, up to an hour. After the first pause, deaths count for the documents, too, so that documents
/// at which any reader dies do not keep it from all others for ever.
struct ReaderHealth: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// A reader that dies at this number of different documents is paused.
  static let limit = 10
  /// The time within which these deaths have to occur.
  static let window = Duration.seconds(60)
  /// The shortest and the longest pause.
  ///
  /// After an hour without a pause, the next pause is short again.
  static let pauses = Duration.seconds(60)...Duration.seconds(3_600)

  /// A death of a reader.
  struct Death: Equatable {
    let subject: FileVersion
    let path: FilePath
    let time: Instant
  }

  /// A reader that is paused from now on.
  struct Blame: Equatable {
    /// The deaths that led to it.
    var deaths: [Death]
    /// Whether the documents of the deaths are innocent.
    var isReaderAlone: Bool

    /// The deaths that do not count for their documents: all if the reader alone is to blame, else all but one of
    /// each document, which may be read again before others have been tried.
    var forgiven: [FileVersion] {
      var seen: Set<FileVersion> = []
      return deaths.map(\.subject).filter { !seen.insert($0).inserted || isReaderAlone }
    }
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
  ///   - now: the current time, by the monotonic clock.
  ///   - wall: the current time, as time of day.
  /// - Returns: the deaths, if the reader is paused from now on; otherwise nil.
  mutating func recordDeath(
    of reader: ReaderVersion, at subject: FileVersion, _ path: FilePath, now: Instant,
    wall: UnixTime
  ) -> Blame? {
    var recent = deaths[reader, default: []].filter { now < $0.time + Self.window }
    recent.append(Death(subject: subject, path: path, time: now))
    guard Set(recent.map(\.subject)).count >= Self.limit else {
      deaths[reader] = recent
      return nil
    }
    deaths[reader] = nil
    var isReaderAlone = true
    var backoff = Backoff(first: Self.pauses.lowerBound, longest: Self.pauses.upperBound)
    if let last = pauses[reader], now < last.end + Self.pauses.upperBound {
      backoff = last.backoff
      isReaderAlone = false
    }
    let length = backoff.next()
    pauses[reader] = Pause(
      backoff: backoff, end: now + length,
      wallEnd: UnixTime(seconds: wall.seconds + length.components.seconds))
    return Blame(deaths: recent, isReaderAlone: isReaderAlone)
  }

  /// Records that a reader has read a document, so that it is not to blame for deaths before.
  mutating func recordSuccess(of reader: ReaderVersion) {
    deaths[reader] = nil
  }

  /// Ends the pauses whose time is over; returns whether there were any.
  mutating func resume(at now: Instant) -> Bool {
    let over = pauses.filter { !$0.value.isOver && $0.value.end <= now }.keys
    for reader in over { pauses[reader]?.isOver = true }
    return !over.isEmpty
  }

  /// When the next pause ends; nil if no reader is paused.
  var due: Instant? { pauses.values.filter { !$0.isOver }.map(\.end).min() }

  /// The paused readers and the ends of their pauses, sorted by name.
  var paused: [(reader: ReaderVersion, until: UnixTime)] {
    pauses.filter { !$0.value.isOver }.map { ($0.key, $0.value.wallEnd) }
      .sorted { ($0.reader.name, $0.reader.rawValue) < ($1.reader.name, $1.reader.rawValue) }
  }

  /// A sentence for people about each pause.
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
