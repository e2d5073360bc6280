import ForeignJSON
import FoundationEssentials

/// What the page can have done outside of the server, which itself can change no file: by a command of `sitta`.
package enum WebErrand: Codable, Equatable, Sendable {
  /// A document is opened, or shown in the file manager.
  case open(OpenRequest)
  /// The saved searches are listed.
  case saved
  /// A search is saved.
  case save(SavedRequest)
  /// A saved search is forgotten.
  case forget(NameRequest)
  /// The folders of the first index are chosen.
  case begin(BeginRequest)

  /// What the page sends to open a document.
  package struct OpenRequest: Codable, Equatable, Sendable {
    /// The document as a `file:` URI.
    package var uri: String
    /// The query that found it.
    package var query: String
    /// Whether to show it in the file manager.
    package var reveal: Bool
  }

  /// What the page sends to save a search.
  package struct SavedRequest: Codable, Equatable, Sendable {
    package var name: String
    package var query: String
    /// The order of the hits, as in the interface; nil for the best ones first.
    package var sort: String?
    package var pinned: Bool
  }

  /// A saved search.
  package struct NameRequest: Codable, Equatable, Sendable {
    package var name: String
  }

  /// What the page sends at the first start.
  package struct BeginRequest: Codable, Equatable, Sendable {
    /// The paths of the folders to index; none for the home folder.
    package var roots: [String]
    /// Whether the daemon is started at each login.
    package var atLogin: Bool
  }

  /// The names by which the page requests them.
  static let names: Set<String> = ["open", "begin", "saved/list", "saved/add", "saved/remove"]

  /// Reads the body of a request; nil if it is wrong.
  init?(_ name: String, _ body: [UInt8]) {
    func read<Value: Decodable>(_ type: Value.Type) -> Value? {
      try? ForeignJSON.decode(type, from: body)
    }
    let errand: WebErrand? =
      switch name {
      case "open": read(OpenRequest.self).map(WebErrand.open)
      case "saved/list": .saved
      case "saved/add": read(SavedRequest.self).map(WebErrand.save)
      case "saved/remove": read(NameRequest.self).map(WebErrand.forget)
      case "begin": read(BeginRequest.self).map(WebErrand.begin)
      default: nil
      }
    guard let errand, errand.isPlausible else { return nil }
    self = errand
  }

  /// Whether the values can be what they say; a document is opened only as a file of this machine.
  private var isPlausible: Bool {
    switch self {
    case .open(let request): request.uri.hasPrefix("file:///")
    case .saved: true
    case .save(let request):
      !request.query.isEmpty && (request.sort?.allSatisfy(\.isLetter) ?? true)
    case .forget(let request): !request.name.isEmpty
    case .begin(let request): request.roots.allSatisfy { $0.hasPrefix("/") }
    }
  }

  /// The arguments of `sitta`; no text of the page is taken for an option.
  package var arguments: [[UInt8]] {
    let words: [String]
    switch self {
    case .open(let request):
      words =
        ["open", "--prefixes", "last", "--file=\(request.uri)"]
        + (request.reveal ? ["--reveal"] : [])
        + ["--", request.query]
    case .saved: words = ["saved", "--json"]
    case .save(let request):
      words =
        ["saved", "--name=\(request.name)"] + (request.sort.map { ["--sort=\($0)"] } ?? [])
        + (request.pinned ? ["--pin"] : []) + ["--", "add", request.query]
    case .forget(let request): words = ["saved", "--", "remove", request.name]
    case .begin(let request):
      words = ["setup"] + (request.atLogin ? ["--at-login"] : []) + ["--"] + request.roots
    }
    return words.map { Array($0.utf8) }
  }

  /// What became of an errand.
  package struct Outcome: Codable, Sendable {
    /// Why it failed, for people; nil if it did not.
    package var failure: String?
    /// The lines that the command printed.
    package var lines: [String]?

    /// Makes an outcome.
    package init(failure: String? = nil, lines: [String]? = nil) {
      (self.failure, self.lines) = (failure, lines)
    }
  }

  /// The answer for the page.
  func answer(_ outcome: Outcome) -> [UInt8] {
    // Each line is an object already.
    if case .saved = self, outcome.failure == nil {
      return Array("{\"searches\":[\((outcome.lines ?? []).joined(separator: ","))]}".utf8)
    }
    return (try? JSONEncoder().encode(Outcome(failure: outcome.failure))).map(Array.init) ?? []
  }
}
