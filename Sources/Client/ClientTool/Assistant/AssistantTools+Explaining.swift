import LinuxSystem
import ModelContextProtocol
import SearchInterface
import SecretMasking

/// The tools `explain` and `status`.
extension AssistantTools {
  func explain(_ arguments: ToolArguments) throws -> ToolAnswer {
    let location = try arguments.position(relativeTo: folder).location
    try check(location)
    var parameters = ExplainMethod.Parameters(path: location.uri)
    parameters.query = try arguments.text("query")
    parameters.within = scope.parameter
    parameters.language = ProcessEnvironment.language
    let reply = try ask { try $0.explain(parameters) }
    var mask = SecretMask()
    let steps = reply.steps.compactMap { visible($0, reply.rule) }.map { step in
      var step = step
      step.text = AnswerBound.clipped(mask.mask(step.text), to: 2_000)
      step.remedy = step.remedy.map { AnswerBound.clipped(mask.mask($0), to: 500) }
      return step
    }
    let path = DocumentLocation(uri: reply.uri)?.description ?? reply.uri
    return AnswerBound.largest(of: steps.count) { count in
      let shown = steps.prefix(count)
      var notes = [reply.found ? "Found." : "Not found."]
      if count < steps.count { notes.append("Not all steps fit into this answer.") }
      var values: [String: JSONValue] = [
        "path": .string(path), "found": .bool(reply.found),
        "steps": .array(shown.map(\.content)), "clock": .string(reply.clock.text),
        "pending": .integer(reply.pending),
      ]
      if mask.count > 0 {
        notes.append(SecretMask.note(mask.count))
        values["masked"] = .integer(mask.count)
      }
      let lines = [path] + shown.flatMap(\.lines) + notes
      return ToolAnswer(text: lines.joined(separator: "\n"), content: .object(values))
    } ?? AnswerBound.tooLarge
  }

  /// Refuses a path outside the visible folders; the daemon checks the path again after following links.
  private func check(_ location: DocumentLocation) throws {
    guard scope.folders.isEmpty || scope.contains(location.file) else {
      throw ToolArguments.Refusal(
        sentence: "'\(location)' is outside of the folders that this server shows.")
    }
  }

  /// The part of a step that the assistant may see; nil if it may depend on files outside its folders.
  ///
  /// Rules can be in folders above the visible ones, and the step `watch` describes a whole root.
  private func visible(_ step: StepMessage, _ rule: RuleMessage) -> StepMessage? {
    if scope.folders.isEmpty { return step }
    switch step.topic {
    case .watch: return nil
    case .file:
      // The target of the link may be outside the visible folders.
      guard step.remedy != nil, step.text.contains("symbolic link") else { return step }
      return StepMessage(
        topic: .file, passed: false, text: "It is a symbolic link; links are not followed.")
    case .rule:
      let text =
        step.passed ? "It is selected for indexing." : "It is left out: \(rule.reason.rawValue)."
      return StepMessage(topic: .rule, passed: step.passed, text: text)
    case .text, .index, .query, .rank: return step
    }
  }

  func status() throws -> ToolAnswer {
    let status = try ask { try $0.status() }
    let roots = status.roots.filter { root in
      FilePath(uri: root.uri).map(scope.mayName) ?? scope.folders.isEmpty
    }
    let state =
      switch status.state {
      case .idle: "up to date"
      case .indexing: "indexing"
      case .resting: "resting"
      }
    var values: [String: JSONValue] = [
      "state": .string(state), "pending": .integer(status.pending),
      "clock": .string(status.clock.text),
      "pauses": .array(status.pauses.map { .string($0.text) }),
    ]
    var lines = [
      "Index: \(state), \(status.pending.counted("change")) pending, clock \(status.clock.text)"
    ]
    lines += status.pauses.map { "Pause: \($0.text)" }
    if let documents = try documents(status) {
      lines.append("Documents: \(documents)")
      values["documents"] = .integer(documents)
    }
    let warnings = visible(status.warnings).prefix(10).map { AnswerBound.clipped($0, to: 300) }
    lines += warnings.map { "Warning: \($0)" }
    if !warnings.isEmpty { values["warnings"] = .array(warnings.map { .string($0) }) }
    if !scope.folders.isEmpty { lines.append("Only a part of the index is shown.") }
    return AnswerBound.largest(of: roots.count) { count in
      let shown = roots.prefix(count).map { root in
        (path: FilePath(uri: root.uri)?.description ?? root.uri, state: root.state.rawValue)
      }
      values["roots"] = .array(
        shown.map { ["path": .string($0.path), "state": .string($0.state)] })
      let rest = roots.count - count
      let note = rest > 0 ? ["\(rest.counted("root")) more did not fit into this answer."] : []
      let text = (lines + shown.map { "Root: \($0.path) (\($0.state))" } + note)
        .joined(separator: "\n")
      return ToolAnswer(text: text, content: .object(values))
    } ?? AnswerBound.tooLarge
  }

  /// The number of visible documents; nil if they cannot be counted in time.
  private func documents(_ status: StatusMethod.Reply) throws -> Int? {
    guard let within = scope.parameter else { return status.documents }
    var parameters = CountMethod.Parameters(query: "in:/")
    parameters.within = within
    do {
      let reply = try ask { try $0.count(parameters) }
      return reply.complete ? reply.count : nil
    } catch is SearchFailure {
      return nil
    }
  }
}

extension StepMessage {
  fileprivate var content: JSONValue {
    var values: [String: JSONValue] = [
      "topic": .string(topic.rawValue), "passed": .bool(passed), "text": .string(text),
    ]
    values["remedy"] = remedy.map { .string($0) }
    return .object(values)
  }

  fileprivate var lines: [String] {
    ["\(passed ? " " : "!") \(topic.rawValue): \(text)"] + (remedy.map { ["  → \($0)"] } ?? [])
  }
}
