import Glibc

extension FileDescriptor {
  /// Why ``copy(to:)`` returned.
  public enum CopyEnd: Equatable, Sendable {
    /// There was nothing more to read.
    case end
    /// The reader of the target has closed its end.
    case closed
  }

  /// Copies bytes to another descriptor as they arrive, until the end, or until the target has no reader.
  ///
  /// The thread waits even if the descriptors are non-blocking. At most 64 KiB are held in memory.
  ///
  /// - Parameter target: the descriptor to write to.
  /// - Returns: why the copying ended.
  /// - Throws: the error of read(2), write(2) or poll(2).
  public func copy(to target: borrowing FileDescriptor) throws(SystemError) -> CopyEnd {
    while try Self.hasReader(target.number, whileWaitingFor: number) {
      var bytes: [UInt8] = []
      let count: Int?
      do throws(SystemError) {
        count = try readAvailable(upTo: 1 << 16, to: &bytes)
      } catch  where error.isConnectionReset {
        return .end
      }
      guard let count else { continue }
      if count == 0 { return .end }
      var rest = bytes[...]
      while !rest.isEmpty {
        do throws(SystemError) {
          let written = try retrying("Cannot write") {
            unsafe rest.withUnsafeBytes {
              unsafe Glibc.write(target.number, $0.baseAddress, $0.count)
            }
          }
          rest = rest.dropFirst(written)
        } catch  where error.code == EAGAIN {
          try Self.wait(for: target.number, POLLOUT)
        } catch  where error.isBrokenPipe || error.isConnectionReset {
          return .closed
        }
      }
    }
    return .closed
  }

  /// Waits for bytes to read; meanwhile notices if the target has no reader, which only a write would show.
  ///
  /// - Returns: whether the target still has a reader.
  private static func hasReader(
    _ target: Int32, whileWaitingFor number: Int32
  ) throws(SystemError) -> Bool {
    var requests = (
      pollfd(fd: number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: target, events: 0, revents: 0)
    )
    try retrying("Cannot wait for a descriptor") {
      unsafe withUnsafeMutablePointer(to: &requests) { requests in
        unsafe requests.withMemoryRebound(to: pollfd.self, capacity: 2) { unsafe poll($0, 2, -1) }
      }
    }
    return requests.1.revents & Int16(POLLERR | POLLHUP) == 0
  }

  private static func wait(for number: Int32, _ events: Int32) throws(SystemError) {
    try retrying("Cannot wait for a descriptor") {
      var request = pollfd(fd: number, events: Int16(events), revents: 0)
      return unsafe poll(&request, 1, -1)
    }
  }
}
