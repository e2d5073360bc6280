import LinuxSystem
import TestSupport

/// Queries as people type them, of words as often as they occur in texts.
struct QueryMix {
  /// The kind of query.
  enum Form: String, CaseIterable {
    case word, twoWords, threeWords, alternative, phrase, prefix, negation, given

    /// How many of 100 queries are of this form.
    fileprivate var share: Int {
      switch self {
      case .word: 40
      case .twoWords: 20
      case .threeWords, .alternative, .phrase: 10
      case .prefix, .negation: 5
      case .given: 0
      }
    }
  }

  private(set) var queries: [(form: Form, text: String)] = []

  /// Draws queries from pieces of text.
  init(from samples: [ArraySlice<UInt8>], count: Int, seed: UInt64) {
    var random = SplitMix(seed: seed)
    let texts = samples.map(Self.words).filter { $0.count > 3 }
    guard !texts.isEmpty else { return }
    for form in Form.allCases {
      for _ in 0..<count * form.share / 100 {
        let draw = { (random: inout SplitMix) -> String in
          let text = texts[Int.random(in: 0..<texts.count, using: &random)]
          return text[Int.random(in: 0..<text.count, using: &random)]
        }
        let words = (0..<3).map { _ in draw(&random) }
        let text = texts[Int.random(in: 0..<texts.count, using: &random)]
        let place = Int.random(in: 0..<text.count - 1, using: &random)
        queries.append((form, Self.query(form, words, phrase: text[place...place + 1])))
      }
    }
  }

  /// Takes over the queries of a file: each line ends in `|` and a query, `kind` before that.
  mutating func append(linesOf file: FilePath) throws {
    let bytes = try FileDescriptor(openingOwn: file).read(upTo: 1 << 20, expecting: 4_096)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "|").map(String.init)
      guard let text = fields.last else { continue }
      switch fields.dropFirst().first {
      case "phrase": queries.append((.given, "\"\(text)\""))
      case "prefix": queries.append((.given, text + "*"))
      default: queries.append((.given, text))
      }
    }
  }

  /// The queries of one form.
  func only(_ form: Form) -> QueryMix {
    var mix = self
    mix.queries.removeAll { $0.form != form }
    return mix
  }

  private static func query(
    _ form: Form, _ words: [String], phrase: ArraySlice<String>
  ) -> String {
    switch form {
    case .word, .given: words[0]
    case .twoWords: words[..<2].joined(separator: " ")
    case .threeWords: words.joined(separator: " ")
    case .alternative: words.joined(separator: " OR ")
    case .phrase: "\"\(phrase.joined(separator: " "))\""
    case .prefix: words[0].prefix(max(3, words[0].count - 2)) + "*"
    case .negation: "\(words[0]) -\(words[1])"
    }
  }

  /// Words of letters, in small ones, so that none is an operator; no single ones, which few type.
  private static func words(of text: ArraySlice<UInt8>) -> [String] {
    String(decoding: text, as: UTF8.self).split { !$0.isLetter }.filter { $0.count > 2 }
      .map { $0.lowercased() }
  }
}
