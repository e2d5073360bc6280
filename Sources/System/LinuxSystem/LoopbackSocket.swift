import CLinux
import Glibc

/// TCP sockets that only programs of this machine can reach; see ip(7) and tcp(7).
public enum LoopbackSocket {
  /// Listens on 127.0.0.1, on a port that the kernel chooses.
  ///
  /// Every program of this machine can connect, also those of other users.
  ///
  /// - Throws: the error of socket(2), bind(2) or listen(2).
  public static func listen() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = try FileDescriptor("Cannot create a socket") { Glibc.socket(AF_INET, type, 0) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let (number, size) = (socket.number, socklen_t(MemoryLayout.size(ofValue: address)))
    try retrying("Cannot listen on 127.0.0.1") {
      unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(number, $0, size)
        }
      }
    }
    try retrying("Cannot listen on 127.0.0.1") { Glibc.listen(number, 64) }
    return socket
  }

  /// The user who has the other end of a connection to 127.0.0.1; see sock_diag(7).
  ///
  /// The kernel is asked for exactly this connection, which takes less than a millisecond.
  ///
  /// - Parameters:
  ///   - peerPort: the port of the other end.
  ///   - port: the port of this end.
  /// - Returns: the number of the user.
  /// - Throws: ENOENT if there is no such connection any more, and the errors of netlink(7).
  public static func owner(ofPeerAt peerPort: Int, port: Int) throws(SystemError) -> UInt32 {
    var user: uid_t = 0
    try retrying("Cannot find the owner of a connection") {
      unsafe clinux_loopback_owner(
        UInt16(clamping: peerPort), UInt16(clamping: port), &user)
    }
    return user
  }

  /// The port on which a socket listens.
  ///
  /// - Throws: the error of getsockname(2).
  public static func port(of socket: borrowing FileDescriptor) throws(SystemError) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout.size(ofValue: address))
    let number = socket.number
    try retrying("Cannot read the address of a socket") {
      unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(number, $0, &size)
        }
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
