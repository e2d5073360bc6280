/// Whether and how the text in images is recognized.
public struct RecognitionSettings: Equatable, Sendable {
  /// The images whose text is recognized.
  public enum Scope: Sendable {
    /// In none: no text in images is recognized.
    case nothing
    /// Pages of PDF documents that have no letters.
    case pages
    /// Such pages, and image files.
    case pagesAndPictures
  }

  /// The images whose text is recognized.
  public var scope: Scope
  /// The languages of recognition.
  public var languages: RecognitionLanguages

  /// Creates settings.
  public init(
    _ scope: Scope = .nothing, _ languages: RecognitionLanguages = RecognitionLanguages()
  ) {
    (self.scope, self.languages) = (scope, languages)
  }

  /// Whether recognition is requested and a language is installed; the program is not checked.
  public var isPossible: Bool { scope != .nothing && languages.folder != nil }

  /// Problems with the languages, as sentences for people.
  public var warnings: [String] {
    if scope == .nothing || languages.missing.isEmpty { return [] }
    let packages = languages.missingPackages.joined(separator: " ")
    let what =
      languages.folder == nil
      ? "Text in images is not recognized: tesseract has no language."
      : "Text in images is recognized in \(languages.name) only: tesseract lacks a language."
    return ["\(what) Install the packages: \(packages)"]
  }
}
