import LinuxSystem
import SearchIndex

/// Identifies one state of a file, without its name.
struct FileVersion: Hashable, Sendable {
  var size: Int64
  var modified: FileTime
  var inode: UInt64

  init(size: Int64, modified: FileTime, inode: UInt64) {
    (self.size, self.modified, self.inode) = (size, modified, inode)
  }

  init(_ stored: StoredFile) {
    self.init(size: stored.size, modified: stored.modified, inode: stored.inode)
  }

  init(_ status: FileStatus) {
    self.init(size: status.size, modified: status.modified, inode: status.inode)
  }

  /// Reads ``bytes``; nil for others.
  init?(bytes: [UInt8]) {
    guard bytes.count == 24 else { return nil }
    func number(at offset: Int) -> UInt64 {
      bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    size = Int64(bitPattern: number(at: 0))
    modified = FileTime(nanoseconds: Int64(bitPattern: number(at: 8)))
    inode = number(at: 16)
  }

  /// The file as 24 bytes.
  var bytes: [UInt8] {
    [UInt64(bitPattern: size), UInt64(bitPattern: modified.nanoseconds), inode].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }
  }
}
