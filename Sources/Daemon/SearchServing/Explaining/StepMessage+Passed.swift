import SearchInterface

extension StepMessage {
  /// A step that allows the file to be found unless it says otherwise.
  init(_ topic: StepTopic, passed: Bool = true, _ text: String, remedy: String? = nil) {
    self.init(topic: topic, passed: passed, text: text, remedy: remedy)
  }
}
