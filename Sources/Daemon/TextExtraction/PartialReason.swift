import ExtractionProtocol

/// The limit because of which only a part of a document was read.
public enum PartialReason: CaseIterable, Equatable, Sendable {
  /// The limit for the size of the text.
  case textLimit
  /// The limit for CPU time.
  case timeLimit
  /// The limit for the number of members.
  case memberLimit
  /// The limit for the number of unpacked bytes.
  case sizeLimit
  /// The limit for the depth of nested containers.
  case depthLimit

  /// The limit that a reader has reached; nil if it ended for another reason.
  init?(_ reason: ExtractionFrame.Ending.Reason) {
    switch reason {
    case .textLimit: self = .textLimit
    case .timeLimit: self = .timeLimit
    case .memberLimit: self = .memberLimit
    case .sizeLimit: self = .sizeLimit
    case .depthLimit: self = .depthLimit
    case .complete, .damaged, .encrypted, .unsupported, .withoutFilter: return nil
    }
  }

  /// The limit that a stored note mentions; nil for other notes.
  public init?(in note: String) {
    guard let reason = Self.allCases.first(where: { note.contains($0.clause) }) else { return nil }
    self = reason
  }

  /// The reason for the end of the text, as a clause.
  public var clause: String {
    switch self {
    case .textLimit: "its text is longer than the limit"
    case .timeLimit: "reading the rest takes too long"
    case .memberLimit: "it has more members than are read"
    case .sizeLimit: "it is larger than what is unpacked"
    case .depthLimit: "it is in too many containers inside each other"
    }
  }

  /// The configuration option that sets the limit.
  public var option: String {
    switch self {
    case .textLimit: "MaxTextSize="
    case .timeLimit: "TimeLimit="
    case .memberLimit: "MaxMembers="
    case .sizeLimit: "MaxUnpackedSize="
    case .depthLimit: "ArchiveDepth="
    }
  }
}

extension ExtractedText.Extent {
  /// Only a part, because a limit was reached.
  static func part(because reason: PartialReason) -> Self { .part(because: reason.clause) }
}
