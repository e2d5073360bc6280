import CChannel
import CJail
import CharacterEncodings
import ContentTypes
import MediaTypes
import DocumentReaders
import ExtractionProtocol

/// Sends the content that a reader finds to the daemon; reads members with the reader of their format.
struct FrameSink<Program: ExtractionProgram>: DocumentSink {
  /// Text is sent in pieces of about this size.
  private static var pieceSize: Int { 48 << 10 }

  /// Pages that took less than this CPU time in microseconds are sent together.
  private static var pageTime: UInt64 { 1_000 }

  private let request: ExtractionRequest
  /// The frames that were not sent yet; sent together, because each packet wakes the daemon.
  private var packet: ExtractionPacket
  private let socket: Int32
  private let program: Program
  private let isFiltered: Bool
  /// Whether a member was read with a library in C or C++, or has a format that needs its own process.
  private(set) var hasReadHeavyMember = false
  /// The CPU time of this process, in microseconds, at which reading must end.
  private let deadline: UInt64
  private var budget: MemberBudget
  /// The document of the request, then the open members, each inside the one before; never empty.
  private var open: [OpenDocument]
  /// The number of open members that were refused.
  private var refused = 0
  /// The CPU time of this process when the last packet was sent, in microseconds.
  private var sent: UInt64
  /// The limit that ended the reading of the whole document; nil if none did.
  private var stop: ExtractionFrame.Ending.Reason?

  /// - Parameters:
  ///   - request: the request to answer.
  ///   - socket: the socket to the daemon.
  ///   - program: the program that reads members.
  ///   - isFiltered: whether system calls are filtered.
  init(
    _ request: ExtractionRequest, _ socket: Int32, _ program: Program, isFiltered: Bool
  ) {
    (self.request, self.socket) = (request, socket)
    packet = ExtractionPacket(request.number)
    (self.program, self.isFiltered) = (program, isFiltered)
    let begin = cjail_cpu_time()
    deadline = begin + UInt64(request.time) * 1_000
    sent = begin
    budget = MemberBudget(fileSize: Int(clamping: request.fileSize), request.members)
    open = [OpenDocument(request.format, begin: begin)]
  }

  private var top: OpenDocument {
    get { open[open.count - 1] }
    _modify { yield &open[open.count - 1] }
  }

  /// Whether no limit of text or time is reached.
  var wantsMore: Bool { limit == nil }

  /// The limit that was reached; nil if none was.
  private var limit: ExtractionFrame.Ending.Reason? {
    if let stop { return stop }
    if open[open.count - 1].textSize >= request.textLimit { return .textLimit }
    if budget.remainingText == 0 { return .textLimit }
    return cjail_cpu_time() >= deadline ? .timeLimit : nil
  }

  // MARK: Content of the document or the member

  mutating func add(_ value: String, to field: DocumentField) {
    guard beginFrames() else { return }
    send(.field(field, Array(value.utf8.prefix(4 * ExtractionAnswer.fieldLimit))))
  }

  mutating func begin(_ part: DocumentPart) {
    guard beginFrames() else { return }
    flush()
    send(
      .part(part.kind, label: Array(part.label.utf8.prefix(ExtractionAnswer.fieldLimit))))
  }

  mutating func endPage() {
    flush()
    // Send the page now, so that the daemon has it even if the next page exceeds the time.
    if !packet.isEmpty, cjail_cpu_time() - sent >= Self.pageTime { sendPacket() }
  }

  mutating func add(text: Span<UInt8>) {
    guard beginFrames() else { return }
    var start = 0
    // The limits are checked here, because a reader may give a long text at once.
    while start < text.count, top.textSize < request.textLimit, isWithinMemberText {
      var end = min(text.count, start + Self.pieceSize - top.piece.count)
      while end < text.count, end > start, text[end] & 0xc0 == 0x80 { end -= 1 }
      append(text.extracting(start..<end))
      if end < text.count || top.piece.count >= Self.pieceSize { flush() }
      start = end
    }
  }

  private var isWithinMemberText: Bool { open.count == 1 || budget.remainingText > 0 }

  private mutating func append(_ text: Span<UInt8>) {
    top.piece.append(text)
    top.textSize += UInt64(text.count)
    if open.count > 1 { budget.take(text: text.count) }
  }

  // MARK: Members

  mutating func begin(_ member: DocumentMember) -> Bool {
    guard beginFrames(), wantsMore, !refuses(member) else {
      refused += 1
      return false
    }
    open.append(OpenDocument(member, begin: cjail_cpu_time()))
    return true
  }

