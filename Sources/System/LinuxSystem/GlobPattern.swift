import Glibc

/// A shell pattern with `*`, `?` and `[…]` that matches bytes; see glob(7) and fnmatch(3).
public struct GlobPattern: Hashable, Sendable {
  /// The text of the pattern.
  public let text: String

  /// Creates a pattern; any text is allowed.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether the pattern matches all of `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: a name or a path; bytes from the first NUL on are ignored.
  ///   - wildcardsMatchSlash: whether `*` and `?` also match a slash.
  /// - Returns: whether the pattern matches; an invalid pattern such as `[a` matches only its own text.
  public func matches(_ bytes: [UInt8], wildcardsMatchSlash: Bool = false) -> Bool {
    let flags = wildcardsMatchSlash ? 0 : FNM_PATHNAME
    return unsafe bytes.withCString { bytes in
      unsafe text.withCString { unsafe fnmatch($0, bytes, flags) } == 0
    }
  }
}
