/// The score of a term in a row, from its counts by column: the formula of ``RankedField`` in single precision.
///
/// It is an object, because its fields would be copied for each row.
final class SegmentFieldScores {

  private struct Field {
    var most: Float = 0
    var saturation: Float = 0
    /// The part of the saturation that does not depend on the length.
    var fixed: Float = 1
    var lengthShare: Float = 0
  }

  private let fields: InlineArray<8, Field>
  private let count: Int
  private let lengths: LengthTable
  private let lengthUnit: Float

  init(_ request: FTS5Candidates.Request, _ lengths: LengthTable) {
    count = min(request.fields.count, CandidateCollector.fieldLimit)
    var fields = InlineArray<8, Field>(repeating: Field())
    for index in 0..<count {
      let field = request.fields[index]
      fields[index] = Field(
        most: Float(field.mostScore), saturation: Float(field.saturation),
        fixed: Float(1 - field.lengthShare), lengthShare: Float(field.lengthShare))
    }
    self.fields = fields
    self.lengths = lengths
    lengthUnit = Float(1 / request.averageLength)
  }

  /// The share of the highest score in a field.
  @inline(__always)
  private func share(_ column: Int, _ number: Int, _ row: Int64) -> Float {
    // It can be any larger number.
    if number == ColumnCounts.most { return 1 }
    let field = fields[column]
    var length = field.fixed
    // A row with an unknown length can be short.
    if field.lengthShare > 0, let known = lengths[row] {
      length += field.lengthShare * (Float(known) * lengthUnit)
    }
    let number = Float(number)
    return number / (number + field.saturation * length)
  }

  /// The score for the counts in a row, with the factor 1.
  @inline(__always)
  func score(_ counts: ColumnCounts, _ row: Int64) -> Float {
    // Nearly always a term is in one column only.
    if let column = counts.onlyColumn {
      return column < count ? fields[column].most * share(column, counts[column], row) : 0
    }
    return scoreOfColumns(counts, row)
  }

  @inline(never)
  private func scoreOfColumns(_ counts: ColumnCounts, _ row: Int64) -> Float {
    var sum: Float = 0
    counts.forEachColumn(below: count) { column, number in
      sum += fields[column].most * share(column, number, row)
    }
    return sum
  }

  /// The share of the highest score in each field, rounded up.
  @inline(__always)
  func shares(_ counts: ColumnCounts, factor: Float, _ row: Int64) -> FieldShares {
    var shares = FieldShares()
    counts.forEachColumn(below: count) { column, number in
      shares.set(factor * share(column, number, row), ofColumn: column)
    }
    return shares
  }

  /// The score for the shares in all fields.
  @inline(__always)
  func score(_ shares: FieldShares) -> Float {
    var sum: Float = 0
    shares.steps.forEachColumn(below: count) { column, steps in
      sum += fields[column].most * (Float(steps) * FieldShares.step)
    }
    return sum
  }
}

/// A share of the highest score in each of eight fields, in 255 steps that round up.
struct FieldShares {
  static let step: Float = 1 / 255
  private static let most: Float = 255

  private(set) var steps = ColumnCounts()

  /// Sets the share of a field that has none.
  @inline(__always)
  mutating func set(_ share: Float, ofColumn column: Int) {
    // The next larger step is a bound, too, and needs no function for rounding.
    let step = UInt64(max(0, min(share * Self.most, Self.most - 1))) + 1
    steps.add(unit: step << UInt64(truncatingIfNeeded: column &* 8))
  }

  /// Takes the larger share in each field.
  @inline(__always)
  mutating func formMaximum(_ other: Self) {
    steps = .maximum(steps, other.steps)
  }
}
