/// The names of elements and attributes that carry metadata.
struct HTMLAttributeNames: Sendable {
  static let shared = Self()

  let alternative = HTMLName("alt")
  let charset = HTMLName("charset")
  let content = HTMLName("content")
  let httpEquivalent = HTMLName("http-equiv")
  let itemProperty = HTMLName("itemprop")
  let language = HTMLName("lang")
  let meta = HTMLName("meta")
  let name = HTMLName("name")
  let namespace = HTMLName("xmlns")
  let property = HTMLName("property")
  let xmlLanguage = HTMLName("xml:lang")
}
