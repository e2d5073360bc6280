public import DocumentReaders

/// One compressed file without a container: gzip, bzip2, xz, zstd, lz4, lzip, or compress.
public enum CompressedFile {
  /// Unpacks a file.
  ///
  /// - Parameters:
  ///   - bytes: the compressed file, whole.
  ///   - limit: the content is cut after this number of bytes.
  /// - Returns: the content.
  /// - Throws: ``ReadingFailure`` if any part of the content up to the limit cannot be unpacked.
  public static func unpack(_ bytes: Span<UInt8>, limit: Int) throws(ReadingFailure) -> [UInt8] {
    var content: [UInt8] = []
    try unpack(bytes, limit: limit, into: &content)
    return content
  }

  /// Unpacks a file; if the file is damaged, keeps the content before the damage.
  ///
  /// - Parameters:
  ///   - bytes: the compressed file, whole.
  ///   - limit: the content is cut after this number of bytes.
  ///   - content: receives the unpacked bytes.
  /// - Throws: ``ReadingFailure`` for a damaged file, after `content` received the bytes before the damage.
  public static func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure) {
    try unsafe bytes.withUnsafeBytes { (bytes) throws(ReadingFailure) in
      try ArchiveLocale.shared.run { () throws(ReadingFailure) in
        try unsafe unpack(bytes, limit: limit, into: &content)
      }
    }
  }

  private static func unpack(
    _ bytes: UnsafeRawBufferPointer, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure) {
    var archive = try unsafe ArchiveHandle.open(bytes, as: .compressedFile)
    guard archive.isCompressed else { throw .unsupported("it is not compressed") }
    switch archive.nextHeader() {
    case .member: break
    case .end: return
    case .damagedMember(let failure), .damagedRest(let failure): throw failure
    }
    var wanted = max(0, limit)
    let ending = archive.forEachPiece { piece in
      let count = min(piece.count, wanted)
      content.append(piece.extracting(first: count))
      wanted -= count
      return wanted > 0
    }
    if case .damaged(let failure) = ending { throw failure }
  }
}
