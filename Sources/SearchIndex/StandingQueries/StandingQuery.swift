public import LinuxSystem

/// The hits of a query that stays, as they were when the index was last looked at.
///
/// A value: what has been seen of the index goes in, what has come of it goes out, each difference
/// once.
public struct StandingQuery: Sendable {
  /// So many hits are kept in mind, at some 200 bytes each.
  public static let capacity = 20_000

  /// What tells one state of a hit from another.
  struct Member: Equatable, Sendable {
    var path: FilePath
    var inode: UInt64
    var size: Int64
    var modified: Int64
    var state: Int64

    /// Whether nothing of it changed that a hit shows.
    func isSame(as other: Member) -> Bool {
      path == other.path && size == other.size && modified == other.modified
        && state == other.state
    }
  }

  /// The state of the index that was looked at last; nil before the first look.
  public private(set) var clock: IndexClock?
  private var members: [Int64: Member] = [:]

  /// A query without hits, because nothing has been looked at.
  public init() {}

  /// Whether there are more hits than are kept in mind.
  public var isTooLarge: Bool { members.count > Self.capacity }

  /// How many hits there are.
  public var count: Int { members.count }

  /// Whether a document is a hit.
  public func contains(_ document: Int64) -> Bool { members[document] != nil }

  /// Takes in what was seen of the index.
  ///
  /// - Parameter sight: a later look than the last one.
  /// - Returns: how the hits differ from those before.
  public mutating func update(_ sight: Sight) -> HitChanges {
    var changes = HitChanges(clock: sight.clock)
    if let clock, clock.index != sight.clock.index { renumber(for: sight, &changes) }
    clock = sight.clock
    for (number, member) in sight.members {
      let old = members.updateValue(member, forKey: number)
      guard let old else {
        changes.appeared.append(number)
        continue
      }
      if old.path != member.path, old.inode != member.inode {
        // The number is that of another file now: SQLite gives that of the last one again.
        changes.gone.append(old.path)
        changes.appeared.append(number)
      } else if !old.isSame(as: member) || sight.rewritten.contains(number) {
        let former = old.path == member.path ? nil : old.path
        changes.changed.append(HitChanges.Change(number, former: former))
      }
    }
    for number in sight.candidates ?? Set(members.keys) where sight.members[number] == nil {
      if let old = members.removeValue(forKey: number) { changes.gone.append(old.path) }
    }
    joinReplacements(&changes)
    changes.sort()
    return changes
  }

  /// Gives the hits the numbers that their files have in another index.
  private mutating func renumber(for sight: Sight, _ changes: inout HitChanges) {
    let numbers = Dictionary(sight.members.map { ($0.value.path, $0.key) }) { first, _ in first }
    let old = members.values
    members = [:]
    for member in old {
      if let number = numbers[member.path] {
        members[number] = member
      } else {
        changes.gone.append(member.path)
      }
    }
  }

  /// Takes a file that went and another that came to its path for one that has changed.
  private func joinReplacements(_ changes: inout HitChanges) {
    guard !changes.gone.isEmpty else { return }
    var gone = Set(changes.gone)
    var appeared: [Int64] = []
    for change in changes.changed {
      if let path = members[change.number]?.path { gone.remove(path) }
    }
    for number in changes.appeared {
      if let path = members[number]?.path, gone.remove(path) != nil {
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
  /// Which of some documents match, in one state of the index.
  public struct Sight: Sendable {
    /// The state.
    public let clock: IndexClock
    /// The documents that were looked at; nil where it was all of them.
    var candidates: Set<Int64>?
    /// The documents that are known to have other texts than at the last look.
    var rewritten: Set<Int64> = []
    /// Those that match.
    var members: [Int64: Member] = [:]

    init(_ clock: IndexClock) {
      self.clock = clock
    }
  }
}

/// How the hits of a query differ from those before.
public struct HitChanges: Equatable, Sendable {
  /// A hit with another text, other metadata or another path.
  public struct Change: Equatable, Sendable {
    /// The document's number.
    public let number: Int64
    /// The path that it had, where it has another one now.
    public let former: FilePath?

    init(_ number: Int64, former: FilePath?) {
      self.number = number
      self.former = former
    }
  }

  /// The state of the index to which this leads.
  public let clock: IndexClock
  /// The numbers of documents that are hits now.
  public internal(set) var appeared: [Int64] = []
  /// The documents that are hits still, and have changed.
  public internal(set) var changed: [Change] = []
  /// Where documents were that are no hits any more.
  public internal(set) var gone: [FilePath] = []

  init(clock: IndexClock) {
    self.clock = clock
  }

  /// How many there are.
  public var count: Int { appeared.count + changed.count + gone.count }

  /// The numbers of the documents that are hits now.
  public var numbers: [Int64] { changed.map(\.number) + appeared }

  /// The same changes in parts of a size, first what is gone.
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
