import ExtractionProtocol

/// The rights that a jailed program has kept, as the kernel granted it.
public struct Confinement: Equatable, Sendable {
  /// The ABI of Landlock in effect; 0 if there is none.
  public var landlock: Int
  /// Whether system calls are filtered; without a filter only readers in Swift run.
  public var isFiltered: Bool

  /// Describes a confinement.
  public init(landlock: Int, isFiltered: Bool) {
    (self.landlock, self.isFiltered) = (landlock, isFiltered)
  }
}

/// A jailed program, as the daemon sees it.
struct ProgramState {
  /// Its process, if one runs.
  var process: JailedProgram?
  /// Whether the process that was started last has made its jail.
  var isReady = false
  /// Whether the program is missing or does not run, as of the last change or start.
  var isMissing: Bool
  /// The rights of the process that was ready last; nil if none was.
  var confinement: Confinement?
}
