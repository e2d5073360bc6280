/// A part of a document.
public struct DocumentPart: Equatable, Sendable {
  /// The kind of a part.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case page = 1
    case slide
    case sheet
    case chapter
    /// A part of a mail.
    case body
  }

  /// Its kind.
  public var kind: Kind
  /// The label for people: a page's number as printed, a sheet's name.
  public var label: String

  /// Describes a part.
  public init(_ kind: Kind, label: String) {
    self.kind = kind
    self.label = label
  }
}
