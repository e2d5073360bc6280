import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction

/// Files whose content makes them secrets, where no rule for names did.
extension Reconciler {
  /// Keeps secrets out of the index; if secrets are asked for, marks the document instead.
  ///
  /// A secret begins as a private key does, or its name and its content are typical of secrets. An
  /// earlier document of the file is removed.
  ///
  /// - Returns: nil if it is a document; otherwise the finding of the removal.
  func leaveOutPrivateKey(_ document: inout Document, at path: FilePath) throws -> Outcome.Finding?
  {
    guard PrivateKeyHeader.find(in: document.text) != nil || holdsSecret(document, at: path) else {
      return nil
    }
    document.extractor = Document.privateKeyExtractor
    if rules.includesSecrets { return nil }
    if let removal = try removeLarge(path) { return removal }
    if try session.writer().storedFile(at: path) != nil {
      _ = try session.writer().remove(path)
      session.countWrite()
    }
    return .done([])
  }

  /// Whether the content of a file shows that it is a secret, as its name suggests.
  private func holdsSecret(_ document: Document, at path: FilePath) -> Bool {
    guard let secret = rules.ambiguousSecret(at: path) else { return false }
    var beginning: [UInt8]?
    if let file = try? rules.open(file: path), (try? file.status().kind) == .regular {
      beginning = try? file.read(
        upTo: AmbiguousSecret.beginningLength, expecting: AmbiguousSecret.beginningLength)
    }
    return secret.isSecret(text: document.text, beginning: beginning)
  }

  /// Whether reading a file now would give the document that the index has.
  func isCurrent(_ stored: StoredFile, _ status: FileStatus) -> Bool {
    stored.isCurrent(
      status, extractor: reader.version(replacing: stored.extractor).rawValue)
      || rules.includesSecrets
        && stored.isCurrent(status, extractor: Document.privateKeyExtractor)
  }
}

extension Document {
  /// Marks documents of private keys, so that they are read again, and go, when secrets are not asked
  /// for any more.
  package static let privateKeyExtractor = -ReaderVersion.plainText.rawValue
}
