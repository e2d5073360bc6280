import ExtractionProtocol
import LinuxSystem
import TextExtraction

/// The documents at which daemons died.
///
/// A daemon records each document that it is about to read, and removes the record afterwards. If it
/// dies in between, the next daemon finds the records. A document may not be the cause, so after
/// one death it is read after everything else, alone, and with little memory. If only a part of it
/// could be read so, no more is read until the file changes. After a second death within ``memory``
/// of the first, the document is given up until the file changes. If several documents were being
/// read at a death, it counts half. A death counts only for the
/// version of the reader at which it happened. Documents are identified by size, time and inode,
/// because names are private.
struct ReadingLedger: Equatable {
  /// A document that is being read.
  struct Reading: Equatable, Sendable {
    var subject: FileVersion
    /// The stored number of the reader's version.
    var reader: Int64
  }

  /// How a document is to be read.
  enum Treatment: Equatable, Sendable {
    /// Like all others.
    case ordinary
    /// After all others, alone, and with little memory.
    case careful
    /// Not again, because it was read with little memory after a death.
    case readInPart
    /// Not at all.
    case givenUp
  }

  /// Deaths at one document.
  struct Entry: Equatable, Sendable {
    /// The document, and its reader at the last death.
    var reading: Reading
    /// How likely it is that the document is the cause.
    ///
    /// A death counts ``alone`` if only this document was being read, and otherwise ``inCompany``.
    var suspicion: Int64
    /// The time of the last death.
    var second: UnixTime
    /// Whether the document was read with little memory since then.
    var isRead = false
  }

  /// How long a single death counts.
  static let memory = Duration.seconds(86_400)
  /// The most documents that are remembered; older ones are forgotten.
  static let capacity = 62
  /// How many documents can be read at once: one by the indexer itself, and one by each reader.
  static let slots = 1 + ExtractionSettings.mostReaders
  /// What a death adds to the suspicion of the only document that was being read.
  static let alone: Int64 = 2
  /// What a death adds to the suspicion of each of several documents.
  static let inCompany: Int64 = 1
  /// The suspicion at which a document is given up: after two deaths alone, or more in company.
  static let limit: Int64 = 4

  /// The documents at which daemons died; the one with the latest death is last.
  private(set) var entries: [Entry] = []
  /// The documents that are being read, by slot; slot 0 is that of the indexer itself.
  private(set) var current = [Reading?](repeating: nil, count: slots)
  /// Whether the daemon was asked to end; then no document is blamed for its death.
  var isEnding = false
  /// Identifies the boot of the machine; a death with the machine, as in a power cut, is not counted.
  var boot: Int64 = 0

  /// Evaluates the record of the previous daemon; `boot` identifies the current boot of the machine.
  mutating func begin(boot: Int64, second: UnixTime) {
    // Two readers may have had links to the same file.
    var dead: [Reading] = []
    if self.boot == boot, !isEnding {
      for case let reading? in current where !dead.contains(reading) { dead.append(reading) }
    }
    (isEnding, self.boot) = (false, boot)
    for slot in current.indices { current[slot] = nil }
    // A document that was read in part is kept: reading all of it would kill the daemon again.
    entries.removeAll {
      $0.suspicion < Self.limit && !$0.isRead && $0.second + Self.memory <= second
    }
    let weight = dead.count == 1 ? Self.alone : Self.inCompany
    for reading in dead { recordDeath(at: reading, weight, second: second) }
  }

  /// Records which document is being read in a slot; nil for none.
  mutating func set(_ reading: Reading?, in slot: Int) {
    current[slot] = reading
  }

  /// Records that the daemon or a reader died while it read a document.
  ///
  /// Earlier deaths at the document count only if the reader had the same version.
  mutating func recordDeath(
    at reading: Reading, _ weight: Int64 = alone, second: UnixTime
  ) {
    let old = entries.first { $0.reading == reading }
    entries.removeAll { $0.reading.subject == reading.subject }
    let suspicion = (old?.suspicion ?? 0) + weight
    entries.append(Entry(reading: reading, suspicion: suspicion, second: second))
    entries = entries.suffix(Self.capacity)
  }

  /// Subtracts deaths that were not the fault of the documents, one for each element.
  mutating func takeBackDeaths(at subjects: [FileVersion]) {
    for subject in subjects {
      guard let index = index(of: subject) else { continue }
      entries[index].suspicion -= Self.alone
      if entries[index].suspicion <= 0, !entries[index].isRead { entries.remove(at: index) }
    }
  }

  /// The stored number of the reader at the last death; nil for a document without deaths.
  func reader(of subject: FileVersion) -> Int64? {
    index(of: subject).map { entries[$0].reading.reader }
  }

  /// How to read a document; `isCurrent` returns whether a stored number is that of a current reader.
  func treatment(
    of subject: FileVersion, second: UnixTime, isCurrent: (Int64) -> Bool = { _ in true }
  ) -> Treatment {
    guard let entry = index(of: subject).map({ entries[$0] }), isCurrent(entry.reading.reader)
    else { return .ordinary }
    if entry.suspicion >= Self.limit { return .givenUp }
    if entry.isRead { return .readInPart }
    return entry.second + Self.memory <= second ? .ordinary : .careful
  }

  /// Records that a document was read; `isWhole` is false if a part was left out because of a death.
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
  /// "SITTAREB".
  private static let magic: Int64 = 0x5349_5454_4152_4542

  /// Decodes ``bytes``; missing or damaged bytes give an empty ledger.
  init(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return }
    var rest = bytes[...]
    guard rest.popNumber(Int64.self) == Self.magic, let boot = rest.popNumber(Int64.self),
      let state = rest.popNumber(Int64.self)
    else { return }
    self.boot = boot
    isEnding = state & 1 != 0
    for slot in 0..<Self.slots {
      guard let reading = Reading(&rest) else { return }
      if state & 2 << Int64(slot) != 0 { current[slot] = reading }
    }
    guard let count = rest.popNumber(Int64.self) else { return }
    for _ in 0..<min(max(count, 0), Int64(Self.capacity)) {
      guard let reading = Reading(&rest), let suspicion = rest.popNumber(Int64.self),
        let second = rest.popNumber(Int64.self), let isRead = rest.popNumber(Int64.self)
      else { return }
      entries.append(
        Entry(
          reading: reading, suspicion: suspicion, second: UnixTime(seconds: second),
          isRead: isRead != 0))
    }
  }

  /// The ledger as a page of 64-bit numbers, little-endian.
  var bytes: [UInt8] {
    var numbers = head
    numbers.append(Int64(entries.count))
    for entry in entries {
      numbers +=
        entry.reading.numbers + [entry.suspicion, entry.second.seconds, entry.isRead ? 1 : 0]
    }
    let bytes = Self.bytes(of: numbers)
    return bytes + [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
  }

  /// The first part of ``bytes``, up to the documents that are being read.
  var headBytes: [UInt8] { Self.bytes(of: head) }

  private var head: [Int64] {
    var state: Int64 = isEnding ? 1 : 0
    for slot in current.indices where current[slot] != nil { state |= 2 << Int64(slot) }
    let none = Reading(subject: FileVersion(size: 0, modified: .epoch, inode: 0), reader: 0)
    return [Self.magic, boot, state] + current.flatMap { ($0 ?? none).numbers }
  }

  private static func bytes(of numbers: [Int64]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * numbers.count)
    for number in numbers {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
      }
    }
    return bytes
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
