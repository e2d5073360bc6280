public import IndexStorage
public import LinuxSystem

/// The hits of a standing query, as of its last search: a value.
///
/// Results of searches go in, and the differences between them come out, each difference once.
public struct StandingQuery: Sendable {
  /// At most this many hits are kept, at some 200 bytes each.
  public static let capacity = 20_000

  /// The properties of a hit whose changes are noticed.
  struct Member: Equatable, Sendable {
    var location: DocumentLocation
    var inode: UInt64
    var size: Int64
    var modified: FileTime
    var state: Int64

    /// Whether nothing has changed that a hit shows.
    func isSame(as other: Member) -> Bool {
      location == other.location && size == other.size && modified == other.modified
        && state == other.state
    }
  }

  /// The state of the index at the last search; nil before the first one.
  public private(set) var clock: IndexClock?
  private var members: [DocumentID: Member] = [:]

  /// Makes a query that has not been searched yet.
  public init() {}

  /// Whether there are more hits than are kept.
  public var isTooLarge: Bool { members.count > Self.capacity }

  /// The number of hits.
  public var count: Int { members.count }

  /// Whether a document is a hit.
  public func contains(_ document: DocumentID) -> Bool { members[document] != nil }

  /// Adopts the result of a search.
  ///
  /// - Parameter observation: the result of a later search than the last one.
  /// - Returns: the differences from the hits before.
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
        // The number belongs to another file now: SQLite reuses the number of a removed last row.
        changes.gone.append(old.location)
        changes.appeared.append(number)
      } else if !old.isSame(as: member) || observation.rewritten.contains(number) {
        let former = old.location == member.location ? nil : old.location
        changes.changed.append(HitChanges.Change(number, former: former))
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

  /// Renumbers the hits as their files are numbered in another index.
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

  /// Replaces the removal of a file and the appearance of another at its path by one change.
  private func joinReplacements(_ changes: inout HitChanges) {
    guard !changes.gone.isEmpty else { return }
    var gone = Set(changes.gone)
    var appeared: [DocumentID] = []
    for change in changes.changed {
      if let location = members[change.number]?.location { gone.remove(location) }
    }
    for number in changes.appeared {
      if let location = members[number]?.location, gone.remove(location) != nil {
        changes.changed.append(HitChanges.Change(number, former: nil))
      } else {
        appeared.append(number)
      }
    }
    changes.appeared = appeared
    changes.gone = changes.gone.filter(gone.contains)
  }
}

extension StandingQuery {
  /// The result of a search: which of some documents match, in one state of the index.
  public struct Observation: Sendable {
    /// The state of the index.
    public let clock: IndexClock
    /// The documents that were searched; nil for all.
    var candidates: Set<DocumentID>?
    /// The documents whose texts have changed since the last search.
    var rewritten: Set<DocumentID> = []
    /// The documents that match.
    var members: [DocumentID: Member] = [:]

    init(_ clock: IndexClock) {
      self.clock = clock
    }
  }
}

/// The differences between the hits of a query and its earlier hits.
public struct HitChanges: Equatable, Sendable {
  /// A hit with another text, other metadata or another path.
  public struct Change: Equatable, Sendable {
    /// The document's number.
    public let number: DocumentID
    /// Its earlier location, if it was moved.
    public let former: DocumentLocation?

    init(_ number: DocumentID, former: DocumentLocation?) {
      self.number = number
      self.former = former
    }
  }

  /// The state of the index after the changes.
  public let clock: IndexClock
  /// The numbers of documents that have become hits.
  public internal(set) var appeared: [DocumentID] = []
  /// The documents that are still hits, and have changed.
  public internal(set) var changed: [Change] = []
  /// The locations of documents that are no longer hits.
  public internal(set) var gone: [DocumentLocation] = []

  init(clock: IndexClock) {
    self.clock = clock
  }

  /// The number of changes.
  public var count: Int { appeared.count + changed.count + gone.count }

  /// The numbers of the changed and new hits.
  public var numbers: [DocumentID] { changed.map(\.number) + appeared }

  /// The same changes in parts of a size, removals first.
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
