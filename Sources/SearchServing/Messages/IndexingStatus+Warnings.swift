import Cooldown
import Indexing
import SearchIndex

extension IndexingStatus {
  /// What a person who reads an answer should know.
  var allWarnings: [String] {
    warnings + [rebuild?.warning(.current)].compactMap(\.self)
  }

  /// Whether answers come from an index that nobody keeps fresh.
  var servesOld: Bool { rebuild?.servesOld ?? false }
}
