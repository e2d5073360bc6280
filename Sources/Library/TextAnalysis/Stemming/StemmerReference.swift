/// A reference to a stemmer, for collections that cannot contain noncopyable values.
public final class StemmerReference {
  /// The stemmer.
  public var stemmer: Stemmer

  /// Makes the stemmer of a language.
  ///
  /// - Parameter language: A language name or code, as for ``Stemmer``.
  /// - Throws: ``AnalysisError`` with `unknownLanguage` or `outOfMemory`.
  public init(_ language: String) throws(AnalysisError) {
    stemmer = try Stemmer(language: language)
  }
}
