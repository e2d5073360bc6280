/// Why documents of a format cannot be read now, apart from a pause.
public enum ReadingObstacle: Equatable, Sendable {
  /// The program that reads them is missing or does not run.
  ///
  /// The value is the Debian package with a library that the program needs; nil if it needs none.
  case missingProgram(package: String?)
  /// The kernel does not filter system calls, which the program needs.
  case noFilter
}

/// A program that reads documents in a jail, as it was when it ran last.
public struct ProgramStatus: Equatable, Sendable {
  /// The name of its file.
  public var name: String
  /// Whether it is missing or does not run.
  public var isMissing: Bool
  /// The ABI of Landlock in effect, 0 for none; nil until it runs for the first time.
  public var landlock: Int?
  /// Whether its system calls are filtered; nil until it runs for the first time.
  public var isFiltered: Bool?
}
