import HitOrder
import LinuxSystem
package import SearchInterface

extension StatisticsMessage {
  /// More documents than any host can have.
  static let mostDocuments = 1 << 40
  /// More tokens, and more numbers in a message, than any host can have.
  private static let limits = (tokens: 1 << 48, counts: 20_000)

  /// Whether a host can have these statistics, so that it is safe to add them.
  var isPlausible: Bool {
    (0...Self.mostDocuments).contains(documents) && (0...Self.limits.tokens).contains(tokens)
      && terms.utf8.count <= 32 && counts.count <= Self.limits.counts
      && FilePath(uri: common) != nil
      && counts.allSatisfy((0...documents).contains) && folders.count <= Self.limits.counts
      && folders.allSatisfy((0...RankingLimits.anyFolder).contains)
      && inFields.count <= Self.limits.counts
      && common.utf8.count <= 20_000
      && (0...RankingLimits.fewMatches).contains(full) && languages.count <= 64
      && languages.allSatisfy { $0.utf8.count <= 32 } && size <= Self.largest
  }

  /// The most bytes as JSON, because the sum is sent to each host in one call, with the query.
  private static let largest = 24 << 10

  /// The approximate size as JSON, in bytes.
  private var size: Int {
    let numbers = counts.reduce(0) { $0 + "\($1)".utf8.count + 2 }
    return folders.reduce(numbers) { $0 + "\($1)".utf8.count + 1 } + 6 * inFields.count
      + common.utf8.count
  }

  /// Adds the statistics of hosts.
  ///
  /// Only statistics of hosts that parse the query in the same way can be added: as this machine
  /// does, or else as most hosts do.
  ///
  /// - Parameters:
  ///   - hosts: the statistics by the index of the host.
  ///   - local: the index of this machine; nil if it is not asked.
  /// - Returns: the sum, nil without statistics; and the hosts that parse the query differently, sorted.
  package static func sum(
    of hosts: [Int: StatisticsMessage], local: Int?
  ) -> (sum: StatisticsMessage?, others: [Int]) {
    let sorted = hosts.sorted { $0.key < $1.key }
    var readers: [String: Int] = [:]
    for (_, statistics) in sorted { readers[statistics.terms, default: 0] += 1 }
    // Of several parsings that are equally frequent, the one of the first host.
    let most = sorted.max {
      readers[$0.value.terms, default: 0] < readers[$1.value.terms, default: 0]
    }
    let terms = local.flatMap { hosts[$0] }?.terms ?? most?.value.terms
    var sum: StatisticsMessage?
    var others: [Int] = []
    for (index, statistics) in sorted {
      if statistics.terms != terms || sum?.add(statistics) == false {
        others.append(index)
      } else if sum == nil {
        sum = statistics
      }
    }
    return (sum, others)
  }

  /// Adds the statistics of another host.
  ///
  /// - Returns: false if this host parses the query differently; then nothing is added.
  mutating func add(_ other: StatisticsMessage) -> Bool {
    guard terms == other.terms, counts.count == other.counts.count,
      folders.count == other.folders.count, inFields.count == other.inFields.count
    else { return false }
    // Each host's numbers are plausible; the limits also keep the sums of many hosts plausible.
    documents = min(documents + other.documents, Self.mostDocuments)
    tokens = min(tokens + other.tokens, Self.limits.tokens)
    counts = zip(counts, other.counts).map { [documents] in min($0 + $1, documents) }
    folders = zip(folders, other.folders).map { max($0, $1) }
    inFields = zip(inFields, other.inFields).map { $0 || $1 }
    full = min(full + other.full, RankingLimits.fewMatches)
    languages = Set(languages).union(other.languages).sorted()
    addFolder(other)
    return true
  }

  /// Extends the common folder to a tree that also contains the folders of another host.
  private mutating func addFolder(_ other: StatisticsMessage) {
    let (own, others) = (names, other.names)
    let shared = zip(own, others).prefix { $0 == $1 }.count
    if shared < min(own.count, others.count) {
      (names, branches) = (Array(own.prefix(shared)), true)
    } else if own.count == others.count {
      branches = branches || other.branches
    } else if shared == own.count ? !branches : other.branches {
      (names, branches) = (others, other.branches)
    }
  }

  /// The names of the common folder and of the folders above it.
  private var names: [[UInt8]] {
    get { FilePath(uri: common)?.components ?? [] }
    set { common = newValue.reduce(FilePath.root) { $0.appending($1) }.uri }
  }
}
