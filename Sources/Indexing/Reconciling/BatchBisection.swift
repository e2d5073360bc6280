/// Finds the elements that keep a batch, which is atomic, from being written.
///
/// A value that says what to try next: the batch is halved until a part can be written or holds one
/// element only, which is to blame then. With n elements and b to blame it takes O(b log n) parts
/// that fail, and each element is written O(log n) times at most.
struct BatchBisection<Element> {
  /// What is still to be tried, the next part last.
  private var parts: [ArraySlice<Element>]

  /// Begins with the halves of a batch that could not be written.
  init(of batch: [Element]) {
    parts = batch.isEmpty ? [] : [batch[...]]
    if batch.count > 1 { split() }
  }

  /// The part to write now, by itself; nil once all is either written or to blame.
  var next: ArraySlice<Element>? { parts.last }

  /// The part was written.
  mutating func succeed() {
    parts.removeLast()
  }

  /// The part could not be written.
  ///
  /// - Returns: the element that is to blame; nil where that is not known yet.
  mutating func fail() -> Element? {
    guard let part = parts.last else { return nil }
    if part.count == 1 {
      parts.removeLast()
      return part.first
    }
    split()
    return nil
  }

  private mutating func split() {
    let part = parts.removeLast()
    let middle = part.startIndex + part.count / 2
    parts += [part[middle...], part[..<middle]]
  }
}
