/// Why documents of a format cannot be read now, other than a pause.
public enum ReadingObstacle: Equatable, Sendable {
  /// The program that reads them is missing or does not run.
  ///
  /// The value is the Debian package with the library that the program needs; nil if it needs none.
  case missingProgram(package: String?)
  /// The kernel cannot filter system calls, but the reader requires it.
  case noFilter
}

/// The state of a program that reads documents in a jail, when it last ran.
public struct ProgramStatus: Equatable, Sendable {
  /// The file name of the program.
  public var name: String
  /// Whether it is missing or does not run.
  public var isMissing: Bool
  /// The ABI version of Landlock in effect, 0 without Landlock; nil if the program has not run yet.
  public var landlock: Int?
  /// Whether system calls are filtered; nil if the program has not run yet.
  public var isFiltered: Bool?
}
