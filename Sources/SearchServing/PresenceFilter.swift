import Indexing
import LinuxSystem
import SearchIndex
import Watching

/// Hides documents whose file is gone, even before the index has heard of it.
struct PresenceFilter: Sendable {
  let look: FileLook
  let watcher: TreeWatcher
  let indexer: Indexer

  /// Leaves out the hits whose file does not exist any more, and has the index compare them.
  ///
  /// It does not ask network file systems, where a look costs a round trip or never ends, nor roots
  /// that are away, whose documents are kept.
  func present(_ hits: [SearchHit]) async -> [SearchHit] {
    let candidates = hits.lazy.filter { !$0.document.isAway }.map(\.document.path)
    let unreliable = Set(await watcher.unreliable(among: Array(Set(candidates.map(\.parent)))))
    let missing = await look.missing(
      among: candidates.filter { !unreliable.contains($0.parent) }, rules: watcher.rules)
    if missing.isEmpty { return hits }
    indexer.compareMissing(missing)
    return hits.filter { !missing.contains($0.document.path) }
  }
}
