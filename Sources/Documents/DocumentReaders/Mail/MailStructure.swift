/// Finds the parts of a mail in their order (RFC 2046), in one pass over its lines.
///
/// Open multiparts are on a stack; there is no recursion. If the last delimiter of a multipart is missing,
/// the next delimiter of an enclosing multipart ends it.
struct MailStructure {
  /// The deepest nesting of multiparts that is read; real mails have three or four levels.
  static let depthLimit = 32
  /// The number of parts that are read; mail servers accept fewer.
  static let partLimit = 10_000
  /// The longest boundary in bytes; RFC 2046 allows 70.
  private static let boundaryLimit = 256

  private struct Open {
    /// The boundary, without the two hyphens before it.
    var boundary: [UInt8]
    /// The index of the multipart in ``parts``.
    var part: Int
    /// The number of parts of the multipart so far.
    var count = 0
  }

  private struct Delimiter {
    /// The offset of the delimiter line.
    var start: Int
    /// The offset of the next line.
    var next: Int
    /// The index in the stack of the multipart that the delimiter belongs to.
    var level: Int
    var isLast: Bool
  }

  /// The header of the mail.
  let header: MailHeader
  private(set) var parts: [MailPart] = []
  /// The limit that was exceeded; nil if none was.
  private(set) var excess: ReadingFailure?
  private var stack: [Open] = []
  private var leafCount = 0
  /// The index of the part whose end is not found yet; nil if there is none.
  private var openLeaf: Int?
  private var hasText = false
  /// The offset at which the sink is asked again whether it wants more.
  private var nextCheck = 0

