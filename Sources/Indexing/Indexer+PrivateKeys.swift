import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction

/// Files whose content makes them secrets, where no rule for names did.
extension Indexer {
  /// Keeps a file out of the index that begins as a private key does, and removes what the index has
  /// of an earlier one; where secrets are asked for, marks its document.
  ///
  /// - Returns: whether it is kept out.
  func leavesOut(_ document: inout Document, at path: FilePath) throws -> Bool {
    guard PrivateKeyHeader.find(in: document.text) != nil else { return false }
    document.extractor = Document.privateKeyExtractor
    if rules.includesSecrets { return false }
    if try writer().storedFile(at: path) != nil {
      _ = try writer().remove(path)
      countWrite()
    }
    return true
  }

  /// Whether the index has of a file what reading it now would give.
  func isCurrent(_ stored: StoredFile, _ status: FileStatus) -> Bool {
    stored.isCurrent(status, extractor: PlainTextExtractor.version)
      || rules.includesSecrets
        && stored.isCurrent(status, extractor: Document.privateKeyExtractor)
  }
}

extension Document {
  /// Marks documents of private keys, so that they are read again, and go, when secrets are not asked
  /// for any more.
  package static let privateKeyExtractor = -PlainTextExtractor.version
}