  /// Whether a member exceeds a limit; if so, its name usually becomes text of its container.
  private mutating func refuses(_ member: DocumentMember) -> Bool {
    var limit = budget.begin(atDepth: open.count - 1)
    if member.path.count > ExtractionFrame.Member.pathLimit { limit = .unsupported }
    guard let limit else { return false }
    if limit == .memberLimit, top.format?.canContinue == true {
      // The daemon makes another request for the rest of the file.
      stop = limit
    } else {
      addLine(member.path)
    }
    // With depth 0, the user wants only the names: this is no limit to report.
    if request.members.depth > 0 { top.report(limit) }
    return true
  }

  var wantsContent: Bool {
    let document = open[open.count - 1]
    return refused == 0 && !document.isAnnounced && document.wantsContent
  }

  mutating func add(content: Span<UInt8>) {
    guard wantsContent, open.count > 1 else { return }
    let kept = top.content.count
    let count = budget.take(
      content.count, kept: kept, isUnpacked: open[open.count - 2].format?.compressesMembers ?? false
    )
    top.content.append(content.extracting(first: count))
    top.size += content.count
    if count < content.count {
      top.wantsContent = false
      top.report(.sizeLimit)
    }
    let isRecognized = kept < ContentType.probeLength && kept + count >= ContentType.probeLength
    // No reader exists for the type, so no more content is needed.
    if isRecognized, top.type.reader == .none { top.wantsContent = false }
  }

  mutating func fail(_ failure: ReadingFailure) {
    if refused == 0, open.count > 1 { top.report(failure.reason) }
  }

  mutating func endMember() {
    if refused > 0 {
      refused -= 1
      return
    }
    guard open.count > 1 else { return }
    if !top.isAnnounced { readContent() }
    finish(nil)
    let member = open.removeLast()
    budget.drop(member.content.count)
    if member.format == nil, top.format == .archive { addLine(member.path) }
  }

  mutating func didRead(before offset: Int) {
    guard open.count == 1 else { return }
    flush()
    send(.position(UInt64(offset)))
  }

  /// Reads the content of the member with the reader of its format.
  private mutating func readContent() {
    let type = top.type
    if request.unpacksImages { return unpackImages(type) }
    switch type.reader {
    case .none: announce(type.type, nil)
    case .format(let format) where format.program != program.name:
      announce(type.type, format)
      if !top.content.isEmpty, wantsMore { handOver(isCompressed: type.isCompressed) }
    case .plainText: readPlainText(as: MediaType(name: type.type))
    case .format(let format):
      announce(type.type, format)
      if !top.content.isEmpty, wantsMore { read(as: format, isCompressed: type.isCompressed) }
    }
  }

  /// Sends the content of the member if it has images, and reads it if it can have such members.
  private mutating func unpackImages(_ type: ContentType) {
    guard case .format(let format) = type.reader, !top.content.isEmpty, wantsMore,
      format.hasImages || format.canHaveMembers && format.program == program.name
    else { return announce(type.type, nil) }
    announce(type.type, format)
    if format.hasImages {
      handOver(isCompressed: type.isCompressed)
    } else {
      read(as: format, isCompressed: type.isCompressed)
    }
  }

  /// Sends the content of the member to the daemon, for another program.
  private mutating func handOver(isCompressed: Bool) {
    guard !isCompressed || isFiltered else { return top.report(.withoutFilter) }
    // The copy shares its memory with the member, whose content stays counted in the budget.
    var content = top.content
    if isCompressed { content = unpack(content) }
    send(file: content.span)
  }

  /// Sends a file for another program in pieces.
  mutating func send(file content: Span<UInt8>) {
    for start in stride(from: 0, to: content.count, by: Self.pieceSize) {
      let piece = content.extracting(start..<min(start + Self.pieceSize, content.count))
      var bytes: [UInt8] = []
      bytes.append(piece)
      send(.content(bytes))
    }
  }

  /// Whether the content of the member is text, decided as for files.
  private var isText: Bool {
    let start = Array(open[open.count - 1].content.prefix(ContentType.probeLength))
    return EncodingDetector.isText(start.span)
  }

