import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// What a daemon takes of a machine that others need as well.
@Suite(.timeLimit(.minutes(10)))
struct MemoryTests {
  /// A file that would take more memory than others if nobody took care.
  enum HugeFile: String, CaseIterable {
    /// FTS5 gathers a document's words before it writes them.
    case differentNumbers
    /// Parts of names are words as well.
    case differentNames
    /// What replaces a byte that is wrong takes three.
    case wrongBytes
    /// Nothing in it ends a token.
    case oneWord

    /// 40 MiB.
    var content: [UInt8] {
      let size = 40 << 20
      switch self {
      case .wrongBytes: return [UInt8](repeating: 0xff, count: size)
      case .oneWord: return [UInt8](repeating: UInt8(ascii: "x"), count: size)
      case .differentNumbers: return Self.words(size) { String($0, radix: 16) }
      case .differentNames:
        return Self.words(size) { number in
          String(number, radix: 36).split(separator: "0").joined(separator: "Ab")
        }
      }
    }

    private static func words(_ size: Int, _ word: (UInt64) -> String) -> [UInt8] {
      var text: [UInt8] = []
      text.reserveCapacity(size)
      var random = SplitMix(seed: 1)
      while text.count < size - 40 {
        text += word(random.next()).utf8
        text.append(UInt8(ascii: "\n"))
      }
      return text
    }
  }

  @Test(arguments: HugeFile.allCases)
  func `A huge file does not take more memory than a daemon may have`(file: HugeFile) throws {
    let home = try TemporaryDirectory()
    try home["files/huge.txt"].write(file.content)
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
