import Glibc

/// An open file descriptor that is closed when this value is destroyed.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number for system calls; valid as long as this value exists.
  public let number: Int32

  /// Takes ownership of an open descriptor; no other code may close the descriptor.
  public init(owning number: Int32) {
    self.number = number
  }

  /// Takes ownership of the descriptor that `body` returns; repeats `body` if a signal interrupts it.
  init(
    _ attempt: @autoclosure () -> String, _ path: @autoclosure () -> FilePath? = nil,
    _ call: () -> Int32
  ) throws(SystemError) {
    self.init(owning: try retrying(attempt(), path(), call))
  }

  deinit {
    Glibc.close(number)
  }

  /// Opens a file.
  ///
  /// Always adds `O_CLOEXEC`. For untrusted files, add `O_NONBLOCK | O_NOFOLLOW` and check ``status()``
  /// before the first read, because a FIFO would block for ever. The corresponding C function is `open`, see
  /// open(2).
  public init(
    opening path: FilePath, flags: Int32, permissions: UInt32 = 0o600
  ) throws(SystemError) {
    try self.init("Cannot open", path) {
      unsafe path.withCString { unsafe Glibc.open($0, flags | O_CLOEXEC, permissions) }
    }
  }

  /// Opens an untrusted file for reading; does not follow a symbolic link, or wait for a FIFO.
  ///
  /// Check ``status()`` before the first read.
  public init(openingForeign path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  }

  /// Opens one of this program's files for reading; follows symbolic links.
  public init(openingOwn path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_NONBLOCK)
  }

  /// Opens a directory for listing; does not follow a symbolic link.
  public init(openingDirectory path: FilePath) throws(SystemError) {
    try self.init(
      opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Opens the entry `name` of an open directory for reading; see ``init(openingForeign:)``.
  public init(
    openingForeign name: [UInt8], in directory: borrowing FileDescriptor
  ) throws(SystemError) {
    let parent = directory.number
    try self.init("Cannot open a file in a directory") {
      unsafe name.withCString {
        unsafe openat(parent, $0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      }
    }
  }

  /// Duplicates a descriptor of this process; the corresponding C function is `fcntl` with `F_DUPFD_CLOEXEC`.
  public init(duplicating number: Int32) throws(SystemError) {
    try self.init("Cannot duplicate a descriptor") { fcntl(number, F_DUPFD_CLOEXEC, 0) }
  }

  /// Returns the status of the open file; the corresponding C function is `fstat`.
  public func status() throws(SystemError) -> FileStatus {
    var buffer = stat()
    try retrying("Cannot read the status of an open file") { unsafe fstat(number, &buffer) }
    return FileStatus(buffer)
  }

  /// Makes calls fail with EAGAIN instead of blocking; keeps the other flags.
  ///
  /// The corresponding C function is `fcntl` with `F_SETFL`.
  public func makeNonBlocking() throws(SystemError) {
    let flags = try retrying("Cannot read the flags of a file") { fcntl(number, F_GETFL) }
    try retrying("Cannot set the flags of a file") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Reads from the current offset to the end of the file, but at most `limit` bytes.
  ///
  /// - Parameters:
  ///   - limit: the largest number of bytes.
  ///   - expected: the expected number of bytes, for the first buffer; the file may have another size now.
  /// - Returns: the bytes; exactly `limit` bytes if the file is longer.
  /// - Throws: the error of read(2), such as EISDIR.
  public func read(upTo limit: Int, expecting expected: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than expected, so that the first call can read the whole file.
    var room = max(0, min(expected, limit - 1)) + 1
    while bytes.count < limit {
      room = min(room, limit - bytes.count)
      let count = try append(upTo: room, to: &bytes)
      if count == 0 || count < room && bytes.count == expected { break }
      room = max(room - count, 65_536)
    }
    return bytes
  }

  /// Reads bytes at an offset; does not change the descriptor's own offset.
  ///
  /// The corresponding C function is `pread`.
  ///
  /// - Parameter range: the offsets of the bytes; they must not be negative.
  /// - Returns: the bytes; fewer if the file ends earlier.
  /// - Throws: the error of pread(2).
  public func read(_ range: Range<Int64>) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < bytes.count {
      let (number, begin, start) = (number, filled, range.lowerBound + Int64(filled))
      let count = try retrying("Cannot read from a file") {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[begin...])
          return unsafe pread(number, rest.baseAddress, rest.count, off_t(start))
        }
      }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Reads once, and appends the bytes.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file; nil if reading would block.
  public func readAvailable(upTo limit: Int, to bytes: inout [UInt8]) throws(SystemError) -> Int? {
    do {
      return try append(upTo: limit, to: &bytes)
    } catch  where error.code == EAGAIN {
      return nil
    }
  }

  /// Waits until there are bytes to read, or until the other end is closed; see poll(2).
  ///
  /// - Parameter timeout: the longest time to wait, rounded up to milliseconds.
  /// - Returns: false if the timeout has passed.
  /// - Throws: the error of poll(2).
  public func waitUntilReadable(timeout: Duration) throws(SystemError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    let count = try retrying("Cannot wait for a reply") {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline)) + .microseconds(999)
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&request, 1, Int32(clamping: Int(left / .milliseconds(1))))
    }
    return count > 0
  }

  private func append(upTo limit: Int, to bytes: inout [UInt8]) throws(SystemError) -> Int {
    var failure: SystemError?
    let before = bytes.count
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      do throws(SystemError) {
        let base = buffer.baseAddress
        initialized = try retrying("Cannot read") { unsafe Glibc.read(number, base, limit) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if before == 0 { bytes = chunk } else { bytes += chunk }
    return chunk.count
  }

  /// Writes all bytes, with as many calls as needed.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try Self.write(bytes, to: number)
  }
}
