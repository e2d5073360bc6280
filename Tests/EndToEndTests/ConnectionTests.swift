import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Clients that keep connections and do nothing with them.
@Suite(.timeLimit(.minutes(15)))
struct ConnectionTests {
  @Test func `However many clients are silent, the next one is answered`() throws {
    // A client that asks on a closed connection gets an error, and is not ended.
    SignalDescriptor.ignoreBrokenPipes()
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("a.txt").write("acorn")
    let silent = try (0..<60).map { _ in try daemon.connect() }
    #expect(try daemon.found("acorn").count == 1)
    #expect(try daemon.sitta(["search", "acorn"]).ending == .exited(0))
    // The last connections still have their places, the first have lost them.
    #expect(try silent[59].status().documents == 1)
    #expect(throws: (any Error).self) { try silent[0].status() }
  }
}
