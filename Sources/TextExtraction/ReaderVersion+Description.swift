import ExtractionProtocol

extension ReaderVersion {
  /// The reader that has a stored number, in the version that made the document.
  public init(stored: Int64) {
    rawValue = stored
  }

  /// The name of its format for people.
  public var name: String { format?.name ?? "plain text" }

  /// The version of the reader.
  public var number: Int64 { format == nil ? max(rawValue, 0) : rawValue % Self.formatStep }

  private var format: DocumentFormat? {
    guard rawValue >= Self.formatStep else { return nil }
    return UInt8(exactly: rawValue / Self.formatStep).flatMap(DocumentFormat.init(rawValue:))
  }
}
