import ExtractionProtocol

/// Which reader made a document, and its version, as the index stores it.
///
/// A document is read again if its own reader has another version now. A format whose program is missing
/// has version 0, so that its documents are read once the program is there.
public struct ReaderVersion: Hashable, Sendable {
  /// The stored number: below ``formatStep`` the version of the reader of plain text, which also decides
  /// which files are no text; else a multiple of it for a format, and the version of that reader.
  public let rawValue: Int64

  static let formatStep: Int64 = 10_000

  /// The reader of plain text; increase it to have all files read again that no other reader reads.
  public static let plainText = Self(rawValue: 4)

  private init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The reader of a format.
  ///
  /// - Parameters:
  ///   - format: the format.
  ///   - isMissing: whether the program is missing.
  init(_ format: DocumentFormat, isMissing: Bool = false) {
    rawValue =
      Int64(format.rawValue) * Self.formatStep + (isMissing ? 0 : Int64(format.readerVersion))
  }

  /// The current version of the reader that has a stored number.
  ///
  /// - Parameters:
  ///   - stored: a number in the index.
  ///   - isMissing: whether the program is missing.
  init(inPlaceOf stored: Int64, isMissing: Bool) {
    let format = UInt8(exactly: stored / Self.formatStep).flatMap(DocumentFormat.init(rawValue:))
    if stored >= Self.formatStep, let format {
      self.init(format, isMissing: isMissing)
    } else {
      self = .plainText
    }
  }

  /// A number that grows with the version of any reader.
  public static let all = DocumentFormat.allCases.reduce(plainText.rawValue) {
    $0 + Int64($1.readerVersion)
  }
}
