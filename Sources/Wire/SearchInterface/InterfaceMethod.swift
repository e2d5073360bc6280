/// A method of `io.sitta.Search`; a conforming type only groups the types of parameters and reply.
public protocol InterfaceMethod {
  /// The parameters of a call.
  associatedtype Parameters: Codable & Equatable & Sendable
  /// The parameters of a reply.
  associatedtype Reply: Codable & Equatable & Sendable

  /// The method's name in the interface.
  static var name: String { get }
}

extension SyncMethod {
  /// The default timeout of `Sync` in milliseconds.
  public static let defaultTimeout = 60_000
}

extension DocumentState {
  /// Whether the text of the file should be in the index, but could not be read.
  public var isFailure: Bool { [.unreadable, .failed, .locked].contains(self) }
}
