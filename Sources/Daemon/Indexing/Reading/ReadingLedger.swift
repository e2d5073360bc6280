import ExtractionProtocol
import LinuxSystem

/// At which documents daemons died: a value.
///
/// A daemon records the document that it is about to read. If it dies before it removes the record,
/// the next daemon finds it. A death can have another reason than the document, so the first one
/// only makes it wait: it is read after everything else, alone, and with little memory. The second
/// death within ``memory`` of the first has it given up until it changes. Where only a part of it
/// could be read with little memory, that is all that is read until it changes. A death counts as
/// long as the reader that read the document has the same version. Documents are known by size,
/// time and inode, never by their names, which are private.
struct ReadingLedger: Equatable {
  /// A document that is being read.
  struct Reading: Equatable, Sendable {
    var subject: FileVersion
    /// The stored number of the reader's version.
    var reader: Int64
  }

  /// How a document is to be read.
  enum Treatment: Equatable, Sendable {
    /// As all others.
    case ordinary
    /// After all others, alone, and with little memory.
    case careful
    /// Not again: it was read with little memory after a death.
    case readInPart
    /// Not at all.
    case givenUp
  }

  /// Deaths at one document.
  struct Entry: Equatable, Sendable {
    /// The document, and its reader at the last death.
    var reading: Reading
    var deaths: Int64
    /// The last of them.
    var second: UnixTime
    /// Whether it has been read with little memory since.
    var isRead = false
  }

  /// How long one death counts: a day.
  static let memory = Duration.seconds(86_400)
  /// The number of documents that are remembered, the latest.
  static let capacity = 64
  /// After this number of deaths a document is given up.
  static let limit: Int64 = 2

  /// The documents at which daemons died, the latest last.
  private(set) var entries: [Entry] = []
  /// The document that is being read.
  var current: Reading?
  /// Whether the daemon was asked to end, so that a death is no document's fault.
  var isEnding = false
  /// Identifies one run of the machine: a power cut is no document's fault either.
  var boot: Int64 = 0

  /// Takes over the notes of the daemon before this one; `boot` says which run of the machine this is.
  mutating func begin(boot: Int64, second: UnixTime) {
    let dead = self.boot == boot && !isEnding ? current : nil
    (current, isEnding, self.boot) = (nil, false, boot)
    // A document that was read in part stays known: to read it whole would kill the daemon again.
    entries.removeAll {
      $0.deaths < Self.limit && !$0.isRead && $0.second + Self.memory <= second
    }
    if let dead { recordDeath(at: dead, second: second) }
  }

  /// Records that the process that read a document died.
  ///
  /// Deaths of another version of the reader do not count any more.
  mutating func recordDeath(at reading: Reading, second: UnixTime) {
    let old = entries.first { $0.reading == reading }
    entries.removeAll { $0.reading.subject == reading.subject }
    entries.append(Entry(reading: reading, deaths: (old?.deaths ?? 0) + 1, second: second))
    entries = entries.suffix(Self.capacity)
  }

  /// Takes deaths back that were not the fault of the documents, one for each element.
  mutating func takeBackDeaths(at subjects: [FileVersion]) {
    for subject in subjects {
      guard let index = index(of: subject) else { continue }
      entries[index].deaths -= 1
      if entries[index].deaths <= 0, !entries[index].isRead { entries.remove(at: index) }
    }
  }

  /// The stored number of the reader at the last death; nil for a document without a death.
  func reader(of subject: FileVersion) -> Int64? {
    index(of: subject).map { entries[$0].reading.reader }
  }

  /// How a document is to be read; `isCurrent` tells stored numbers of current readers from others.
  func treatment(
    of subject: FileVersion, second: UnixTime, isCurrent: (Int64) -> Bool = { _ in true }
  ) -> Treatment {
    guard let entry = index(of: subject).map({ entries[$0] }), isCurrent(entry.reading.reader)
    else { return .ordinary }
    if entry.deaths >= Self.limit { return .givenUp }
    if entry.isRead { return .readInPart }
    return entry.second + Self.memory <= second ? .ordinary : .careful
  }

  /// Notes that a document was read, as a whole if nothing was left out because of a death.
  mutating func recordRead(_ subject: FileVersion, isWhole: Bool) {
    guard let index = index(of: subject) else { return }
    if isWhole { entries.remove(at: index) } else { entries[index].isRead = true }
  }

  private func index(of subject: FileVersion) -> Int? {
    entries.firstIndex { $0.reading.subject == subject }
  }
}

// MARK: - As bytes

extension ReadingLedger {
  /// The size of ``bytes``: one page.
  static let byteCount = 4_096
  /// "SITTAREA".
  private static let magic: Int64 = 0x5349_5454_4152_4541

  /// Reads ``bytes``; missing or damaged bytes give an empty ledger.
  init(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return }
    var rest = bytes[...]
    guard rest.popNumber(Int64.self) == Self.magic, let boot = rest.popNumber(Int64.self),
      let state = rest.popNumber(Int64.self), let current = Reading(&rest),
      let count = rest.popNumber(Int64.self)
    else { return }
    self.boot = boot
    self.current = state & 1 == 0 ? nil : current
    isEnding = state & 2 != 0
    for _ in 0..<min(max(count, 0), Int64(Self.capacity)) {
      guard let reading = Reading(&rest), let deaths = rest.popNumber(Int64.self),
        let second = rest.popNumber(Int64.self), let isRead = rest.popNumber(Int64.self)
      else { return }
      entries.append(
        Entry(
          reading: reading, deaths: deaths, second: UnixTime(seconds: second), isRead: isRead != 0))
    }
  }

  /// The ledger as a page of 64-bit numbers, little-endian.
  var bytes: [UInt8] {
    var numbers = head
    numbers.append(Int64(entries.count))
    for entry in entries {
      numbers += entry.reading.numbers + [entry.deaths, entry.second.seconds, entry.isRead ? 1 : 0]
    }
    let bytes = Self.bytes(of: numbers)
    return bytes + [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
  }

  /// The beginning of ``bytes``, with the document that is being read.
  var headBytes: [UInt8] { Self.bytes(of: head) }

  private var head: [Int64] {
    let state: Int64 = (current == nil ? 0 : 1) | (isEnding ? 2 : 0)
    let none = Reading(subject: FileVersion(size: 0, modified: .epoch, inode: 0), reader: 0)
    return [Self.magic, boot, state] + (current ?? none).numbers
  }

  private static func bytes(of numbers: [Int64]) -> [UInt8] {
    numbers.reduce(into: []) { $0.append(number: $1) }
  }
}

extension ReadingLedger.Reading {
  fileprivate init?(_ bytes: inout ArraySlice<UInt8>) {
    guard let size = bytes.popNumber(Int64.self), let modified = bytes.popNumber(Int64.self),
      let inode = bytes.popNumber(UInt64.self), let reader = bytes.popNumber(Int64.self)
    else { return nil }
    let subject = FileVersion(size: size, modified: FileTime(nanoseconds: modified), inode: inode)
    self.init(subject: subject, reader: reader)
  }

  fileprivate var numbers: [Int64] {
    [subject.size, subject.modified.nanoseconds, Int64(bitPattern: subject.inode), reader]
  }
}
