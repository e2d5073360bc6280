import VarlinkInterface

/// Generates Swift code for an interface: message types, errors, and the client's methods.
///
/// A structure gets the suffix `Message`, because the index has types with the same names; an enumeration
/// keeps its name; a method becomes a namespace with the types `Parameters` and `Reply`.
struct GeneratedInterface {
  /// A generated file in `Sources/Wire/SearchInterface/Generated`.
  struct File {
    let name: String
    let text: String
  }

  private let interface: InterfaceDescription
  private static let banner =
    "// Generated from io.sitta.Search.varlink by InterfaceGenerator; change that file instead."

  init(_ interface: InterfaceDescription) {
    self.interface = interface
  }

  /// All generated files.
  var files: [File] {
    [
      File(name: "Messages.swift", text: messages.text),
      File(name: "Methods.swift", text: methods.text),
      File(name: "SearchClient+Methods.swift", text: client.text),
      File(name: "SearchFailure.swift", text: errors.text),
    ]
  }

  // MARK: - Types

  private var messages: SwiftSource {
    var source = SwiftSource()
    source.line(0, Self.banner)
    for declaration in interface.declarations {
      switch declaration.body {
      case .structure(let fields):
        source.line()
        source.comment(0, declaration.comment)
        structure(messageName(declaration.name), fields, 0, &source)
      case .enumeration(let choices):
        source.line()
        source.comment(0, declaration.comment)
        source.line(
          0, "public enum \(declaration.name): String, CaseIterable, Codable, Sendable {")
        for choice in choices {
          source.comment(2, choice.comment)
          source.line(2, "case \(choice.name)")
        }
        source.line(0, "}")
      case .method, .error: break
      }
    }
    return source
  }

  private func structure(
    _ name: String, _ fields: [InterfaceDescription.Field], _ indent: Int,
    _ source: inout SwiftSource
  ) {
    source.line(indent, "public struct \(name): Codable, Equatable, Sendable {")
    for field in fields {
      source.comment(indent + 2, field.comment)
      source.line(indent + 2, "public var \(field.name): \(swift(field.type))")
    }
    if !fields.isEmpty { source.line() }
    source.comment(indent + 2, ["Makes the message from its fields."])
    if fields.isEmpty {
      source.line(indent + 2, "public init() {}")
    } else {
      source.list(indent + 2, "public init(", fields.map(parameter), ") {")
      for field in fields { source.line(indent + 4, "self.\(field.name) = \(field.name)") }
      source.line(indent + 2, "}")
    }
    source.line(indent, "}")
  }

  private func parameter(_ field: InterfaceDescription.Field) -> String {
    var text = "\(field.name): \(swift(field.type))"
    if case .optional = field.type { text += " = nil" }
    return text
  }

  private func swift(_ type: InterfaceDescription.ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .int: "Int"
    case .float: "Double"
    case .string: "String"
    case .object: "[String: String]"
    case .named(let name): messageName(name)
    case .optional(let wrapped): "\(swift(wrapped))?"
    case .array(let element): "[\(swift(element))]"
    case .dictionary(let element): "[String: \(swift(element))]"
    }
  }

  private func messageName(_ name: String) -> String {
    let isEnumeration = interface.declarations.contains { declaration in
      guard case .enumeration = declaration.body else { return false }
      return declaration.name == name
    }
    return isEnumeration ? name : "\(name)Message"
  }
}

// MARK: - Methods

extension GeneratedInterface {
  private var methods: SwiftSource {
    var source = SwiftSource()
    source.line(0, Self.banner)
    for declaration in interface.declarations {
      guard case .method(let parameters, let reply) = declaration.body else { continue }
      source.line()
      source.comment(0, ["The method `\(declaration.name)`."] + declaration.comment)
      source.line(0, "public enum \(declaration.name)Method: InterfaceMethod {")
      source.comment(2, ["The name in the interface."])
      source.line(2, "public static let name = \"\(declaration.name)\"")
      source.line()
      source.comment(2, ["The parameters of a call."])
      structure("Parameters", parameters, 2, &source)
      source.line()
      source.comment(2, ["The parameters of a reply."])
      structure("Reply", reply, 2, &source)
      source.line(0, "}")
    }
    return source
  }

