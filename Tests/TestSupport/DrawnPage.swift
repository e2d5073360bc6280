/// A gray page with lines of text in a font of dots, as a PNM file.
package struct DrawnPage {
  /// Letters of five columns and seven rows; the lowest bit of a column is its top.
  private static let letters: [Character: [UInt8]] = [
    "A": [0x7e, 0x11, 0x11, 0x11, 0x7e], "B": [0x7f, 0x49, 0x49, 0x49, 0x36],
    "C": [0x3e, 0x41, 0x41, 0x41, 0x22], "D": [0x7f, 0x41, 0x41, 0x22, 0x1c],
    "E": [0x7f, 0x49, 0x49, 0x49, 0x41], "F": [0x7f, 0x09, 0x09, 0x09, 0x01],
    "H": [0x7f, 0x08, 0x08, 0x08, 0x7f], "I": [0x00, 0x41, 0x7f, 0x41, 0x00],
    "L": [0x7f, 0x40, 0x40, 0x40, 0x40], "N": [0x7f, 0x04, 0x08, 0x10, 0x7f],
    "O": [0x3e, 0x41, 0x41, 0x41, 0x3e], "P": [0x7f, 0x09, 0x09, 0x09, 0x06],
    "R": [0x7f, 0x09, 0x19, 0x29, 0x46], "S": [0x46, 0x49, 0x49, 0x49, 0x31],
    "T": [0x01, 0x01, 0x7f, 0x01, 0x01], "U": [0x3f, 0x40, 0x40, 0x40, 0x3f],
  ]

  /// The pixels of one dot in each direction.
  package var scale: Int
  /// The lines, of capital letters.
  package var lines: [String]

  /// Describes a page.
  package init(scale: Int = 6, lines: [String]) {
    (self.scale, self.lines) = (scale, lines)
  }

  /// The width in pixels.
  package var width: Int { (lines.map(\.count).max() ?? 0) * 6 * scale + 200 }
  /// The height in pixels.
  package var height: Int { lines.count * 14 * scale + 200 }

  /// The file.
  package var file: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }

  /// The same as a TIFF file of one strip: <https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf>.
  package var tiff: [UInt8] {
    let entries: [(tag: UInt32, type: UInt32, value: UInt32)] = [
      (256, 4, UInt32(width)), (257, 4, UInt32(height)), (258, 3, 8), (259, 3, 1), (262, 3, 1),
      (273, 4, 122), (277, 3, 1), (278, 4, UInt32(height)), (279, 4, UInt32(width * height)),
    ]
    func little(_ number: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return [0x49, 0x49, 42, 0] + little(8) + little(UInt32(entries.count), 2)
      + entries.flatMap { little($0.tag, 2) + little($0.type, 2) + little(1) + little($0.value) }
      + little(0) + pixels
  }

  /// The pixels, each a byte of gray.
  package var pixels: [UInt8] {
    var pixels = [UInt8](repeating: 255, count: width * height)
    for (row, line) in lines.enumerated() {
      for (column, letter) in line.enumerated() {
        draw(letter, atX: 100 + column * 6 * scale, y: 100 + row * 14 * scale, on: &pixels)
      }
    }
    return pixels
  }

  private func draw(_ letter: Character, atX x: Int, y: Int, on pixels: inout [UInt8]) {
    for (column, bits) in (Self.letters[letter] ?? []).enumerated() {
      for row in 0..<7 where bits >> row & 1 == 1 {
        for dy in 0..<scale {
          for dx in 0..<scale {
            pixels[(y + row * scale + dy) * width + x + column * scale + dx] = 0
          }
        }
      }
    }
  }
}
