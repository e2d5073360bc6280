/// An error that a service replies: a qualified name, and parameters.
public struct VarlinkError: Error, Sendable {
  /// The qualified name of the error, such as `org.varlink.service.MethodNotFound`.
  public let name: String
  /// The error's parameters.
  public let parameters: any Encodable & Sendable

  /// Creates an error.
  public init(_ name: String, _ parameters: any Encodable & Sendable = NoParameters()) {
    self.name = name
    self.parameters = parameters
  }

  /// The encoded reply message for this error.
  var reply: [UInt8] {
    get throws {
      func encode(_ parameters: some Encodable) throws -> [UInt8] {
        try Wire.encode(OutgoingReply(error: name, parameters: parameters))
      }
      return try encode(parameters)
    }
  }

  static func interfaceNotFound(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": name])
  }

  static func methodNotFound(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ["method": name])
  }

  static func methodNotImplemented(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotImplemented", ["method": name])
  }

  /// Returns the error for a parameter that is missing, has another type, or is out of range.
  public static func invalidParameter(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": name])
  }

  /// The error if a method that requires `more` is called without it.
  public static var expectedMore: VarlinkError {
    VarlinkError("org.varlink.service.ExpectedMore")
  }
}

/// Empty parameters of a call, a reply or an error.
public struct NoParameters: Codable, Equatable, Sendable {
  /// Creates empty parameters.
  public init() {}
}
