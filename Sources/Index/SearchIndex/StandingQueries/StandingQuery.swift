public import IndexStorage
public import LinuxSystem

/// The hits of a standing query at its last search.
///
/// Each result of a search is compared with the hits, and the differences are returned, each once.
public struct StandingQuery: Sendable {
  /// The most hits that are kept; each takes about 200 bytes.
  public static let capacity = 20_000

  /// The properties of a hit whose changes are reported.
  struct Member: Equatable, Sendable {
    var location: DocumentLocation
    var inode: UInt64
    var size: Int64
    var modified: FileTime
    var state: Int64

    /// Whether everything that a hit shows is the same.
    func isSame(as other: Member) -> Bool {
      location == other.location && size == other.size && modified == other.modified
        && state == other.state
    }
  }

  /// The state of the index at the last search; nil before the first one.
  public private(set) var clock: IndexClock?
  private var members: [DocumentID: Member] = [:]

  /// Makes a standing query that was not searched yet.
  public init() {}

  /// Whether the query has more hits than are kept.
  public var isTooLarge: Bool { members.count > Self.capacity }

  /// The number of hits.
  public var count: Int { members.count }

  /// Whether a document is a hit.
  public func contains(_ document: DocumentID) -> Bool { members[document] != nil }

  /// Replaces the hits by the result of a search.
  ///
  /// - Parameter observation: the result; its state must be later than the last one.
  /// - Returns: the differences from the former hits.
  public mutating func update(_ observation: Observation) -> HitChanges {
    var changes = HitChanges(clock: observation.clock)
    if let clock, clock.index != observation.clock.index { renumber(for: observation, &changes) }
    clock = observation.clock
    for (number, member) in observation.members {
      let old = members.updateValue(member, forKey: number)
      guard let old else {
        changes.appeared.append(number)
        continue
      }
      if old.location != member.location, old.inode != member.inode {
        // The number belongs to another file now, because SQLite can reuse the number of a removed row.
        changes.gone.append(old.location)
        changes.appeared.append(number)
      } else if !old.isSame(as: member) || observation.rewritten.contains(number) {
        let former = old.location == member.location ? nil : old.location
        changes.changed.append(HitChanges.Change(number: number, former: former))
      }
    }
    for number in observation.candidates ?? Set(members.keys)
    where observation.members[number] == nil {
      if let old = members.removeValue(forKey: number) { changes.gone.append(old.location) }
    }
    joinReplacements(&changes)
    changes.sort()
    return changes
  }

  /// After an exchange of the index: gives the hits the numbers that their files have in the new index.
  private mutating func renumber(for observation: Observation, _ changes: inout HitChanges) {
    let numbers = Dictionary(observation.members.map { ($0.value.location, $0.key) }) { first, _ in
      first
    }
    let old = members.values
    members = [:]
    for member in old {
      if let number = numbers[member.location] {
        members[number] = member
      } else {
        changes.gone.append(member.location)
      }
    }
  }

  /// If a file was removed and another one appeared at its path, reports one change instead.
  private func joinReplacements(_ changes: inout HitChanges) {
    guard !changes.gone.isEmpty else { return }
    var gone = Set(changes.gone)
    var appeared: [DocumentID] = []
    for change in changes.changed {
      if let location = members[change.number]?.location { gone.remove(location) }
    }
    for number in changes.appeared {
      if let location = members[number]?.location, gone.remove(location) != nil {
        changes.changed.append(HitChanges.Change(number: number, former: nil))
      } else {
        appeared.append(number)
      }
    }
    changes.appeared = appeared
    changes.gone = changes.gone.filter(gone.contains)
  }
}

extension StandingQuery {
  /// The result of a search: which of the searched documents match, in one state of the index.
  public struct Observation: Sendable {
    /// The state of the index that was searched.
    public let clock: IndexClock
    /// The documents that were searched; nil for all.
    var candidates: Set<DocumentID>?
    /// The documents whose texts have changed since the last search.
    var rewritten: Set<DocumentID> = []
    /// The documents that match, by their numbers.
    var members: [DocumentID: Member] = [:]
  }
}

/// The differences between the hits of a query and its former hits.
public struct HitChanges: Equatable, Sendable {
  /// A hit whose text, metadata or path has changed.
  public struct Change: Equatable, Sendable {
    /// The number of the document.
    public let number: DocumentID
    /// The former location, if the document was moved; else nil.
    public let former: DocumentLocation?
  }

  /// The state of the index after the changes.
  public let clock: IndexClock
  /// The numbers of documents that have become hits.
  public internal(set) var appeared: [DocumentID] = []
  /// The documents that are still hits, and have changed.
  public internal(set) var changed: [Change] = []
  /// The locations of documents that are no longer hits.
  public internal(set) var gone: [DocumentLocation] = []

  /// The number of all changes.
  public var count: Int { appeared.count + changed.count + gone.count }

  /// The numbers of the changed and new hits.
  public var numbers: [DocumentID] { changed.map(\.number) + appeared }

  /// Returns the same changes in parts with at most this many changes, the removals first.
  public func parts(of size: Int) -> [HitChanges] {
    var parts: [HitChanges] = []
    var rest = self
    while rest.count > 0 {
      var part = HitChanges(clock: clock)
      part.gone = rest.gone.removePrefix(size)
      part.changed = rest.changed.removePrefix(size - part.count)
      part.appeared = rest.appeared.removePrefix(size - part.count)
      parts.append(part)
    }
    return parts
  }

  fileprivate mutating func sort() {
    appeared.sort()
    changed.sort { $0.number < $1.number }
    gone.sort()
  }
}

extension Array {
  fileprivate mutating func removePrefix(_ count: Int) -> [Element] {
    defer { removeFirst(Swift.min(count, self.count)) }
    return Array(prefix(count))
  }
}
