import LinuxSystem
import ModelContextProtocol
import SearchInterface
import SecretMasking

/// The tool `read`.
extension AssistantTools {
  /// The most bytes of text to request; an answer contains the text twice.
  private static let byteLimit = 15_000

  func read(_ arguments: ToolArguments) throws -> ToolAnswer {
    let position = try arguments.position(relativeTo: folder)
    var parameters = ReadMethod.Parameters(uri: position.location.uri)
    parameters.line = try arguments.integer("line", in: 1...Int.max) ?? position.line
    parameters.lines = try arguments.integer("lines", in: 1...400) ?? 80
    parameters.bytes = Self.byteLimit
    parameters.query = try arguments.text("query")
    parameters.within = scope.parameter
    parameters.mask = true
    let excerpt = ReadAnswer(try ask { try $0.read(parameters) })
    return excerpt.bounded ?? AnswerBound.tooLarge
  }
}

/// The answer of `read` with some or all of its lines.
private struct ReadAnswer {
  private let reply: ReadMethod.Reply
  /// The lines without line ends.
  private let lines: [String]
  private let masked: Int
  /// Who sent a mail and when, or when another document was changed.
  private let origin: (text: String, values: [String: JSONValue])
  /// The recipients and the subject of a mail, a line each.
  private let header: [String]

  init(_ reply: ReadMethod.Reply) {
    self.reply = reply
    var mask = SecretMask()
    lines = ClientCommand.printedLines(of: mask.mask(reply.text))
    let document = reply.document
    origin = document.origin(&mask)
    // The times of an answer are in UTC, and the first line has the sender and the date already.
    header = document.header(offset: { _ in 0 })
      .filter { $0.hasPrefix("To: ") || $0.hasPrefix("Subject: ") }
      .map { AnswerBound.clipped(mask.mask($0), to: 400) }
    masked = mask.count + (reply.masked ?? 0)
  }

  /// The answer with as many lines as fit, or with the beginning of the first line if none fits.
  var bounded: ToolAnswer? {
    if let answer = AnswerBound.largest(of: lines.count, { showing(Array(lines.prefix($0))) }),
      lines.isEmpty || answer.content?["text"] != ""
    {
      return answer
    }
    var limit = lines.first?.utf8.count ?? 0
    while limit > 0 {
      limit /= 2
      let answer = showing([AnswerBound.clipped(lines[0], to: limit)], isCut: true)
      if answer.byteCount <= ToolAnswer.byteLimit { return answer }
    }
    return nil
  }

  private func showing(_ shown: [String], isCut: Bool = false) -> ToolAnswer {
    let document = reply.document
    let last = reply.line + shown.count - 1
    var values = document.identity
    values["line"] = .integer(reply.line)
    values["last"] = .integer(last)
    values["lines"] = .integer(reply.lines)
    values["modified"] = .string(document.modified)
    values.merge(origin.values) { $1 }
    values["clock"] = .string(reply.clock.text)
    values["pending"] = .integer(reply.pending)
    values["text"] = .string(shown.map { $0 + "\n" }.joined())
    var head = "\(document.citedPath)"
    if !shown.isEmpty { head += ":\(reply.line)-\(last)" }
    head += " of \(reply.lines.counted("line")) — \(origin.text)"
    head = ([head] + header).joined(separator: "\n")
    var notes: [String] = []
    let wholeLines = shown.count == lines.count && !isCut
    let next = wholeLines ? reply.next : last < reply.lines ? last + 1 : nil
    if !wholeLines { notes.append("Not all of the lines fit into this answer.") }
    if isCut || reply.cut == true {
      notes.append("Line \(reply.line) is too long: only a part of it is shown.")
      values["cut"] = true
    }
    if let next {
      notes.append("More: line=\(next)")
      values["next"] = .integer(next)
    }
    if shown.isEmpty { notes.append(emptyNote) }
    if reply.pending > 0 {
      notes.append("\(reply.pending.counted("change")) not indexed yet; the file may differ.")
    }
    if masked > 0 {
      notes.append(SecretMask.note(masked))
      values["masked"] = .integer(masked)
    }
    notes.append("Index clock: \(reply.clock.text)")
    if let uri = values["uri"]?.string { notes.append("URI: \(uri)") }
    let numbered = shown.enumerated().map { "\(reply.line + $0)\t\($1)" }
    let text = [head, numbered.joined(separator: "\n"), notes.joined(separator: "\n")]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    return ToolAnswer(text: text, content: .object(values))
  }

  private var emptyNote: String {
    if reply.lines > 0 { return "The text has only \(reply.lines.counted("line"))." }
    return reply.document.note ?? "The index has no text of this file, only its name."
  }
}
