import LanguageCodes
import Synchronization

/// The words of the index in which a word is a part, in languages that write compounds as one word:
/// `Haftpflichtversicherung` for `Versicherung`.
///
/// All readers share it. It knows the words that were read last for suggestions, so a new compound is
/// found as soon as they have been read again.
final class CompoundWords: Sendable {
  /// The most compounds of a word.
  static let limit = 64
  /// The most words whose compounds are remembered.
  private static let capacity = 256

  private struct State {
    var areWanted = false
    var words: WordList?
    /// How many lists of words there were.
    var version = 0
    var found: [[UInt8]: [[UInt8]]] = [:]
  }

  private let state = Mutex(State())

  /// Whether a language writes compounds as one word.
  ///
  /// - Parameter code: the ISO 639-1 code of the language.
  /// - Returns: true for German, Dutch, Swedish, Danish and Norwegian.
  static func exist(inLanguage code: String?) -> Bool {
    switch code {
    case "de", "nl", "sv", "da", "no", "nb", "nn": true
    default: false
    }
  }

  /// Whether the index has a language that writes compounds as one word.
  var areWanted: Bool {
    get { state.withLock { $0.areWanted } }
    set { state.withLock { $0.areWanted = newValue } }
  }

  /// Takes over the words of the index, if compounds are wanted.
  func update(_ words: WordList) {
    state.withLock { state in
      if state.areWanted {
        state = State(areWanted: true, words: words, version: state.version + 1)
      }
    }
  }

  /// Drops all words until they have been read again.
  func drop() {
    state.withLock { state in
      state = State(areWanted: state.areWanted, version: state.version + 1)
    }
  }

  /// The compounds of a word, the most frequent first; none until the words have been read.
  ///
  /// O(words of the index) for the first time.
  func compounds(of word: [UInt8]) -> [[UInt8]] {
    let (words, version, known) = state.withLock { ($0.words, $0.version, $0.found[word]) }
    guard let words, known == nil else { return known ?? [] }
    let found = CompoundSearch(word, in: words)?.run(limit: Self.limit) ?? []
    state.withLock { state in
      // Another thread may have brought other words meanwhile.
      guard state.version == version else { return }
      if state.found.count >= Self.capacity { state.found.removeAll() }
      state.found[word] = found
    }
    return found
  }
}
