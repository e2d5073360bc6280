import LinuxSystem
import SearchInterface

/// Facet counts for people: the name of each field, and its values below.
struct FacetText {
  /// The lines as one text; empty if there are no facets.
  let text: String

  init(_ facets: [FacetMessage]) {
    var lines: [String] = []
    for facet in facets where !facet.values.isEmpty {
      lines.append(facet.field.rawValue)
      let width = facet.values.map { "\($0.count)".count }.max() ?? 0
      for value in facet.values {
        let count = "\(value.count)"
        lines.append(
          "  " + String(repeating: " ", count: width - count.count) + count + "  "
            + value.value.escapingControls())
      }
      if facet.others > 0 {
        lines.append("  " + String(repeating: " ", count: width) + "  and \(facet.others) more")
      }
    }
    text = lines.map { $0 + "\n" }.joined()
  }
}
