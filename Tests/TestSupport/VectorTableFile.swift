/// Small tables of word vectors, in the format that `scripts/make-meaning-table.py` writes.
public enum VectorTableFile {
  private static let dimensions = 256

  /// Makes the bytes of a table.
  ///
  /// - Parameters:
  ///   - words: whole words, each with the numbers in its vector that are not 0.
  ///   - pieces: pieces of words; `##` is before those that continue a word.
  ///   - identity: the first byte of the identity.
  /// - Returns: the bytes of the file.
  public static func bytes(
    _ words: [String: [Int: Int8]], pieces: [String: [Int: Int8]] = [:], identity: UInt8 = 1
  ) -> [UInt8] {
    func sorted(_ rows: [String: [Int: Int8]]) -> [(name: [UInt8], values: [Int: Int8])] {
      rows.map { (Array($0.key.utf8), $0.value) }
        .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }
    let rows = sorted(words) + sorted(pieces)
    let names = rows.flatMap(\.name)
    var bytes = Array("SITTAVEC".utf8)
    for number in [1, dimensions, rows.count, words.count, names.count] { bytes += little(number) }
    bytes += [identity] + [UInt8](repeating: 0, count: 35)
    var end = 0
    bytes += little(0)
    for row in rows {
      end += row.name.count
      bytes += little(end)
    }
    bytes += names
    while bytes.count % 4 != 0 { bytes.append(0) }
    for _ in rows { bytes += little(Int(Float(0.5).bitPattern)) }
    for row in rows {
      bytes += (0..<dimensions).map { UInt8(bitPattern: row.values[$0] ?? 0) }
    }
    return bytes
  }

  /// A table with a few words of a household, in groups of the same meaning.
  public static let household = bytes(alike: [
    "car automobile garage vehicle", "bill invoice payment", "repair service fix",
    "river water boat fish", "padding wool sheep",
  ])

  /// Makes a table in which the words of a list have the same direction, and other lists other directions.
  public static func bytes(alike lists: [String], identity: UInt8 = 1) -> [UInt8] {
    var words: [String: [Int: Int8]] = [:]
    for (axis, list) in lists.enumerated() {
      for word in list.split(separator: " ") { words["\(word)"] = [axis: 100] }
    }
    return bytes(words, identity: identity)
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
