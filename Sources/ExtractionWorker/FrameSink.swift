import CJail
import DocumentReaders
import ExtractionProtocol

/// Sends what a reader finds to the daemon.
struct FrameSink: DocumentSink {
  /// Text is sent in pieces of about this size.
  private static let pieceSize = 48 << 10

  private let request: ExtractionRequest
  private let socket: Int32
  /// The CPU time of this process when the limit is reached, in microseconds.
  private let deadline: UInt64
  private let begin: UInt64
  private var piece: [UInt8] = []
  private var textSize: UInt64 = 0
  private var openMembers = 0
  /// The content of the message that is a member, which is read in its place.
  private var message: [UInt8]?
  /// The number of messages inside each other that are being read.
  private var messageDepth = 0
  private static let maximumDepth = 4
  /// A larger message is not read in its place.
  private static let maximumMessage = 64 << 20

  /// - Parameters:
  ///   - request: the request that is answered.
  ///   - socket: where frames go.
  init(_ request: ExtractionRequest, _ socket: Int32) {
    (self.request, self.socket) = (request, socket)
    begin = cjail_cpu_time()
    deadline = begin + UInt64(request.time) * 1_000
    piece.reserveCapacity(Self.pieceSize)
  }

  /// Whether more text and time are left.
  var wantsMore: Bool { reason == nil }

  /// The limit that was reached; nil if there is none.
  private var reason: ExtractionFrame.Ending.Reason? {
    if textSize + UInt64(piece.count) >= request.textLimit { return .textLimit }
    return cjail_cpu_time() >= deadline ? .timeLimit : nil
  }

  mutating func add(_ value: String, to field: DocumentField) {
    if openMembers > 0 { return }
    if messageDepth > 0 {
      if [.title, .author, .recipient].contains(field) { addLine(value) }
      return
    }
    let value = Array(value.utf8.prefix(4 * ExtractionAnswer.fieldLimit))
    send(.field(field, value))
  }

  mutating func begin(_ part: DocumentPart) {
    if openMembers > 0 { return }
    flush()
    send(
      .part(part.kind, label: Array(part.label.utf8.prefix(ExtractionAnswer.fieldLimit))))
  }

  mutating func add(text: Span<UInt8>) {
    if openMembers > 0 { return }
    var start = 0
    // Readers need not look at the limit within a text.
    while start < text.count, textSize + UInt64(piece.count) < request.textLimit {
      var end = min(text.count, start + Self.pieceSize - piece.count)
      while end < text.count, end > start, text[end] & 0xc0 == 0x80 { end -= 1 }
      piece.append(text.extracting(start..<end))
      if end < text.count || piece.count >= Self.pieceSize { flush() }
      start = end
    }
  }

  mutating func begin(_ member: DocumentMember) -> Bool {
    openMembers += 1
    guard openMembers == 1, wantsMore else { return false }
    if member.type == "message/rfc822", messageDepth < Self.maximumDepth {
      message = []
      return true
    }
    // The name of a member is found in the text of its container.
    addLine(String(decoding: member.path.prefix(ExtractionAnswer.fieldLimit), as: UTF8.self))
    return false
  }

  mutating func add(content: Span<UInt8>) {
    guard openMembers == 1, let size = message?.count,
      size + content.count <= Self.maximumMessage
    else { return }
    message?.append(content)
  }

  mutating func endMember() {
    openMembers -= 1
    guard openMembers == 0, let content = message else { return }
    message = nil
    messageDepth += 1
    addLine("")
    // What can be read of a damaged message is in the text.
    try? MailReader.read(content.span, into: &self)
    messageDepth -= 1
  }

  private mutating func addLine(_ line: String) {
    piece += [0x0a] + line.utf8.prefix(4 * ExtractionAnswer.fieldLimit) + [0x0a]
    if piece.count >= Self.pieceSize { flush() }
  }

  /// Sends what is left, and how reading ended.
  ///
  /// - Parameter failure: why the rest could not be read; nil if it was read.
  mutating func end(_ failure: ReadingFailure?) {
    let limit = reason
    flush()
    let reason: ExtractionFrame.Ending.Reason =
      switch failure {
      case _ where limit != nil: limit ?? .complete
      case nil: .complete
      case .damaged: .damaged
      case .encrypted: .encrypted
      case .unsupported: .unsupported
      }
    send(.end(ExtractionFrame.Ending(reason, time: cjail_cpu_time() - begin)))
  }

  /// Says that the document was not read, and why.
  func end(unread reason: ExtractionFrame.Ending.Reason) {
    send(.end(ExtractionFrame.Ending(reason, time: cjail_cpu_time() - begin)))
  }

  /// Sends a rendered page.
  func send(_ image: GrayImage) {
    send(.image(width: UInt32(image.width), height: UInt32(image.height)))
    for start in stride(from: 0, to: image.pixels.count, by: Self.pieceSize) {
      send(.pixels(Array(image.pixels[start..<min(start + Self.pieceSize, image.pixels.count)])))
    }
  }

  private mutating func flush() {
    if piece.isEmpty { return }
    textSize += UInt64(piece.count)
    send(.text(piece))
    piece.removeAll(keepingCapacity: true)
  }

  private func send(_ frame: ExtractionFrame) {
    frame.send(request.number, to: socket)
  }
}

extension ExtractionFrame {
  /// Sends the frame; ends this process if the daemon is gone.
  func send(_ number: UInt32, to socket: Int32) {
    let packet = packet(number)
    let result = unsafe packet.withUnsafeBytes {
      unsafe cjail_send(socket, $0.baseAddress, $0.count, -1)
    }
    if result != 0 { ExitCode.hasNoDaemon.exit() }
  }
}
