import FileSelection
import LinuxSystem
import SearchIndex
import TextExtraction

/// Files whose content makes them secrets, where no rule for names did.
extension Reconciler {
  /// Keeps a file out of the index that begins as a private key does, or that has a name of secrets and
  /// the contents of one, and removes what the index has of an earlier one; where secrets are asked for,
  /// marks its document.
  ///
  /// - Returns: nil where it is a document; otherwise what came of the removal.
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

  /// Whether the contents of a file show that its name is that of a secret.
  private func holdsSecret(_ document: Document, at path: FilePath) -> Bool {
    guard let secret = rules.ambiguousSecret(at: path) else { return false }
    var beginning: [UInt8]?
    if let file = try? rules.open(file: path), (try? file.status().kind) == .regular {
      beginning = try? file.read(
        upTo: AmbiguousSecret.beginningLength, expecting: AmbiguousSecret.beginningLength)
    }
    return secret.isSecret(text: document.text, beginning: beginning)
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
