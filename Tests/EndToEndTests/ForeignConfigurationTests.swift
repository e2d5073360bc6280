import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A configuration that others may change is followed, and that is said.
@Suite(.timeLimit(.minutes(15)))
struct ForeignConfigurationTests {
  let home: TemporaryDirectory
  private var folder: FilePath { home[".config/sitta/sittad.conf.d"] }
  private var file: FilePath { folder.appending("test.conf") }

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test func `The status says who else may change the configuration, until that is mended`() throws
  {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.connect().status().warnings == [])
    try file.setPermissions(0o666)
    let report = try daemon.sitta(["reload"])
    #expect(report.ending == .exited(0))
    let warning = "'\(file)' can be changed by every user"
    #expect((report.outputText + report.errorText).contains(warning))
    #expect(try daemon.connect().status().warnings.contains { $0.hasPrefix(warning) })
    #expect(try daemon.terminate().ending == .exited(0))

    // A daemon that starts says so as well.
    try folder.setPermissions(0o777)
    let next = try RunningDaemon(in: home)
    let opened = "'\(folder)' can be changed by every user"
    #expect(try next.connect().status().warnings.contains { $0.hasPrefix(opened) })
    try folder.setPermissions(0o755)
    try file.setPermissions(0o644)
    #expect(try next.sitta(["reload"]).ending == .exited(0))
    #expect(try next.connect().status().warnings == [])
  }
}
