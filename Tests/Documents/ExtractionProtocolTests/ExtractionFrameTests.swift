import Testing

@testable import ExtractionProtocol

struct ExtractionFrameTests {
  static let request = ExtractionRequest(
    number: 7, format: .html, isCompressed: true, time: 10_000, textLimit: 1 << 20,
    fileSize: 123_456_789_012, start: 98_765_432_109)

  static let frames: [ExtractionFrame] = [
    .ready(landlock: 7, isFiltered: true), .field(.title, Array("Größe".utf8)), .field(.author, []),
    .part(.sheet, label: Array("Sheet 1".utf8)),
    .text(Array("text".utf8)), .end(.init(.timeLimit, time: 10_000_001)),
    .exit(.init(status: -9, time: 1 << 40, memory: 65_536)),
    .member(.init(path: Array("a/b.txt".utf8), type: "text/plain", format: .plainText, size: 5)),
    .image(width: 1_654, height: 2_339), .pixels([0, 255, 3]),
    .endMember(.init(.depthLimit, time: 1)), .position(1 << 40),
  ]

  @Test func `A request is read as it was written`() {
    #expect(Self.request.packet.count == ExtractionRequest.size)
    #expect(ExtractionRequest(packet: Self.request.packet[...]) == Self.request)
  }

  @Test func `A request to convert a document, or to unpack images, is read as it was written`() {
    for (isConverted, unpacksImages) in [(true, false), (false, true)] {
      var request = Self.request
      (request.isConverted, request.unpacksImages) = (isConverted, unpacksImages)
      #expect(ExtractionRequest(packet: request.packet[...]) == request)
    }
  }

  @Test func `A request for a page is read as it was written`() {
    var request = Self.request
    (request.page, request.start) = (12, 0)
    #expect(ExtractionRequest(packet: request.packet[...]) == request)
    var packet = request.packet
    // The number of the page has 32 bits in a field of 64.
    packet[35] = 1
    #expect(ExtractionRequest(packet: packet[...]) == nil)
  }

  @Test(arguments: frames)
  func `A frame is read as it was written`(frame: ExtractionFrame) throws {
    let read = try #require(ExtractionPacket.read(ExtractionPacket(7, [frame]).bytes[...]))
    #expect(read.frames == [frame])
    #expect(read.number == 7)
  }

  @Test func `Frames of a packet are read in their order`() throws {
    var packet = ExtractionPacket(9)
    #expect(packet.isEmpty)
    for frame in Self.frames {
      let isAppended = packet.append(frame)
      #expect(isAppended)
    }
    let read = try #require(ExtractionPacket.read(packet.bytes[...]))
    #expect(read.frames == Self.frames)
    #expect(read.number == 9)
    packet.removeAll()
    #expect(packet.isEmpty)
    #expect(packet.bytes == ExtractionPacket(9).bytes)
  }

  @Test func `A frame that does not fit leaves the packet as it was`() throws {
    let half = ExtractionFrame.text(
      [UInt8](repeating: 0x61, count: ExtractionPacket.maximumSize / 2))
    var packet = ExtractionPacket(9, [half])
    let before = packet.bytes
    let isSecondAppended = packet.append(half)
    #expect(!isSecondAppended)
    #expect(packet.bytes == before)
    let isEndAppended = packet.append(.end(.init(.complete, time: 1)))
    #expect(isEndAppended)
    let read = try #require(ExtractionPacket.read(packet.bytes[...]))
    #expect(read.frames == [half, .end(.init(.complete, time: 1))])
  }

  @Test(arguments: frames)
  func `Damaged packets are refused or are other frames, and never trap`(frame: ExtractionFrame) {
    let packet = ExtractionPacket(7, [frame, .position(1)]).bytes
    for index in packet.indices {
      for byte in [0, 1, 5, 6, 0x7f, 0xff] as [UInt8] {
        var damaged = packet
        damaged[index] = byte
        _ = ExtractionPacket.read(damaged[...])
        _ = ExtractionRequest(packet: damaged[...])
      }
      #expect(ExtractionRequest(packet: packet[..<index]) == nil)
      _ = ExtractionPacket.read(packet[..<index])
    }
  }

  @Test func `A packet without a frame, with half of one or too large is refused`() {
    let end = ExtractionFrame.end(.init(.complete, time: 0))
    let packet = ExtractionPacket(7, [end]).bytes
    #expect(ExtractionPacket.read(packet[...]) != nil)
    for index in packet.indices { #expect(ExtractionPacket.read(packet[..<index]) == nil) }
    #expect(ExtractionPacket.read((packet + [0])[...]) == nil)
    #expect(ExtractionPacket.read([7, 0, 0, 0, 1, 0, 0, 0, 99]) == nil)
    #expect(ExtractionPacket.read([7, 0, 0, 0, 0, 0, 0, 0]) == nil)
    var large = ExtractionPacket(7).bytes
    while large.count <= ExtractionPacket.maximumSize { large += packet[4...] }
    #expect(ExtractionPacket.read(large[...]) == nil)
  }
}
