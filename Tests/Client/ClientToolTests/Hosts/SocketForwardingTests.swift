import LinuxSystem
import TestSupport
import Testing

@testable import ClientTool

struct SocketForwardingTests {
  private func words(_ folder: String, to socket: String) throws -> [String]? {
    let control = try #require(FilePath(absolute: "\(folder)/nas.1.ssh"))
    let command = try #require(SSHCommand(words: ["-p", "2222", "me@nas"]))
    let forwarding = SocketForwarding(command, control: control)
    return forwarding.words(
      from: forwarding.socket, to: SocketForwarding.Endpoint(index: "1", socket: socket), "forward")
  }

  @Test func `ssh is asked over the shared connection, without its configuration`() throws {
    #expect(
      try words("/run/user/1000/sitta-hosts", to: "/run/user/7/sitta/io.sitta.Search") == [
        "-F", "/dev/null", "-o", "ControlPath=/run/user/1000/sitta-hosts/nas.1.ssh", "-O",
        "forward",
        "-L",
        "/run/user/1000/sitta-hosts/nas.1.ssh.daemon:/run/user/7/sitta/io.sitta.Search", "me@nas",
      ])
  }

  @Test(arguments: [
    "", "relative", "22", "localhost:22", "/a:b", "/a b", "/%h", "/$HOME", "/a\"", "/a\n", "/a\\b",
    "/[a]", "/ä",
  ])
  func `A path that ssh would read in another way is not forwarded`(path: String) throws {
    #expect(try words("/run", to: path) == nil)
    if path.hasPrefix("/") { #expect(try words(path, to: "/run/socket") == nil) }
  }

  @Test func `What nobody listens at is removed; what is missing is not there`() throws {
    let folder = try TemporaryDirectory()
    let command = SSHCommand(destination: "nas")
    let forwarding = SocketForwarding(command, control: folder["nas.ssh"])
    #expect(!forwarding.connects)
    do {
      let listener = try UnixSocket.listen(at: forwarding.socket)
      #expect(forwarding.connects)
      _ = consume listener
    }
    #expect(forwarding.socket.exists)
    #expect(!forwarding.connects)
    #expect(!forwarding.socket.exists)
  }
}

extension SocketForwarding {
  /// Whether somebody listens.
  fileprivate var connects: Bool {
    if connect() == nil { false } else { true }
  }
}
