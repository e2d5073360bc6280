import CLinux
import Glibc

/// Two connected stream sockets: bytes written to one are read from the other; see socketpair(2).
public struct SocketPair: ~Copyable, Sendable {
  /// One end.
  public let first: FileDescriptor
  /// The other end.
  public let second: FileDescriptor

  /// Creates sockets that child processes do not inherit.
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try retrying("Cannot create a pair of sockets") {
      unsafe socketpair(AF_UNIX, type, 0, &ends)
    }
    first = FileDescriptor(owning: ends[0])
    second = FileDescriptor(owning: ends[1])
  }

  /// Closes the second end and returns the first one.
  public consuming func closeSecond() -> FileDescriptor { first }
}

extension FileDescriptor {
  /// A descriptor to wait for, in ``FileDescriptor/wait(forAnyOf:until:)``.
  public struct Wait: Sendable {
    /// The descriptor's number.
    public let number: Int32
    /// Whether to wait also until the descriptor can be written to.
    public let isForWriting: Bool
    /// Whether to wait only until the other end is closed.
    public let isForClosing: Bool

    /// Creates an entry.
    public init(_ number: Int32, isForWriting: Bool = false) {
      (self.number, self.isForWriting, isForClosing) = (number, isForWriting, false)
    }

    /// Creates an entry that is ready when the other end of a socket is closed: `POLLRDHUP` in poll(2).
    public init(closing number: Int32) {
      (self.number, isForWriting, isForClosing) = (number, false, true)
    }

    /// `POLLRDHUP`, which the Glibc module hides.
    private static let closed: Int32 = 0x2000

    fileprivate var events: Int16 {
      Int16(isForClosing ? Self.closed : POLLIN | (isForWriting ? POLLOUT : 0))
    }
  }

  /// Waits until one of several descriptors is ready, or its other end is closed; see poll(2).
  ///
  /// - Parameters:
  ///   - waits: the descriptors.
  ///   - deadline: when to stop waiting.
  /// - Returns: the indices of the descriptors that are ready; empty after the deadline.
  /// - Throws: the error of poll(2).
  public static func wait(
    forAnyOf waits: [Wait], until deadline: ContinuousClock.Instant
  ) throws(SystemError) -> [Int] {
    var requests = waits.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    try retrying("Cannot wait for descriptors") {
      unsafe poll(&requests, nfds_t(requests.count), deadline.millisecondsLeft)
    }
    return requests.indices.filter { requests[$0].revents != 0 }
  }
}
