import SearchInterface
import StringDistance

/// Finds the probable correction of a query from the words of several hosts.
///
/// Each host names words that may have been meant. Then all hosts choose a correction by the total
/// numbers of documents, as one index with all documents would.
struct HostCorrection {
  /// The most typing errors in a word, and the most characters of texts that are compared.
  private static let (errors, length) = (3, 400)
  /// The most words accepted from a host.
  private static let mostWords = 1_000
  /// The most bytes of all hosts' words, which are sent to each host in one call.
  private static let mostBytes = 23 << 10

  private let typed: [Unicode.Scalar]
  /// The words of the query, and each two neighbours joined.
  private let words: [[Unicode.Scalar]]
  private let local: Int?

  /// Begins with the typed query; `local` is the index of this machine, nil if it is not asked.
  init(of query: String, local: Int?) {
    typed = Array(query.lowercased().unicodeScalars)
    let single = typed.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
    words = (single + zip(single, single.dropFirst()).map { $0 + $1 }).map(Array.init)
      .filter { $0.count <= Self.length }
    self.local = local
  }

  // MARK: - Words

  /// The words of all hosts, sorted by bytes, with the sums of their documents.
  func words(
    of replies: [Int: StatisticsMethod.Reply], in documents: Int
  ) -> [CountedWordMessage] {
    var counts: [String: Int] = [:]
    var room = Self.mostBytes
    // Hosts with few words come first, and the others share the room that these leave. So no host
    // takes another's room.
    let lists = replies.map { named(by: $0, $1, in: documents) }
      .sorted { ($0.size, $0.host) < ($1.size, $1.host) }
    for (number, list) in lists.enumerated() {
      let share = room / (lists.count - number)
      var own: [String: Int] = [:]
      var used = 0
      for word in list.words {
        used += Self.size(of: word)
        if used > share { break }
        // If a host names a word twice, it counts once.
        own[word.word] = word.documents
      }
      room -= min(used, share)
      counts.merge(own) { min($0 + $1, max(1, documents)) }
    }
    return counts.sorted { $0.key < $1.key }
      .map { CountedWordMessage(word: $0.key, documents: $0.value) }
  }

  /// The words that a host names and that may have been meant, with their size in a call in bytes.
  private func named(
    by host: Int, _ reply: StatisticsMethod.Reply, in documents: Int
  ) -> (host: Int, words: [CountedWordMessage], size: Int) {
    let words = (reply.words ?? []).prefix(Self.mostWords).filter { word in
      (1...max(1, documents)).contains(word.documents)
        && (host == local || canBeMeant(word.word))
    }
    return (host, words, words.reduce(0) { $0 + Self.size(of: $1) })
  }

  /// The most bytes of a word in a call; its two keys and its number are included.
  private static func size(of word: CountedWordMessage) -> Int {
    word.word.utf8.reduce(44) { size, byte in
      size + (byte < 0x20 || byte == 0x22 || byte == 0x5c ? 6 : 1)
    }
  }

  /// Whether a word is similar to one or two joined words of the query, or to the beginning or end of one.
  ///
  /// Otherwise a host could find out through this user how frequent any words are on other hosts.
  private func canBeMeant(_ word: String) -> Bool {
    let word = Array(word.unicodeScalars)
    let distance = EditDistance(Self.errors)
    return words.contains { other in
      distance.between(other, word) != nil || other.starts(with: word)
        || other.reversed().starts(with: word.reversed())
    }
  }

  // MARK: - Texts

  /// The probable correction: the most likely query that has hits on some host, or else the most
  /// likely one.
  func likeliest(of replies: [Int: StatisticsMethod.Reply]) -> String? {
    likeliest(of: replies, \.corrected) { $0.hasHits ?? false }
  }

  /// The most likely query to offer although documents have the typed words; nil if there is none.
  func likeliestOffer(of replies: [Int: StatisticsMethod.Reply]) -> String? {
    likeliest(of: replies, \.suggestion) { _ in true }
  }

  private func likeliest(
    of replies: [Int: StatisticsMethod.Reply], _ query: (StatisticsMethod.Reply) -> String?,
    hasHits: (StatisticsMethod.Reply) -> Bool
  ) -> String? {
    replies.sorted { $0.key < $1.key }
      .compactMap { host, reply -> (text: String, rank: (Int, Double))? in
        guard let text = query(reply), host == local || canBe(text) else { return nil }
        return (text, (hasHits(reply) ? 1 : 0, reply.likelihood ?? 0))
      }.max { $0.rank < $1.rank }?.text
  }

  /// Whether a text differs from the query by only a few letters per word.
  private func canBe(_ text: String) -> Bool {
    let other = Array(text.lowercased().unicodeScalars)
    guard typed.count <= Self.length, other.count <= Self.length else { return false }
    let parts = typed.split { $0.properties.isWhitespace }.count
    return EditDistance(parts * Self.errors).between(typed, other) != nil
  }
}
