import Glibc

/// A shell pattern with `*`, `?` and `[…]`, matched byte by byte; see glob(7) and fnmatch(3).
public struct GlobPattern: Hashable, Sendable {
  /// The text of the pattern.
  public let text: String

  /// Creates a pattern; every text is valid.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether the whole of `bytes` matches.
  ///
  /// - Parameters:
  ///   - bytes: a name or a path; bytes after a NUL are ignored.
  ///   - wildcardsMatchSlash: whether `*` and `?` match a slash.
  /// - Returns: whether it matches; an invalid pattern, such as `[a`, matches only the same text.
  public func matches(_ bytes: [UInt8], wildcardsMatchSlash: Bool = false) -> Bool {
    let flags = wildcardsMatchSlash ? 0 : FNM_PATHNAME
    return unsafe bytes.withCString { bytes in
      unsafe text.withCString { unsafe fnmatch($0, bytes, flags) } == 0
    }
  }
}
