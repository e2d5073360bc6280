import LinuxSystem
import ModelContextProtocol
import SearchInterface
import SecretMasking

/// The tool `search`.
extension AssistantTools {
  /// The time limit of a search in milliseconds.
  private static let deadline = 2_000

  func search(_ arguments: ToolArguments) throws -> ToolAnswer {
    var parameters = SearchMethod.Parameters(query: try arguments.requiredText("query"))
    parameters.limit = try arguments.integer("limit", in: 1...50) ?? 10
    parameters.offset = try arguments.integer("offset", in: 0...ClientCommand.hitLimit)
    parameters.order = try arguments.choice("order")
    parameters.prefixes = try arguments.choice("prefixes")
    parameters.within = scope.parameter
    parameters.language = ProcessEnvironment.language
    parameters.deadline = Self.deadline
    parameters.mask = true
    var answer = SearchAnswer(offset: parameters.offset ?? 0)
    do {
      let reply = try ask { try $0.search(parameters) }
      answer.add(reply, warnings: visible(reply.warnings))
    } catch SearchFailure.deadlineExceeded(let milliseconds, let partial) where !partial.isEmpty {
      answer.add(partial)
      answer.notes.append(
        "The search timed out after \(milliseconds) ms: these are the hits so far.")
      answer.values["timedOut"] = true
    }
    let count = answer.hits.count
    guard let bounded = AnswerBound.largest(of: count, answer.showing),
      count == 0 || bounded.content?["hits"] != []
    else { return AnswerBound.tooLarge }
    return bounded
  }
}

/// The answer of `search` with some or all of its hits.
private struct SearchAnswer {
  /// A hit in the form in which it is shown.
  struct Hit {
    let text: String
    let content: JSONValue
    let masked: Int
  }

  let offset: Int
  private(set) var hits: [Hit] = []
  var notes: [String] = []
  var values: [String: JSONValue] = [:]
  private var hasMore = false

  init(offset: Int) {
    self.offset = offset
  }

  mutating func add(_ hits: [HitMessage]) {
    self.hits = hits.enumerated().map { Hit($1, number: offset + $0 + 1) }
  }

  mutating func add(_ reply: SearchMethod.Reply, warnings: [String]) {
    add(reply.hits)
    hasMore = reply.more
    values = [
      "count": .integer(reply.count), "clock": .string(reply.clock.text),
      "pending": .integer(reply.pending),
    ]
    notes.append("\(reply.count.counted("document")) \(reply.count == 1 ? "matches" : "match").")
    if let partial = reply.partial {
      notes.append("\(partial.counted("document")) more with a part of the words.")
      values["partial"] = .integer(partial)
    }
    var mask = SecretMask()
    if let corrected = reply.corrected {
      let shown = AnswerBound.clipped(mask.mask(corrected), to: 400)
      notes.append("Nothing or little was found as typed; searched instead: \(shown)")
      values["corrected"] = .string(shown)
    }
    if let spoken = reply.spoken {
      let shown = AnswerBound.clipped(mask.mask(spoken), to: 400)
      notes.append("First the documents found by: \(shown)")
      values["spoken"] = .string(shown)
    }
    let suggestions = (reply.suggestions ?? []).prefix(5).map {
      AnswerBound.clipped(mask.mask($0), to: 200)
    }
    if !suggestions.isEmpty {
      notes.append("Perhaps meant: \(suggestions.joined(separator: "; "))")
      values["suggestions"] = .array(suggestions.map { .string($0) })
    }
    if reply.pending > 0 {
      notes.append("\(reply.pending.counted("change")) not indexed yet, so files may be missing.")
    }
    let warnings = warnings.prefix(5).map { AnswerBound.clipped(mask.mask($0), to: 300) }
    notes += warnings.map { "Warning: \($0)" }
    if !warnings.isEmpty { values["warnings"] = .array(warnings.map { .string($0) }) }
    notes.append("Index clock: \(reply.clock.text)")
  }

