import LinuxSystem
import SearchIndex
import SearchInterface

/// `Rebuild`, and what answers say while an index is being built anew.
extension SearchService {
  func rebuild() async -> RebuildMethod.Reply {
    await indexer.rebuildOnRequest()
    return RebuildMethod.Reply()
  }

  /// Adds what `Status` says of damage and of building anew.
  func describeRecovery(_ progress: IndexingProgress.Values, in reply: inout StatusMethod.Reply) {
    reply.rebuild = progress.rebuild.map {
      RebuildMessage($0, documents: progress.rebuiltDocuments)
    }
    reply.recoveries = progress.recoveries.map(RecoveryMessage.init)
    reply.checked = progress.checked.map(WallClock.rfc3339)
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
