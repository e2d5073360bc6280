import LanguageCodes
import Synchronization

/// For a word, the words of the index that contain it as a part, in languages that write compounds as one
/// word: `Haftpflichtversicherung` for `Versicherung`.
///
/// All readers share it. It searches the word list that was last loaded for suggestions, so a new compound is
/// found only after the next loading.
package final class CompoundWords: Sendable {
  /// The most compounds of a word.
  static let limit = 64
  /// The most words whose compounds are cached.
  private static let capacity = 256

  private struct State {
    var areWanted = false
    var words: WordList?
    /// Counts the changes of the word list.
    var version = 0
    var found: [[UInt8]: [[UInt8]]] = [:]
  }

  private let state = Mutex(State())

  /// Makes a cache without a word list.
  package init() {}

  /// Whether a language, given by its ISO 639-1 code, writes compounds as one word.
  static func exist(inLanguage code: String?) -> Bool {
    ["de", "nl", "sv", "da", "no", "nb", "nn"].contains(code)
  }

  /// Whether a language of the index writes compounds as one word.
  package internal(set) var areWanted: Bool {
    get { state.withLock { $0.areWanted } }
    set { state.withLock { $0.areWanted = newValue } }
  }

  /// Replaces the word list, if compounds are wanted.
  package func update(_ words: WordList) {
    state.withLock { state in
      if state.areWanted {
        state = State(areWanted: true, words: words, version: state.version + 1)
      }
    }
  }

  /// Drops the word list and the cache, until a list is loaded again.
  func drop() {
    state.withLock { state in
      state = State(areWanted: state.areWanted, version: state.version + 1)
    }
  }

  /// Returns the compounds of a word, the most frequent first; none before a word list is loaded.
  ///
  /// O(words of the index) for a word that is not cached.
  func compounds(of word: [UInt8]) -> [[UInt8]] {
    let (words, version, known) = state.withLock { ($0.words, $0.version, $0.found[word]) }
    guard let words, known == nil else { return known ?? [] }
    let found = CompoundSearch(word, in: words)?.run(limit: Self.limit) ?? []
    state.withLock { state in
      // Another thread may have replaced the word list meanwhile.
      guard state.version == version else { return }
      if state.found.count >= Self.capacity { state.found.removeAll() }
      state.found[word] = found
    }
    return found
  }
}
