import ExtractionProtocol
import Hashing
import MediaTypes
public import LinuxSystem

/// A program that the configuration names, which writes the text of documents to its standard output.
public struct ExternalReader: Equatable, Sendable {
  /// What the program writes.
  public enum Output: String, CaseIterable, Sendable {
    /// Text in UTF-8, or in any encoding that is recognized.
    case text
    case html
  }

  /// The name for people.
  public let name: String
  /// The file of the program.
  public let program: FilePath
  /// Its arguments; `%f` stands for the path of the document, which is standard input as well.
  public let arguments: [String]
  /// The suffixes of the files that it reads, in lower case and without the dot.
  public let suffixes: Set<String>
  /// What it writes.
  public let output: Output
  /// Whether Sitta's own readers read a file that the program cannot read.
  public let givesWay: Bool
  /// A number from 1 to ``ReaderVersion/mostVersions`` that changes with what the reader would give.
  let version: Int64

  /// Describes a reader.
  public init(
    name: String, program: FilePath, arguments: [String], suffixes: Set<String>, output: Output,
    givesWay: Bool = false
  ) {
    (self.name, self.program, self.arguments) = (name, program, arguments)
    (self.suffixes, self.output, self.givesWay) = (suffixes, output, givesWay)
    var sum = FNV1a()
    for word in [program.description] + arguments + [output.rawValue] { sum.add(Array(word.utf8)) }
    version = 1 + Int64(sum.value % UInt64(ReaderVersion.mostVersions))
  }
}

/// The readers that the configuration names, by the suffixes of the files that they read.
public struct ExternalReaders: Equatable, Sendable {
  /// The readers; if two read a suffix, the later one does.
  public let all: [ExternalReader]
  private let bySuffix: [String: ExternalReader]

  /// Creates a table.
  public init(_ readers: [ExternalReader] = []) {
    all = readers
    var bySuffix: [String: ExternalReader] = [:]
    for reader in readers {
      for suffix in reader.suffixes { bySuffix[suffix] = reader }
    }
    self.bySuffix = bySuffix
  }

  /// The reader of files with this name; nil if there is none.
  func reader(forName name: [UInt8]) -> ExternalReader? {
    bySuffix.isEmpty ? nil : MediaType.suffix(of: name).flatMap { bySuffix[$0] }
  }

  /// The version of the reader of each suffix.
  var versions: [String: Int64] { bySuffix.mapValues(\.version) }

  /// Whether one of the readers has this version.
  func has(version: Int64) -> Bool { all.contains { $0.version == version } }
}

extension ExtractionSettings {
  /// The reader of files with this name that the configuration names; nil if there is none.
  public func externalReader(forName name: [UInt8]) -> ExternalReader? {
    externalReaders.reader(forName: name).flatMap { formats.includes(.external) ? $0 : nil }
  }

  /// The number of the reader of each suffix that the configuration names.
  public var externalVersions: [String: Int64] {
    formats.includes(.external) ? externalReaders.versions : [:]
  }
}
