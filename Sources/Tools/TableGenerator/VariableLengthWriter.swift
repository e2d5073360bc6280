/// Writes integers in variable length, and lists of integers as runs.
struct VariableLengthWriter {
  var bytes: [UInt8] = []

  /// Appends a number that is not negative: seven bits a byte, lowest bits first.
  mutating func append(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends the number of values, then runs of values that are equal or rise by one.
  mutating func append(runs values: [UInt16]) {
    append(values.count)
    var start = 0
    while start < values.count {
      let equal = runLength(of: values, from: start, step: 0)
      let rising = runLength(of: values, from: start, step: 1)
      let length = max(equal, rising)
      append(length * 2 + (rising > equal ? 1 : 0))
      append(Int(values[start]))
      start += length
    }
  }

  private func runLength(of values: [UInt16], from start: Int, step: UInt16) -> Int {
    var end = start + 1
    while end < values.count, values[end] == values[end - 1] &+ step { end += 1 }
    return end - start
  }
}
