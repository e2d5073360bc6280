import Indexing
import LinuxSystem
import SearchIndex
import Watching

/// Documents whose file is gone are not shown, even before the index has heard of it.
extension SearchService {
  /// Leaves out the hits whose file does not exist any more, and has the index look at them.
  ///
  /// Network file systems are not asked, where a look costs a round trip or never ends, nor are roots
  /// that are away, whose documents are kept.
  func present(_ hits: [SearchHit]) async -> [SearchHit] {
    let candidates = hits.lazy.filter { !$0.document.isAway }.map(\.document.path)
    let untold = Set(await watcher.untold(among: Array(Set(candidates.map(\.parent)))))
    let missing = await look.missing(
      among: candidates.filter { !untold.contains($0.parent) }, rules: watcher.rules)
    if missing.isEmpty { return hits }
    Task(executorPreference: look.tasks) { [indexer] in await indexer.noteMissing(missing) }
    return hits.filter { !missing.contains($0.document.path) }
  }
}
