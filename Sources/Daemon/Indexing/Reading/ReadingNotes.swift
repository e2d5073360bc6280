package import LinuxSystem
import Synchronization

/// The file `reading` in the state folder: the documents that are being read, and documents at which
/// daemons died.
///
/// One page is written in place and not synced, because it has to outlive only the process, not the
/// machine. If it cannot be written, as on a read-only disk, documents are still read.
/// ``ReadingLedger`` decides what is written.
package final class ReadingNotes: Sendable {
  private let file: FileDescriptor?
  private let ledger: Mutex<ReadingLedger>

  /// Opens or creates the file, and evaluates the record of the previous daemon.
  package init(in folder: FilePath, boot: Int64 = machineBoot, second: UnixTime = .now) {
    let file = try? FileDescriptor(openingRecordsAt: folder.appending("reading"))
    var ledger = ReadingLedger(bytes: file.page())
    ledger.begin(boot: boot, second: second)
    file.write(ledger.bytes)
    self.file = file
    self.ledger = Mutex(ledger)
  }

  /// How to read a document; see ``ReadingLedger/treatment(of:second:isCurrent:)``.
  func treatment(
    of subject: FileVersion, isCurrent: (Int64) -> Bool = { _ in true }
  ) -> ReadingLedger.Treatment {
    ledger.withLock { ledger in
      ledger.entries.isEmpty
        ? .ordinary : ledger.treatment(of: subject, second: .now, isCurrent: isCurrent)
    }
  }

  /// The stored number of the reader at the last death; nil for a document without deaths.
  func reader(of subject: FileVersion) -> Int64? {
    ledger.withLock { $0.reader(of: subject) }
  }

  /// Records that a document is about to be read, by the indexer itself or by the reader of a slot.
  func begin(_ reading: ReadingLedger.Reading, in slot: Int = 0) {
    writeHead { $0.set(reading, in: slot) }
  }

  /// Records that no document is being read in a slot.
  func end(in slot: Int = 0) {
    writeHead { $0.set(nil, in: slot) }
  }

  /// Whether the daemon was asked to end.
  var isEnding: Bool { ledger.withLock { $0.isEnding } }

  /// Records that the daemon was asked to end, so that no document is blamed if it is killed.
  package func recordEnding() {
    writeHead { $0.isEnding = true }
  }

  /// Records that the program that read a document died.
  ///
  /// - Parameters:
  ///   - reading: the document and its reader.
  ///   - innocent: documents whose deaths were not their fault; one element for each death to
  ///     subtract.
  func recordDeath(
    _ reading: ReadingLedger.Reading, takingBack innocent: [FileVersion] = []
  ) {
    ledger.withLock { ledger in
      ledger.recordDeath(at: reading, second: .now)
      ledger.takeBackDeaths(at: innocent)
      file.write(ledger.bytes)
    }
  }

  /// Records that a document was read and its text committed; see ``ReadingLedger/recordRead(_:isWhole:)``.
  func recordRead(_ subject: FileVersion, isWhole: Bool) {
    ledger.withLock { ledger in
      let old = ledger
      ledger.recordRead(subject, isWhole: isWhole)
      if ledger != old { file.write(ledger.bytes) }
    }
  }

  private func writeHead(_ change: (inout ReadingLedger) -> Void) {
    ledger.withLock { ledger in
      change(&ledger)
      file.write(ledger.headBytes)
    }
  }

  /// The first 60 bits of the kernel's identifier of the current boot; see random(4).
  private static var machineBoot: Int64 {
    let file = ["proc", "sys", "kernel", "random", "boot_id"].reduce(FilePath.root) {
      $0.appending($1)
    }
    guard let descriptor = try? FileDescriptor(openingOwn: file),
      let text = try? descriptor.read(upTo: 64, expecting: 37)
    else { return 0 }
    let digits = String(decoding: text, as: UTF8.self).filter(\.isHexDigit).prefix(15)
    return Int64(digits, radix: 16) ?? 0
  }
}

extension FileDescriptor? {
  fileprivate borrowing func page() -> [UInt8] {
    switch self {
    case .some(let file):
      (try? file.read(upTo: ReadingLedger.byteCount, expecting: ReadingLedger.byteCount)) ?? []
    case .none: []
    }
  }

  fileprivate borrowing func write(_ bytes: [UInt8]) {
    switch self {
    case .some(let file): try? file.write(bytes, at: 0)
    case .none: break
    }
  }
}