  private mutating func readPlainText(as type: MediaType) {
    guard isText else {
      return announce(type.isText ? MediaType.binary : type.name, nil)
    }
    announce(type.isText ? type.name : MediaType.plainText, .plainText)
    if !wantsMore { return }
    if program.name == DocumentFormat.plainText.program {
      read(as: .plainText, isCompressed: false)
    } else {
      handOver(isCompressed: false)
    }
  }

  private mutating func read(as format: DocumentFormat, isCompressed: Bool) {
    let isSwift = !isCompressed && (format == .plainText || !format.needsFilter)
    guard isSwift || isFiltered else { return top.report(.withoutFilter) }
    if !isSwift || program.isHeavy(format) { hasReadHeavyMember = true }
    // The copy shares its memory with the member, whose content stays counted in the budget.
    var content = top.content
    if isCompressed { content = unpack(content) }
    do throws(ReadingFailure) {
      try program.read(content.span, format, from: 0, into: &self)
    } catch {
      top.report(error.reason)
    }
  }

  private mutating func unpack(_ file: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    let limit = budget.unpackedLimit
    do throws(ReadingFailure) {
      try program.unpack(file.span, limit: limit, into: &content)
      if content.count >= limit { top.report(.sizeLimit) }
    } catch {
      top.report(error.reason)
    }
    budget.take(unpacked: content.count)
    return content
  }

  // MARK: Frames

  /// Announces the member if it was not announced yet: its reader gives text and fields, not a file.
  ///
  /// - Returns: false if the member was refused, and its frames are not wanted.
  private mutating func beginFrames() -> Bool {
    if refused > 0 { return false }
    if !top.isAnnounced {
      let type = top.member?.type?.lowercased() ?? ""
      announce(type, ContentType.formats[type])
    }
    return true
  }

  private mutating func announce(_ type: String, _ format: DocumentFormat?) {
    top.isAnnounced = true
    top.format = format
    send(.member(top.description(type, format)))
  }

  private mutating func addLine(_ line: [UInt8]) {
    let name = String(decoding: line.prefix(4 * ExtractionAnswer.fieldLimit), as: UTF8.self)
    guard isWithinMemberText else { return }
    let bytes = [0x0a] + name.utf8 + [0x0a]
    append(bytes.span)
    if top.piece.count >= Self.pieceSize { flush() }
  }

  /// Sends the rest of the document, and how its reading ended.
  ///
  /// - Parameter failure: why the rest could not be read; nil if all was read.
  mutating func end(_ failure: ReadingFailure?) {
    // A reader that throws may leave members open.
    while open.count > 1 { endMember() }
    finish(failure)
  }

  /// Reports that the document was not read, and why.
  mutating func end(unread reason: ExtractionFrame.Ending.Reason) {
    top.report(reason)
    finish(nil)
  }

  private mutating func finish(_ failure: ReadingFailure?) {
    let limit = limit
    flush()
    let reason = limit ?? failure?.reason ?? top.reason ?? .complete
    let ending = ExtractionFrame.Ending(reason, time: cjail_cpu_time() - top.begin)
    send(open.count > 1 ? .endMember(ending) : .end(ending))
  }

  /// Sends a rendered page.
  mutating func send(_ image: GrayImage) {
    send(.image(width: UInt32(image.width), height: UInt32(image.height)))
    for start in stride(from: 0, to: image.pixels.count, by: Self.pieceSize) {
      send(.pixels(Array(image.pixels[start..<min(start + Self.pieceSize, image.pixels.count)])))
    }
  }

  private mutating func flush() {
    if top.piece.isEmpty { return }
    send(.text(top.piece))
    top.piece.removeAll(keepingCapacity: true)
  }

  private mutating func send(_ frame: ExtractionFrame) {
    if !packet.append(frame) {
      sendPacket()
      let isAppended = packet.append(frame)
      precondition(isAppended, "A frame is too large.")
    }
    switch frame {
    // Sent at once, so that the daemon keeps it even if this process dies later.
    case .end, .endMember: sendPacket()
    default: break
    }
  }

  private mutating func sendPacket() {
    packet.send(to: socket)
    packet.removeAll()
    sent = cjail_cpu_time()
  }
}

extension ExtractionPacket {
  /// Sends the packet; ends this process if the daemon has ended.
  func send(to socket: Int32) {
    if !isSent(to: socket) { ExitCode.hasNoDaemon.exit() }
  }

  /// Sends the packet; returns false if the daemon has ended.
  func isSent(to socket: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes {
      unsafe cchannel_send(socket, $0.baseAddress, $0.count, -1) == 0
    }
  }
}
