import SearchInterface

extension PartMessage {
  /// The part for people: "page 12", "page iv", "slide 3", "sheet Budget"; nil for a part of a mail.
  var text: String? {
    switch kind {
    case .page, .slide, .sheet, .chapter: "\(kind.rawValue) \(label.isEmpty ? "\(number)" : label)"
    case .body: nil
    }
  }
}
