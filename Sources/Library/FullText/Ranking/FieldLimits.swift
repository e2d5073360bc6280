/// Upper bounds for how much one occurrence counts in the columns of a row; see ``RankedField``.
struct FieldLimits {
  // Not an inline array, because that would be copied for each row.
  /// For each column, the most of it and all later columns, without the columns that depend on the length.
  private var fixed: [Double]
  /// The last column that depends on the length; -1 if there is none.
  private var lastLong = -1
  private var long: [RankedField] = []

  /// The number of columns with a field.
  var count: Int { fixed.count }

  init(_ fields: ArraySlice<RankedField>) {
    fixed = fields.map { _ in 0 }
    var most = 0.0
    for column in fields.indices.reversed() {
      if fields[column].lengthShare > 0 {
        lastLong = max(lastLong, column)
        long.append(fields[column])
      } else {
        most = max(most, fields[column].weight)
      }
      fixed[column] = most
    }
  }

  /// Returns the most for a column and all later columns, in a row.
  func most(from column: Int, _ relativeLength: Double) -> Double {
    guard column < fixed.count else { return 0 }
    var most = fixed[column]
    if column <= lastLong {
      for field in long { most = max(most, field.frequency(1, relativeLength: relativeLength)) }
    }
    return most
  }
}
