import FileSelection
import LinuxSystem
import SearchIndex
import SearchInterface

extension StepMessage {
  /// A step that does not prevent the file from being found.
  init(_ topic: StepTopic, _ text: String, remedy: String? = nil) {
    self.init(topic: topic, passed: true, text: text, remedy: remedy)
  }

  /// A step that prevents the file from being found, unless `passed` is true.
  static func fault(
    _ topic: StepTopic, passed: Bool = false, _ text: String, remedy: String? = nil
  ) -> StepMessage {
    StepMessage(topic: topic, passed: passed, text: text, remedy: remedy)
  }
}

/// Explains, in sentences, why a path is found or not.
extension PathFacts {
  /// The steps from the file to the hit, each as a sentence; a failed step may have a remedy.
  var steps: [StepMessage] {
    let reading = verdict.isIncluded ? [watchStep, textStep] : []
    let steps: [StepMessage?] =
      [fileStep, memberStep, ruleStep] + reading + [indexStep, fieldsStep]
    return steps.compactMap(\.self) + questionSteps
  }

  private var fileStep: StepMessage {
    switch entry {
    case .missing where index.document != nil: return .fault(.file, "There is no such file.")
    case .missing:
      return .fault(
        .file, "There is no such file or folder.", remedy: "Check the spelling of the path.")
    case .unreachable(let reason): return .fault(.file, "It cannot be examined: \(reason).")
    case .link(let target):
      return .fault(
        .file, "It is a symbolic link to '\(target)'; links are not followed.",
        remedy: "Ask about its target: sitta explain '\(target)'")
    case .found(let status) where status.kind == .regular:
      let changed = UnixTime(status.modified).rfc3339
      return StepMessage(
        .file, "It is a file of \(status.size.asBytes), last changed at \(changed).")
    case .found(let status) where status.kind == .directory:
      return StepMessage(.file, "It is a folder.")
    case .found:
      return .fault(.file, "It is a FIFO, a socket or a device; only regular files are indexed.")
    }
  }

  /// Which member of the file is explained; nil for a whole file.
  private var memberStep: StepMessage? {
    guard location.isMember else { return nil }
    let name = location.memberText
    if index.document != nil { return StepMessage(.file, "'\(name)' is a member of it.") }
    return .fault(
      .file, "The file has no member '\(name)' in the index.",
      remedy: "Look at the members that it knows: sitta list '\(path)'")
  }

  private var ruleStep: StepMessage {
    switch verdict {
    case .included(let root):
      if let absence {
        return .fault(
          .rule, "Its root '\(root)' \(absence.reason).",
          remedy: "Its documents are kept: search with --away.")
      }
      let returned = returningRule.map { "; \($0) brings it back" } ?? ""
      return StepMessage(
        .rule, "It is selected for indexing: it is in the root '\(root)'\(returned).")
    case .excluded(.ignored(let rule, let matched)):
      let remedy = lineThatIncludes(matched, isFolder: matched != path || isFolder)
      return .fault(
        .rule,
        "Excluded by line \(rule.line) '\(rule.pattern)' of '\(rule.file)', which matches '\(matched)'.",
        remedy: remedy + ", or remove the other line.")
    case .excluded(let reason):
      let origin = excludeOrigin.map { " in line \($0.line) of '\($0.file)'" } ?? ""
      return .fault(
        .rule, "Excluded: \(reason)\(origin).", remedy: remedy(for: reason, from: origin))
    }
  }

  /// Whether the path is a folder on disk.
  var isFolder: Bool { status?.kind == .directory }

  /// How to have the path indexed although a rule excludes it; nil if nothing helps.
  private func remedy(for reason: Verdict.Reason, from origin: String) -> String? {
    switch reason {
    case .outsideRoots: "To index it, add a folder around it to Roots= in sittad.conf."
    case .hidden(let path):
      "To index it, set Hidden=yes in sittad.conf, or add '\(path)' to Roots= if it is a folder."
    case .noStore:
      "To index more of a folder than the stores in it, add the folder to Roots= in sittad.conf."
    case .ownFolder, .ownFile, .ignored: nil
    case .pattern(let pattern, _):
      "To index it, remove '\(pattern)' from Exclude=\(origin) and run 'sitta reload'."
    case .forgotten(let path): "To index it again, run: sitta forget --undo '\(path)'"
    case .secret, .privateKey: "To index it anyway, set Secrets=yes in sittad.conf."
    case .repository: "To index it anyway, set IgnoreFiles=no in sittad.conf."
    case .toolFolder(_, let path): lineThatIncludes(path, isFolder: true) + "."
    case .marker(let path): "To index the folder, remove '\(path)'."
    case .otherFileSystem(let path):
      "To index it, add '\(path)' to Roots= in sittad.conf, or set OneFileSystem=no."
    case .tooLarge: "To index it, raise MaxFileSize= in sittad.conf."
    }
  }

  /// The advice to add a line to an ignore file, which includes a path again.
  private func lineThatIncludes(_ matched: FilePath, isFolder: Bool) -> String {
    let name = String(decoding: matched.name, as: UTF8.self).reduce(into: "") { name, character in
      if "*?[\\".contains(character) { name += "\\" }
      name.append(character)
    }
    let line = "!/\(name)\(isFolder ? "/" : "")".escapingControls()
    let file = matched.parent.appending(".sittaignore")
    return "To index it anyway, add the line '\(line)' at the end of '\(file)'"
  }

  private var watchStep: StepMessage? {
    if absence != nil || entry == .missing && index.document == nil { return nil }
    if let closed {
      return .fault(
        .watch, "Its folder cannot be opened: \(closed).",
        remedy: "Let this user read and enter the folder.")
    }
    let interval = Duration.seconds(watch.interval ?? 0).inWords
    let way =
      switch watch.mode {
      case .watched: "The kernel reports its changes at once."
      case .partlyWatched:
        """
        The kernel reports changes that this machine makes. Others can change files on \
        \(watch.fileSystem ?? ""), so its folder is polled every \(interval) as well.
        """
      case .polled:
        "There are more folders than inotify watches, so its folder is polled every \(interval)."
      case .unknown: "Its folder has not been examined yet."
      }
    let waits = watch.waiting ? " A change was just reported and is about to be indexed." : ""
    let remedy =
      watch.mode == .polled ? "Raise fs.inotify.max_user_watches: see 'sitta status'." : nil
    return .fault(.watch, passed: watch.mode != .unknown, way + waits, remedy: remedy)
  }
}
