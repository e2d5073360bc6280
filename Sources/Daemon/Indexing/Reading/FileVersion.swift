import ExtractionProtocol
import IndexStorage
import LinuxSystem

/// Identifies one state of a file, or of a member's content, without its name.
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

  /// The content of a member, whatever its container and its times are.
  init(contentOf member: StoredFile) {
    self.init(size: member.size, modified: FileTime(nanoseconds: 0), inode: member.inode)
  }

  /// Decodes ``bytes``; nil if these are not 24 bytes.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard let size = rest.popNumber(Int64.self), let modified = rest.popNumber(Int64.self),
      let inode = rest.popNumber(UInt64.self), rest.isEmpty
    else { return nil }
    self.init(
      size: size.byteSwapped, modified: FileTime(nanoseconds: modified.byteSwapped),
      inode: inode.byteSwapped)
  }

  /// The version as 24 bytes: size, time of modification and inode, big-endian.
  var bytes: [UInt8] {
    [UInt64(bitPattern: size), UInt64(bitPattern: modified.nanoseconds), inode]
      .reduce(into: []) { $0.append(number: $1.byteSwapped) }
  }
}
