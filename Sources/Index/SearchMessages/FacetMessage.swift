package import SearchIndex
package import SearchInterface

extension FacetMessage {
  package init(_ facet: Facet) {
    let field: FacetProperty =
      switch facet.field {
      case .type: .type
      case .folder: .folder
      case .tag: .tag
      case .year: .year
      case .language: .language
      case .author: .author
      }
    self.init(
      field: field,
      values: facet.values.map {
        FacetValueMessage(
          value: $0.text, filter: $0.filter, count: $0.count,
          bytes: $0.bytes.map { Int(clamping: $0) })
      }, others: facet.others)
  }
}
