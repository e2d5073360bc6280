import ExtractionProtocol
import LinuxSystem

/// What reading members of one container by other programs may still cost.
struct MemberAllowance {
  /// The CPU time that is left, in microseconds.
  private var time: Int64
  /// How many times a program may still die at a member.
  private var deaths = 10
  /// The programs that were found to be missing.
  private var missing: Set<ReaderProgram> = []

  /// Allows ten times the CPU time limit of one document for all members together.
  ///
  /// - Parameter timeLimit: the CPU time limit for one document, in seconds.
  init(timeLimit: Int) {
    time = 10 * 1_000_000 * Int64(timeLimit)
  }

  /// Subtracts the cost of reading a member: its CPU time in microseconds as the program reports
  /// it, but at least a tenth of the time for which the daemon waited.
  mutating func take(_ spent: Int64, waiting wait: Duration) {
    time = time.adding(-max(spent, 0, Int64(wait / .microseconds(10))))
  }

  /// Counts the death of a program at a member.
  ///
  /// - Returns: whether to read the member once more, because the death may not be its fault.
  mutating func takeDeath(isFirst: Bool) -> Bool {
    deaths -= 1
    return isFirst && deaths > 0
  }

  /// Records that a program is missing.
  mutating func miss(_ program: ReaderProgram) { missing.insert(program) }

  /// Why a program reads no more members, as a clause; nil if it may read another one.
  func refusal(of program: ReaderProgram) -> String? {
    if time <= 0 { return "reading the members of its container takes too long" }
    if deaths <= 0 { return "the program that reads it ended at too many members" }
    return missing.contains(program) ? ExtractedText.missingProgram : nil
  }
}

/// Documents that one program unpacks and another program reads.
extension DocumentExtractor {
  /// Has the program of its format read an unpacked member of a container.
  ///
  /// - Parameters:
  ///   - file: the unpacked content of the member.
  ///   - member: the member, which receives the text.
  ///   - byteLimit: the largest size of its text in bytes.
  ///   - allowance: what reading members may still cost.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: false if reading was interrupted.
  /// - Throws: a shortage of descriptors or memory.
  func read(
    _ file: UnpackedFile, of member: inout ExtractedMember, _ byteLimit: Int,
    _ allowance: inout MemberAllowance, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> Bool {
    // Plain text in a PDF document is read by the program of other formats.
    let format = member.document.reader.format ?? .plainText
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
      let status = member.checksum.map { FileStatus(contentOf: member.size, checksum: $0) }
      switch try read(file, in: member.document, format, name, status, byteLimit, isInterrupted) {
      case .interrupted: return false
      case .read(let document):
        if document.reader.isWaiting { allowance.miss(format.program) }
        allowance.take(document.readingTime, waiting: begin.duration(to: now()))
        member.document = document
        if format == .plainText { member.document.becomePlainText() }
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

  /// Has the program of its format read an unpacked file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - outer: what is known of the document from unpacking.
  ///   - format: the format of the file.
  ///   - name: its name.
  ///   - status: the status of its content; nil if the text of its images cannot be recognized.
  ///   - byteLimit: the largest size of its text in bytes.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result.
  /// - Throws: a shortage of descriptors or memory.
  func read(
    _ file: UnpackedFile, in outer: ExtractedText, _ format: DocumentFormat, _ name: [UInt8],
    _ status: FileStatus?, _ byteLimit: Int, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> Result {
    try file.seal()
    let request = request(format, fileSize: file.size, byteLimit)
    let answer = try ask(request, file.descriptor, isInterrupted) { _, _ in true }
    switch answer {
    case .crashed: return .crashed
    case .interrupted: return .interrupted
    case .missing: return .read(outer.waiting(for: format))
    case .complete(let answer, let ending, _):
      var content = answer.content
      let images = status.map {
        insertTexts(ofType: outer.type, format, $0, into: &content, byteLimit)
      }
      var document = ExtractedText(content, ending, type: outer.type, format)
      document.readingTime = document.readingTime.adding(outer.readingTime)
      // Only a part of the file was unpacked.
      if outer.extent != .whole { document.extent = outer.extent }
      document.removeTitle(likeName: name)
      if let images {
        document.take(images)
      } else {
        document.unrecognizablePages = content.scannedPages
      }
      return .read(document)
    }
  }
}

extension ExtractedText {
  /// The reason why a document waits if its program is missing.
  static let missingProgram = "the program that reads it is missing or does not run"

  /// The same document, marked as waiting for the program of its format.
  func waiting(for format: DocumentFormat) -> ExtractedText {
    var document = self
    document.extent = .part(because: Self.missingProgram)
    document.reader = ReaderVersion(format, .unavailable)
    return document
  }
}
