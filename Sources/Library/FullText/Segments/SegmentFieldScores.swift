/// The score of a term in a row, from its counts by column: the formula of ``CandidateCollector`` in single
/// precision.
///
/// It is an object, because its fields would be copied for each row.
final class SegmentFieldScores {
  private struct Field {
    var weight: Float = 0
    /// The part of the length that does not depend on the row.
    var fixed: Float = 1
    var lengthShare: Float = 0
  }

  private let fields: InlineArray<8, Field>
  private let count: Int
  private let saturation: Float
  private let lengths: LengthTable
  private let lengthUnit: Float

  init(_ request: FTS5Candidates.Request, _ lengths: LengthTable) {
    count = min(request.fields.count, CandidateCollector.fieldLimit)
    var fields = InlineArray<8, Field>(repeating: Field())
    for index in 0..<count {
      let field = request.fields[index]
      fields[index] = Field(
        weight: Float(field.weight), fixed: Float(1 - field.lengthShare),
        lengthShare: Float(field.lengthShare))
    }
    self.fields = fields
    self.lengths = lengths
    saturation = Float(request.saturation)
    lengthUnit = Float(1 / request.averageLength)
  }

  /// The score for the counts in a row, with the factor 1.
  @inline(__always)
  func score(_ counts: ColumnCounts, _ row: Int64) -> Float {
    // Nearly always a term is in one column only.
    if let column = counts.onlyColumn {
      return column < count ? score(frequency(column, counts[column], row)) : 0
    }
    return scoreOfColumns(counts, row)
  }

  @inline(never)
  private func scoreOfColumns(_ counts: ColumnCounts, _ row: Int64) -> Float {
    var sum: Float = 0
    counts.forEachColumn(below: count) { column, number in
      sum += frequency(column, number, row)
    }
    return score(sum)
  }

  /// How often the occurrences in a field count.
  @inline(__always)
  private func frequency(_ column: Int, _ number: Int, _ row: Int64) -> Float {
    let field = fields[column]
    // It can be any larger number.
    if number == ColumnCounts.most { return field.weight > 0 ? .greatestFiniteMagnitude : 0 }
    var length = field.fixed
    // A row with an unknown length can be short.
    if field.lengthShare > 0, let known = lengths[row] {
      length += field.lengthShare * (Float(known) * lengthUnit)
    }
    return field.weight * Float(number) / length
  }

  @inline(__always)
  private func score(_ frequency: Float) -> Float {
    let finite = min(frequency, .greatestFiniteMagnitude)
    return (saturation + 1) * (finite / (finite + saturation))
  }
}
