import LinuxSystem
import ModelContextProtocol

/// The arguments of a tool call, which are checked when read.
struct ToolArguments {
  /// An invalid argument, as a sentence for the assistant.
  struct Refusal: Error, Equatable {
    let sentence: String
  }

  private let values: [String: JSONValue]

  /// Makes the arguments; those that are null count as missing.
  ///
  /// - Throws: a refusal if the tool does not have one of the arguments.
  init(_ values: [String: JSONValue], of tool: Tool) throws(Refusal) {
    self.values = values.filter { $0.value != .null }
    guard case .object(let known)? = tool.input["properties"] else { return }
    if let name = values.keys.sorted().first(where: { known[$0] == nil }) {
      throw Refusal(
        sentence: """
          '\(tool.name)' has no parameter '\(AnswerBound.clipped(name, to: 60))'. It has: \
          \(known.keys.sorted().joined(separator: ", ")).
          """)
    }
  }

  /// A text argument; nil if it is missing.
  func text(_ name: String) throws(Refusal) -> String? {
    guard let value = values[name] else { return nil }
    guard let text = value.string else { throw Refusal(sentence: "'\(name)' must be a string.") }
    return text
  }

  /// A text argument that must be given.
  func requiredText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw Refusal(sentence: "'\(name)' is missing.") }
    return text
  }

  /// An integer argument; nil if it is missing.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    let integer: Int?
    switch values[name] {
    case nil: return nil
    case .integer(let value)?: integer = value
    case .number(let value)?: integer = Int(exactly: value)
    default: integer = nil
    }
    guard let integer, range.contains(integer) else {
      throw Refusal(
        sentence:
          "'\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound).")
    }
    return integer
  }

  /// An argument that must be one of some words; nil if it is missing.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws(Refusal) -> Choice? {
    guard let value = values[name] else { return nil }
    if let choice = value.string.flatMap(Choice.init(rawValue:)) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Refusal(sentence: "'\(name)' must be one of: \(words).")
  }

  /// The document in the argument `path` or `uri`, and the line if it ends with one, as in `FILE:LINE`.
  ///
  /// - Parameter folder: the folder to which paths are relative.
  /// - Returns: the document and the line.
  /// - Throws: a refusal if both arguments or neither are given, or if the text is not a path.
  func position(relativeTo folder: FilePath) throws(Refusal) -> TextPosition {
    let given = [try text("path"), try text("uri")].compactMap(\.self)
    guard given.count == 1 else {
      throw Refusal(sentence: "Give 'path' or 'uri': the one that 'search' shows.")
    }
    guard !given[0].utf8.contains(0), !given[0].isEmpty,
      let position = TextPosition(Array(given[0].utf8), relativeTo: folder)
    else { throw Refusal(sentence: "This is neither a path nor a file: URI.") }
    return position
  }
}
