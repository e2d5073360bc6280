import Testing

@testable import ExtractionProtocol

struct MemberFrameTests {
  typealias Member = ExtractionFrame.Member

  static let members = [
    Member(path: Array("a.txt".utf8)),
    Member(
      path: [0xff, 0, 0x2f], type: "image/png", format: .image, size: .max, modified: -1,
      checksum: 0xffff_ffff),
    Member(
      path: [UInt8](repeating: 0x61, count: Member.pathLimit),
      type: String(repeating: "a", count: Member.typeLimit), format: .plainText, modified: .min),
  ]

  @Test(arguments: members)
  func `A member is read as it was written`(member: Member) throws {
    let packet = ExtractionPacket(7, [.member(member)])
    let read = try #require(ExtractionPacket.read(packet.bytes[...]))
    #expect(read.frames == [.member(member)])
  }

  /// A description with one field changed; nil means the bytes of a good description.
  private func isRead(
    reader: UInt8 = 1, known: UInt8 = 0, type: [UInt8] = [0x61], typeSize: UInt8? = nil,
    path: [UInt8] = [0x62]
  ) -> Bool {
    var frame: [UInt8] = [7, reader, known]
    frame += [UInt8](repeating: 0, count: 24)
    frame.append(typeSize ?? UInt8(type.count))
    frame += type + path
    return ExtractionFrame(frame[...]) != nil
  }

  @Test func `A description that breaks a rule is refused`() {
    #expect(isRead())
    #expect(isRead(reader: 0, known: 3, type: []))
    #expect(!isRead(reader: 250))
    #expect(!isRead(known: 4))
    #expect(!isRead(type: [0x20]))
    #expect(!isRead(type: [0x0a]))
    #expect(!isRead(type: [0xc3, 0xa4]))
    #expect(!isRead(typeSize: 2))
    #expect(!isRead(type: [UInt8](repeating: 0x61, count: Member.typeLimit + 1)))
    #expect(!isRead(path: []))
    #expect(!isRead(path: [UInt8](repeating: 0x61, count: Member.pathLimit + 1)))
  }

  @Test func `Too long paths and types are cut when they are written`() throws {
    let member = Member(
      path: [UInt8](repeating: 0x61, count: 10_000), type: String(repeating: "b", count: 1_000))
    let packet = ExtractionPacket(7, [.member(member)])
    guard case .member(let cut)? = ExtractionPacket.read(packet.bytes[...])?.frames.first else {
      Issue.record("It was refused.")
      return
    }
    #expect(cut.path.count == Member.pathLimit)
    #expect(cut.type.count == Member.typeLimit)
  }
}
