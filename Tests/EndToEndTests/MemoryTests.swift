import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The memory of a daemon on a machine that others need as well.
@Suite(.timeLimit(.minutes(15)))
struct MemoryTests {
  /// A file that would take more memory than others without a limit.
  enum HugeFile: String, CaseIterable {
    /// FTS5 gathers a document's words before it writes them.
    case differentNumbers
    /// Parts of names are words as well.
    case differentNames
    /// The replacement of a wrong byte takes three bytes.
    case wrongBytes
    /// Nothing in it ends a token.
    case oneWord

    /// Writes 40 MiB of it; Perl needs a tenth of the time that a debug build of Swift takes.
    func write(to file: FilePath) throws {
      try file.parent.makeDirectory()
      let script =
        #"srand(1); open(F, ">", $ARGV[0]) or die; while (tell(F) < 40 << 20) { \#(step) }"#
      try Tool.run("/usr/bin/perl", "-e", script, "\(file)")
    }

    private var step: String {
      let number = #"sprintf("%08x%08x\n", rand(1 << 32), rand(1 << 32))"#
      return switch self {
      case .wrongBytes: #"print F "\xff" x (1 << 20)"#
      case .oneWord: #"print F "x" x (1 << 20)"#
      case .differentNumbers: #"print F \#(number)"#
      case .differentNames: #"$w = \#(number); $w =~ s/0+/Ab/g; print F $w"#
      }
    }
  }

  @Test(arguments: HugeFile.allCases)
  func `A huge file does not take more memory than a daemon may have`(file: HugeFile) throws {
    let home = try TemporaryDirectory()
    try file.write(to: home["files/huge.txt"])
    let daemon = try RunningDaemon(in: home)
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 110_000
    let client = try daemon.connect()
    _ = try client.sync(parameters)
    let status = try client.status()
    #expect(status.documents == 1)
    #expect(status.partial == 1, "Nothing is left out silently.")
    #expect(try peakKiB(of: daemon.process.number) < 200_000)
  }

  /// The most memory that a process ever had; see proc_pid_status(5).
  private func peakKiB(of process: Int32) throws -> Int {
    let file = ["proc", "\(process)", "status"].reduce(FilePath.root) { $0.appending($1) }
    let text = try FileDescriptor(openingOwn: file).read(upTo: 65_536, expecting: 4_096)
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return try #require(number.flatMap { Int($0) })
  }
}
