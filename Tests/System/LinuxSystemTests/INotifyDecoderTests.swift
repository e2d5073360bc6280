import LinuxSystem
import Testing

struct INotifyDecoderTests {
  static func bytes(
    watch: Int32, mask: UInt32, cookie: UInt32 = 0, length: UInt32, name: [UInt8]
  ) -> [UInt8] {
    [UInt32(bitPattern: watch), mask, cookie, length].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    } + name
  }

  static let created = bytes(
    watch: 7, mask: 0x100, length: 8, name: Array("a.b".utf8) + [0, 0, 0, 0, 0])
  static let overflow = bytes(watch: -1, mask: 0x4000, length: 0, name: [])
  static let moved = bytes(
    watch: 0x0102_0304, mask: 0x4000_0040, cookie: 0xdead_beef, length: 4,
    name: [0xff, 0xfe, 0x0a, 0])

  @Test(
    arguments: [
      ([], []),
      (created, [INotifyRecord(watch: 7, events: .created, name: Array("a.b".utf8))]),
      (overflow, [INotifyRecord(watch: -1, events: .overflow)]),
      (
        moved,
        [
          INotifyRecord(
            watch: 0x0102_0304, events: [.movedFrom, .isDirectory], cookie: 0xdead_beef,
            name: [0xff, 0xfe, 0x0a])
        ]
      ),
      (
        bytes(watch: 1, mask: 2, length: 3, name: Array("abc".utf8)),
        [INotifyRecord(watch: 1, events: .modified, name: Array("abc".utf8))]
      ),
      (
        bytes(watch: 1, mask: 0x8000, length: 16, name: [UInt8](repeating: 0, count: 16)),
        [INotifyRecord(watch: 1, events: .ignored)]
      ),
      (bytes(watch: 1, mask: 2, length: .max, name: [0x61]), []),
    ] as [([UInt8], [INotifyRecord])])
  func `Records are decoded without their padding`(bytes: [UInt8], records: [INotifyRecord]) {
    #expect(Array(INotifyDecoder(bytes)) == records)
  }

  @Test func `A truncated record is left out, and its bytes are counted as rest`() {
    let parts = [Self.created, Self.overflow, Self.moved]
    let whole = Array(INotifyDecoder(parts.flatMap { $0 }))
    #expect(whole.map(\.watch) == [7, -1, 0x0102_0304])
    let ends = parts.indices.map { parts[...$0].joined().count }
    for count in 0...parts.joined().count {
      var decoder = INotifyDecoder(Array(parts.joined().prefix(count)))
      var records: [INotifyRecord] = []
      while let record = decoder.next() { records.append(record) }
      #expect(records == Array(whole.prefix(ends.prefix { $0 <= count }.count)))
      #expect(decoder.hasRest == (count != 0 && !ends.contains(count)))
    }
  }
}
