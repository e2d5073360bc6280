/// A format that a jailed program reads.
public enum DocumentFormat: UInt8, CaseIterable, Sendable {
  case html = 1

  /// The version of its reader; increase it to have all documents of the format read again.
  public var readerVersion: UInt16 {
    switch self {
    case .html: 1
    }
  }

  /// The name for people.
  public var name: String {
    switch self {
    case .html: "HTML"
    }
  }
}
