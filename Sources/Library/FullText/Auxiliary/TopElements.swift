/// The smallest elements of a sequence; the others are not stored.
///
/// It is a binary heap; the top is the largest of the kept elements.
public struct TopElements<Element: Comparable> {
  @usableFromInline let limit: Int
  @usableFromInline var heap: [Element] = []

  /// Makes a collection that keeps at most `limit` elements.
  @inlinable public init(limit: Int) {
    self.limit = limit
  }

  /// Whether fewer than `limit` elements are kept.
  @inlinable public var hasRoom: Bool { heap.count < limit }

  /// The largest kept element: once there is no room, a smaller new element replaces it.
  @inlinable public var last: Element? { heap.first }

  /// Keeps an element if it is among the smallest so far; O(log limit).
  @inlinable public mutating func insert(_ element: Element) {
    if heap.count < limit {
      heap.append(element)
      siftUp()
    } else if let last = heap.first, element < last {
      heap[0] = element
      siftDown()
    }
  }

  /// The kept elements in ascending order.
  @inlinable public var sorted: [Element] { heap.sorted() }

  @inlinable mutating func siftUp() {
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[parent] < heap[index] else { return }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  @inlinable mutating func siftDown() {
    var index = 0
    while true {
      let (left, right) = (2 * index + 1, 2 * index + 2)
      var greatest = index
      if left < heap.count, heap[greatest] < heap[left] { greatest = left }
      if right < heap.count, heap[greatest] < heap[right] { greatest = right }
      if greatest == index { return }
      heap.swapAt(index, greatest)
      index = greatest
    }
  }
}
