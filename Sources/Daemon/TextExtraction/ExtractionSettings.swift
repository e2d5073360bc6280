public import ExtractionProtocol
public import LinuxSystem

/// How files are read.
public struct ExtractionSettings: Equatable, Sendable {
  /// The most bytes that are read of a plain text file, and the most bytes of any document's text.
  public var byteLimit: Int
  /// The folder with the jailed programs; nil if there is none.
  public var programs: FilePath?
  /// Whether and how the text in images is recognized.
  public var recognition = RecognitionSettings()
  /// The formats that are read.
  public var formats = FormatSelection()
  /// The CPU time limit for reading a document, in seconds.
  public var timeLimit = 60
  /// Whether each document is read by a separate process.
  public var isolatesDocuments = false
  /// How many members of a container are read, and how much of them.
  public var members = MemberLimits()
  /// The programs that read files with suffixes of their own.
  public var externalReaders = ExternalReaders()
  /// How many documents are read at the same time.
  public var readers = usualReaders

  /// The usual number of readers: half the processors, but at least one.
  public static var usualReaders: Int {
    min(max(1, ProcessEnvironment.processorCount / 2), mostUsualReaders)
  }

  /// The largest usual number of readers.
  public static let mostUsualReaders = 4
  /// The largest number of readers.
  public static let mostReaders = 16

  /// Whether members of containers are read.
  public var opensMembers: Bool { members.depth > 0 }

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - byteLimit: the most bytes that are read of a plain text file.
  ///   - programs: the folder with the jailed programs; nil if there is none.
  public init(byteLimit: Int = 32 << 20, programs: FilePath? = nil) {
    (self.byteLimit, self.programs) = (byteLimit, programs)
  }

  /// The path of a program; nil without a folder of programs.
  func path(of program: ReaderProgram) -> FilePath? { programs?.appending(program.rawValue) }

  /// The current version of the reader whose version is stored under a number.
  public func version(replacing stored: Int64) -> ReaderVersion {
    ReaderVersion(replacing: stored, among: externalReaders, availability)
  }

  private func availability(of format: DocumentFormat) -> ReaderAvailability {
    if !formats.includes(format) { return .leftOut }
    return isMissing(format.program) ? .unavailable : .available
  }

  /// Whether a program is not on the disk; most are links to another one.
  func isMissing(_ program: ReaderProgram) -> Bool {
    guard let file = try? path(of: program)?.resolvingSymbolicLinks() else { return true }
    return (try? FileStatus(of: file))?.kind != .regular
  }
}