  private var client: SwiftSource {
    var source = SwiftSource()
    source.line(0, Self.banner)
    source.line()
    source.line(0, "extension SearchClient {")
    var isFirst = true
    for declaration in interface.declarations {
      guard case .method(let parameters, let reply) = declaration.body else { continue }
      let name = declaration.name
      let function = caseName(name)
      let argument = parameters.isEmpty ? "" : "_ parameters: \(name)Method.Parameters"
      let value = parameters.isEmpty ? "\(name)Method.Parameters()" : "parameters"
      let mentionsMore = declaration.comment.contains { $0.contains(/\bmore(,|:|\.)/) }
      if !declaration.comment.contains("Needs more.") {
        if !isFirst { source.line() }
        isFirst = false
        source.comment(2, ["Calls `\(name)`."])
        let result = reply.isEmpty ? "" : " -> \(name)Method.Reply"
        source.list(
          2, "public func \(function)(", argument.isEmpty ? [] : [argument], ") throws\(result) {")
        source.line(4, "\(reply.isEmpty ? "_ = " : "")try call(\(name)Method.self, \(value))")
        source.line(2, "}")
      }
      if mentionsMore {
        if !isFirst { source.line() }
        isFirst = false
        source.comment(2, ["Calls `\(name)` with `more`, and passes on each reply as it comes."])
        let arguments =
          (argument.isEmpty ? [] : [argument]) + ["body: (\(name)Method.Reply) throws -> Void"]
        source.list(2, "public func \(function)(", arguments, ") throws {")
        source.line(4, "try callForMore(\(name)Method.self, \(value), body: body)")
        source.line(2, "}")
      }
    }
    source.line(0, "}")
    return source
  }
}

// MARK: - Errors

extension GeneratedInterface {
  private var failures: [(name: String, comment: [String], fields: [InterfaceDescription.Field])] {
    interface.declarations.compactMap { declaration in
      guard case .error(let fields) = declaration.body else { return nil }
      return (declaration.name, declaration.comment, fields)
    }
  }

  private func caseName(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Returns an associated value of an error case; a list is empty by default.
  private func associatedValue(_ field: InterfaceDescription.Field) -> String {
    if case .array = field.type { return "\(parameter(field)) = []" }
    return parameter(field)
  }

  private var errors: SwiftSource {
    var source = SwiftSource()
    source.line(0, Self.banner)
    source.line()
    source.line(0, "public import Varlink")
    source.line()
    source.comment(0, ["The errors of `\(interface.name)`."])
    source.line(0, "public enum SearchFailure: Error, Equatable, Sendable {")
    for failure in failures {
      source.comment(2, failure.comment)
      let code = "case \(caseName(failure.name))"
      if failure.fields.isEmpty {
        source.line(2, code)
      } else {
        source.list(2, "\(code)(", failure.fields.map(associatedValue), ")")
      }
    }
    source.line(0, "}")
    encoding(&source)
    decoding(&source)
    for failure in failures where !failure.fields.isEmpty {
      source.line()
      source.line(0, "private struct \(failure.name)Parameters: Codable {")
      for field in failure.fields { source.line(2, "var \(field.name): \(swift(field.type))") }
      source.line(0, "}")
    }
    return source
  }

  private func encoding(_ source: inout SwiftSource) {
    source.line()
    source.line(0, "extension SearchFailure {")
    source.comment(2, ["The error as it is sent."])
    source.line(2, "public var wire: VarlinkError {")
    source.line(4, "switch self {")
    for failure in failures {
      let names = failure.fields.map { "let \($0.name)" }.joined(separator: ", ")
      source.line(4, "case .\(caseName(failure.name))\(names.isEmpty ? "" : "(\(names))"):")
      if names.isEmpty {
        source.line(
          6, "return VarlinkError(SearchInterfaceDescription.qualified(\"\(failure.name)\"))")
      } else {
        let values = failure.fields.map { "\($0.name): \($0.name)" }
        source.list(6, "let parameters = \(failure.name)Parameters(", values, ")")
        source.line(6, "let name = SearchInterfaceDescription.qualified(\"\(failure.name)\")")
        source.line(6, "return VarlinkError(name, parameters)")
      }
    }
    source.line(4, "}")
    source.line(2, "}")
  }

  private func decoding(_ source: inout SwiftSource) {
    source.line()
    source.comment(2, ["Reads an error that a service answered with; nil for any other."])
    source.line(2, "public init?(_ fault: VarlinkClient.Fault) {")
    source.line(4, "switch fault.name {")
    for failure in failures {
      source.line(4, "case SearchInterfaceDescription.qualified(\"\(failure.name)\"):")
      if failure.fields.isEmpty {
        source.line(6, "self = .\(caseName(failure.name))")
      } else {
        source.line(
          6, "guard let parameters = fault.parameters(\(failure.name)Parameters.self) else {")
        source.line(8, "return nil")
        source.line(6, "}")
        let values = failure.fields.map { "\($0.name): parameters.\($0.name)" }
        source.list(6, "self = .\(caseName(failure.name))(", values, ")")
      }
    }
    source.line(4, "default:")
    source.line(6, "return nil")
    source.line(4, "}")
    source.line(2, "}")
    source.line(0, "}")
  }
}
