@testable import DocumentReaders

/// A package in memory.
struct DictionaryPackage: DocumentPackage, ExpressibleByDictionaryLiteral {
  var names: [String] = []
  var contents: [String: [UInt8]] = [:]
  /// How often content was asked for.
  var requests = 0

  init(dictionaryLiteral elements: (String, String)...) {
    for (name, content) in elements { self[name] = content }
  }

  subscript(name: String) -> String {
    get { String(decoding: contents[name] ?? [], as: UTF8.self) }
    set {
      if contents[name] == nil { names.append(name) }
      contents[name] = Array(newValue.utf8)
    }
  }

  mutating func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]? {
    requests += 1
    return contents[name].map { Array($0.prefix(limit)) }
  }
}
