import ForeignJSON
import FoundationEssentials
import LinuxSystem

/// The record of hosts that failed, kept in a file between calls of `sitta`.
struct HostMemory: Codable, Equatable {
  /// The failures of a host that did not answer.
  private struct Failure: Codable, Equatable {
    /// The number of failures in succession.
    var count: Int
    /// When the host may be asked again, in milliseconds since 1970.
    var until: Int
  }

  /// The longest time until a failed host is asked again.
  private static let longestDelay = Duration.seconds(60)
  /// The most bytes that are read of the file.
  private static let sizeLimit = 1 << 20

  private var failures: [String: Failure] = [:]

  /// Makes an empty record.
  init() {}

  /// Reads the record of earlier calls; empty if it cannot be read.
  init(file: FilePath) {
    let bytes = try? FileDescriptor(openingOwn: file).read(
      upTo: Self.sizeLimit, expecting: 1 << 12)
    self = bytes.flatMap { try? ForeignJSON.decode(Self.self, from: $0) } ?? HostMemory()
  }

  /// How long a host is still not asked because it has failed; nil if it can be asked.
  ///
  /// `now` is the current time in milliseconds since 1970.
  func rest(of host: String, at now: Int) -> Duration? {
    guard let failure = failures[host], failure.until > now else { return nil }
    // If the clock was set back, the time left could be longer than any delay; then the host is asked.
    let left = Duration.milliseconds(failure.until - now)
    return left > Self.longestDelay ? nil : left
  }

  /// Records that a host did not answer; it is asked again after 1, 2, 4 … 60 s.
  mutating func fail(_ host: String, at now: Int) {
    let count = min((failures[host]?.count ?? 0) + 1, 10)
    let delay = Backoff(first: .seconds(1), longest: Self.longestDelay).delay(after: count)
    failures[host] = Failure(count: count, until: now + Int(delay / .milliseconds(1)))
  }

  /// Records that a host has answered.
  mutating func succeed(_ host: String) {
    failures[host] = nil
  }

  /// Writes the changes since `former` to the file, and keeps the changes that other calls have
  /// made meanwhile.
  ///
  /// If the file cannot be written, later calls only waste time on failed hosts.
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