  /// The answer with the first `count` hits.
  func showing(_ count: Int) -> ToolAnswer {
    let shown = hits.prefix(count)
    var (notes, values) = (notes, values)
    let isCut = count < hits.count
    if isCut { notes.append("\(hits.count - count) of the hits did not fit into this answer.") }
    if hasMore || isCut, count > 0 {
      notes.append("More hits: offset=\(offset + count)")
      values["next"] = .integer(offset + count)
    }
    let masked = shown.reduce(0) { $0 + $1.masked }
    if masked > 0 {
      notes.append(SecretMask.note(masked))
      values["masked"] = .integer(masked)
    }
    values["hits"] = .array(shown.map(\.content))
    let text = (shown.map(\.text) + [notes.joined(separator: "\n")]).joined(separator: "\n\n")
    return ToolAnswer(text: text, content: .object(values))
  }
}

extension SearchAnswer.Hit {
  init(_ hit: HitMessage, number: Int) {
    var mask = SecretMask()
    let document = hit.document
    var values = document.identity
    var place = document.citedPath
    if let line = hit.line {
      place += ":\(line)"
      values["line"] = .integer(line)
    } else if let part = hit.part?.text {
      place += " (\(AnswerBound.clipped(part, to: 60)))"
      values["part"] = .string(AnswerBound.clipped(part, to: 60))
    }
    let origin = document.origin(&mask)
    values.merge(origin.values) { $1 }
    var lines = ["\(number). \(place) — \(origin.text)"]
    if let uri = values["uri"]?.string { lines.append("URI: \(uri)") }
    values["modified"] = .string(document.modified)
    if let title = document.title, !title.isEmpty {
      let shown = AnswerBound.clipped(mask.mask(title), to: 200)
      lines.append("Title: \(shown.escapingControls())")
      values["title"] = .string(shown)
    }
    // The daemon has already masked secrets that only the surrounding text reveals; an older daemon
    // has not.
    let snippet = AnswerBound.clipped(mask.mask(hit.snippet), to: 1_000)
    let count = mask.count + (hit.masked ?? 0)
    if !snippet.isEmpty { lines.append(snippet.escapingControls()) }
    values["snippet"] = .string(snippet)
    if let missing = hit.missing, !missing.isEmpty {
      let words = missing.prefix(10).map { AnswerBound.clipped($0, to: 60) }
      lines.append("Lacks: \(words.joined(separator: ", "))")
      values["missing"] = .array(words.map { .string($0) })
    }
    if let similarity = hit.similarity {
      let shown = AnswerBound.clipped(mask.mask(similarity), to: 400)
      lines.append("Found: \(shown.escapingControls())")
      values["found"] = .string(shown)
    }
    let copies = (hit.copies ?? []).prefix(5).map(\.citedPath)
    if !copies.isEmpty {
      lines.append("Copies or versions: \(copies.joined(separator: ", "))")
      values["copies"] = .array(copies.map { .string($0) })
    }
    let replies = (hit.replies ?? []).prefix(5).map(\.citedPath)
    if !replies.isEmpty {
      lines.append("Same conversation: \(replies.joined(separator: ", "))")
      values["replies"] = .array(replies.map { .string($0) })
    }
    let content = JSONValue.object(values)
    if content.text.count <= Self.byteLimit {
      self.init(text: lines.joined(separator: "\n"), content: content, masked: count)
      return
    }
    // Only paths can be so long; such a file must not prevent other hits from being shown.
    let path = AnswerBound.clipped(document.citedPath, to: 1_000)
    self.init(
      text: "\(number). \(path) — too long to be shown",
      content: ["path": .string(path), "snippet": "", "modified": .string(document.modified)],
      masked: 0)
  }

  /// The largest size of a hit in bytes; two such hits fit into an answer.
  private static let byteLimit = 7_000
}

extension DocumentMessage {
  /// Who sent a mail and when, or when another document was changed: as words, and as values of an answer.
  func origin(_ mask: inout SecretMask) -> (text: String, values: [String: JSONValue]) {
    guard isMail, let sent = created else { return ("modified \(modified)", [:]) }
    guard let author = authors?.first else { return ("sent \(sent)", ["sent": .string(sent)]) }
    let sender = AnswerBound.clipped(mask.mask(author), to: 200)
    return (
      "from \(sender.escapingControls()), sent \(sent)",
      ["from": .string(sender), "sent": .string(sent)]
    )
  }
}

extension SecretMask {
  /// A note that texts are masked.
  static func note(_ count: Int) -> String {
    "Masked here: \(count.counted("text")) that \(count == 1 ? "looks" : "look") like a key or a password."
  }
}
