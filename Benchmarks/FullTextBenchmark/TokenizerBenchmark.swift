import FullText
import SittaSQLite

/// How fast tokenizers are when FTS5 calls them.
struct TokenizerBenchmark {
  let texts: [[UInt8]]

  func run(rounds: Int) throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: PassingStrings.self)
    try db.add(tokenizer: PassingBytes.self)
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    let variants: [(name: String, descriptor: FTS5TokenizerDescriptor)] = [
      ("unicode61", .unicode61(diacritics: .remove)),
      ("porter unicode61", .porter(wrapping: .unicode61(diacritics: .remove))),
      ("sitta", .sitta()),
      ("sitta, names apart", .sitta(splitsNames: true)),
      ("wrapper on bytes", PassingBytes.tokenizerDescriptor()),
      ("wrapper on strings", PassingStrings.tokenizerDescriptor()),
    ]
    let counters = try variants.map { try TokenCounter($0.descriptor, in: db) }
    var best = [Double](repeating: .infinity, count: variants.count)
    var tokens = 0
    for _ in 0..<rounds {
      for (index, counter) in counters.enumerated() {
        let start = processorSeconds()
        tokens = try texts.reduce(0) { try $0 + counter.count($1) }
        best[index] = min(best[index], processorSeconds() - start)
      }
    }
    let megabytes = Double(texts.reduce(0) { $0 + $1.count }) / 1e6
    print("tokenizing \(Int(megabytes)) MB, \(tokens) tokens, best of \(rounds) rounds")
    for (variant, seconds) in zip(variants, best) {
      print(
        "  \(variant.name): \(Int(megabytes / seconds)) MB/s, "
          + "\(rounded(best[0] / seconds)) of unicode61")
    }
  }
}

func rounded(_ ratio: Double) -> Double {
  (ratio * 100).rounded() / 100
}

/// Passes every token on as it is, as bytes.
final class PassingBytes: FTS5ByteWrapperTokenizer {
  static let name = "passing_bytes"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    try tokenCallback(token, flags)
  }
}

/// Passes every token on as it is, as a string.
final class PassingStrings: FTS5WrapperTokenizer {
  static let name = "passing_strings"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(token, flags)
  }
}
