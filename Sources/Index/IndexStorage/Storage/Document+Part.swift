extension Document {
  /// A part of a document, such as a page, which begins at an offset of the text.
  public struct Part: Hashable, Sendable {
    /// The kind of a part; the raw values are stored in the index.
    public enum Kind: UInt8, CaseIterable, Sendable {
      case page = 1
      case slide
      case sheet
      case chapter
      /// The text of a mail.
      case body
    }

    /// The offset of the part's first byte in the text.
    public var offset: Int
    /// The kind of the part.
    public var kind: Kind
    /// The label for people: a page's printed number, or a sheet's name.
    public var label: String

    /// Describes a part.
    public init(offset: Int, _ kind: Kind, label: String) {
      (self.offset, self.kind, self.label) = (offset, kind, label)
    }
  }
}
