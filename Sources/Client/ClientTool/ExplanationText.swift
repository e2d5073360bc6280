import LinuxSystem
import SearchInterface

/// The output of `sitta explain` for people.
struct ExplanationText {
  let reply: ExplainMethod.Reply
  let appearance: Appearance

  /// The path, a line for each step with its remedy below, and whether the file is found.
  var text: String {
    let shown =
      DocumentLocation(uri: reply.uri)?.description ?? reply.uri.escapingControls()
    let title = appearance.styled(shown, .bold)
    var lines = [appearance.linked(title, to: reply.uri)]
    var topic: StepTopic?
    for step in reply.steps {
      // The topic is shown only on the first line of several steps.
      let word = step.topic == topic ? "" : step.topic.rawValue
      topic = step.topic
      let mark = step.passed ? " " : appearance.styled("!", .match)
      let gap = String(repeating: " ", count: max(0, 6 - word.count))
      lines.append("\(mark) \(word)\(gap) \(step.text.escapingControls())")
      if let remedy = step.remedy {
        lines.append(appearance.styled("         → \(remedy.escapingControls())", .dim))
      }
    }
    lines.append("\(reply.found ? "found" : "not found")")
    return lines.map { $0 + "\n" }.joined()
  }
}
