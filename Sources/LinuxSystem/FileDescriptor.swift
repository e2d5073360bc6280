import Glibc

/// An open file descriptor that closes itself when its owner goes away.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for calls that take one; it is valid as long as this value lives.
  public let number: Int32

  /// Takes over an open descriptor; nobody else may close it.
  public init(owning number: Int32) {
    self.number = number
  }

  deinit {
    Glibc.close(number)
  }

  /// Opens a file.
  ///
  /// `O_CLOEXEC` is always added. Foreign files want `O_NONBLOCK | O_NOFOLLOW` as well, and a look
  /// at ``status()`` before the first read: opening a FIFO would otherwise block for ever.
  /// The corresponding C function is `open`, see open(2).
  public init(
    opening path: FilePath, flags: Int32, permissions: UInt32 = 0o600
  ) throws(SystemError) {
    let number = try retrying("Cannot open", path) {
      unsafe path.withCString { unsafe Glibc.open($0, flags | O_CLOEXEC, permissions) }
    }
    self.init(owning: number)
  }

  /// Opens somebody's file for reading: not through a symbolic link, and never waiting for the
  /// other end of a FIFO.
  ///
  /// Look at ``status()`` before the first read.
  public init(openingForeign path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  }

  /// Opens a file of ours for reading, through symbolic links as well.
  public init(openingOwn path: FilePath) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_NONBLOCK)
  }

  /// Opens a directory for listing, not through a symbolic link.
  public init(openingDirectory path: FilePath) throws(SystemError) {
    try self.init(
      opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Opens the file `name` in an open directory for reading; see ``init(openingForeign:)``.
  public init(
    openingForeign name: [UInt8], in directory: borrowing FileDescriptor
  ) throws(SystemError) {
    let parent = directory.number
    let number = try retrying("Cannot open a file in a directory") {
      unsafe name.withCString {
        unsafe openat(parent, $0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      }
    }
    self.init(owning: number)
  }

  /// What the open file is; the corresponding C function is `fstat`.
  public func status() throws(SystemError) -> FileStatus {
    var buffer = stat()
    try retrying("Cannot look at an open file") { unsafe fstat(number, &buffer) }
    return FileStatus(buffer)
  }

  /// Makes calls fail with EAGAIN where they would wait; other flags stay as they are.
  ///
  /// The corresponding C function is `fcntl` with `F_SETFL`.
  public func makeNonBlocking() throws(SystemError) {
    let flags = try retrying("Cannot read the flags of a file") { fcntl(number, F_GETFL) }
    try retrying("Cannot set the flags of a file") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Reads at most `limit` bytes from the current offset up to the end of the file.
  ///
  /// - Parameters:
  ///   - limit: where to stop, in bytes.
  ///   - expected: the size to make room for at first; the file may have grown or shrunk since.
  /// - Returns: the bytes; as many as `limit` where the file holds more.
  /// - Throws: what read(2) fails with, such as EISDIR.
  public func read(upTo limit: Int, expecting expected: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than expected: a file of that size then shows its end in the first call.
    var room = max(0, min(expected, limit - 1)) + 1
    while bytes.count < limit {
      room = min(room, limit - bytes.count)
      let count = try append(upTo: room, to: &bytes)
      if count == 0 || count < room && bytes.count == expected { break }
      room = max(room - count, 65_536)
    }
    return bytes
  }

  /// Reads once and appends what came.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file, nil where reading would block.
  public func readAvailable(upTo limit: Int, to bytes: inout [UInt8]) throws(SystemError) -> Int? {
    do {
      return try append(upTo: limit, to: &bytes)
    } catch  where error.code == EAGAIN {
      return nil
    }
  }

  /// Waits until there is something to read, or the other end has closed; see poll(2).
  ///
  /// - Parameter timeout: how long to wait, rounded up to milliseconds.
  /// - Returns: false where the time is over.
  /// - Throws: what poll(2) fails with.
  public func waitUntilReadable(timeout: Duration) throws(SystemError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    let count = try retrying("Cannot wait for an answer") {
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

  /// Writes all of `bytes`, however many calls that takes.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try Self.write(bytes, to: number)
  }
}
