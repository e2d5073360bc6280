import DaemonMeasuring
import LinuxSystem
import TestSupport

/// One of the processes that work: this program itself, started with `--worker`.
struct StormWorker {
  /// A worker that has been started.
  final class Running {
    let process: ChildProcess
    private let seed: UInt64

    init(_ command: ChildProcess.Command, seed: UInt64) throws {
      process = try ChildProcess(command, output: .pipe)
      self.seed = seed
    }

    /// Waits for its end; the words that it has written at one time or another.
    func words() throws -> [String] {
      _ = try process.wait(until: .now + .seconds(3_600))
      var text: [UInt8] = []
      switch process.output {
      case .some(let output): _ = try output.readAvailable(upTo: 64, to: &text)
      case .none: break
      }
      let count = Int(String(decoding: text, as: UTF8.self)) ?? 0
      return (0..<count).map { Storm.word($0, seed: seed) }
    }
  }

  private let top: FilePath
  private let outside: FilePath
  private let seed: UInt64
  private let steps: Int

  /// Takes the words of its command line: a folder, one outside of it, a seed, a number of steps.
  init(_ words: ArraySlice<String>) throws {
    let words = Array(words)
    guard words.count == 4, let top = FilePath(absolute: words[0]),
      let outside = FilePath(absolute: words[1]), let seed = UInt64(words[2]),
      let steps = Int(words[3])
    else { throw SystemError(code: 22, attempt: "A worker was started in a wrong way") }
    (self.top, self.outside, self.seed, self.steps) = (top, outside, seed, steps)
  }

  static func start(
    _ top: FilePath, outside: FilePath, seed: UInt64, steps: Int
  ) throws -> Running {
    let program = try Program.sibling("WatchingBenchmark")
    let words = ["--worker", "\(top)", "\(outside)", "\(seed)", "\(steps)"]
    return try Running(ChildProcess.Command(program, words.map { Array($0.utf8) }), seed: seed)
  }

  /// Works, and prints how many words it has written.
  func run() throws {
    var storm = Storm(in: top, seed: seed, .exchangesAndLinks(outside: outside))
    for _ in 0..<steps { try storm.step() }
    try FileDescriptor.writeToStandardOutput(Array("\(storm.words.count)".utf8))
  }
}
