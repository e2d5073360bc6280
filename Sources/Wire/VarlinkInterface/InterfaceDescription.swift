/// The description of a Varlink interface: its types, methods and errors with their comments.
///
/// Source: <https://varlink.org/Interface-Definition>.
public struct InterfaceDescription: Equatable, Sendable {
  /// The comment of a declaration, as a list of paragraphs.
  public typealias Comment = [String]

  /// A named value in a structure, a call or a reply.
  public struct Field: Equatable, Sendable {
    /// The name of the field.
    public let name: String
    /// The type of the field's value.
    public let type: ValueType
    /// The comment of the field.
    public let comment: Comment
  }

  /// The type of a value.
  public indirect enum ValueType: Equatable, Sendable {
    /// True or false.
    case bool
    /// A 64-bit integer.
    case int
    /// A floating-point number.
    case float
    /// A string.
    case string
    /// Any JSON object.
    case object
    /// A type that the interface declares, by its name.
    case named(String)
    /// A value that may be absent.
    case optional(ValueType)
    /// A list of values.
    case array(ValueType)
    /// Values by their string keys.
    case dictionary(ValueType)
  }

  /// A value of an enumeration.
  public struct Choice: Equatable, Sendable {
    /// The name of the value.
    public let name: String
    /// The comment of the value.
    public let comment: Comment
  }

  /// What a declaration declares.
  public enum Body: Equatable, Sendable {
    /// A type with fields.
    case structure([Field])
    /// A type with a fixed set of values.
    case enumeration([Choice])
    /// A method with its parameters and its reply.
    case method(parameters: [Field], reply: [Field])
    /// An error with its parameters.
    case error([Field])
  }

  /// A type, method or error.
  public struct Declaration: Equatable, Sendable {
    /// The name of what is declared.
    public let name: String
    /// The comment of the declaration.
    public let comment: Comment
    /// What is declared.
    public let body: Body
    /// The text of the declaration without its comment.
    public let source: String
  }

  /// The error for a text that is not a valid interface description.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    /// The line of the error, counted from 1.
    public let line: Int
    /// What is wrong, as a sentence.
    public let reason: String

    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
  }

  /// The qualified name of the interface.
  public let name: String
  /// The comment of the interface.
  public let comment: Comment
  /// The types, methods and errors, in the order of the text.
  public let declarations: [Declaration]

  /// Parses the description of an interface.
  ///
  /// O(length). A structure or enumeration without a name, inside a field, is not supported.
  ///
  /// - Parameter text: the text of a `.varlink` file.
  /// - Throws: the first error, with its line.
  public init(_ text: String) throws(Fault) {
    var parser = InterfaceParser(text)
    (name, comment) = try parser.interface()
    var declarations: [Declaration] = []
    while let declaration = try parser.declaration() { declarations.append(declaration) }
    self.declarations = declarations
  }
}
