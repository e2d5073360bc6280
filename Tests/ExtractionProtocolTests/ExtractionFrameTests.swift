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
    let read = try #require(ExtractionFrame.read(frame.packet(7)[...]))
    #expect(read.frame == frame)
    #expect(read.number == 7)
  }

  @Test(arguments: frames)
  func `Damaged packets are refused or are other frames, and never trap`(frame: ExtractionFrame) {
    let packet = frame.packet(7)
    for index in packet.indices {
      for byte in [0, 1, 5, 6, 0x7f, 0xff] as [UInt8] {
        var damaged = packet
        damaged[index] = byte
        _ = ExtractionFrame.read(damaged[...])
        _ = ExtractionRequest(packet: damaged[...])
      }
      #expect(ExtractionRequest(packet: packet[..<index]) == nil)
      _ = ExtractionFrame.read(packet[..<index])
    }
    #expect(ExtractionFrame.read([]) == nil)
    #expect(ExtractionFrame.read([99, 0, 0, 0, 7, 0, 0, 0]) == nil)
    let large = [UInt8](repeating: 0, count: ExtractionFrame.maximumSize + 1)
    #expect(ExtractionFrame.read(large[...]) == nil)
  }
}
