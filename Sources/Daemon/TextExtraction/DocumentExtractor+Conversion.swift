import ExtractionProtocol
import LinuxSystem
import MediaTypes

/// Documents that a program converts which the configuration names.
extension DocumentExtractor {
  /// Has a program convert a file, and the reader of its output read what it writes.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - status: its status from `fstat`.
  ///   - name: its name.
  ///   - reader: the program.
  ///   - byteLimit: the largest size of its text in bytes.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result; nil if the program gives way to Sitta's own readers.
  /// - Throws: a shortage of descriptors or memory.
  func convert(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8],
    with reader: ExternalReader, _ byteLimit: Int, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> Result? {
    // All such readers pause together.
    lastReader = ReaderVersion(.external)
    let named = MediaType(fileName: name)
    let unread = ExtractedText(
      type: named.isUnknown ? MediaType.binary : named.name, extent: .nothing)
    if let document = declined(unread, .external) { return .read(document) }
    exchange(with: .external).use(
      arguments: [reader.program.bytes] + reader.arguments.map { Array($0.utf8) })
    lastProgram = .external
    var request = request(reader.output.format, fileSize: status.size, byteLimit)
    request.isConverted = true
    switch try ask(request, file, isInterrupted, member: { _, _ in true }) {
    case .crashed: return .crashed
    case .interrupted: return .interrupted
    case .missing: return .read(unread.waiting(for: .external))
    case .complete(let answer, let ending, let output):
      let converted = ExtractedText(answer.content, ending, type: unread.type, .external)
      if converted.reader.isWaiting { return .read(converted) }
      if reader.givesWay, [.damaged, .unsupported].contains(ending.reason) { return nil }
      let result: Result =
        if let output {
          try read(output, in: converted, request.format, name, nil, byteLimit, isInterrupted)
        } else {
          .read(converted)
        }
      guard case .read(var document) = result else { return result }
      document.reader = ReaderVersion(reader)
      return .read(document)
    }
  }
}

extension ExternalReader.Output {
  /// The format of what the program writes.
  fileprivate var format: DocumentFormat {
    switch self {
    case .text: .plainText
    case .html: .html
    }
  }
}
