/// The score of a term in a row, from its counts by column: the formula of ``RankedField`` in single precision.
struct SegmentFieldScores {
  /// A share of the highest score in a field, in steps that round up.
  private static let steps: Float = 255

  private struct Field {
    var most: Float = 0
    var saturation: Float = 0
    /// The part of the saturation that does not depend on the length.
    var fixed: Float = 1
    var lengthShare: Float = 0
  }

  private var fields = InlineArray<8, Field>(repeating: Field())
  private let count: Int
  private let lengths: LengthTable
  private let lengthUnit: Float

  init(_ request: FTS5Candidates.Request, _ lengths: LengthTable) {
    count = min(request.fields.count, CandidateCollector.fieldLimit)
    for index in 0..<count {
      let field = request.fields[index]
      fields[index] = Field(
        most: Float(field.mostScore), saturation: Float(field.saturation),
        fixed: Float(1 - field.lengthShare), lengthShare: Float(field.lengthShare))
    }
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
    for column in 0..<count where counts[column] > 0 {
      sum += fields[column].most * share(column, counts[column], row)
    }
    return sum
  }

  /// The share of the highest score in each field, rounded up.
  @inline(__always)
  func shares(_ counts: ColumnCounts, factor: Float, _ row: Int64) -> SIMD8<UInt8> {
    var shares = SIMD8<UInt8>()
    for column in 0..<count where counts[column] > 0 {
      let share = (factor * share(column, counts[column], row) * Self.steps).rounded(.up)
      shares[column] = UInt8(max(0, min(share, Self.steps)))
    }
    return shares
  }

  /// The score for the shares in all fields.
  @inline(__always)
  func score(_ shares: SIMD8<UInt8>) -> Float {
    var sum: Float = 0
    for column in 0..<count { sum += fields[column].most * (Float(shares[column]) / Self.steps) }
    return sum
  }
}
