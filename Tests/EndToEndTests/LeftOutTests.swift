import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `ListExcluded`, as `sitta list --left-out` calls it.
struct LeftOutTests {
  @Test func `What rules leave out is listed, in replies of a bounded size`() throws {
    let home = try TemporaryDirectory()
    for number in 0..<1_100 { try home["files/.h\(number)"].write("") }
    try home["files/a/id_rsa"].write("x")
    let daemon = try RunningDaemon(in: home)
    let client = try daemon.connect()
    var sizes: [Int] = []
    try client.listExcluded(ListExcludedMethod.Parameters()) { sizes.append($0.entries.count) }
    #expect(sizes.reduce(0, +) == 1_101 && sizes.allSatisfy { $0 <= 500 }, "\(sizes)")
    #expect(try client.listExcluded(ListExcludedMethod.Parameters()).entries.count == 500)
    let secrets = try daemon.sitta(["list", "--left-out", "secret"])
    #expect(secrets.outputText == "\(home["files/a/id_rsa"])\n", "\(secrets.errorText)")
    #expect(secrets.ending == .exited(0))
    #expect(try daemon.terminate().ending == .exited(0))
  }
}
