import Hashing
import LinuxSystem

/// A file in memory that one jailed program has unpacked for another one.
///
/// The programs exchange nothing but its bytes: the first one sends them to the daemon, and the
/// second one gets a descriptor of a file that no process can change any more.
final class UnpackedFile {
  /// The open file.
  let descriptor: FileDescriptor
  /// Its size in bytes.
  private(set) var size: Int64 = 0
  private var sum = FNV1a()
  private var isSealed = false

  /// Creates an empty file.
  ///
  /// - Throws: a shortage of descriptors or memory.
  init() throws(SystemError) {
    descriptor = try FileDescriptor(inMemory: "unpacked")
  }

  /// A hash of its content.
  var checksum: UInt64 { sum.value }

  /// Appends bytes.
  ///
  /// - Throws: a shortage of memory.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    try descriptor.write(bytes)
    size += Int64(bytes.count)
    sum.add(bytes)
  }

  /// Makes the file unchangeable, unless it already is.
  ///
  /// - Throws: the error of fcntl(2).
  func seal() throws(SystemError) {
    if isSealed { return }
    try descriptor.seal()
    isSealed = true
  }
}
