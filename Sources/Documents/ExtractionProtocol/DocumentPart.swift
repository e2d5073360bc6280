/// A part of a document.
public struct DocumentPart: Equatable, Sendable {
  /// The kind of a part.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case page = 1
    case slide
    case sheet
    case chapter
    /// The body of a mail.
    case body
  }

  /// The kind of the part.
  public var kind: Kind
  /// The label for people: the printed page number, the name of a sheet.
  public var label: String

  /// Describes a part.
  public init(_ kind: Kind, label: String) {
    self.kind = kind
    self.label = label
  }
}
