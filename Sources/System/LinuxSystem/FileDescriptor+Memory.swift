import CLinux
import Glibc

extension FileDescriptor {
  /// Creates an empty file in memory, in no folder; the corresponding C function is `memfd_create`.
  ///
  /// - Parameter name: the name that `/proc` shows for the file.
  /// - Throws: an error if descriptors or memory are short.
  public init(inMemory name: StaticString) throws(SystemError) {
    try self.init("Cannot create a file in memory") {
      unsafe String(describing: name).withCString { unsafe clinux_memory_file($0) }
    }
  }

  /// Makes a file in memory unchangeable for all processes, for good.
  ///
  /// The corresponding C function is `fcntl` with `F_ADD_SEALS`.
  public func seal() throws(SystemError) {
    let number = number
    try retrying("Cannot seal a file in memory") { clinux_seal(number) }
  }

  /// Sets the offset to the next data at or after an offset, beyond holes of a sparse file; see lseek(2).
  ///
  /// - Parameter offset: where to begin, in bytes.
  /// - Returns: the new offset; `offset` if the file system knows no holes, nil if only a hole follows.
  /// - Throws: an error if the file has no offset.
  public func seekData(from offset: Int64) throws(SystemError) -> Int64? {
    let number = number
    let seekData: Int32 = 3
    let found = lseek(number, off_t(offset), seekData)
    if found >= 0 { return Int64(found) }
    if errno == ENXIO { return nil }
    return Int64(try retrying("Cannot seek in a file") { lseek(number, off_t(offset), SEEK_SET) })
  }

  /// Sets the offset to the beginning of the file; the corresponding C function is `lseek`.
  public func rewind() throws(SystemError) {
    let number = number
    try retrying("Cannot seek in a file") { lseek(number, 0, SEEK_SET) }
  }
}
