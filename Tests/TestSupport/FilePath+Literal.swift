public import LinuxSystem

/// Lets tables of tests say paths as text.
extension FilePath: ExpressibleByStringLiteral {
  /// The path with these components, whether the text begins with a slash or not.
  public init(stringLiteral text: String) {
    self = text.utf8.split(separator: 0x2f).reduce(.root) { $0.appending(Array($1)) }
  }
}
