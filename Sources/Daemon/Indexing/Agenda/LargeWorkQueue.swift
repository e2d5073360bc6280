import LinuxSystem
import Watching

/// The large work of both lanes, in the order of arrival.
struct LargeWorkQueue {
  /// The subject of an item; two items with the same subject are merged into one.
  private enum Subject: Hashable {
    case path(FilePath)
    case folder(FilePath)

    init?(_ work: WorkQueue.Work) {
      switch work {
      case .path(let path, _, _): self = .path(path)
      case .scan(let scan): self = .folder(scan.folder)
      case .exclusions: return nil
      }
    }
  }

  /// The items of one lane; an item taken out of the middle is replaced by nil.
  private struct Line {
    var items: [WorkQueue.Item?] = []
    /// The index of the first item that is left.
    var start = 0
    var count = 0
    /// The index of the item for each subject.
    var indexes: [Subject: Int] = [:]

    mutating func append(_ item: WorkQueue.Item) {
      if let subject = Subject(item.work), indexes[subject] == nil {
        indexes[subject] = items.count
      }
      items.append(item)
      count += 1
    }

    mutating func take(at index: Int) -> WorkQueue.Item? {
      guard let item = items[index] else { return nil }
      items[index] = nil
      if let subject = Subject(item.work), indexes[subject] == index { indexes[subject] = nil }
      count -= 1
      while start < items.count, items[start] == nil { start += 1 }
      if start > items.count / 2 { self = Line(items[start...]) }
      return item
    }

    init() {}

    init(_ items: some Sequence<WorkQueue.Item?>) {
      for case let item? in items { append(item) }
    }
  }

  private var fresh = Line()
  private var bulk = Line()

  /// How many items wait.
  var count: Int { fresh.count + bulk.count }

  /// Whether large work of the fresh lane waits.
  var hasFresh: Bool { fresh.count > 0 }

  /// All items, those of the fresh lane first.
  var items: [WorkQueue.Item] { (fresh.items + bulk.items).compactMap(\.self) }

  /// Adds an item at the end of its lane.
  mutating func append(_ item: WorkQueue.Item) {
    switch item.lane {
    case .fresh: fresh.append(item)
    case .bulk: bulk.append(item)
    }
  }

  /// Removes and returns the first item of a lane; nil if there is none.
  mutating func popFirst(of lane: WorkQueue.Lane) -> WorkQueue.Item? {
    switch lane {
    case .fresh: fresh.count > 0 ? fresh.take(at: fresh.start) : nil
    case .bulk: bulk.count > 0 ? bulk.take(at: bulk.start) : nil
    }
  }

  /// Removes and returns an item with the same subject as some work; nil if there is none.
  mutating func take(about work: WorkQueue.Work) -> WorkQueue.Item? {
    guard let subject = Subject(work) else { return nil }
    if let index = fresh.indexes[subject] { return fresh.take(at: index) }
    return bulk.indexes[subject].flatMap { bulk.take(at: $0) }
  }

  /// Replaces the paths of items after renames; O(items).
  mutating func rename(_ renames: PathRenames) {
    for line in [\LargeWorkQueue.fresh, \LargeWorkQueue.bulk] where self[keyPath: line].count > 0 {
      var items = self[keyPath: line].items.compactMap(\.self)
      items.rename(renames)
      self[keyPath: line] = Line(items)
    }
  }
}
