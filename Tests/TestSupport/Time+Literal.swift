public import LinuxSystem

/// Lets tables of tests give times of files as nanoseconds since 1970.
extension FileTime: ExpressibleByIntegerLiteral {
  /// Makes a time.
  public init(integerLiteral value: Int64) {
    self.init(nanoseconds: value)
  }
}

/// Lets tables of tests give times as seconds since 1970.
extension UnixTime: ExpressibleByIntegerLiteral {
  /// Makes a time.
  public init(integerLiteral value: Int64) {
    self.init(seconds: value)
  }
}
