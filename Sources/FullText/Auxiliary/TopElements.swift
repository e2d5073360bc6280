/// The first few elements of a sequence in ascending order, gathered without keeping the others.
///
/// It is a binary heap with the last of the kept elements on top.
public struct TopElements<Element: Comparable> {
  private let limit: Int
  private var heap: [Element] = []

  /// Keeps so many elements at most.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Whether fewer elements are kept than may be.
  public var hasRoom: Bool { heap.count < limit }

  /// The last of those that are kept, which gives way to the next one that is before it.
  public var last: Element? { heap.first }

  /// Takes an element in if it belongs to the first ones; O(log limit).
  public mutating func insert(_ element: Element) {
    if heap.count < limit {
      heap.append(element)
      siftUp()
    } else if let last = heap.first, element < last {
      heap[0] = element
      siftDown()
    }
  }

  /// The elements that were kept, ascending.
  public var sorted: [Element] { heap.sorted() }

  private mutating func siftUp() {
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[parent] < heap[index] else { return }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  private mutating func siftDown() {
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
