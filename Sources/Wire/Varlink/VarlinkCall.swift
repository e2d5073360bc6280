/// A call that a server received and must answer.
public struct VarlinkCall: Sendable {
  /// The method's name, without the name of its interface.
  public let method: String
  /// Whether the caller accepts several replies.
  public let wantsMore: Bool
  /// The user who calls, as the kernel knows it.
  public let user: UInt32
  /// Whether the caller wants no reply.
  let isOneway: Bool
  private let message: [UInt8]
  private let send: @Sendable ([UInt8]) async throws -> Void

  init(
    method: String, header: CallHeader, message: [UInt8], user: UInt32,
    send: @escaping @Sendable ([UInt8]) async throws -> Void
  ) {
    (self.method, self.user) = (method, user)
    isOneway = header.oneway ?? false
    // A oneway call has no replies, so `more` is ignored.
    wantsMore = !isOneway && header.more ?? false
    self.message = message
    self.send = send
  }

  /// Decodes the parameters of the call.
  ///
  /// - Throws: `InvalidParameter` with the name of the first invalid parameter. For a number that is out of
  ///   range or not an integer the name is empty, because Foundation does not report it.
  public func parameters<Parameters: Decodable>(
    _ type: Parameters.Type = Parameters.self
  ) throws(VarlinkError) -> Parameters {
    do {
      return try Wire.decode(CallParameters<Parameters>.self, from: message).parameters
    } catch {
      throw .invalidParameter(Self.parameterName(of: error))
    }
  }

  /// Sends a reply; for the last reply of a call, `continues` must be false.
  ///
  /// Waits if the client has not yet read too many bytes of earlier replies.
  ///
  /// - Throws: a `CancellationError` if the client has disconnected.
  public func reply(_ parameters: some Encodable, continues: Bool = false) async throws {
    if isOneway { return }
    try await send(
      Wire.encode(OutgoingReply(parameters: parameters, continues: continues ? true : nil)))
  }

  func reply(_ error: VarlinkError) async throws {
    if isOneway { return }
    try await send(error.reply)
  }

  private static func parameterName(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "" }
    let path: [any CodingKey] =
      switch error {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    return path.map(\.stringValue).drop { $0 == "parameters" }.joined(separator: ".")
  }
}
