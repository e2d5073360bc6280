import FullText
import SittaSQLite
import Synchronization

struct TestError: Error, Equatable {
  let number: Int
}

/// Splits text at spaces.
final class SpacesOnly: FTS5CustomTokenizer {
  static let name = "spaces_only"
  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    var start = 0
    for end in 0...text.count where end == text.count || text[end] == UInt8(ascii: " ") {
      if end > start {
        try tokenCallback(text.extracting(start..<end), from: start, to: end)
      }
      start = end + 1
    }
  }
}

/// Reverses tokens, as strings.
final class Reversed: FTS5WrapperTokenizer {
  static let name = "reversed"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    let wrapped = arguments.isEmpty ? ["unicode61"] : arguments
    wrappedTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: wrapped))
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(String(token.reversed()), flags)
  }
}

/// Adds a synonym to each token: the token written twice, as bytes.
final class Doubled: FTS5ByteWrapperTokenizer {
  static let name = "doubled"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    let wrapped = arguments.isEmpty ? ["unicode61"] : arguments
    wrappedTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: wrapped))
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    try tokenCallback(token, flags)
    let doubled = (0..<token.count * 2).map { token[$0 % token.count] }
    try tokenCallback(doubled.span, .colocated)
  }
}

/// Drops tokens of fewer than three bytes.
final class WithoutShortTokens: FTS5ByteWrapperTokenizer {
  static let name = "without_short_tokens"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: arguments))
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    if token.count > 2 { try tokenCallback(token, flags) }
  }
}

/// Fails on the token "bad".
final class Failing: FTS5WrapperTokenizer {
  static let name = "failing"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.ascii())
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    if token == "bad" { throw TestError(number: 1) }
    try tokenCallback(token, flags)
  }
}

/// Breaks the rule for tokens that its argument names.
final class Faulty: FTS5CustomTokenizer {
  static let name = "faulty"
  private let fault: String
  private let inner: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    fault = arguments.first ?? ""
    inner = try db.makeTokenizer(.ascii())
    if fault == "nonsense" { throw FullTextError.unknownArgument(fault, of: Self.name) }
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    let word = "word".utf8Span.span
    switch fault {
    case "outside": try tokenCallback(word, from: 0, to: text.count + 1)
    case "negative": try tokenCallback(word, from: -5, to: 1)
    case "reversed": try tokenCallback(word, from: 3, to: 2)
    case "order":
      try tokenCallback(word, from: 2, to: 3)
      try tokenCallback(word, from: 1, to: 3)
    case "empty": try tokenCallback(word.extracting(0..<0), from: 0, to: 1)
    case "nul": try tokenCallback("a\0b".utf8Span.span, from: 0, to: 3)
    case "colocated": try tokenCallback(word, flags: .colocated, from: 0, to: 1)
    case "swallowed":
      try? tokenCallback(word.extracting(0..<0), from: 0, to: 1)
      try? tokenCallback(word, from: 0, to: 1)
    case "other text":
      let other = "a text that is longer than the one to tokenize"
      try inner.tokenize(other.utf8Span.span, for: tokenization, tokenCallback: tokenCallback)
    default: break
    }
  }
}

/// Records the purpose of each token; for one test only.
final class PurposeRecorder: FTS5WrapperTokenizer {
  static let name = "purpose_recorder"
  static let purposes = Mutex<[FTS5Tokenization]>([])
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.ascii())
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    Self.purposes.withLock { $0.append(tokenization) }
    try tokenCallback(token, flags)
  }
}

/// Counts its existing instances; for one test only.
final class Counted: FTS5WrapperTokenizer {
  static let name = "counted"
  static let alive = Mutex(0)
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61())
    Self.alive.withLock { $0 += 1 }
  }

  deinit {
    Self.alive.withLock { $0 -= 1 }
  }

  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(token, flags)
  }
}

/// Records the arguments of its last instance; for one test only.
final class Recording: FTS5CustomTokenizer {
  static let name = "recording"
  static let arguments = Mutex<[String]>([])

  init(db: Database, arguments: [String]) throws {
    Self.arguments.withLock { $0 = arguments }
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {}
}

/// Takes the whole text as one token.
final class Whole: FTS5CustomTokenizer {
  static let name = "same_name"
  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    if !text.isEmpty { try tokenCallback(text, from: 0, to: text.count) }
  }
}

/// Takes each byte as a token.
final class Letters: FTS5CustomTokenizer {
  static let name = "same_name"
  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    for index in 0..<text.count {
      try tokenCallback(text.extracting(index..<index + 1), from: index, to: index + 1)
    }
  }
}

/// Has a name that the test sets; for one test only.
final class Renamed: FTS5CustomTokenizer {
  static let current = Mutex("")
  static var name: String { current.withLock { $0 } }
  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {}
}

/// Drops given words; it has no `init(db:arguments:)`, so a closure makes it.
final class Dropping: FTS5Tokenizer {
  private let dropped: Set<String>
  private let wrapped: any FTS5Tokenizer

  init(_ dropped: Set<String>, wrapping wrapped: any FTS5Tokenizer) {
    self.dropped = dropped
    self.wrapped = wrapped
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    try wrapped.forEachToken(in: text, for: tokenization) { token, flags, range in
      let word = String(decoding: (0..<token.count).map { token[$0] }, as: UTF8.self)
      guard !dropped.contains(word) else { return }
      try tokenCallback(token, flags: flags, from: range.lowerBound, to: range.upperBound)
    }
  }
}

/// Forwards to a built-in tokenizer, then passes one more token.
final class Forwarding: FTS5CustomTokenizer {
  static let name = "forwarding"
  private let inner: any FTS5Tokenizer
  private let goesBack: Bool

  init(db: Database, arguments: [String]) throws {
    inner = try db.makeTokenizer(.ascii())
    goesBack = arguments == ["back"]
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    try inner.tokenize(text, for: tokenization, tokenCallback: tokenCallback)
    try tokenCallback(
      "last".utf8Span.span, flags: goesBack ? [] : .colocated, from: goesBack ? 0 : text.count,
      to: text.count)
  }
}

/// Passes an empty token, and ignores that it is refused.
final class Swallowing: FTS5ByteWrapperTokenizer {
  static let name = "swallowing"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.ascii())
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    try? tokenCallback(token.extracting(0..<0), flags)
  }
}
