import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction

/// Files whose content makes them secrets, where no rule for names did.
extension Reconciler {
  /// Keeps a file out of the index that begins as a private key does, and removes what the index has
  /// of an earlier one; where secrets are asked for, marks its document.
  ///
  /// - Returns: nil where it is a document; otherwise what came of the removal.
  func leaveOutPrivateKey(_ document: inout Document, at path: FilePath) throws -> Outcome.Finding?
  {
    guard PrivateKeyHeader.find(in: document.text) != nil else { return nil }
    document.extractor = Document.privateKeyExtractor
    if rules.includesSecrets { return nil }
    if let removal = try removeLarge(path) { return removal }
    if try session.writer().storedFile(at: path) != nil {
      _ = try session.writer().remove(path)
      session.countWrite()
    }
    return .done([])
  }

  /// Whether the index has of a file what reading it now would give.
  func isCurrent(_ stored: StoredFile, _ status: FileStatus) -> Bool {
    stored.isCurrent(
      status, extractor: reader.version(inPlaceOf: stored.extractor).rawValue)
      || rules.includesSecrets
        && stored.isCurrent(status, extractor: Document.privateKeyExtractor)
  }
}

extension Document {
  /// Marks documents of private keys, so that they are read again, and go, when secrets are not asked
  /// for any more.
  package static let privateKeyExtractor = -ReaderVersion.plainText.rawValue
}
