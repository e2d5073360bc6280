import ExtractionProtocol
import Hashing
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

  /// Describes a reader.
  public init(
    name: String, program: FilePath, arguments: [String], suffixes: Set<String>, output: Output
  ) {
    (self.name, self.program, self.arguments) = (name, program, arguments)
    (self.suffixes, self.output) = (suffixes, output)
  }

  /// Whether it reads files with this name.
  func reads(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    return suffixes.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// A number from 1 to ``ReaderVersion/mostVersions`` that changes with what the reader would give.
  public var version: Int64 {
    var sum = FNV1a()
    for word in [program.description] + arguments + [output.rawValue] {
      sum.add(Array(word.utf8) + [0])
    }
    return 1 + Int64(sum.value % UInt64(ReaderVersion.mostVersions))
  }
}

extension ExtractionSettings {
  /// The reader of files with this name that the configuration names; the last one wins.
  public func externalReader(forName name: [UInt8]) -> ExternalReader? {
    formats.includes(.external) ? externalReaders.last { $0.reads(name) } : nil
  }

  /// The number of the reader of each suffix that the configuration names.
  public var externalVersions: [String: Int64] {
    if !formats.includes(.external) { return [:] }
    var versions: [String: Int64] = [:]
    for reader in externalReaders {
      for suffix in reader.suffixes { versions[suffix] = reader.version }
    }
    return versions
  }
}
