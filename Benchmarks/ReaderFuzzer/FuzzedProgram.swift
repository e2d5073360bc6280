import ExtractionProtocol
import LinuxSystem
import Synchronization
import TextExtraction

/// A program that sends the input as its packets, whatever the daemon asks.
///
/// The first byte chooses the file that is read. Then come the packets of all programs, in the order in
/// which the daemon asks for them: each after a byte that is 0 for the end of the program, and its length in
/// two bytes. The number of the request is put into each packet that has at least one frame.
final class FuzzedProgram: ReaderProcess {
  private struct Packets {
    var rest: ArraySlice<UInt8> = []

    /// The next packet; nil if the program ends.
    mutating func next() -> [UInt8]? {
      guard rest.count >= 3, rest.removeFirst() != 0 else { return nil }
      let length = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      let packet = rest.prefix(length)
      rest = rest.dropFirst(length)
      return Array(packet)
    }
  }

  /// libFuzzer runs one input at a time.
  private static let packets = Mutex(Packets())
  private static let names = ["a.html", "a.zip", "a.mbox", "a.pdf", "a.pdf.gz", "a.jpg", "a.eml"]

  let number: Int32 = 0
  let descriptor: Int32 = -1
  private let isReady = Mutex(false)
  private let request = Mutex(UInt32(0))
  private let isKilled = Mutex(false)

  /// Reads a file as the daemon does, and a mailbox until it does not go on.
  @Sendable static func read(_ input: FuzzedInput) {
    guard let first = input.bytes.first else { return }
    let name = names[Int(first) % names.count]
    packets.withLock { $0.rest = input.bytes.dropFirst() }
    let extractor = DocumentExtractor(
      ExtractionSettings(programs: .root), start: { _, _ in FuzzedProgram() })
    var whole: ExtractedText?
    var start: UInt64 = 0
    repeat {
      guard let document = read(name, from: start, by: extractor) else { return }
      whole = whole?.continued(by: document) ?? document
      check(document)
      let position = whole?.position ?? 0
      if whole?.hasMoreMembers != true { break }
      precondition(position > start, "A mailbox does not go on.")
      start = position
    } while true
    precondition((whole?.readingTime ?? 0) >= 0, "A time is negative.")
    precondition((0...10_000_000).contains(whole?.attachments ?? 0), "There are too many files.")
  }

  private static func read(
    _ name: String, from start: UInt64, by extractor: DocumentExtractor
  ) -> ExtractedText? {
    guard let file = try? FileDescriptor(inMemory: "document"),
      (try? file.write(content(of: name))) != nil, (try? file.rewind()) != nil,
      let status = try? file.status()
    else { return nil }
    let result = try? extractor.extract(
      file, status, name: Array(name.utf8), byteLimit: 1 << 16, from: start,
      member: { member in
        precondition((1...ExtractionAnswer.depthLimit).contains(member.path.count))
        check(member.document)
      })
    guard case .read(let document)? = result else { return nil }
    return document
  }

  /// The beginning that gives a file its type, and enough bytes for a mailbox to go on.
  private static func content(of name: String) -> [UInt8] {
    let begin: [UInt8] =
      switch name {
      case "a.zip": [0x50, 0x4b, 3, 4]
      case "a.pdf.gz": [0x1f, 0x8b, 8, 0]
      case "a.pdf": Array("%PDF-1.4\n".utf8)
      case "a.jpg": [0xff, 0xd8, 0xff, 0xe0]
      case "a.mbox": Array("From a@x Mon Jan  1 00:00:00 2024\n".utf8)
      default: Array("Subject: <p>\n".utf8)
      }
    return begin + [UInt8](repeating: 0x0a, count: 30_000)
  }

  private static func check(_ document: ExtractedText) {
    precondition(String(validating: document.text, as: UTF8.self) != nil, "The text is not UTF-8.")
    precondition(!document.text.contains(0), "The text has a NUL.")
    precondition(document.text.count <= 1 << 16 + 2 * ExtractionPacket.maximumSize)
    precondition(document.parts.allSatisfy { (0...document.text.count).contains($0.offset) })
    precondition((0...10_000_000).contains(document.pages ?? 0), "There are too many pages.")
    precondition((0...(1 << 50)).contains(document.readingTime), "A time is too long.")
  }

  func reap() -> Bool { isKilled.withLock { $0 } }

  func kill() { isKilled.withLock { $0 = true } }

  func send(_ request: ExtractionRequest, _ file: borrowing FileDescriptor) -> Bool {
    self.request.withLock { $0 = request.number }
    return true
  }

  func receive(into buffer: inout [UInt8], waiting milliseconds: Int32) -> ReaderPacket {
    let wasReady = isReady.withLock { isReady in
      defer { isReady = true }
      return isReady
    }
    var packet: [UInt8]
    if wasReady {
      let number = request.withLock { $0 }
      if number == 0 { return .none }
      guard let next = Self.packets.withLock({ $0.next() }) else { return .end }
      packet = next
      for index in packet.indices.prefix(4) where packet.count > 4 {
        packet[index] = UInt8(truncatingIfNeeded: number >> (8 * index))
      }
    } else {
      packet = ExtractionPacket(0, [.ready(landlock: 1, isFiltered: true)]).bytes
    }
    let size = min(packet.count, buffer.count)
    if size == 0 { return .none }
    buffer.replaceSubrange(..<size, with: packet[..<size])
    return .received(size)
  }
}
