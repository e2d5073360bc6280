/// The methods that a team's index does not have, because they are for the daemon of the files.
enum Refusal {
  /// The names of the methods.
  static let methods: Set<String> = [
    "AddRoot", "RemoveRoot", "Reload", "Rebuild", "Forget", "Remember", "Pause", "Resume", "Verify",
    "ListExcluded", "ListSources", "Usage", "Changes", "ConfirmChanges", "Opened",
    "QueryStatistics",
    "ForgetQueries", "Draw", "Similar", "Statistics", "Subscribe", "Explain",
  ]

  /// Why, and what to do, as a sentence.
  static func reason(for method: String) -> String {
    switch method {
    case "Similar", "Subscribe", "Explain", "Statistics", "Draw":
      "A team's index cannot do that."
    case "Opened", "QueryStatistics", "ForgetQueries":
      "A team's index keeps no queries."
    default:
      "That is for the sittad on the machine with the files: run sitta there."
    }
  }
}
