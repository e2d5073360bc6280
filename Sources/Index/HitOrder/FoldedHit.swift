/// A hit with its copies and versions.
public struct FoldedHit<Hit: OrderedHit> {
  /// The one that is shown.
  public var hit: Hit
  /// The newest first.
  public var copies: [Hit] = []

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
  /// Joins the copies and versions of each document into one hit, with the best rank of them.
  ///
  /// Copies have the same content; the shallowest without a mark of a copy stays. Versions lie in one folder
  /// and have the same name but for marks such as `v2`, `final` or `(copy)`; the newest stays. O(n log n).
  ///
  /// - Parameters:
  ///   - content: the common properties of copies; nil for a hit that is no copy.
  ///   - joins: whether a hit with the same content is joined.
  ///   - joinsVersions: whether versions are joined.
  /// - Returns: the hits in the order of the array.
  @inlinable public func folded<Content: Hashable>(
    by content: (Element) -> Content?, where joins: (FoldedHit<Element>, Element) -> Bool,
    joinsVersions: Bool
  ) -> [FoldedHit<Element>] {
    var folded: [FoldedHit<Element>] = []
    var byContent: [Content: Int] = [:]
    var byVersion: [Element.Version: Int] = [:]
    for hit in self {
      let (content, version) = (content(hit), joinsVersions ? hit.version : nil)
      let copied = content.flatMap { byContent[$0] }.flatMap { joins(folded[$0], hit) ? $0 : nil }
      let known = copied ?? version.flatMap { byVersion[$0] }
      if let known, copied != nil || hit.isMarked || folded[known].hit.isMarked {
        folded[known].add(hit, isCopy: copied != nil)
      } else {
        folded.append(FoldedHit(hit))
      }
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
