import LinuxSystem
import RankingJudgment
import TestSupport

/// The command line.
struct Options {
  private(set) var parts: Set<Part> = []
  private(set) var half = Half.tune
  private(set) var isVerbose = false
  private(set) var tree: FilePath?
  private(set) var state: FilePath?
  private(set) var json: FilePath?
  private(set) var earlier: FilePath?
  private(set) var other: FilePath?
  private var model: FilePath?
  private var questions: FilePath?
  private var misspellings: FilePath?

  /// - Throws: a `SystemError` for an argument that is not known.
  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--verbose": isVerbose = true
      case "--half": half = try Self.value(Half.init, of: rest.popFirst())
      case "--tree": tree = try Self.path(rest.popFirst())
      case "--state": state = try Self.path(rest.popFirst())
      case "--json": json = try Self.path(rest.popFirst())
      case "--compare": earlier = try Self.path(rest.popFirst())
      case "--beside": other = try Self.path(rest.popFirst())
      case "--model": model = try Self.path(rest.popFirst())
      case "--questions": questions = try Self.path(rest.popFirst())
      case "--misspellings": misspellings = try Self.path(rest.popFirst())
      default: parts.insert(try Self.value(Part.init(rawValue:), of: word))
      }
    }
    if parts.isEmpty { parts = [.questions, .spelling] }
  }

  /// Text for `sittad.conf`.
  var configuration: String { model.map { "[Text]\nMeaningModel=\($0)\n" } ?? "" }

  /// The questions of the half.
  func readQuestions() throws -> [Question] {
    try Self.lines(of: questions ?? Self.path("Benchmarks/RankingBenchmark/questions.tsv"))
      .compactMap(Question.init).filter { $0.half == half }
  }

  /// The misspellings of the half.
  func readMisspellings() throws -> [Misspelling] {
    try Self.lines(of: misspellings ?? Self.path("Benchmarks/RankingBenchmark/misspellings.tsv"))
      .compactMap(Misspelling.init).filter { $0.half == half }
  }

  private static func lines(of file: FilePath) throws -> [Substring] {
    String(decoding: try file.contents(), as: UTF8.self)
      .split(separator: "\n")
  }

  private static func value<Value>(
    _ make: (String) -> Value?, of word: String?
  ) throws -> Value {
    guard let word, let value = make(word) else {
      throw SystemError(code: 22, attempt: "The argument '\(word ?? "")' is not known")
    }
    return value
  }

  private static func path(_ text: String?) throws -> FilePath {
    guard
      let path = FilePath(
        Array((text ?? "").utf8), relativeTo: try .workingDirectory(), home: .root)
    else { throw SystemError(code: 2, attempt: "An empty path was given") }
    return path
  }
}
