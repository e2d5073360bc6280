import CLinux
import Glibc

/// The names of a directory's entries, in the order of the kernel.
public struct DirectoryListing: Sendable {
  /// The names, unsorted, without `.` and `..`.
  public let names: [[UInt8]]

  /// Lists an open directory from its current position to its end.
  ///
  /// The corresponding call is getdents64(2). O(entries) in time and space.
  public init(of directory: borrowing FileDescriptor) throws(SystemError) {
    var names: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 32_768)
    let number = directory.number
    while true {
      let count = try retrying("Cannot list a directory") {
        unsafe buffer.withUnsafeMutableBytes {
          unsafe clinux_getdents(number, $0.baseAddress, $0.count)
        }
      }
      if count == 0 { break }
      Self.decode(buffer[..<count], into: &names)
    }
    self.names = names
  }

  /// Decodes `struct linux_dirent64` records: the inode and the offset (8 bytes each), the record's length (2
  /// bytes), the type (1 byte), then the name with a NUL.
  static func decode(_ records: ArraySlice<UInt8>, into names: inout [[UInt8]]) {
    var rest = records
    while rest.count >= 19 {
      let start = rest.startIndex
      let length = Int(rest[start + 16]) | Int(rest[start + 17]) << 8
      guard length >= 19, length <= rest.count else { return }
      let name = rest[(start + 19)..<(start + length)].prefix { $0 != 0 }
      if !name.elementsEqual([0x2e]), !name.elementsEqual([0x2e, 0x2e]) {
        names.append(Array(name))
      }
      rest = rest.dropFirst(length)
    }
  }
}
