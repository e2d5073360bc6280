import DaemonMeasuring
import LinuxSystem
import TestSupport
import TextExtraction

/// Documents on disk.
enum DocumentFolder {
  /// The regular files below a folder whose names end in one of some suffixes, in order; all files
  /// if there are none.
  static func files(below folder: FilePath, _ suffixes: String...) throws -> [FilePath] {
    var files: [FilePath] = []
    var rest = [folder]
    let endings = suffixes.map { Array($0.utf8) }
    while let folder = rest.popLast() {
      for name in try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names {
        let path = folder.appending(name)
        switch try FileStatus(of: path).kind {
        case .directory: rest.append(path)
        case .regular:
          if endings.isEmpty || endings.contains(where: { name.suffix($0.count).elementsEqual($0) })
          {
            files.append(path)
          }
        case .symbolicLink, .other: break
        }
      }
    }
    return files.sorted()
  }
}

/// Reads documents as the daemon does: with the jailed programs beside this one.
final class JailedReading {
  private let extractor: DocumentExtractor

  init() throws {
    let programs = try Program.sibling("sitta-extract").parent
    extractor = DocumentExtractor(ExtractionSettings(programs: programs))
  }

  /// Reads a document and its members.
  ///
  /// - Returns: nil if a program that read it ended or had to be killed.
  func read(
    _ file: FilePath, member: (ExtractedMember) -> Void = { _ in }
  ) throws -> ExtractedText? {
    let descriptor = try FileDescriptor(openingOwn: file)
    let status = try descriptor.status()
    let result = try extractor.extract(
      descriptor, status, name: file.name, byteLimit: 32 << 20, member: member)
    guard case .read(let document) = result else { return nil }
    return document
  }

  /// Everything that is indexed of a document and its members, as one text.
  func text(_ file: FilePath) throws -> [UInt8]? {
    var members: [UInt8] = []
    let document = try read(file) { member in
      let name = member.path.last ?? []
      members += [0x0a] + name + [0x0a] + Self.text(member.document)
    }
    return document.map { Self.text($0) + members }
  }

  private static func text(_ document: ExtractedText) -> [UInt8] {
    let fields = [document.title].compactMap(\.self) + document.authors + document.recipients
    return fields.flatMap { Array($0.utf8) + [0x0a] } + document.text
  }
}
