import HitOrder
import LinuxSystem
package import SearchIndex
package import SearchInterface
package import Varlink

extension StatisticsMessage {
  package init(_ statistics: QueryStatistics) {
    let common = statistics.common.names.reduce(FilePath.root) { $0.appending($1) }
    self.init(
      documents: Int(statistics.documents), tokens: Int(statistics.tokens), terms: statistics.terms,
      counts: statistics.counts, folders: statistics.folderDepths, inFields: statistics.inColumns,
      common: common.uri, branches: statistics.common.branches, full: statistics.fullMatches ?? 0,
      languages: statistics.languages)
  }
}

extension QueryStatistics {
  /// The range of numbers that are accepted from clients, so that no computation overflows.
  fileprivate static let possible = 0...1 << 48

  /// Takes over the numbers of a client; nil if no index can have them.
  package init?(_ message: StatisticsMessage) {
    guard Self.possible.contains(message.documents), Self.possible.contains(message.tokens),
      Self.possible.contains(message.full),
      message.counts.allSatisfy((0...message.documents).contains),
      message.folders.allSatisfy((0...RankingLimits.anyFolder).contains),
      let common = FilePath(uri: message.common)
    else { return nil }
    self.init(documents: Int64(message.documents), tokens: Int64(message.tokens))
    (terms, counts, folderDepths) = (message.terms, message.counts, message.folders)
    inColumns = message.inFields
    self.common = CommonFolder(
      names: common.components.map { String(decoding: $0, as: UTF8.self) },
      branches: message.branches)
    (fullMatches, languages) = (message.full, message.languages)
  }
}

extension WordList {
  /// Takes over the words that other hosts have returned.
  package init(_ words: [CountedWordMessage]) throws(VarlinkError) {
    guard words.count <= 10_000,
      words.allSatisfy({ QueryStatistics.possible.contains($0.documents) })
    else {
      throw .invalidParameter("words")
    }
    self.init(words.map { CountedWord($0.word, documents: $0.documents) })
  }
}

extension RankingMessage {
  package init(_ ranking: SearchRanking) {
    let documents = ranking.documents
    let hasNames = documents.contains { !$0.name.isEmpty }
    let hasThreads = documents.contains { $0.threadNumber != 0 }
    let hasTimes = documents.contains { $0.time != nil }
    self.init(
      documents: documents.map { $0.key.number }, scores: documents.map(\.score),
      first: documents.map(\.firstScore), flags: documents.map(\.flags.rawValue),
      modified: documents.map { Int($0.modified) }, sizes: documents.map { Int($0.size) },
      depths: documents.map(\.depth), series: documents.map(\.seriesNumber),
      versions: documents.map(\.versionNumber),
      threads: hasThreads ? documents.map(\.threadNumber) : nil,
      times: hasTimes ? documents.map { Int($0.time ?? .min) } : nil,
      digests: documents.map(\.digest),
      names: hasNames ? documents.map(\.name) : [], full: ranking.nearMatches,
      complete: ranking.completeCount, nearTie: ranking.nearTie)
  }
}
