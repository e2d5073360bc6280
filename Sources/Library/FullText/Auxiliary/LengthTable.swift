/// Lengths by rowid; most take two bytes, if rowids are dense and few documents are very long.
struct LengthTable {
  /// Stored in ``dense`` for a rowid that has no document, or whose length is in ``sparse``.
  private static let notDense = UInt16.max

  /// Lengths below `notDense`, each at the index of the rowid.
  private var dense: [UInt16] = []
  /// Lengths of very long documents, and of documents whose rowid is negative or very large.
  private var sparse: [Int64: Int] = [:]

  @inline(__always)
  subscript(rowID: Int64) -> Int? {
    if rowID >= 0, rowID < Int64(dense.count) {
      let length = dense[Int(truncatingIfNeeded: rowID)]
      if length != Self.notDense { return Int(length) }
    }
    return sparse[rowID]
  }

  mutating func set(_ length: Int?, of rowID: Int64, documentCount: Int64) {
    growToHold(rowID, documentCount: documentCount)
    let isDense = rowID >= 0 && rowID < Int64(dense.count)
    let fits = isDense && (length ?? .max) < Int(Self.notDense)
    if isDense { dense[Int(rowID)] = fits ? UInt16(length ?? 0) : Self.notDense }
    if fits || length == nil {
      if !sparse.isEmpty { sparse[rowID] = nil }
    } else {
      sparse[rowID] = length
    }
  }

  /// Extends ``dense`` up to a rowid, unless too many of the rowids before it have no document.
  private mutating func growToHold(_ rowID: Int64, documentCount: Int64) {
    guard rowID >= Int64(dense.count), rowID < max(1 << 16, documentCount * 8) else { return }
    let count = max(Int(rowID) + 1, dense.count * 3 / 2)
    dense.append(contentsOf: repeatElement(Self.notDense, count: count - dense.count))
  }
}
