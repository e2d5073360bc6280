/// Upper bounds for the score of a word of weight 1 in the columns of a row.
struct FieldLimits {
  // Not an inline array, because that would be copied for each row.
  /// For each column, the bound for it and all later columns together, without the columns whose score
  /// depends on the length.
  private var fixed: [Double]
  /// The last column whose bound depends on the length; -1 if there is none.
  private var lastLong = -1
  private var long: [RankedField] = []
  private let counted: Double

  /// The number of columns with a field.
  var count: Int { fixed.count }

  init(_ fields: ArraySlice<RankedField>, counted: Double) {
    self.counted = counted
    fixed = fields.map { _ in 0 }
    var sum = 0.0
    for column in fields.indices.reversed() {
      if fields[column].lengthShare > 0 {
        lastLong = max(lastLong, column)
        long.append(fields[column])
      } else {
        sum += fields[column].score(counted, relativeLength: 1)
      }
      fixed[column] = sum
    }
  }

  /// Returns the bound for a column and all later columns together, in a row.
  func most(from column: Int, _ relativeLength: Double) -> Double {
    guard column < fixed.count else { return 0 }
    var sum = fixed[column]
    if column <= lastLong {
      for field in long { sum += field.score(counted, relativeLength: relativeLength) }
    }
    return sum
  }
}