  /// Finds the parts of a mail.
  ///
  /// O(bytes), with at most 32 comparisons for each line that begins with two hyphens.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>, for sink: some DocumentSink) {
    header = MailHeader(bytes, range)
    add(header, of: bytes, defaultType: "text/plain", section: "")
    scan(bytes, from: header.end, before: range.upperBound, for: sink)
    guard parts.count == 1, parts[0].kind == .multipart else { return }
    // No part was found: the boundary is missing or wrong.
    if let boundary = guessBoundary(bytes, from: header.end, before: range.upperBound) {
      stack = [Open(boundary: boundary, part: 0)]
      scan(bytes, from: header.end, before: range.upperBound, for: sink)
    } else {
      (parts[0].kind, parts[0].section, parts[0].number) = (.plain, "1", 1)
      parts[0].body = header.end..<range.upperBound
    }
  }

  /// Finds the parts inside the multiparts on the stack.
  private mutating func scan(
    _ bytes: Span<UInt8>, from start: Int, before end: Int, for sink: some DocumentSink
  ) {
    var position = start
    while !stack.isEmpty,
      let delimiter = nextDelimiter(bytes, from: position, before: end, for: sink)
    {
      close(bytes, at: delimiter.start)
      position = delimiter.next
      stack.removeSubrange((delimiter.level + 1)...)
      if delimiter.isLast {
        stack.removeLast()
        continue
      }
      if parts.count >= Self.partLimit {
        excess = .memberLimit
        break
      }
      let parent = stack[delimiter.level].part
      stack[delimiter.level].count += 1
      let number = String(stack[delimiter.level].count)
      let open = stack
      let header = MailHeader(bytes, position..<end) { bytes, start in
        Self.delimiter(bytes, at: start, before: end, in: open) != nil
      }
      position = header.end
      let section = parts[parent].section
      add(
        header, of: bytes,
        defaultType: parts[parent].type == "multipart/digest" ? "message/rfc822" : "text/plain",
        section: section.isEmpty ? number : section + "." + number)
    }
    close(bytes, at: end, isEnd: true)
  }

  /// Guesses the boundary: the line with two hyphens that precedes the first `Content-` line; else nil.
  ///
  /// Searches 64 KiB, which is more than any text before the first part.
  private func guessBoundary(_ bytes: Span<UInt8>, from start: Int, before end: Int) -> [UInt8]? {
    var index = start
    while index < end, index - start < 64 << 10 {
      let line = MailLines.end(of: index, before: end, in: bytes)
      let length = line.content - index - 2
      if length > 0, length <= Self.boundaryLimit,
        MailLines.begins(bytes, at: index, with: "--", before: line.content),
        end - line.next > 8,
        MailLines.lowercased(bytes, line.next..<line.next + 8) == "content-"
      {
        var boundaryEnd = line.content
        while boundaryEnd > index + 3, bytes[boundaryEnd - 1] <= 0x20 { boundaryEnd -= 1 }
        return bytes.extracting(index + 2..<boundaryEnd).copied()
      }
      index = line.next
    }
    return nil
  }

  private mutating func add(
    _ header: MailHeader, of bytes: Span<UInt8>, defaultType: String, section: String
  ) {
    var part = MailPart(
      header, of: bytes, defaultType: defaultType, hasText: hasText,
      parent: stack.last?.part ?? -1, section: section)
    if part.kind == .multipart {
      if let boundary = MailPart.boundary(header, of: bytes), boundary.count <= Self.boundaryLimit {
        if stack.count < Self.depthLimit {
          stack.append(Open(boundary: boundary, part: parts.count))
        } else {
          part.kind = .skipped
          excess = .unsupported("More than \(Self.depthLimit) multiparts in each other.")
        }
      } else if !parts.isEmpty {
        // Without a boundary the parts cannot be separated: the whole is read as plain text.
        part.kind = .plain
      }
    }
    if part.kind != .multipart {
      leafCount += 1
      openLeaf = parts.count
      part.number = leafCount
      if part.section.isEmpty { part.section = "1" }
    }
    if part.kind == .plain || part.kind == .html { hasText = true }
    parts.append(part)
  }

  /// Sets the end of the part whose end is not found yet.
  private mutating func close(_ bytes: Span<UInt8>, at end: Int, isEnd: Bool = false) {
    guard let index = openLeaf else { return }
    openLeaf = nil
    let start = parts[index].body.lowerBound
    let content = isEnd ? end : MailLines.trimTerminator(before: end, from: start, in: bytes)
    parts[index].body = start..<max(content, start)
  }

  private mutating func nextDelimiter(
    _ bytes: Span<UInt8>, from start: Int, before end: Int, for sink: some DocumentSink
  ) -> Delimiter? {
    var index = start
    while index < end {
      if index >= nextCheck {
        if !sink.wantsMore { return nil }
        nextCheck = index + 1 << 20
      }
      if bytes[index] == 0x2d,
        let found = Self.delimiter(bytes, at: index, before: end, in: stack)
      {
        return found
      }
      while index < end, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
      index = MailLines.skipTerminator(at: index, before: end, in: bytes)
    }
    return nil
  }

  /// Returns the open multipart whose delimiter is at an offset, the innermost first; nil if there is none.
  private static func delimiter(
    _ bytes: Span<UInt8>, at start: Int, before end: Int, in stack: [Open]
  ) -> Delimiter? {
    guard start + 1 < end, bytes[start] == 0x2d, bytes[start + 1] == 0x2d else { return nil }
    for level in stack.indices.reversed() {
      let boundary = stack[level].boundary
      guard bytes.hasBytes(boundary.span, at: start + 2) else { continue }
      var index = start + 2 + boundary.count
      if index > end { continue }
      let isLast = index + 1 < end && bytes[index] == 0x2d && bytes[index + 1] == 0x2d
      if isLast { index += 2 }
      while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      guard index == end || bytes[index] == 0x0a || bytes[index] == 0x0d else { continue }
      let next = MailLines.skipTerminator(at: index, before: end, in: bytes)
      return Delimiter(start: start, next: next, level: level, isLast: isLast)
    }
    return nil
  }
}
