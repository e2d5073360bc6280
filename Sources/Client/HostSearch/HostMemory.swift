import FoundationEssentials
import LinuxSystem

/// Which hosts have failed, from one call of `sitta` to the next.
struct HostMemory: Codable, Equatable {
  /// A host that did not answer.
  private struct Failure: Codable, Equatable {
    /// How often in succession.
    var count: Int
    /// When it may be asked again, in milliseconds since 1970.
    var until: Int
  }

  /// The longest time until a failed host is asked again.
  private static let longestDelay = Duration.seconds(60)
  /// The largest file that is read.
  private static let sizeLimit = 1 << 20

  private var failures: [String: Failure] = [:]

  /// Remembers nothing.
  init() {}

  /// Reads the memory of former calls; empty if it cannot be read.
  init(file: FilePath) {
    let bytes = try? FileDescriptor(openingOwn: file).read(
      upTo: Self.sizeLimit, expecting: 1 << 12)
    self = bytes.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) } ?? HostMemory()
  }

  /// How long a host is not asked because it has failed; nil if it is asked.
  ///
  /// `now` is in milliseconds since 1970.
  func rest(of host: String, at now: Int) -> Duration? {
    guard let failure = failures[host], failure.until > now else { return nil }
    // After the clock was set back, a host does not rest for longer than it ever would.
    let left = Duration.milliseconds(failure.until - now)
    return left > Self.longestDelay ? nil : left
  }

  /// A host did not answer: it is asked again after 1, 2, 4 … 60 s.
  mutating func fail(_ host: String, at now: Int) {
    let count = min((failures[host]?.count ?? 0) + 1, 10)
    let delay = Backoff(first: .seconds(1), longest: Self.longestDelay).delay(after: count)
    failures[host] = Failure(count: count, until: now + Int(delay / .milliseconds(1)))
  }

  /// A host has answered.
  mutating func succeed(_ host: String) {
    failures[host] = nil
  }

  /// Writes the changes since a former state for the next call, together with the changes of other
  /// calls meanwhile.
  ///
  /// A file that cannot be written costs only time.
  func write(to file: FilePath, since former: HostMemory) {
    if self == former { return }
    var merged = HostMemory(file: file)
    for name in Set(former.failures.keys).union(failures.keys)
    where former.failures[name] != failures[name] {
      merged.failures[name] = failures[name]
    }
    guard let bytes = try? JSONEncoder().encode(merged) else { return }
    try? file.replaceContent(with: Array(bytes), isShared: true)
  }
}
