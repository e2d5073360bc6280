import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The kernel keeps a running daemon from changing files that are not its own.
@Suite(.timeLimit(.minutes(15)))
struct WriteProtectionTests {
  let home: TemporaryDirectory
  private var configuration: FilePath { home[".config/sitta"] }

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("acorn")
    try home["more/b.txt"].write("acorn")
    try configuration.appending("sittad.conf").write("[Index]\nRoots=~/files\n")
  }

  @Test(.enabled(if: WriteProtection.kernelABI > 0, "No Landlock here."))
  func `A daemon whose folder of configuration is exchanged writes into no other`() throws {
    let daemon = try RunningDaemon(in: home, roots: [])
    // The link leads the daemon out of the folders that it may write to.
    let aside = home["aside"]
    try configuration.rename(to: aside)
    try home["precious/sittad.conf.d"].makeDirectory()
    try configuration.makeSymbolicLink(to: home["precious"])
    try home["precious/sittad.conf"].write("[Index]\nRoots=~/files\n")
    let refused = try daemon.sitta(["add-root", "\(home["more"])"])
    #expect(refused.ending == .exited(4), "\(refused.outputText)")
    #expect(refused.errorText.contains("Permission denied"), "\(refused.errorText)")
    #expect(!home["precious/sittad.conf.d/99-roots.conf"].exists)
    #expect(!home["precious/sittad.conf.d/.99-roots.conf.new"].exists)
    #expect(try daemon.found("acorn") == [home["files/a.txt"]])

    try configuration.removeFile()
    try aside.rename(to: configuration)
    let added = try daemon.sitta(["add-root", "\(home["more"])"])
    #expect(added.ending == .exited(0), "\(added.errorText)")
    #expect(try daemon.found("acorn").count == 2)
  }

  @Test func `The status says what the kernel grants`() throws {
    let daemon = try RunningDaemon(in: home)
    let status = try daemon.connect().status()
    #expect(status.landlock == WriteProtection.kernelABI)
    let hasWarning = status.warnings.contains { $0.contains("Landlock") }
    #expect(hasWarning == (WriteProtection.kernelABI == 0))
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/strace")))
  func `A kernel without Landlock is named, and everything else works`() throws {
    let daemon = try RunningDaemon(
      in: home,
      prefix: [
        "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=landlock_create_ruleset",
        "-e", "inject=landlock_create_ruleset:error=ENOSYS", "--",
      ])
    #expect(try daemon.found("acorn") == [home["files/a.txt"]])
    #expect(try daemon.connect().status().landlock == 0)
    let shown = try daemon.sitta(["status"])
    #expect(
      shown.outputText.contains("The kernel does not keep sittad from changing your files"),
      "\(shown.outputText)")
  }

  @Test func `Threads have their names, and one thread is there before the protection`() throws {
    let daemon = try RunningDaemon(in: home)
    let tasks = try #require(FilePath(absolute: "/proc/\(daemon.process.number)/task"))
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: tasks)).names
      .compactMap { try? tasks.appending($0).appending("comm").text() }
    for name in ["sittad", "sitta-index", "sitta-watch", "sitta-tasks"] {
      #expect(names.contains("\(name)\n"), "\(names)")
    }
  }
}
