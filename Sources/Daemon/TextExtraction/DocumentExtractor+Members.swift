import ExtractionProtocol
import LinuxSystem

/// The cost that other programs may still have for members of one container.
struct MemberAllowance {
  /// The CPU time in microseconds.
  private var time: Int64
  /// How often a program may end at a member.
  private var deaths = 10
  /// The programs that turned out to be missing.
  private var missing: Set<ReaderProgram> = []

  /// Allows the members of a container ten times the CPU time of one document.
  ///
  /// - Parameter timeLimit: the limit of CPU time for one document, in seconds.
  init(timeLimit: Int) {
    time = 10 * 1_000_000 * Int64(timeLimit)
  }

  /// Subtracts the cost of reading a member: the CPU time in microseconds, as the program says it, and at
  /// least a tenth of the time for which the daemon waited.
  mutating func take(_ spent: Int64, waiting wait: Duration) {
    time = time.adding(-max(spent, 0, Int64(wait / .microseconds(10))))
  }

  /// Counts the end of a program.
  ///
  /// - Returns: whether it may read the same member again: it may be no fault of the member.
  mutating func takeDeath(isFirst: Bool) -> Bool {
    deaths -= 1
    return isFirst && deaths > 0
  }

  /// Remembers that a program is missing.
  mutating func miss(_ program: ReaderProgram) { missing.insert(program) }

  /// Why no more members are read by a program, as a clause; nil if they are.
  func refusal(of program: ReaderProgram) -> String? {
    if time <= 0 { return "reading the members of its container takes too long" }
    if deaths <= 0 { return "the program that reads it ended at too many members" }
    return missing.contains(program) ? ExtractedText.missingProgram : nil
  }
}

/// Documents that one program unpacks and another one reads.
extension DocumentExtractor {
  /// Has a member of a container read by the program of its format.
  ///
  /// - Parameters:
  ///   - file: the file of the member.
  ///   - member: the member, without the content of the file.
  ///   - byteLimit: the largest size of its text in bytes.
  ///   - allowance: its remaining allowance.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  /// - Returns: false if it was interrupted.
  /// - Throws: a shortage of descriptors or memory.
  func read(
    _ file: UnpackedFile, of member: inout ExtractedMember, _ byteLimit: Int,
    _ allowance: inout MemberAllowance, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> Bool {
    guard let format = member.document.reader.format else { return true }
    if let document = declined(member.document, format) {
      member.document = document
      return true
    }
    let name = member.path.last?.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    for attempt in 0..<2 {
      if let reason = allowance.refusal(of: format.program) {
        member.document.extent = .part(because: reason)
        if reason == ExtractedText.missingProgram {
          member.document.reader = ReaderVersion(format, .unavailable)
        }
        return true
      }
      let begin = now()
      switch try read(file, in: member.document, format, name, byteLimit, isInterrupted) {
      case .interrupted: return false
      case .read(let document):
        if document.reader.isWaiting { allowance.miss(format.program) }
        allowance.take(document.readingTime, waiting: begin.duration(to: now()))
        member.document = document
        return true
      case .crashed:
        if !allowance.takeDeath(isFirst: attempt == 0) {
          member.document.extent = .part(because: "the program that reads it ended at it")
          return true
        }
      }
    }
    return true
  }

  /// Has an unpacked file read by the program of its format.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - outer: the known properties of the document before.
  ///   - format: the format of the file.
  ///   - name: its name.
  ///   - byteLimit: the largest size of its text in bytes.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  /// - Returns: the result.
  /// - Throws: a shortage of descriptors or memory.
  func read(
    _ file: UnpackedFile, in outer: ExtractedText, _ format: DocumentFormat, _ name: [UInt8],
    _ byteLimit: Int, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> Result {
    try file.seal()
    let request = request(format, fileSize: file.size, byteLimit)
    let answer = try ask(request, file.descriptor, isInterrupted) { _, _ in true }
    switch answer {
    case .crashed: return .crashed
    case .interrupted: return .interrupted
    case .missing: return .read(outer.waiting(for: format))
    case .complete(let answer, let ending, _):
      var document = ExtractedText(answer.content, ending, type: outer.type, format)
      document.readingTime = document.readingTime.adding(outer.readingTime)
      // It was not unpacked as a whole.
      if outer.extent != .whole { document.extent = outer.extent }
      document.removeTitle(likeName: name)
      document.unrecognizablePages = answer.content.scannedPages
      return .read(document)
    }
  }
}

extension ExtractedText {
  /// Why a document waits whose program is missing.
  static let missingProgram = "the program that reads it is missing or does not run"

  /// The same document, which waits for the program of its format.
  func waiting(for format: DocumentFormat) -> ExtractedText {
    var document = self
    document.extent = .part(because: Self.missingProgram)
    document.reader = ReaderVersion(format, .unavailable)
    return document
  }
}
