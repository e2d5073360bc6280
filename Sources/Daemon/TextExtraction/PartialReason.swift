import ExtractionProtocol

/// Why only a part of a document was read.
public enum PartialReason: CaseIterable, Equatable, Sendable {
  /// The limit of the text.
  case textLimit
  /// The limit of CPU time.
  case timeLimit
  /// The limit of members.
  case memberLimit
  /// The limit of unpacked bytes.
  case sizeLimit
  /// The limit of containers inside each other.
  case depthLimit

  /// The limit that a reader reached; nil for another reason to end.
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

  /// The reason that a stored note has; nil for any other note.
  public init?(in note: String) {
    guard let reason = Self.allCases.first(where: { note.contains($0.clause) }) else { return nil }
    self = reason
  }

  /// The reason as a clause.
  public var clause: String {
    switch self {
    case .textLimit: "its text is longer than the limit"
    case .timeLimit: "reading the rest takes too long"
    case .memberLimit: "it has more members than are read"
    case .sizeLimit: "it is larger than what is unpacked"
    case .depthLimit: "it is in too many containers inside each other"
    }
  }

  /// The option that sets the limit.
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
  /// A part, because a limit was reached.
  static func part(because reason: PartialReason) -> Self { .part(because: reason.clause) }
}
