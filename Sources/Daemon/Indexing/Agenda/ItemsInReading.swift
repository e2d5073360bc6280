import LinuxSystem
import Watching

/// The items whose files are being read, and those that were read and have to be compared once more.
struct ItemsInReading {
  /// The last ticket that was given out.
  private(set) var lastTicket: WorkQueue.Ticket
  /// For each reading the item that it is for, and further items that wait for its end.
  private var waiting: [WorkQueue.Ticket: [WorkQueue.Item]] = [:]
  /// The items whose reading has ended, the last one first.
  private var read: [WorkQueue.Item] = []

  /// Begins after the tickets that were given out before.
  init(after ticket: WorkQueue.Ticket = 0) {
    lastTicket = ticket
  }

  /// Whether so many items of a lane, and of lanes before it, were read that they have to be compared before
  /// more are read, because their texts are in memory.
  func hasManyRead(in lane: WorkQueue.Lane) -> Bool {
    let count = lane == .bulk ? read.count : read.count { $0.lane == .fresh }
    return count >= Self.limit
  }

  private static let limit = 8

  /// How many items there are.
  var count: Int { waiting.values.reduce(read.count) { $0 + $1.count } }

  /// Whether files are being read.
  var isReading: Bool { !waiting.isEmpty }

  /// Whether items of the fresh lane are among them.
  var hasFresh: Bool {
    read.contains { $0.lane == .fresh }
      || waiting.values.contains { $0.contains { $0.lane == .fresh } }
  }

  /// All items.
  var items: [WorkQueue.Item] { waiting.values.flatMap(\.self) + read }

  /// Whether an item was read that is large work or not, in a lane or, for nil, in any.
  func hasRead(isLarge: Bool, in lane: WorkQueue.Lane? = nil) -> Bool {
    read.contains { $0.hasWaited == isLarge && (lane == nil || $0.lane == lane) }
  }

  /// Adds an item whose file is going to be read.
  ///
  /// - Returns: identifies the reading.
  mutating func start(_ item: WorkQueue.Item) -> WorkQueue.Ticket {
    lastTicket += 1
    waiting[lastTicket] = [item]
    return lastTicket
  }

  /// Adds an item that waits for the end of a reading.
  mutating func add(_ item: WorkQueue.Item, to ticket: WorkQueue.Ticket) {
    waiting[ticket, default: []].append(item)
  }

  /// Whether an item whose file was read may wait as large work together with what was read.
  var hasRoomForLarge: Bool { read.count(where: \.hasWaited) < Self.limit / 2 }

  /// Adds an item that was read, and has to wait as large work.
  mutating func keep(_ item: WorkQueue.Item) {
    read.insert(item, at: 0)
  }

  /// Makes the items ready that waited for the end of a reading.
  ///
  /// - Returns: false if there are none.
  mutating func end(_ ticket: WorkQueue.Ticket) -> Bool {
    guard var items = waiting.removeValue(forKey: ticket) else { return false }
    items[0].ticket = ticket
    read.insert(contentsOf: items.reversed(), at: 0)
    return true
  }

  /// Removes and returns the first item of a lane that was read.
  mutating func popRead(
    of lane: WorkQueue.Lane, includingLarge includesLarge: Bool
  ) -> WorkQueue.Item? {
    let index = read.lastIndex { $0.lane == lane && (includesLarge || !$0.hasWaited) }
    return index.map { read.remove(at: $0) }
  }

  /// Replaces the paths of items after renames.
  mutating func rename(_ renames: PathRenames) {
    read.rename(renames)
    for ticket in waiting.keys { waiting[ticket]?.rename(renames) }
  }
}
