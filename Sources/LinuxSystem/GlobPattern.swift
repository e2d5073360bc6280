import Glibc

/// A shell pattern with `*`, `?` and `[…]`, matched byte by byte; see glob(7) and fnmatch(3).
public struct GlobPattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let text: String

  /// Takes a pattern; every text is one.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether the whole of `bytes` matches.
  ///
  /// - Parameters:
  ///   - bytes: a name or a path; what follows a NUL is not looked at.
  ///   - wildcardsMatchSlash: whether `*` and `?` stand for a slash, too.
  /// - Returns: false for a pattern with a fault in it, such as `[a`, unless it is the text itself.
  public func matches(_ bytes: [UInt8], wildcardsMatchSlash: Bool = false) -> Bool {
    let flags = wildcardsMatchSlash ? 0 : FNM_PATHNAME
    return unsafe bytes.withCString { bytes in
      unsafe text.withCString { unsafe fnmatch($0, bytes, flags) } == 0
    }
  }
}
