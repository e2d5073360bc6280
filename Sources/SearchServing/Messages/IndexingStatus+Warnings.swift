import Cooldown
import Indexing
import SearchIndex

extension IndexingStatus {
  /// The warnings that replies carry.
  var allWarnings: [String] {
    warnings + [rebuild?.warning(.current)].compactMap(\.self)
  }

  /// Whether replies come from the old index, which gets no changes any more.
  var servesOld: Bool { rebuild?.servesOld ?? false }
}
