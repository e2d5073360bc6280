import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction

/// Files whose content shows that they are secrets, although no rule for names excludes them.
extension Reconciler {
  /// Excludes a secret from the index; if the rules include secrets, only marks the document.
  ///
  /// A secret begins like a private key, or both its name and its content are typical of secrets.
  /// If the index has an earlier document of the file, it is removed.
  ///
  /// - Returns: nil if the document is to be written; otherwise the finding.
  func leaveOutPrivateKey(_ document: inout Document, at path: FilePath) throws -> Outcome.Finding?
  {
    guard rules.isSecret(document, at: path) else { return nil }
    document.extractor = Document.privateKeyExtractor
    if rules.includesSecrets { return nil }
    if let removal = try removeLarge(path) { return removal }
    if try session.writer().storedFile(at: path) != nil {
      _ = try session.writer().remove(path)
      session.countWrite()
    }
    return .done([])
  }

  /// Whether reading a file now would give the document in the index.
  func isCurrent(_ stored: StoredFile, _ status: FileStatus) -> Bool {
    stored.isCurrent(
      status, extractor: reader.version(replacing: stored.extractor).rawValue)
      || rules.includesSecrets
        && stored.isCurrent(status, extractor: Document.privateKeyExtractor)
  }
}

extension SelectionRules {
  /// Whether the content of a file shows that it is a secret.
  ///
  /// It begins like a private key, or both its name and its content are typical of secrets.
  func isSecret(_ document: Document, at path: FilePath) -> Bool {
    PrivateKeyHeader.find(in: document.text) != nil || holdsSecret(document, at: path)
  }

  /// Whether the content of a file with a suspicious name shows that it is a secret.
  private func holdsSecret(_ document: Document, at path: FilePath) -> Bool {
    guard let secret = ambiguousSecret(at: path) else { return false }
    var beginning: [UInt8]?
    if let file = try? open(file: path), (try? file.status().kind) == .regular {
      beginning = try? file.read(
        upTo: AmbiguousSecret.beginningLength, expecting: AmbiguousSecret.beginningLength)
    }
    return secret.isSecret(text: document.text, beginning: beginning)
  }
}

extension Document {
  /// Marks documents of private keys, so that they are read again, and removed, when the rules no
  /// longer include secrets.
  package static let privateKeyExtractor = -ReaderVersion.plainText.rawValue
}
