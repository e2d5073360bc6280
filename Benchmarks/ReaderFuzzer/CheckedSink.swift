import DocumentReaders
import ExtractionProtocol

/// Counts the output of a reader, and traps if the reader breaks the contract of `DocumentSink`.
struct CheckedSink: DocumentSink {
  private let input: FuzzedInput
  private var textSize = 0
  /// The members that were begun, and whether the content of each is wanted.
  private var members: [Bool] = []
  /// The calls since the limit of the text was reached.
  private var lateCalls = 0
  /// The bytes that were added since then.
  private var lateBytes = 0

  init(_ input: FuzzedInput) { self.input = input }

  var wantsMore: Bool { textSize < input.textLimit }

  mutating func add(_ value: String, to field: DocumentField) {
    note(value.utf8.count)
  }

  mutating func begin(_ part: DocumentPart) {
    note(part.label.utf8.count)
  }

  mutating func add(text: Span<UInt8>) {
    note(text.count)
    precondition((try? UTF8Span(validating: text)) != nil, "The text is not UTF-8.")
    textSize += text.count
  }

  mutating func begin(_ member: DocumentMember) -> Bool {
    note(member.path.count)
    precondition(members.count < 1_000, "Members are too deep in each other.")
    members.append(input.wantsMembers && wantsMore)
    return members.last == true
  }

  mutating func add(content: Span<UInt8>) {
    note(content.count)
    precondition(!members.isEmpty, "The content belongs to no member.")
    textSize += content.count
  }

  mutating func endMember() {
    precondition(members.popLast() != nil, "A member ends that was not begun.")
  }

  /// Checks that the document is complete.
  func finish() {
    precondition(members.isEmpty, "A member does not end.")
  }

  private mutating func note(_ size: Int) {
    precondition(members.last != false, "The content of this member is not wanted.")
    if wantsMore { return }
    lateCalls += 1
    lateBytes += size
    precondition(lateCalls <= 10_000, "The reader goes on after the limit.")
    precondition(
      lateBytes <= 1 << 20 + 4 * input.bytes.count, "The reader adds much after the limit.")
  }
}
