public import LinuxSystem

/// Who may read a file or pass through a folder, as the index records it.
public enum RecordedAccess: Hashable, Sendable {
  case rule(AccessRule)
  /// Something else than owner, mode and list decides, or they cannot be read: nobody may.
  case unknown

  /// Records a rule; unknown if there is none.
  public init(_ rule: AccessRule?) {
    self = rule.map { .rule($0) } ?? .unknown
  }
}
