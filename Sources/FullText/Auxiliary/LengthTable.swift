/// Lengths by rowid: two bytes each where rowids are dense and documents of ordinary length.
struct LengthTable {
  /// The length of a document whose length stands in ``others``, or that is not there.
  private static let elsewhere = UInt16.max

  /// Lengths by rowid, as far as the rowids are dense.
  private var dense: [UInt16] = []
  /// Lengths of documents that are long, or whose rowid is negative or far out.
  private var others: [Int64: Int] = [:]

  @inline(__always)
  subscript(rowID: Int64) -> Int? {
    if rowID >= 0, rowID < Int64(dense.count) {
      let length = dense[Int(truncatingIfNeeded: rowID)]
      if length != Self.elsewhere { return Int(length) }
    }
    return others[rowID]
  }

  mutating func set(_ length: Int?, of rowID: Int64, documentCount: Int64) {
    growToHold(rowID, documentCount: documentCount)
    let isDense = rowID >= 0 && rowID < Int64(dense.count)
    let fits = isDense && (length ?? .max) < Int(Self.elsewhere)
    if isDense { dense[Int(rowID)] = fits ? UInt16(length ?? 0) : Self.elsewhere }
    if fits || length == nil {
      if !others.isEmpty { others[rowID] = nil }
    } else {
      others[rowID] = length
    }
  }

  /// Makes room for a rowid that is not far beyond what a table without gaps would have.
  private mutating func growToHold(_ rowID: Int64, documentCount: Int64) {
    guard rowID >= Int64(dense.count), rowID < max(1 << 16, documentCount * 8) else { return }
    let count = max(Int(rowID) + 1, dense.count * 3 / 2)
    dense.append(contentsOf: repeatElement(Self.elsewhere, count: count - dense.count))
  }
}
