package import SearchInterface

/// The values of properties among the documents of several hosts.
package struct MergedFacets {
  /// The sums, in the order of the first host.
  package let facets: [FacetMessage]

  /// More documents than all hosts have.
  private static let most = 1 << 50

  /// A sum that no number of a host makes too large.
  private static func sum(_ known: Int, _ new: Int) -> Int {
    min(known + min(max(new, 0), most), most)
  }

  /// Adds the values of hosts.
  ///
  /// A folder belongs to one host, so it bears its name, and no query can express it.
  ///
  /// - Parameters:
  ///   - hosts: the hosts with their values.
  ///   - limit: the number of values of each property.
  package init(_ hosts: [(host: Host, facets: [FacetMessage])], limit: Int) {
    var fields: [FacetProperty] = []
    var values: [FacetProperty: [String: FacetValueMessage]] = [:]
    var others: [FacetProperty: Int] = [:]
    for (host, facets) in hosts {
      for facet in facets {
        if !fields.contains(facet.field) { fields.append(facet.field) }
        others[facet.field] = Self.sum(others[facet.field] ?? 0, facet.others)
        for value in facet.values.prefix(1_000) {
          var value = value
          if facet.field == .folder, !host.isLocal {
            (value.value, value.filter) = ("\(host.name):\(value.value)", nil)
          }
          value.count = Self.sum(
            values[facet.field]?[value.value]?.count ?? 0, value.count)
          values[facet.field, default: [:]][value.value] = value
        }
      }
    }
    self.facets = fields.map { field in
      let sorted = (values[field] ?? [:]).values.sorted { one, other in
        // Years are in the order of time, the latest first.
        if field != .year, one.count != other.count { return one.count > other.count }
        return field == .year ? one.value > other.value : one.value < other.value
      }
      return FacetMessage(
        field: field, values: Array(sorted.prefix(limit)),
        others: (others[field] ?? 0) + max(0, sorted.count - limit))
    }
  }
}
