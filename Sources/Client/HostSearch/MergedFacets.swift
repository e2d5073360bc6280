package import SearchInterface

/// The facet values in the documents of several hosts.
package struct MergedFacets {
  /// The sums, with the fields in the order in which the hosts sent them.
  package let facets: [FacetMessage]

  /// More documents than all hosts can have.
  private static let most = 1 << 50

  /// Adds two counts; the sum is limited, so that no count from a host can overflow it.
  private static func sum(_ known: Int, _ new: Int) -> Int {
    min(known + min(max(new, 0), most), most)
  }

  /// Merges the facet values of hosts.
  ///
  /// A folder belongs to one host, so its value has the host's name, and it has no filter for queries.
  ///
  /// - Parameters:
  ///   - hosts: the hosts with their facets.
  ///   - limit: the most values of each field.
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
          let known = values[facet.field]?[value.value]
          value.count = Self.sum(known?.count ?? 0, value.count)
          if value.bytes != nil || known?.bytes != nil {
            value.bytes = Self.sum(known?.bytes ?? 0, value.bytes ?? 0)
          }
          values[facet.field, default: [:]][value.value] = value
        }
      }
    }
    self.facets = fields.map { field in
      let sorted = (values[field] ?? [:]).values.sorted { one, other in
        // Years are sorted by time, the latest first.
        if field != .year, one.count != other.count { return one.count > other.count }
        return field == .year ? one.value > other.value : one.value < other.value
      }
      return FacetMessage(
        field: field, values: Array(sorted.prefix(limit)),
        others: (others[field] ?? 0) + max(0, sorted.count - limit))
    }
  }
}
