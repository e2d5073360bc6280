import Glibc

/// What a text is about, as a direction: texts about the same have a cosine near 1.
public struct MeaningVector: Equatable, Sendable {
  /// The numbers, whose squares add up to 1.
  package let values: [Float]

  /// Makes a vector of length 1; nil if there is no direction.
  ///
  /// - Parameter sum: ``VectorTable/dimensions`` numbers of any length.
  package init?(_ sum: [Float]) {
    let square = sum.reduce(0) { $0 + $1 * $1 }
    guard square.isFinite, square > 1e-12 else { return nil }
    let factor = 1 / square.squareRoot()
    values = sum.map { $0 * factor }
  }

  /// Reads a stored vector; nil if the bytes are none.
  ///
  /// - Parameter stored: the ``VectorCode/bytes`` of a vector.
  public init?(stored: [UInt8]) {
    guard stored.count == VectorTable.dimensions else { return nil }
    self.init(stored.map { Float(Int8(bitPattern: $0)) })
  }

  /// The cosine between two directions, from −1 to 1.
  public func cosine(to other: MeaningVector) -> Float {
    var sum: Float = 0
    for index in values.indices { sum += values[index] * other.values[index] }
    return sum
  }
}

extension VectorTable {
  /// Returns the vector of texts, such as the title and the text of a document.
  ///
  /// A row that the texts have `n` times counts `1 + ln n` times. O(words × log rows).
  ///
  /// - Parameters:
  ///   - texts: the texts.
  ///   - limit: how many words of each text are looked at.
  /// - Returns: the vector; nil if fewer than ``leastWords`` words are whole words of the table.
  public func vector(of texts: [String], upTo limit: Int) -> MeaningVector? {
    let words = texts.flatMap { TextWords($0, upTo: limit).words }
    let rows = words.map { self.rows(of: $0) }
    guard rows.count(where: isWhole) >= Self.leastWords else { return nil }
    return vector(ofRows: rows.joined())
  }

  /// With fewer words, nothing can be said about a text.
  public static let leastWords = 3

  /// The vector of rows; nil if there is no direction.
  func vector(ofRows rows: some Sequence<Int>) -> MeaningVector? {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row, default: 0] += 1 }
    var sum = [Float](repeating: 0, count: Self.dimensions)
    // In the order of rows, so that the sum is rounded in the same way each time.
    add(counts.sorted { $0.key < $1.key }.map { ($0.key, 1 + logf(Float($0.value))) }, to: &sum)
    return MeaningVector(sum)
  }

  func isWhole(_ rows: [Int]) -> Bool { rows.count == 1 && isWhole(rows[0]) }
}
