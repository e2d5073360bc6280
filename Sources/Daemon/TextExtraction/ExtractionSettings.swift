public import ExtractionProtocol
public import LinuxSystem

/// How files are read.
public struct ExtractionSettings: Equatable, Sendable {
  /// The largest number of bytes that are read from a plain text file, and the largest text of any
  /// document.
  public var byteLimit: Int
  /// The folder of the jailed programs; nil if there is none.
  public var programs: FilePath?
  /// Whether and how the text in images is recognized.
  public var recognition = RecognitionSettings()
  /// The formats that are read.
  public var formats = FormatSelection()
  /// The longest CPU time in seconds that a document is read.
  public var timeLimit = 60
  /// Whether each document is read by a process of its own.
  public var isolatesDocuments = false
  /// How much is read of the members of a container.
  public var members = MemberLimits()

  /// Whether members of containers are read.
  public var opensMembers: Bool { members.depth > 0 }

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - byteLimit: the largest number of bytes that are read from a plain text file.
  ///   - programs: the folder of the jailed programs; nil if there is none.
  public init(byteLimit: Int = 32 << 20, programs: FilePath? = nil) {
    (self.byteLimit, self.programs) = (byteLimit, programs)
  }

  /// The path of a program; nil if there is none.
  func path(of program: ReaderProgram) -> FilePath? { programs?.appending(program.rawValue) }

  /// The current version of the reader that has a stored number.
  public func version(replacing stored: Int64) -> ReaderVersion {
    ReaderVersion(replacing: stored, availability)
  }

  private func availability(of format: DocumentFormat) -> ReaderAvailability {
    if !formats.includes(format) { return .leftOut }
    return isMissing(format.program) ? .unavailable : .available
  }

  /// Whether a program is missing.
  func isMissing(_ program: ReaderProgram) -> Bool {
    guard let path = path(of: program) else { return true }
    return (try? FileStatus(of: path))?.kind != .regular
  }
}
