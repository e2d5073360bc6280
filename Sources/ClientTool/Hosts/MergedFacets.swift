import SearchInterface

/// The values of properties among the documents of several hosts.
struct MergedFacets {
  /// The sums, in the order of the first host.
  let facets: [FacetMessage]

  /// Adds the values of hosts.
  ///
  /// A folder belongs to one host, so it bears its name, and no query can express it.
  ///
  /// - Parameters:
  ///   - hosts: the hosts with their values.
  ///   - limit: the number of values of each property.
  init(_ hosts: [(host: Host, facets: [FacetMessage])], limit: Int) {
    var fields: [FacetProperty] = []
    var values: [FacetProperty: [String: FacetValueMessage]] = [:]
    var others: [FacetProperty: Int] = [:]
    for (host, facets) in hosts {
      for facet in facets {
        if !fields.contains(facet.field) { fields.append(facet.field) }
        others[facet.field, default: 0] += min(max(facet.others, 0), 1 << 40)
        for value in facet.values.prefix(1_000) {
          var value = value
          value.count = min(max(value.count, 0), 1 << 40)
          if facet.field == .folder, !host.isLocal {
            (value.value, value.filter) = ("\(host.name):\(value.value)", nil)
          }
          let known = values[facet.field]?[value.value]?.count ?? 0
          value.count += known
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
