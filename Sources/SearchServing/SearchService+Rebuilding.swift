import Cooldown
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface

/// `Rebuild`, and what answers say while an index is being built anew.
extension SearchService {
  func rebuild() async -> RebuildMethod.Reply {
    await indexer.rebuildOnRequest()
    return RebuildMethod.Reply()
  }
}

extension IndexingProgress.Values {
  /// What a person who reads an answer should know.
  var allWarnings: [String] {
    warnings + [rebuild?.warning(.current)].compactMap(\.self)
  }

  /// Whether answers come from an index that nobody keeps fresh.
  var servesOld: Bool { rebuild?.servesOld ?? false }
}
