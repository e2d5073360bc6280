import SearchInterface
import StringDistance

/// Finds the probable correction of a query with the words of several hosts.
///
/// Each host names words that may have been meant, then all choose with the sums of their documents, as one
/// index with all documents would.
struct HostCorrection {
  /// The most typing errors in a word, and the most characters of a text that is compared.
  private static let (errors, length) = (3, 400)
  /// The most words that a host can name.
  private static let mostWords = 1_000
  /// The most bytes of the words of all hosts, which go to each of them in one call.
  private static let mostBytes = 23 << 10

  private let typed: [Unicode.Scalar]
  /// Each word, and each pair of neighbours joined.
  private let words: [[Unicode.Scalar]]
  private let local: Int?

  /// Begins with the query as it was typed; `local` is the number of this machine, if it is asked.
  init(of query: String, local: Int?) {
    typed = Array(query.lowercased().unicodeScalars)
    let single = typed.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
    words = (single + zip(single, single.dropFirst()).map { $0 + $1 }).map(Array.init)
      .filter { $0.count <= Self.length }
    self.local = local
  }

  // MARK: - Words

  /// The words that all hosts name, in the order of their bytes, with the sums of their documents.
  func words(
    of replies: [Int: StatisticsMethod.Reply], in documents: Int
  ) -> [CountedWordMessage] {
    var counts: [String: Int] = [:]
    var room = Self.mostBytes
    // Hosts with few words first: the others share the room that these leave, and no host takes
    // another's room.
    let lists = replies.map { named(by: $0, $1, in: documents) }
      .sorted { ($0.size, $0.host) < ($1.size, $1.host) }
    for (number, list) in lists.enumerated() {
      let share = room / (lists.count - number)
      var own: [String: Int] = [:]
      var used = 0
      for word in list.words {
        used += Self.size(of: word)
        if used > share { break }
        // A host may name a word twice.
        own[word.word] = word.documents
      }
      room -= min(used, share)
      counts.merge(own) { min($0 + $1, max(1, documents)) }
    }
    return counts.sorted { $0.key < $1.key }
      .map { CountedWordMessage(word: $0.key, documents: $0.value) }
  }

  /// The words that a host names and that can be meant, with their size in a call.
  private func named(
    by host: Int, _ reply: StatisticsMethod.Reply, in documents: Int
  ) -> (host: Int, words: [CountedWordMessage], size: Int) {
    let words = (reply.words ?? []).prefix(Self.mostWords).filter { word in
      (1...max(1, documents)).contains(word.documents)
        && (host == local || canBeMeant(word.word))
    }
    return (host, words, words.reduce(0) { $0 + Self.size(of: $1) })
  }

  /// The bytes of a word in a call, at most: beside it there are two names and a number.
  private static func size(of word: CountedWordMessage) -> Int {
    word.word.utf8.reduce(44) { size, byte in
      size + (byte < 0x20 || byte == 0x22 || byte == 0x5c ? 6 : 1)
    }
  }

  /// Whether a word has the letters of one or two words of the query, or of a part of one, but for a few.
  ///
  /// Otherwise a host could ask others, in the name of this person, how frequent any words are.
  private func canBeMeant(_ word: String) -> Bool {
    let word = Array(word.unicodeScalars)
    let distance = EditDistance(Self.errors)
    return words.contains { other in
      distance.between(other, word) != nil || other.starts(with: word)
        || other.reversed().starts(with: word.reversed())
    }
  }

  // MARK: - Texts

  /// The probable correction: the likeliest query that has hits on some host, or else the
  /// likeliest.
  func likeliest(of replies: [Int: StatisticsMethod.Reply]) -> String? {
    likeliest(of: replies, \.corrected) { $0.hasHits ?? false }
  }

  /// The possible correction although documents have the typed words: the likeliest such query.
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

  /// Whether a text has the words of the query, but for a few letters of each.
  private func canBe(_ text: String) -> Bool {
    let other = Array(text.lowercased().unicodeScalars)
    guard typed.count <= Self.length, other.count <= Self.length else { return false }
    let parts = typed.split { $0.properties.isWhitespace }.count
    return EditDistance(parts * Self.errors).between(typed, other) != nil
  }
}
