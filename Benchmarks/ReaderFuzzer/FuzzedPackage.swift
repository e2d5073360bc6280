import DocumentReaders

/// A package whose members are pieces of a fuzzed document, so that no compression hides them.
///
/// The byte 1 ends a member. The first line of a member is its name.
struct FuzzedPackage: DocumentPackage {
  private(set) var names: [String] = []
  private var contents: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) {
    for member in bytes.split(separator: 1).prefix(1_000) {
      let name = String(decoding: member.prefix { $0 != 0x0a }, as: UTF8.self)
      guard contents[name] == nil else { continue }
      names.append(name)
      contents[name] = Array(member.drop { $0 != 0x0a }.dropFirst())
    }
  }

  func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]? {
    contents[name].map { Array($0.prefix(limit)) }
  }
}
