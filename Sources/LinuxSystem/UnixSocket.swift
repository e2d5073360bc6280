import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel says; see SO_PEERCRED in unix(7).
public struct PeerIdentity: Equatable, Sendable {
  /// The user the peer ran as when it connected, or began to listen.
  public let user: UInt32
  /// The peer's process.
  public let process: Int32
}

/// Stream sockets in the file system; see unix(7).
public enum UnixSocket {
  /// Listens at `path`, and takes the place of a socket file that nobody listens at any more.
  ///
  /// The socket is made beside its place with mode 0600 and renamed into it: there is no moment in
  /// which others could connect, or in which a client finds nothing. It never blocks.
  ///
  /// - Throws: EADDRINUSE where somebody answers at `path`, or might; EEXIST where a file, a folder
  ///   or a link lies there; ENAMETOOLONG where the path has more than 107 bytes.
  public static func listen(at path: FilePath) throws(SystemError) -> FileDescriptor {
    let temporary = path.parent.appending(".\(getpid()).socket")
    guard max(path.bytes.count, temporary.bytes.count) < pathCapacity else {
      throw SystemError(code: ENAMETOOLONG, attempt: "Cannot listen at", path: path)
    }
    if let kind = try? FileStatus(of: path).kind, kind != .other {
      throw SystemError(code: EEXIST, attempt: "Cannot listen at", path: path)
    }
    if isAnswering(at: path) {
      throw SystemError(code: EADDRINUSE, attempt: "Cannot listen at", path: path)
    }
    let socket = try make()
    try socket.makeNonBlocking()
    try temporary.removeFile()
    try unsafe connecting(socket, at: temporary, "Cannot listen at") { unsafe bind($0, $1, $2) }
    do {
      try temporary.setPermissions(0o600)
      try retrying("Cannot listen at", path) { Glibc.listen(socket.number, 64) }
      try temporary.rename(to: path)
    } catch {
      try? temporary.removeFile()
      throw error
    }
    return socket
  }

  /// Connects to who listens at `path`.
  ///
  /// - Throws: ENOENT or ECONNREFUSED where nobody does.
  public static func connect(to path: FilePath) throws(SystemError) -> FileDescriptor {
    let socket = try make()
    try unsafe connecting(socket, at: path, "Cannot connect to") {
      unsafe Glibc.connect($0, $1, $2)
    }
    return socket
  }

  /// Accepts a waiting client; the socket never blocks.
  ///
  /// The listener must not block either: ``listen(at:)`` sees to it, for one that was handed over
  /// it is ``FileDescriptor/makeNonBlocking()``.
  ///
  /// - Returns: nil where no client waits.
  public static func accept(
    from listener: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor? {
    let number = listener.number
    do {
      let socket = try retrying("Cannot accept a client") { clinux_accept(number) }
      return FileDescriptor(owning: socket)
    } catch  where error.code == EAGAIN || error.code == ECONNABORTED {
      return nil
    }
  }

  /// Who connected; to the one who did, who listens.
  public static func peer(of socket: borrowing FileDescriptor) throws(SystemError) -> PeerIdentity {
    var user: uid_t = 0
    var process: pid_t = 0
    let number = socket.number
    try retrying("Cannot ask who the other end is") {
      unsafe clinux_peer(number, &user, &process)
    }
    return PeerIdentity(user: user, process: process)
  }

  /// Sends what fits without waiting.
  ///
  /// - Returns: the number of bytes; 0 where there is no room.
  /// - Throws: EPIPE where the peer has gone; no SIGPIPE is raised.
  public static func send(
    _ bytes: ArraySlice<UInt8>, to socket: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    let number = socket.number
    do {
      return try retrying("Cannot answer a client") {
        unsafe bytes.withUnsafeBytes {
          unsafe Glibc.send(
            number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
      }
    } catch  where error.code == EAGAIN {
      return 0
    }
  }

  /// Whether somebody listens at `path`, as far as one can tell without waiting.
  private static func isAnswering(at path: FilePath) -> Bool {
    do throws(SystemError) {
      let socket = try make()
      // A listener that has no room for one more client would hold up connect(2) for ever.
      try socket.makeNonBlocking()
      try unsafe connecting(socket, at: path, "Cannot connect to") {
        unsafe Glibc.connect($0, $1, $2)
      }
      return true
    } catch {
      return !error.isMissing && error.code != ECONNREFUSED
    }
  }

  /// The room for a path in `struct sockaddr_un`, with its NUL.
  private static var pathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  private static func make() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return FileDescriptor(
      owning: try retrying("Cannot make a socket") { socket(AF_UNIX, type, 0) })
  }

  private static func connecting(
    _ socket: borrowing FileDescriptor, at path: FilePath, _ attempt: String,
    _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.bytes.count < pathCapacity else {
      throw SystemError(code: ENAMETOOLONG, attempt: attempt, path: path)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
      unsafe place.copyBytes(from: path.bytes)
    }
    let number = socket.number
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    try retrying(attempt, path) {
      unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe call(number, $0, size)
        }
      }
    }
  }
}
