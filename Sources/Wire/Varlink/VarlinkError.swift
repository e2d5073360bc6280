/// An error reply: a qualified name and typed parameters.
public struct VarlinkError: Error, Sendable {
  /// The qualified name, such as `org.varlink.service.MethodNotFound`.
  public let name: String
  /// The error's parameters.
  public let parameters: any Encodable & Sendable

  /// Creates an error.
  public init(_ name: String, _ parameters: any Encodable & Sendable = NoParameters()) {
    self.name = name
    self.parameters = parameters
  }

  /// The message that replies to a call with this error.
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

  /// The error for a parameter that is missing, has another type, or is out of range.
  public static func invalidParameter(_ name: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": name])
  }

  /// The error for a method that requires `more`.
  public static var expectedMore: VarlinkError {
    VarlinkError("org.varlink.service.ExpectedMore")
  }
}

/// The parameters of a call, a reply or an error without parameters.
public struct NoParameters: Codable, Equatable, Sendable {
  /// Creates an empty value.
  public init() {}
}
