/// Copies, versions, and the same content on several hosts.
extension MergedRanking {
  /// The common properties of copies.
  private struct Content: Hashable {
    let size: Int
    let digest: String
    let isFull: Bool
  }

  /// The common properties of versions.
  private struct Name: Hashable {
    let host: Int
    let version: Int
  }

  /// Folds hits that are in their order.
  static func folded(
    _ hits: [RankedHit], _ folding: Folding, local: Int?
  ) -> [Entry] {
    if folding == .none { return hits.map { Entry(hit: $0) } }
    var entries: [Entry] = []
    var byContent: [Content: Int] = [:]
    var byName: [Name: Int] = [:]
    for hit in hits {
      let content =
        hit.digest.isEmpty || hit.size == 0
        ? nil : Content(size: hit.size, digest: hit.digest, isFull: hit.isFull)
      let name =
        folding == .copies && hit.isExact && hit.version != 0
        ? Name(host: hit.key.host, version: hit.version) : nil
      var copied = content.flatMap { byContent[$0] }
      if let known = copied, folding == .acrossHosts, entries[known].hosts.contains(hit.key.host) {
        copied = nil
      }
      let known = copied ?? name.flatMap { byName[$0] }
      let isFolded =
        copied != nil || known.map { hit.isMarked || entries[$0].hit.isMarked } ?? false
      if let known, isFolded {
        entries[known].add(hit, isCopy: copied != nil, local: local)
      } else {
        entries.append(Entry(hit: hit))
      }
      let number = known ?? entries.count - 1
      if let content, byContent[content] == nil { byContent[content] = number }
      if let name, byName[name] == nil { byName[name] = number }
    }
    return entries.map(\.arranged)
  }
}

extension MergedRanking.Entry {
  fileprivate var hosts: Set<Int> { Set(copies.map(\.key.host) + [hit.key.host]) }

  fileprivate mutating func add(_ other: RankedHit, isCopy: Bool, local: Int?) {
    let isBetter =
      isCopy ? other.isOriginal(of: hit, local: local) : other.isNewer(than: hit)
    if isBetter {
      copies.append(hit)
      hit = other
    } else {
      copies.append(other)
    }
  }

  /// The same entry with the copies in their order, and copies on other hosts apart.
  fileprivate var arranged: Self {
    var entry = self
    let sorted = copies.sorted { $0.isNewer(than: $1) }
    func isElsewhere(_ copy: RankedHit) -> Bool {
      copy.key.host != hit.key.host && copy.hasContent(of: hit)
    }
    entry.elsewhere = sorted.filter(isElsewhere)
    entry.copies = sorted.filter { !isElsewhere($0) }
    return entry
  }
}

extension RankedHit {
  /// Whether it is rather the one to show than a copy with the same content: the local one, or the original.
  fileprivate func isOriginal(of copy: RankedHit, local: Int?) -> Bool {
    let isLocal = key.host == local
    if isLocal != (copy.key.host == local) { return isLocal }
    guard isExact, copy.isExact else { return false }
    if isCopy != copy.isCopy { return !isCopy }
    return depth < copy.depth
  }
}
