internal import CSittaStemmer

/// Finds the stems of words in one language, by the Snowball algorithms.
///
/// Words should be folded, as ``SittaAnalyzer`` gives them: `strasse` and not `Straße`. Then all
/// spellings of a word have the same stem. Lowercase words with diacritics also have stems,
/// sometimes better ones (French), but then `frustrée` and `frustree` may have different stems.
///
/// A stemmer has one owner at a time, because it keeps buffers between calls. The corresponding C type is
/// `sb_stemmer`. Source: <https://snowballstem.org/algorithms/>.
@safe
public struct Stemmer: ~Copyable {
  /// The default language.
  public static let defaultLanguage = "english"

  /// The fewest bytes of a word with a stem: as in FTS5's porter, `as` does not become `a`.
  public static let shortestForm = 3

  /// The name of the language, as Snowball spells it.
  public let language: String
  private let handle: OpaquePointer
  private var cache = StemCache()

  /// Makes a stemmer.
  ///
  /// - Parameter language: One of ``languages``, or its ISO 639 code: `en`, `de`.
  /// - Throws: ``AnalysisError`` with `unknownLanguage` or `outOfMemory`.
  public init(language: String = defaultLanguage) throws(AnalysisError) {
    guard let handle = unsafe sb_stemmer_new(language, nil) else {
      guard Self.languages.contains(language) else {
        throw .unknownLanguage(language, missing: "is no stemmer", known: Self.languages)
      }
      throw AnalysisError(.outOfMemory, "Out of memory: no stemmer for '\(language)'.")
    }
    unsafe self.handle = handle
    self.language = language
  }

  deinit {
    unsafe sb_stemmer_delete(handle)
  }

  /// The languages that have a stemmer, as Snowball spells them.
  ///
  /// The corresponding C function is `sb_stemmer_list`.
  public static var languages: [String] {
    guard var name = unsafe sb_stemmer_list() else { return [] }
    var names: [String] = []
    while let text = unsafe name.pointee {
      unsafe names.append(String(cString: text))
      unsafe name += 1
    }
    return names
  }

  /// Writes the stem of a token.
  ///
  /// - Parameters:
  ///   - token: A word in lower case.
  ///   - stem: Is set to the stem, which may equal the token; unchanged if the token has no stem.
  /// - Returns: Whether the token has a stem. In every language, numbers have none, and tokens with Han,
  ///   kana, hangul, Thai, Lao, Khmer or Burmese have none.
  public mutating func stem(of token: Span<UInt8>, into stem: inout [UInt8]) -> Bool {
    guard Self.canHaveStem(token) else { return false }
    if token.count < Self.shortestForm {
      stem = token.indices.map { token[$0] }
      return true
    }
    if cache.read(token, into: &stem) { return true }
    guard find(token, into: &stem) else { return false }
    cache.add(token, stem: stem)
    return true
  }

  private func find(_ token: Span<UInt8>, into stem: inout [UInt8]) -> Bool {
    unsafe token.withUnsafeBufferPointer { bytes in
      guard
        let result = unsafe sb_stemmer_stem(handle, bytes.baseAddress, Int32(clamping: bytes.count))
      else { return false }
      let count = unsafe Int(sb_stemmer_length(handle))
      if count == 0 { return false }
      stem.removeAll(keepingCapacity: true)
      unsafe stem.append(contentsOf: UnsafeBufferPointer(start: result, count: count))
      return true
    }
  }

  /// Whether a token consists of letters of scripts whose words have stems.
  static func canHaveStem(_ token: Span<UInt8>) -> Bool {
    var hasLetter = false
    var offset = 0
    while offset < token.count {
      let byte = token[offset]
      if byte < 0x80 {
        if byte > UInt8(ascii: "9") { hasLetter = true }
        offset += 1
        continue
      }
      let (scalar, length) = token.scalar(at: offset)
      guard let scalar, FoldTable.shared.isPartOfSpacedWord(scalar) else { return false }
      hasLetter = true
      offset += length
    }
    return hasLetter
  }
}
