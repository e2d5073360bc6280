import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta read`, and the option `--within`.
extension ClientCommand {
  func read(_ parsed: ParsedArguments) throws -> ExitCode {
    guard let operand = parsed.operands.first,
      let asked = TextPosition(operand, relativeTo: try .workingDirectory())
    else { throw UsageError("'read' takes a file, or FILE:LINE.") }
    var parameters = ReadMethod.Parameters(uri: asked.location.uri)
    parameters.line = asked.line
    parameters.query = parsed.text(of: "query")
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(PrefixMode.init)
    parameters.within = try within(parsed)
    if asked.line != nil, parameters.query != nil {
      throw UsageError("A line and --query cannot be combined: each says where to begin.")
    }
    var left = try parsed.number(of: "lines", in: 1...Self.hitLimit)
    let client = try connect(parsed)
    // With a line, a program or a person wants this part of the text, and nothing else.
    var isHeaderWanted = asked.line == nil && !parsed.has("json")
    do {
      while true {
        parameters.lines = left.map { min($0, Self.linesOfReply) }
        let reply = try client.read(parameters)
        if parsed.has("json") {
          try output.write(JSONLine.text(of: reply))
        } else {
          if isHeaderWanted { try writeHeader(of: reply.document) }
          isHeaderWanted = false
          try output.write(Self.printed(reply.text))
          if reply.cut == true {
            output.note("Line \(reply.line) is too long; only a part of it is shown.")
          }
        }
        noteEnd(reply, asked.line)
        guard let next = reply.next else { return .found }
        left = left.map { $0 - (next - reply.line) }
        if let left, left <= 0 { return .found }
        (parameters.line, parameters.query, parameters.prefixes) = (next, nil, nil)
      }
    } catch let failure as SearchFailure {
      guard case .noSuchDocument = failure else { throw failure }
      output.note(failure.description)
      return .notFound
    }
  }

  /// Prints the header of a mail and a blank line; nothing of other documents.
  private func writeHeader(of document: DocumentMessage) throws {
    let header = document.header(offset: LocalTime.offsets())
    if !header.isEmpty { try output.write(header.map { $0 + "\n" }.joined() + "\n") }
  }

  /// The most lines in one reply of the daemon.
  private static let linesOfReply = 400

  /// Reports why nothing was printed.
  private func noteEnd(_ reply: ReadMethod.Reply, _ line: Int?) {
    guard reply.text.isEmpty else { return }
    if reply.lines == 0 {
      output.note(reply.document.note ?? "The index has no text of this file, only its name.")
    } else if line != nil {
      output.note("The text has only \(reply.lines) lines.")
    }
  }

  /// The text with control characters other than tabs escaped.
  static func printed(_ text: String) -> String {
    printedLines(of: text).map { $0 + "\n" }.joined()
  }

  /// The lines without line ends, with control characters other than tabs escaped.
  static func printedLines(of text: String) -> [String] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      let ending = line.last == UInt8(ascii: "\r") ? 1 : 0
      return line.dropLast(ending)
        .split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self).escapingControls(keepingWordBreaks: true) }
        .joined(separator: "\t")
    }
  }

  /// The folders after `--within`; nil without this option.
  func within(_ parsed: ParsedArguments) throws -> [String]? {
    let folders = parsed.allBytes(of: "within")
    if folders.isEmpty { return nil }
    return try folders.map { try folder($0, of: "--within").uri }
  }
}

/// A position in a document as the user types it: `FILE` or `FILE:LINE`.
struct TextPosition: Equatable {
  private(set) var location: DocumentLocation
  /// The line number, from 1; nil if none is given.
  private(set) var line: Int?

  /// Parses an operand; if a file has the whole operand as its path, the operand has no line.
  ///
  /// - Returns: nil if the operand is neither a path nor a `file:` URI.
  init?(_ operand: [UInt8], relativeTo folder: FilePath, home: FilePath? = ProcessEnvironment.home)
  {
    guard let home,
      let whole = DocumentLocation(operand: operand, relativeTo: folder, home: home)
    else { return nil }
    (location, line) = (whole, nil)
    if !whole.isMember, whole.file.exists { return }
    guard let colon = operand.lastIndex(of: UInt8(ascii: ":")),
      let line = Int(String(decoding: operand[(colon + 1)...], as: UTF8.self)), line > 0,
      let location = DocumentLocation(
        operand: Array(operand[..<colon]), relativeTo: folder, home: home)
    else { return }
    (self.location, self.line) = (location, line)
  }
}
