/// An interface that a server offers.
public protocol VarlinkInterface: Sendable {
  /// The interface's name, such as `io.sitta.Search`.
  var name: String { get }
  /// The interface in Varlink's description language; see <https://varlink.org/Interface-Definition>.
  var description: String { get }

  /// Answers a call by one or more ``VarlinkCall/reply(_:continues:)``.
  ///
  /// - Parameter call: the call; its method may be unknown.
  /// - Returns: false if the interface does not have the method.
  /// - Throws: a ``VarlinkError``, which is then the reply; a `CancellationError`, which closes the
  ///   connection; any other error, for which the reply is ``failure(for:)``.
  func answer(_ call: VarlinkCall) async throws -> Bool

  /// Returns the reply to a call that failed with an unexpected error.
  ///
  /// It must be an error of the interface's description, because a client knows no others. Nil, the default,
  /// means `MethodNotImplemented`, which every service has. See <https://varlink.org/Service>.
  func failure(for error: any Error) -> VarlinkError?
}

extension VarlinkInterface {
  /// Returns nil, so that the reply to an unexpected error is `MethodNotImplemented`.
  public func failure(for error: any Error) -> VarlinkError? { nil }
}

/// The information about a service that `GetInfo` returns.
public struct ServiceInfo: Codable, Equatable, Sendable {
  /// The vendor of the product.
  public var vendor: String
  /// The name of the product.
  public var product: String
  /// The version of the product.
  public var version: String
  /// The address of the product's website.
  public var url: String
  /// The names of the service's interfaces.
  public var interfaces: [String] = []

  /// Creates the information; the server adds the names of the interfaces.
  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}

/// Implements the interface `org.varlink.service`, which every service has.
struct ServiceInterface: VarlinkInterface {
  let name = "org.varlink.service"
  let description: String
  private let info: ServiceInfo
  private let descriptions: [String: String]

  init(_ info: ServiceInfo, _ interfaces: [any VarlinkInterface]) {
    description = String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
    var info = info
    info.interfaces = [name] + interfaces.map(\.name)
    self.info = info
    var descriptions = [name: description]
    for interface in interfaces { descriptions[interface.name] = interface.description }
    self.descriptions = descriptions
  }

  func answer(_ call: VarlinkCall) async throws -> Bool {
    switch call.method {
    case "GetInfo":
      try await call.reply(info)
    case "GetInterfaceDescription":
      struct Parameters: Decodable {
        let interface: String
      }
      let name = try call.parameters(Parameters.self).interface
      guard let description = descriptions[name] else { throw VarlinkError.interfaceNotFound(name) }
      try await call.reply(["description": description])
    default:
      return false
    }
    return true
  }
}
