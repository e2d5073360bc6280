import Glibc
import LinuxSystem
import TestSupport

/// A file of this repository, read as text.
struct SourceFile: CustomStringConvertible {
  /// Where the repository begins: three levels above this file.
  static let repository = FilePath(absolute: #filePath).map(\.parent.parent.parent) ?? .root

  let path: FilePath
  let lines: [String]

  /// The path from the repository's root on.
  var description: String { "\(path)".replacing("\(Self.repository)/", with: "") }

  init(_ path: FilePath) throws {
    self.path = path
    lines = try path.text().split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The files below a folder of the repository whose names end so; generated ones are left out unless
  /// they are asked for.
  static func all(
    below folder: String, endingIn endings: [String], includingGenerated: Bool = false
  ) throws -> [SourceFile] {
    try files(below: repository.appending(folder), includingGenerated).filter { file in
      endings.contains { file.name.reversed().starts(with: $0.utf8.reversed()) }
    }.map(SourceFile.init)
  }

  /// The names of the folders directly in a folder of the repository.
  static func folders(in folder: String) throws -> [String] {
    let path = repository.appending(folder)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: path)).names
    return try names.filter { try FileStatus(of: path.appending($0)).kind == .directory }
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  private static func files(
    below folder: FilePath, _ includingGenerated: Bool
  ) throws -> [FilePath] {
    let listing = try DirectoryListing(of: FileDescriptor(openingDirectory: folder))
    return try listing.names.map(folder.appending).sorted().flatMap { path in
      guard try FileStatus(of: path).kind == .directory else { return [path] }
      if !includingGenerated, path.name.elementsEqual("Generated".utf8) { return [] }
      return try files(below: path, includingGenerated)
    }
  }
}
