import Hashing
import FoundationEssentials
import LinuxSystem
import SearchInterface

/// What one call of `sitta` leaves to the next ones: which hosts have failed, hosts whose sockets cannot be
/// forwarded, and the statistics of queries.
///
/// It has no text of a query, nor of a document: statistics are found by a keyed hash of the query, and
/// the name of what they count is masked with another one.
struct HostMemory: Equatable {
  /// A host that did not answer.
  struct Failure: Codable, Equatable {
    /// How often in succession.
    var count: Int
    /// When it may be asked again, in milliseconds since 1970.
    var until: Int
  }

  /// The statistics of a query on a host, as JSON: most calls need those of one query.
  private struct Entry: Equatable {
    var until: Int
    var statistics: [UInt8]
  }

  /// The first line of the file; each line after it has the name of an entry, its time, and its statistics.
  private struct Head: Codable {
    var key: [UInt64]
    var failures: [String: Failure]
    var bridges: [String: Int]?
  }

  /// How long statistics are kept, and how long a host is reached by its bridge only.
  static let lifetime = Duration.seconds(600)
  /// The longest time until a failed host is asked again.
  static let longestDelay = Duration.seconds(60)
  /// The most statistics that are kept.
  static let capacity = 256

  private var key: [UInt64]
  private var failures: [String: Failure] = [:]
  /// Until when a host is reached by its bridge only, in milliseconds since 1970.
  private var bridges: [String: Int] = [:]
  private var entries: [String: Entry] = [:]

  /// Remembers nothing.
  init(key: (UInt64, UInt64) = (.random(in: 0...(.max)), .random(in: 0...(.max)))) {
    self.key = [key.0, key.1]
  }

  // MARK: - Failed hosts

  /// How long a host is not asked because it has failed; nil if it is asked.
  ///
  /// - Parameters:
  ///   - host: the name of the host.
  ///   - now: the time in milliseconds since 1970.
  /// - Returns: the time that is left.
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

  // MARK: - Forwarded sockets

  /// Whether the socket of a host may be forwarded: that has not failed within ``lifetime``.
  func triesForwarding(to host: String, at now: Int) -> Bool {
    !isFresh(bridges[host] ?? 0, at: now)
  }

  /// Records that the socket of a host cannot be forwarded; it is tried again after ``lifetime``.
  mutating func refuseForwarding(to host: String, at now: Int) {
    bridges = bridges.filter { isFresh($0.value, at: now) }
    bridges[host] = now + Int(Self.lifetime / .milliseconds(1))
  }

  // MARK: - Statistics

  /// The statistics of a query on a host, unless they are too old.
  func statistics(of query: String, on host: String, at now: Int) -> StatisticsMessage? {
    guard let entry = entries[name(query, host)], isFresh(entry.until, at: now),
      var statistics = try? JSONDecoder().decode(
        StatisticsMessage.self, from: Data(entry.statistics)), statistics.isPlausible
    else { return nil }
    statistics.terms = masked(statistics.terms, query)
    return statistics
  }

  /// Keeps the statistics of a query on a host.
  mutating func keep(
    _ statistics: StatisticsMessage, of query: String, on host: String, at now: Int
  ) {
    var statistics = statistics
    statistics.terms = masked(statistics.terms, query)
    guard let bytes = try? JSONEncoder().encode(statistics) else { return }
    let until = now + Int(Self.lifetime / .milliseconds(1))
    entries[name(query, host)] = Entry(until: until, statistics: Array(bytes))
    entries = entries.filter { isFresh($0.value.until, at: now) }
    while entries.count > Self.capacity,
      let oldest = entries.min(by: { ($0.value.until, $0.key) < ($1.value.until, $1.key) })
    {
      entries[oldest.key] = nil
    }
  }

  /// Replaces the number of full matches, which a search has found out with the numbers of all hosts.
  mutating func correct(full: Int, of query: String, on host: String, at now: Int) {
    let until = entries[name(query, host)]?.until
    guard let until, var statistics = statistics(of: query, on: host, at: now) else { return }
    statistics.full = full
    keep(statistics, of: query, on: host, at: now)
    entries[name(query, host)]?.until = until
  }

  /// Whether a time lies ahead, by no more than ``lifetime``.
  private func isFresh(_ until: Int, at now: Int) -> Bool {
    until > now && until - now <= Int(Self.lifetime / .milliseconds(1))
  }

  private func name(_ query: String, _ host: String) -> String {
    host + " " + String(hash("entry\0" + query), radix: 16)
  }

  /// Hides a number in hexadecimal digits, or shows it again.
  private func masked(_ terms: String, _ query: String) -> String {
    guard let number = UInt64(terms, radix: 16) else { return "" }
    return String(number ^ hash("terms\0" + query), radix: 16)
  }

  private func hash(_ text: String) -> UInt64 {
    SipHash.hash(Array(text.utf8).span, key: SipHash.Key(key.first ?? 0, key.last ?? 0))
  }
}

extension HostMemory {
  /// The largest file that is read.
  private static let sizeLimit = 4 << 20

  /// Reads what a former call has left; nothing if it cannot be read.
  init(file: FilePath) {
    self.init()
    let bytes = try? FileDescriptor(openingOwn: file).read(
      upTo: Self.sizeLimit, expecting: 1 << 17)
    let lines = (bytes ?? []).split(separator: 0x0a)
    guard let first = lines.first,
      let head = try? JSONDecoder().decode(Head.self, from: Data(first))
    else { return }
    (key, failures, bridges) = (head.key, head.failures, head.bridges ?? [:])
    for line in lines.dropFirst() {
      let parts = line.split(separator: 0x09)
      guard parts.count == 3, let until = Int(String(decoding: parts[1], as: UTF8.self)) else {
        continue
      }
      entries[String(decoding: parts[0], as: UTF8.self)] = Entry(
        until: until, statistics: Array(parts[2]))
    }
  }

  /// What a call has changed, together with what other calls have left meanwhile.
  ///
  /// - Parameters:
  ///   - former: the memory when the call began.
  ///   - file: what the other calls have left.
  /// - Returns: the memory of all.
  func merged(since former: HostMemory, with file: FilePath) -> HostMemory {
    let current = HostMemory(file: file)
    // Without the same key the statistics of the others cannot be found by this one's names.
    guard current.key == key else { return self }
    func changes<Value: Equatable>(
      _ old: [String: Value], _ new: [String: Value], in current: [String: Value]
    ) -> [String: Value] {
      var merged = current
      for name in Set(old.keys).union(new.keys) where old[name] != new[name] {
        merged[name] = new[name]
      }
      return merged
    }
    var merged = self
    merged.failures = changes(former.failures, failures, in: current.failures)
    merged.bridges = changes(former.bridges, bridges, in: current.bridges)
    merged.entries = changes(former.entries, entries, in: current.entries)
    return merged
  }

  /// Leaves it to the next call; a file that cannot be written costs only time.
  func write(to file: FilePath) {
    guard
      let head = try? JSONEncoder().encode(
        Head(key: key, failures: failures, bridges: bridges.isEmpty ? nil : bridges))
    else { return }
    var bytes = Array(head) + [0x0a]
    for (name, entry) in entries {
      bytes += Array("\(name)\t\(entry.until)\t".utf8) + entry.statistics + [0x0a]
    }
    try? file.replaceContent(with: bytes, isShared: true)
  }
}
