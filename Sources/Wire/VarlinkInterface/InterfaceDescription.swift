/// The description of a Varlink interface: its types, methods and errors with their comments.
///
/// Source: <https://varlink.org/Interface-Definition>.
public struct InterfaceDescription: Equatable, Sendable {
  /// The text of comments that belong to a declaration, by paragraph.
  public typealias Comment = [String]

  /// A value with a name, of a structure, a call or a reply.
  public struct Field: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its type.
    public let type: ValueType
    /// The comment that describes it.
    public let comment: Comment
  }

  /// The type of a value.
  public indirect enum ValueType: Equatable, Sendable {
    /// True or false.
    case bool
    /// A whole number of 64 bits.
    case int
    /// A floating-point number.
    case float
    /// A text.
    case string
    /// Any JSON object.
    case object
    /// A type that the interface declares.
    case named(String)
    /// A value that may be absent.
    case optional(ValueType)
    /// Values in order.
    case array(ValueType)
    /// Values by name.
    case dictionary(ValueType)
  }

  /// One of the values of an enumeration.
  public struct Choice: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// The comment that describes it.
    public let comment: Comment
  }

  /// The content of a declaration.
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
    /// Its name.
    public let name: String
    /// The comment that describes it.
    public let comment: Comment
    /// The content.
    public let body: Body
    /// The text of the declaration without its comment.
    public let source: String
  }

  /// A text that describes no interface.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The error as a sentence.
    public let reason: String

    /// Line and reason.
    public var description: String { "line \(line): \(reason)" }
  }

  /// The qualified name.
  public let name: String
  /// The comment that describes the interface.
  public let comment: Comment
  /// Its types, methods and errors, in the order of the text.
  public let declarations: [Declaration]

  /// Reads a description.
  ///
  /// O(length). Structures and enumerations inside a field are not supported: they need a name.
  ///
  /// - Parameter text: the text of a `.varlink` file.
  /// - Throws: the first line that is not understood.
  public init(_ text: String) throws(Fault) {
    var parser = InterfaceParser(text)
    (name, comment) = try parser.interface()
    var declarations: [Declaration] = []
    while let declaration = try parser.declaration() { declarations.append(declaration) }
    self.declarations = declarations
  }
}
