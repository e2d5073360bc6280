import LinuxSystem
import TestSupport
import Testing

/// The catalogs of the library products, and the documents of the repository.
struct DocumentationTests {
  @Test(arguments: ["FullText", "SittaSQLite", "TextAnalysis"])
  func `Every public type is in a topic of its catalog`(target: String) throws {
    let files = try SourceFile.all(below: "Sources/Library/\(target)", endingIn: [".swift"])
    let types = Set(files.flatMap(\.lines).compactMap(publicType))
    let page = try text(at: "Sources/Library/\(target)/\(target).docc/\(target).md")
    let topics = try #require(page.components(separatedBy: "\n## Topics\n").last)
    let listed = topics.split(separator: "\n").filter { $0.hasPrefix("- ``") }
      .map { String($0.dropFirst(4).prefix { $0 != "`" }) }
      // A slash leads to a member, or to an extension of a type of another target.
      .filter { !$0.contains("/") }
    #expect(types.subtracting(listed).sorted() == [], "not in a topic")
    #expect(Set(listed).subtracting(types).sorted() == [], "in a topic, but no public type")
    #expect(Set(listed).count == listed.count, "A type is in one topic only.")
  }

  @Test(
    arguments: [
      ("public struct A {", "A"), ("public final class B: C {", "B"),
      ("public typealias D = E", "D"), ("public protocol F: ~Copyable {", "F"),
      ("  public struct G {", nil), ("struct H {", nil), ("public func i() {", nil),
      ("public let j = 1", nil), ("public extension K {", nil),
    ] as [(String, String?)])
  func `A line declares a public type`(line: String, name: String?) {
    #expect(publicType(line) == name)
  }

