extension Document {
  /// A part of a document, which begins at an offset of its text.
  public struct Part: Hashable, Sendable {
    /// The kind of a part; the numbers are stored.
    public enum Kind: UInt8, CaseIterable, Sendable {
      case page = 1
      case slide
      case sheet
      case chapter
      /// A part of a mail.
      case body
    }

    /// The offset of its first byte in the text.
    public var offset: Int
    /// Its kind.
    public var kind: Kind
    /// The label for people: a page's number as printed, a sheet's name.
    public var label: String

    /// Describes a part.
    public init(offset: Int, _ kind: Kind, label: String) {
      (self.offset, self.kind, self.label) = (offset, kind, label)
    }
  }
}
