/// A JSON text whose numbers can be any token.
indirect enum JSONText {
  case object([(name: String, value: JSONText)])
  case array([JSONText])
  case string(String)
  case bool(Bool)
  case number(String)

  static func int(_ number: Int) -> JSONText { .number("\(number)") }

  /// The text.
  var text: String {
    switch self {
    case .object(let fields):
      "{" + fields.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    // The tests have no characters that are escaped.
    case .string(let string): "\"\(string)\""
    case .bool(let value): "\(value)"
    case .number(let token): token
    }
  }

  /// The paths of all numbers, such as `since.sequence` or `counts[]`.
  var numbers: [String] {
    switch self {
    case .object(let fields):
      fields.flatMap { field in field.value.numbers.map { Self.join(field.name, $0) } }
    case .array(let values): (values.first?.numbers ?? []).map { Self.join("[]", $0) }
    case .string, .bool: []
    case .number: [""]
    }
  }

  private static func join(_ name: String, _ rest: String) -> String {
    rest.isEmpty || rest.hasPrefix("[") ? name + rest : "\(name).\(rest)"
  }

  /// The same text with another number at a path; in an array, at each element.
  func replacing(_ path: String, by token: String) -> JSONText {
    switch self {
    case .object(let fields):
      .object(
        fields.map { field in
          guard path.hasPrefix(field.name) else { return field }
          let rest = path.dropFirst(field.name.count)
          guard rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[") else { return field }
          let inner = rest.hasPrefix(".") ? String(rest.dropFirst()) : String(rest)
          return (field.name, field.value.replacing(inner, by: token))
        })
    case .array(let values):
      path.hasPrefix("[]")
        ? .array(
          values.map { value in
            let rest = path.dropFirst(2)
            return value.replacing(String(rest.hasPrefix(".") ? rest.dropFirst() : rest), by: token)
          }) : self
    case .number: path.isEmpty ? .number(token) : self
    case .string, .bool: self
    }
  }
}
