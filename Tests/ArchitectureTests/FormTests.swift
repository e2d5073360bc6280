import LinuxSystem
import TestSupport
import Testing

/// Where the word `unsafe` is allowed.
private enum Door {
  /// In any file: wrapping C is the target's job.
  case anywhere
  /// In these files of the target.
  case files(Set<String>)
}

private let doors: [String: Door] = [
  "LinuxSystem": .anywhere,
  "SittaSQLite": .anywhere,
  "CharacterEncodings": .anywhere,
  "DocumentReaders": .files([
    "Kernel/Array+Span.swift", "Kernel/Inflation.swift", "Kernel/Span+Search.swift",
  ]),
  "ArchiveReading": .anywhere,
  "ExtractionWorker": .anywhere,
  "PortableDocumentReading": .anywhere,
  "TextRecognition": .anywhere,
  "TextExtraction": .files(["JailedProgram.swift"]),
  "FullText": .anywhere,
  "TextAnalysis": .anywhere,
  "Hashing": .anywhere,
  "MeaningModel": .files(["Transformer.swift"]),
  "IndexStorage": .files(["Storage/TextCompression.swift"]),
  "IndexService": .files(["Journal.swift", "ServiceManager.swift"]),
  "WebServing": .files(["WebServer.swift"]),
  "BusServing": .files(["BusMessage.swift", "BusService.swift"]),
  "PostgreSQL": .files(["ConnectionString.swift", "PostgreSQLConnection.swift"]),
]

struct FormTests {
  @Test(arguments: ["Sources", "Tests"])
  func `No file is longer than 400 lines`(folder: String) throws {
    for file in try SourceFile.all(below: folder, endingIn: [".swift", ".c", ".h"]) {
      let count = file.lines.count - 1
      #expect(count <= 400, "\(file) has \(count) lines: which second idea is in it?")
    }
  }

  @Test(arguments: try SourceFile.targets())
  func `Only the doors to C say unsafe`(target: String) throws {
    let folder = try SourceFile.folder(of: target)
    for file in try SourceFile.all(below: folder, endingIn: [".swift"]) {
      switch doors[target] {
      case .anywhere: continue
      case .files(let names) where names.contains("\(file)".replacing("\(folder)/", with: "")):
        continue
      case .files, nil: break
      }
      for (index, line) in file.lines.enumerated() where saysUnsafe(line) {
        Issue.record(
          "\(file):\(index + 1): unsafe code belongs behind a door: \(doors.keys.sorted()).")
      }
    }
  }

  @Test(
    arguments: [
      ("let a = unsafe b", true), ("nonisolated(unsafe) var a", true), ("@unsafe func a()", true),
      ("// unsafe", false), ("a() // unsafe", false), ("unsafely()", false),
      ("let a: UnsafeRawPointer", false),
    ])
  func `The word itself is what counts`(line: String, expected: Bool) {
    #expect(saysUnsafe(line) == expected)
  }

  @Test(.timeLimit(.minutes(15)))
  func `The linter has nothing to say`() throws {
    let env = try #require(FilePath(absolute: "/usr/bin/env"))
    // The linter opens more files than the usual 1024, and traps if it may not.
    _ = try DescriptorLimit.raise(to: 8_192)
    let places = ["Sources", "Tests", "Package.swift", "Benchmarks", "Examples"].filter {
      SourceTree.root.appending($0).exists
    }
    let words = ["swift", "format", "lint", "--strict", "--recursive", "--parallel"] + places
    let command = ChildProcess.Command(
      env, words.map { Array($0.utf8) }, directory: SourceTree.root)
    let report = try ChildProcess.run(command, until: .now + .seconds(240))
    let output = String(decoding: report.output + report.errors, as: UTF8.self)
    #expect(report.ending == .exited(0), "\(output)")
  }
}

private func saysUnsafe(_ line: String) -> Bool {
  line.split(separator: "//", omittingEmptySubsequences: false)[0]
    .split { !($0.isLetter || $0.isNumber || $0 == "_") }
    .contains("unsafe")
}