  @Test(arguments: ["FullText", "SittaSQLite", "TextAnalysis"])
  func `Every example of a catalog is compiled in a test`(target: String) throws {
    let page = try text(at: "Sources/Library/\(target)/\(target).docc/\(target).md")
    let test = withoutIndentation(
      try text(at: "Tests/Library/\(target)Tests/DocumentationTests.swift"))
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count > 1)
    for block in blocks {
      let example = withoutIndentation(block.components(separatedBy: "```")[0])
      #expect(test.contains(example), "not compiled: \(example)")
    }
  }

  @Test func `Each way to install gives the program that reads documents all of its names`() throws
  {
    let program = try text(at: "Sources/Daemon/sitta-extract/main.swift")
    let names = program.components(separatedBy: "case \"sitta-extract-").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }.sorted()
    #expect(names.count == 4)
    let makefile = names.map { "sitta-extract-\($0)" }.joined(separator: " ")
    #expect(try text(at: "Makefile").contains("\nEXTRACTORS = \(makefile)\n"))
    let tarball = "for task in \(names.joined(separator: " ")); do"
    #expect(try text(at: "scripts/make-tarball.sh").contains(tarball))
    let tests = "for name in [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    #expect(try text(at: "Tests/XCTMain.swift").contains(tests))
    let packages = try text(at: "debian/rules").components(separatedBy: "\n")
      .filter { $0.hasPrefix("\tln -s sitta-extract ") }
      .compactMap { $0.components(separatedBy: "/sitta-extract-").last }
    #expect(packages.sorted() == names)
  }

  @Test func `Every path in ARCHITECTURE.md exists`() throws {
    let paths = literals(in: try text(at: "ARCHITECTURE.md")).filter {
      $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")
    }
    #expect(paths.count > 10)
    for path in paths {
      #expect(SourceTree.root.appending(path: path).exists, "\(path)")
    }
  }

  @Test func `The tables of ARCHITECTURE.md have the folders and targets that exist`() throws {
    let page = try text(at: "ARCHITECTURE.md")
    let sections = page.components(separatedBy: "\n### `Sources/").dropFirst()
      .map { $0.components(separatedBy: "\n## ")[0].split(separator: "\n") }
    let folders = sections.map { String($0[0].prefix { $0 != "`" }) }
    #expect(try folders.sorted() == SourceFile.folders(in: "Sources"))
    for (folder, lines) in zip(folders, sections) {
      let rows = lines.filter { $0.hasPrefix("| `") }.map(String.init)
      let named = rows.flatMap { literals(in: $0.components(separatedBy: " | ")[0]) }
      #expect(try named.sorted() == SourceFile.folders(in: "Sources/\(folder)"))
    }
  }

  @Test func `A row of ARCHITECTURE.md that lists folders lists all of its target`() throws {
    let rows = try text(at: "ARCHITECTURE.md").split(separator: "\n").map(String.init)
      .filter { $0.contains("In folders: ") }
    #expect(rows.count > 3)
    for row in rows {
      let target = try #require(literals(in: row).first)
      let listed = literals(in: row.components(separatedBy: "In folders: ")[1])
      // Commands such as `--watch` explain a folder.
      let named = listed.filter { $0.first?.isUppercase == true }
      let folder = try SourceFile.folder(of: target)
      #expect(try named.sorted() == SourceFile.folders(in: folder), "\(target)")
    }
  }

  @Test func `Every type that keeps a promise in ARCHITECTURE.md exists`() throws {
    let page = try text(at: "ARCHITECTURE.md")
    let section = try #require(page.components(separatedBy: "## Where each promise lives").last)
    let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("|") }.dropFirst(2).map { $0.split(separator: "|").map(String.init) }
    #expect(rows.count > 10)
    let files = try SourceFile.all(below: "Sources", endingIn: [".swift"])
    let known = Set(files.flatMap(\.lines).compactMap(declaredType))
    for row in rows {
      let types = literals(in: row[1])
      #expect(!types.isEmpty && Set(types).subtracting(known).isEmpty, "\(row[0]): \(types)")
    }
  }

  @Test(
    arguments: try SourceFile.all(below: "docs", endingIn: [".md"]).map(\.description)
      + ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"])
  func `Every link in a document leads somewhere`(document: String) throws {
    let folder = SourceTree.root.appending(path: document).parent
    for link in links(in: try text(at: document)) where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let target =
        parts[0].isEmpty
        ? SourceTree.root.appending(path: document) : folder.appending(path: parts[0])
      #expect(target.exists, "\(link)")
      guard parts.count > 1 else { continue }
      let headings = try target.text().split(separator: "\n").filter { $0.hasPrefix("#") }
      #expect(headings.map(anchor).contains(parts[1]), "\(link)")
    }
  }
}

private func text(at path: String) throws -> String {
  try SourceTree.root.appending(path: path).text()
}

/// The texts between backticks.
private func literals(in document: String) -> [String] {
  let parts = document.split(separator: "`", omittingEmptySubsequences: false)
  return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
}

/// The name of the public type that a line declares at the top level of a file.
private func publicType(_ line: String) -> String? {
  line.hasPrefix("public ") ? declaredType(line) : nil
}

/// The name of the type that a line declares at the top level of a file.
private func declaredType(_ line: String) -> String? {
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  let modifiers: Set<Substring> = ["public", "package", "private", "final", "indirect"]
  if line.hasPrefix(" ") { return nil }
  var words = line.split(separator: " ")[...]
  words = words.drop(while: modifiers.contains)
  guard let kind = words.popFirst(), kinds.contains(kind) else { return nil }
  return words.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
}

/// The lines that are not empty, without the blanks at both ends.
private func withoutIndentation(_ text: String) -> String {
  text.split(separator: "\n").map { line in
    let start = line.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }.filter { !$0.isEmpty }.joined(separator: "\n")
}

/// The targets of links such as `[text](target)`.
private func links(in document: String) -> [String] {
  document.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
}

/// The anchor that GitHub gives to a heading.
private func anchor(_ heading: Substring) -> String {
  heading.drop { $0 == "#" || $0 == " " }.lowercased()
    .filter { $0 == " " || $0 == "-" || $0.isLetter || $0.isNumber }
    .replacing(" ", with: "-")
}

extension String {
  /// The parts between occurrences of a separator.
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
