import Glibc
import LinuxSystem
import TestSupport
import Testing

/// A file of this repository, read as text.
struct SourceFile: CustomStringConvertible {
  let path: FilePath
  let lines: [String]

  /// The path below the repository.
  var description: String { "\(path)".replacing("\(SourceTree.root)/", with: "") }

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
    try files(below: SourceTree.root.appending(path: folder), includingGenerated).filter { file in
      endings.contains { file.name.reversed().starts(with: $0.utf8.reversed()) }
    }.map(SourceFile.init)
  }

  /// The names of the folders directly in a folder of the repository.
  static func folders(in folder: String) throws -> [String] {
    let path = SourceTree.root.appending(path: folder)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: path)).names
    return try names.filter { try FileStatus(of: path.appending($0)).kind == .directory }
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// The names of the targets below `Sources`.
  static func targets() throws -> [String] {
    try folders(in: "Sources").flatMap { try folders(in: "Sources/\($0)") }.sorted()
  }

  /// The folder of a target below `Sources`.
  ///
  /// - Throws: an error if there is none.
  static func folder(of target: String) throws -> String {
    let folders = try folders(in: "Sources").map { "Sources/\($0)/\(target)" }
    return try #require(folders.first { SourceTree.root.appending(path: $0).exists }, "\(target)")
  }

  /// The folders of the targets below `Tests`.
  static func testTargets() throws -> [String] {
    try folders(in: "Tests").flatMap { folder in
      let isTarget = ["Tests", "Support", "Fuzzing"].contains { folder.hasSuffix($0) }
      let names = isTarget ? [] : try folders(in: "Tests/\(folder)")
      return isTarget ? ["Tests/\(folder)"] : names.map { "Tests/\(folder)/\($0)" }
    }
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

extension FilePath {
  /// The path after several components, of which `..` leads to the parent.
  func appending(path: String) -> FilePath {
    path.split(separator: "/").reduce(self) { $1 == ".." ? $0.parent : $0.appending(String($1)) }
  }
}
