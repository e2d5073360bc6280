import SearchInterface

extension HitMessage {
  /// The hit once for each of its passages, as if that were its best one.
  var eachPassage: [HitMessage] {
    passages?.map { passage in
      var hit = self
      (hit.snippet, hit.matches, hit.line) = (passage.snippet, passage.matches, passage.line)
      (hit.part, hit.page, hit.link) = (passage.part, passage.page, passage.link)
      return hit
    } ?? [self]
  }
}
