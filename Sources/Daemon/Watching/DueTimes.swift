import LinuxSystem

/// A binary heap of paths by due time, the earliest first.
struct DueTimes {
  struct Entry {
    let due: ContinuousClock.Instant
    let path: FilePath
  }

  private var entries: [Entry] = []

  /// The number of entries.
  var count: Int { entries.count }

  /// The entry with the earliest time.
  var first: Entry? { entries.first }

  /// Adds an entry; O(log n).
  mutating func insert(_ path: FilePath, due: ContinuousClock.Instant) {
    entries.append(Entry(due: due, path: path))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if entries[parent].due <= entries[child].due { return }
      entries.swapAt(parent, child)
      child = parent
    }
  }

  /// Removes the entry with the earliest time; O(log n).
  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var parent = 0
    while let child = earlierChild(of: parent), entries[child].due < entries[parent].due {
      entries.swapAt(parent, child)
      parent = child
    }
  }

  private func earlierChild(of parent: Int) -> Int? {
    let child = 2 * parent + 1
    guard child < entries.count else { return nil }
    let isLast = child + 1 == entries.count
    return isLast || entries[child].due <= entries[child + 1].due ? child : child + 1
  }
}
