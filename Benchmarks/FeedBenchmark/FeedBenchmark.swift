import DaemonMeasuring
import LinuxSystem
import SearchInterface

/// Holds a copy that `Changes` has made against the index, after random changes and sudden deaths.
///
/// `FeedBenchmark [--changes N] [--kills N] [--seed N]` makes its files below `$TMPDIR`. It does
/// 100,000 random things to them while a reader, another process, keeps a copy of the index in a
/// database. It kills the reader 50 times. At a quarter of the changes the index is built anew, at
/// the half the daemon is killed and the log of its index removed, at three quarters it is killed
/// and pages of its index are overwritten. It ends with 1 if copy and index differ at the end.
@main
struct FeedBenchmark {
  static func main() throws {
    // A daemon that is killed is no error of this process.
    SignalDescriptor.ignoreBrokenPipes()
    var words = ProcessEnvironment.arguments.map { String(decoding: $0, as: UTF8.self) }[...]
    if words.first == "--reader" { return try FeedReader(words.dropFirst()).run() }
    var (changes, kills, seed) = (100_000, 50, UInt64.random(in: 1...999_999))
    while let word = words.popFirst() {
      switch word {
      case "--changes": changes = words.popFirst().flatMap { Int($0) } ?? changes
      case "--kills": kills = words.popFirst().flatMap { Int($0) } ?? kills
      case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? seed
      default:
        print("usage: FeedBenchmark [--changes N] [--kills N] [--seed N]")
        ProcessEnvironment.exit(2)
      }
    }
    let place = try Workplace()
    defer { place.remove() }
    print("seed \(seed), \(changes) changes, \(kills) kills")
    let run = try FeedRun(in: place, seed: seed)
    try run.change(changes, kills: kills)
    let isEqual = try run.compare()
    place.remove()
    ProcessEnvironment.exit(isEqual ? 0 : 1)
  }
}
