import FileSelection
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface

/// Explains why a path is found or not, for people: a value.
///
/// Each step from the file to the hit has a sentence. A step that fails has a second one: the remedy.
struct Explanation: Equatable {
  let steps: [StepMessage]

  init(_ facts: PathFacts) {
    var steps = [Self.file(facts)] + Self.member(facts) + [Self.rule(facts)]
    if facts.verdict.isIncluded {
      steps += [Self.watch(facts), Self.text(facts)].compactMap(\.self)
    }
    steps.append(Self.index(facts))
    if let fields = Self.fields(facts) { steps.append(fields) }
    if let question = facts.question { steps += QueryExplanation(question, facts).steps }
    self.steps = steps
  }
}

// MARK: - The file

extension Explanation {
  /// Says which member of the file is explained.
  private static func member(_ facts: PathFacts) -> [StepMessage] {
    guard facts.location.isMember else { return [] }
    let name = facts.location.memberText
    if facts.index.document != nil { return [StepMessage(.file, "'\(name)' is a member of it.")] }
    return [
      StepMessage(
        .file, passed: false, "The file has no member '\(name)' in the index.",
        remedy: "Look at the members that it knows: sitta list '\(facts.path)'")
    ]
  }

  static func file(_ facts: PathFacts) -> StepMessage {
    switch facts.entry {
    case .missing where facts.index.document != nil:
      StepMessage(.file, passed: false, "There is no such file.")
    case .missing:
      StepMessage(
        .file, passed: false, "There is no such file or folder.",
        remedy: "Check the spelling of the path.")
    case .unreachable(let reason):
      StepMessage(.file, passed: false, "It cannot be examined: \(reason).")
    case .link(let target):
      StepMessage(
        .file, passed: false,
        "It is a symbolic link to '\(target)'; links are not followed.",
        remedy: "Ask about its target: sitta explain '\(target)'")
    case .found(let status):
      switch status.kind {
      case .regular:
        StepMessage(
          .file,
          """
          It is a file of \(status.size.asBytes), last changed at \
          \(UnixTime(status.modified).rfc3339).
          """)
      case .directory:
        StepMessage(.file, "It is a folder.")
      case .symbolicLink, .other:
        StepMessage(
          .file, passed: false,
          "It is a FIFO, a socket or a device; only regular files are indexed.")
      }
    }
  }
}

// MARK: - The rule

extension Explanation {
  static func rule(_ facts: PathFacts) -> StepMessage {
    switch facts.verdict {
    case .included(let root):
      if let absence = facts.absence {
        return StepMessage(
          .rule, passed: false, "Its root '\(root)' \(absence.reason).",
          remedy: "Its documents are kept: search with --away.")
      }
      let returned = facts.returningRule.map { "; \($0) brings it back" } ?? ""
      return StepMessage(
        .rule, "It is selected for indexing: it is in the root '\(root)'\(returned).")
    case .excluded(.ignored(let rule, let matched)):
      return StepMessage(
        .rule, passed: false,
        "Excluded by line \(rule.line) '\(rule.pattern)' of '\(rule.file)', "
          + "which matches '\(matched)'.",
        remedy: Self.remedy(for: matched, excludedBy: rule, facts))
    case .excluded(.pattern(let pattern, let matched)):
      let origin = facts.excludeOrigin.map { " in line \($0.line) of '\($0.file)'" } ?? ""
      return StepMessage(
        .rule, passed: false, "Excluded: '\(matched)' matches Exclude=\(pattern)\(origin).",
        remedy: "To index it, remove '\(pattern)' from Exclude=\(origin) and run 'sitta reload'.")
    case .excluded(.toolFolder(let content, let matched)):
      return StepMessage(
        .rule, passed: false,
        "Excluded: \(Verdict.Reason.toolFolder(content: content, matched)).",
        remedy: Self.lineThatIncludes(matched, isFolder: true) + ".")
    case .excluded(let reason):
      return StepMessage(
        .rule, passed: false, "Excluded: \(reason).", remedy: reason.remedy)
    }
  }

  /// The remedy for a path that a line of an ignore file excludes.
  private static func remedy(
    for matched: FilePath, excludedBy rule: IgnoreFile.Rule, _ facts: PathFacts
  ) -> String {
    let isFolder = matched != facts.path || facts.isFolder
    return lineThatIncludes(matched, isFolder: isFolder) + ", or remove the other line."
  }

  /// Says which line of an ignore file includes a path.
  private static func lineThatIncludes(_ matched: FilePath, isFolder: Bool) -> String {
    let name = String(decoding: matched.name, as: UTF8.self).reduce(into: "") { name, character in
      if "*?[\\".contains(character) { name += "\\" }
      name.append(character)
    }
    let line = "!/\(name)\(isFolder ? "/" : "")".escapingControls()
    let file = matched.parent.appending(".sittaignore")
    return "To index it anyway, add the line '\(line)' at the end of '\(file)'"
  }
}

extension PathFacts {
  var isFolder: Bool {
    if case .found(let status) = entry { status.kind == .directory } else { false }
  }
}

extension Verdict.Reason {
  /// The remedy, if a person wants the path indexed anyway.
  fileprivate var remedy: String? {
    switch self {
    case .outsideRoots: "To index it, add a folder around it to Roots= in sittad.conf."
    case .hidden(let path):
      "To index it, set Hidden=yes in sittad.conf, or add '\(path)' to Roots= if it is a folder."
    case .ownFolder, .ownFile: nil
    case .forgotten(let path):
      "To index it again, run: sitta forget --undo '\(path)'"
    case .secret, .privateKey: "To index it anyway, set Secrets=yes in sittad.conf."
    case .repository: "To index it anyway, set IgnoreFiles=no in sittad.conf."
    // These remedies depend on where the rule is written.
    case .ignored, .pattern, .toolFolder: nil
    case .marker(let path): "To index the folder, remove '\(path)'."
    case .otherFileSystem(let path):
      "To index it, add '\(path)' to Roots= in sittad.conf, or set OneFileSystem=no."
    case .tooLarge: "To index it, raise MaxFileSize= in sittad.conf."
    }
  }
}
