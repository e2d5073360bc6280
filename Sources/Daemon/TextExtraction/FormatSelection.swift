import ExtractionProtocol

/// The formats whose content is read; files of other formats are indexed only by name.
///
/// Plain text is always read.
public struct FormatSelection: Equatable, Sendable {
  /// The keywords of all formats, in alphabetical order.
  public static let keywords = Set(DocumentFormat.allCases.map(\.keyword)).sorted()

  private var excluded: Set<DocumentFormat> = []

  /// Selects all formats.
  public init() {}

  /// Adds or removes a format.
  ///
  /// - Parameter word: one of ``keywords``, or `all`; with a minus sign before it to remove.
  /// - Returns: false if there is no such format; then nothing has changed.
  public mutating func apply(_ word: String) -> Bool {
    let isExcluded = word.hasPrefix("-")
    let keyword = (isExcluded ? String(word.dropFirst()) : word).lowercased()
    let formats = DocumentFormat.allCases.filter { keyword == "all" || keyword == $0.keyword }
    if isExcluded { excluded.formUnion(formats) } else { excluded.subtract(formats) }
    return !formats.isEmpty
  }

  func includes(_ format: DocumentFormat) -> Bool { !excluded.contains(format) }
}
