public import DocumentReaders

/// A zip file whose members a reader asks for by name: docx, xlsx, pptx, odt, epub.
///
/// Reading members in the order of the file takes one pass; going back begins another pass. Copies share the
/// current pass, so a package must be used by one thread only.
public struct ArchivePackage: DocumentPackage {
  private let cursor: PackageCursor

  private init(_ bytes: UnsafeRawBufferPointer) throws(ReadingFailure) {
    cursor = try unsafe PackageCursor(bytes)
  }

  /// Opens a package, runs `body` with it, and closes the package.
  ///
  /// - Parameters:
  ///   - bytes: the zip file, whole.
  ///   - body: uses the package; it must not keep a copy of it.
  /// - Returns: the result of `body`.
  /// - Throws: the ``ReadingFailure`` of `body`; if `body` succeeds but a member's content was incomplete,
  ///   the reason for that.
  public static func read<Result>(
    _ bytes: Span<UInt8>,
    _ body: (inout ArchivePackage) throws(ReadingFailure) -> Result
  ) throws(ReadingFailure) -> Result {
    if bytes.isEmpty { throw .damaged("it is empty") }
    return try unsafe bytes.withUnsafeBytes { (bytes) throws(ReadingFailure) in
      try ArchiveLocale.shared.run { () throws(ReadingFailure) in
        var package = try unsafe ArchivePackage(bytes)
        defer { package.cursor.close() }
        let result = try body(&package)
        if let failure = package.cursor.failure { throw failure }
        return result
      }
    }
  }

  /// The names of all files, each once, in the order of the package.
  public var names: [String] { cursor.names }

  /// Unpacks a member.
  ///
  /// - Parameters:
  ///   - name: a name from ``names``; if several members have this name, the first one is unpacked.
  ///   - limit: the content is cut after this number of bytes.
  /// - Returns: the content, of a damaged member up to the damage; nil if there is no such member.
  /// - Throws: ``ReadingFailure`` if no byte of the member can be unpacked.
  public mutating func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]? {
    try cursor.content(of: name, limit: limit)
  }
}
