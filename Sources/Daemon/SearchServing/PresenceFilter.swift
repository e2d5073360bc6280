import Indexing
import LinuxSystem
import SearchIndex
import Watching

/// Removes hits whose files no longer exist, even if the index still has them.
struct PresenceFilter: Sendable {
  let probe: ExistenceProbe
  let watcher: TreeWatcher
  let indexer: Indexer

  /// Removes the hits whose files no longer exist, and reports these files to the indexer.
  ///
  /// If a copy of a missing file exists, the hit becomes this copy, and a missing mail another one of its
  /// conversation.
  ///
  /// Files on network file systems are not checked, because a check takes a round trip or may hang,
  /// nor files in roots that are away, whose documents are kept.
  func present(_ hits: [SearchHit]) async -> [SearchHit] {
    let candidates = hits.lazy.flatMap { [$0.document] + $0.copies + $0.replies }
      .filter { !$0.isAway }
      .map(\.location.file)
    let watched = watcher.overview
    let unreliable = Set(watched.unreliable(among: Array(Set(candidates.map(\.parent)))))
    let missing = await probe.missing(
      among: Array(Set(candidates)).filter { !unreliable.contains($0.parent) }, rules: watched.rules
    )
    if missing.isEmpty { return hits }
    indexer.compareMissing(missing)
    return hits.compactMap { hit in hit.keeping { !missing.contains($0.location.file) } }
  }
}
