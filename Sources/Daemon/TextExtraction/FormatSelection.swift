import ExtractionProtocol

/// The formats whose content is read; of files of the others only the names are indexed.
///
/// Plain text is always read.
public struct FormatSelection: Equatable, Sendable {
  /// The words for all formats, in alphabetical order.
  public static let keywords = Set(DocumentFormat.allCases.map(\.keyword)).sorted()

  private var excluded: Set<DocumentFormat> = []

  /// Selects all formats.
  public init() {}

  /// Adds a format, or removes it.
  ///
  /// - Parameter word: one of ``keywords`` or `all`, with a minus to remove it.
  /// - Returns: false if there is no such format; nothing has changed then.
  public mutating func apply(_ word: String) -> Bool {
    let isExcluded = word.hasPrefix("-")
    let keyword = (isExcluded ? String(word.dropFirst()) : word).lowercased()
    let formats = DocumentFormat.allCases.filter { keyword == "all" || keyword == $0.keyword }
    if isExcluded { excluded.formUnion(formats) } else { excluded.subtract(formats) }
    return !formats.isEmpty
  }

  func includes(_ format: DocumentFormat) -> Bool { !excluded.contains(format) }
}
