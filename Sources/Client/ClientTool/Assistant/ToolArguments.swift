import LinuxSystem
import ModelContextProtocol

/// The arguments of a call, checked when they are read.
struct ToolArguments {
  /// A wrong argument, as a sentence for the assistant.
  struct Refusal: Error, Equatable {
    let sentence: String
  }

  private let values: [String: JSONValue]

  /// Takes the arguments of a call; null arguments count as missing.
  ///
  /// - Throws: a refusal of an argument that the tool does not have.
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

  /// A text; nil if it is missing.
  func text(_ name: String) throws(Refusal) -> String? {
    guard let value = values[name] else { return nil }
    guard let text = value.string else { throw Refusal(sentence: "'\(name)' must be a string.") }
    return text
  }

  /// A text that must be there.
  func requiredText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw Refusal(sentence: "'\(name)' is missing.") }
    return text
  }

  /// An integer; nil if it is missing.
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

  /// One of some words; nil if it is missing.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws(Refusal) -> Choice? {
    guard let value = values[name] else { return nil }
    if let choice = value.string.flatMap(Choice.init(rawValue:)) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Refusal(sentence: "'\(name)' must be one of: \(words).")
  }

  /// The document in `path` or `uri`, and the line if the path ends with one as in `FILE:LINE`.
  ///
  /// - Parameter folder: where relative paths begin.
  /// - Returns: the document and the line.
  /// - Throws: a refusal if both, or neither, or no path is given.
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
