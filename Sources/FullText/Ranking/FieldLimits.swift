/// What a word that weighs 1 can score in the fields of a row.
struct FieldLimits {
  // No inline arrays: they would be copied for each row.
  /// For each column, the limit in it and in those behind it, but for fields that depend on the length.
  private var fixed: [Double]
  /// The last column whose limit depends on the length; -1 if there is none.
  private var lastLong = -1
  private var long: [RankedField] = []
  private let counted: Double
  /// For each column, what a word approaches, and what its number of occurrences is divided by: the number
  /// itself, a constant, and a share of the length.
  private var columns: [(most: Double, constant: Double, share: Double)]

  /// The number of columns with a field.
  var count: Int { columns.count }

  init(_ fields: ArraySlice<RankedField>, counted: Double) {
    self.counted = counted
    fixed = fields.map { _ in 0 }
    columns = fields.map { field in
      (
        field.mostScore, field.saturation * (1 - field.lengthShare),
        field.saturation * field.lengthShare
      )
    }
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

  /// The score of a word that occurs `count` times in a column with a field; see ``RankedField``.
  @inline(__always)
  func most(_ count: Double, in column: Int, _ relativeLength: Double) -> Double {
    let field = columns[column]
    return field.most * count / (count + field.constant + field.share * relativeLength)
  }

  /// The limit in a column and in those behind it, in a row.
  func most(from column: Int, _ relativeLength: Double) -> Double {
    guard column < fixed.count else { return 0 }
    var sum = fixed[column]
    if column <= lastLong {
      for field in long { sum += field.score(counted, relativeLength: relativeLength) }
    }
    return sum
  }
}
