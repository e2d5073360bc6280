public import DocumentReaders

/// A zip file whose members a reader asks for by name: docx, xlsx, pptx, odt, epub.
///
/// Members in the order of the file cost one pass; going back begins another one. Copies share the
/// pass, so a package belongs to one thread.
public struct ArchivePackage: DocumentPackage {
  private let cursor: PackageCursor

  private init(_ bytes: UnsafeRawBufferPointer) throws(ReadingFailure) {
    cursor = try unsafe PackageCursor(bytes)
  }

  /// Opens a package for the time of a function.
  ///
  /// - Parameters:
  ///   - bytes: the zip file, whole.
  ///   - body: uses the package; no copy may leave it.
  /// - Returns: the result of the function.
  /// - Throws: ``ReadingFailure`` of the function; else, after it has ended, the reason why the
  ///   content of a member was not whole.
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

  /// The names of all files, in the order of the package; not unique.
  public var names: [String] { cursor.names }

  /// Unpacks a member.
  ///
  /// - Parameters:
  ///   - name: a name out of ``names``; of several members with this name the first is meant.
  ///   - limit: how many bytes are wanted; a longer content is cut there.
  /// - Returns: nil if there is no such member; of a damaged one the content before the damage.
  /// - Throws: ``ReadingFailure`` if nothing of the member can be unpacked.
  public mutating func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]? {
    try cursor.content(of: name, limit: limit)
  }
}
