/// Whether and how the text in images is recognized.
public struct RecognitionSettings: Equatable, Sendable {
  /// In which images text is recognized.
  public enum Scope: Sendable {
    /// In none.
    case nothing
    /// In pages of PDF documents without letters.
    case pages
    /// In such pages, and in files that are images.
    case pagesAndPictures
  }

  /// In which images text is recognized.
  public var scope: Scope
  /// In which languages.
  public var languages: RecognitionLanguages

  /// Creates settings.
  public init(
    _ scope: Scope = .nothing, _ languages: RecognitionLanguages = RecognitionLanguages()
  ) {
    (self.scope, self.languages) = (scope, languages)
  }

  /// Whether recognition can take place; only its languages are checked.
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
