/// An error that a service answers with: a qualified name and typed parameters.
public struct VarlinkError: Error, Sendable {
  /// The qualified name, as `org.varlink.service.MethodNotFound`.
  public let name: String
  /// The error's parameters.
  public let parameters: any Encodable & Sendable

  /// Makes an error.
  public init(_ name: String, _ parameters: any Encodable & Sendable = NoParameters()) {
    self.name = name
    self.parameters = parameters
  }

  static func interfaceNotFound(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": name])
  }

  static func methodNotFound(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ["method": name])
  }

  /// The error for a parameter that is missing, of another type, or out of range.
  public static func invalidParameter(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": name])
  }

  /// The error for a method that only makes sense with `more`.
  public static var expectedMore: VarlinkError {
    VarlinkError("org.varlink.service.ExpectedMore")
  }
}

/// The parameters of a call, a reply or an error that has none.
public struct NoParameters: Codable, Equatable, Sendable {
  /// Makes no parameters.
  public init() {}
}
