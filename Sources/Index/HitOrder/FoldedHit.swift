/// A hit with its copies and versions, and the other messages of its conversation.
public struct FoldedHit<Hit: OrderedHit> {
  /// The shown hit: the original of its copies, or the newest of its versions.
  public var hit: Hit
  /// The hits that were folded into ``hit``, the newest first.
  public var copies: [Hit] = []
  /// Other messages of the conversation of ``hit``, which is the best of them, by rank.
  public var replies: [Hit] = []

  /// A hit without copies.
  @inlinable public init(_ hit: Hit) {
    self.hit = hit
  }

  @usableFromInline mutating func add(_ other: Hit, isCopy: Bool) {
    let isBetter = isCopy ? other.isOriginal(of: hit) : other.isNewer(than: hit)
    copies.append(isBetter ? hit : other)
    if isBetter { hit = other }
  }
}

extension Array where Element: OrderedHit {
  /// Joins the copies and versions of each document, and the messages of each conversation, into one hit with
  /// the best rank of them.
  ///
  /// Of copies, which have the same content, the original is shown. Versions are in one folder, and their
  /// names differ only in marks such as `v2`, `final` or `(copy)`; the newest is shown. Of messages the best is
  /// shown. O(n log n).
  ///
  /// - Parameters:
  ///   - content: a key that copies share; nil for a hit that is not a copy of any other.
  ///   - joins: whether a hit is joined with a folded hit of the same content.
  ///   - joinsVersions: whether versions are joined.
  ///   - joinsThreads: whether the messages of conversations are joined.
  /// - Returns: the hits in the order of the array.
  @inlinable public func folded<Content: Hashable>(
    by content: (Element) -> Content?, where joins: (FoldedHit<Element>, Element) -> Bool,
    joinsVersions: Bool, joinsThreads: Bool
  ) -> [FoldedHit<Element>] {
    var folded: [FoldedHit<Element>] = []
    var byContent: [Content: Int] = [:]
    var byVersion: [Element.Version: Int] = [:]
    var byThread: [Element.Thread: Int] = [:]
    for hit in self {
      let (content, version) = (content(hit), joinsVersions ? hit.version : nil)
      let copied = content.flatMap { byContent[$0] }.flatMap { joins(folded[$0], hit) ? $0 : nil }
      let known = copied ?? version.flatMap { byVersion[$0] }
      let thread = joinsThreads ? hit.thread : nil
      var entry = folded.count
      if let known, copied != nil || hit.isMarked || folded[known].hit.isMarked {
        folded[known].add(hit, isCopy: copied != nil)
        entry = known
      } else if let first = thread.flatMap({ byThread[$0] }) {
        // A copy of this reply is another reply, and never takes the place of the shown hit.
        folded[first].replies.append(hit)
        continue
      } else {
        folded.append(FoldedHit(hit))
      }
      if let thread, byThread[thread] == nil { byThread[thread] = entry }
      let number = known ?? folded.count - 1
      if let content, byContent[content] == nil { byContent[content] = number }
      if let version, byVersion[version] == nil { byVersion[version] = number }
    }
    for index in folded.indices where folded[index].copies.count > 1 {
      folded[index].copies.sort { $0.isNewer(than: $1) }
    }
    return folded
  }
}
