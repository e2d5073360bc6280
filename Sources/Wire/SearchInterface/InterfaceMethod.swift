/// A method of `io.sitta.Search`: a namespace for its parameters and its reply.
public protocol InterfaceMethod {
  /// The parameters of a call.
  associatedtype Parameters: Codable & Equatable & Sendable
  /// The parameters of a reply.
  associatedtype Reply: Codable & Equatable & Sendable

  /// The name in the interface.
  static var name: String { get }
}

extension SyncMethod {
  /// How long `Sync` waits by default, in milliseconds.
  public static let defaultTimeout = 60_000
}

extension DocumentState {
  /// Whether the text of the file should be in the index but is not.
  public var isFailure: Bool { [.unreadable, .failed, .locked].contains(self) }
}
