import LinuxSystem
import TestSupport

/// Queries with words of real files: words, phrases, prefixes, typing errors, filters.
struct QuerySample {
  private var random = SplitMix(seed: 17)
  private var texts: [[String]] = []

  /// Reads a few files of each folder.
  init(_ folders: [FilePath]) throws {
    for folder in folders {
      var files: [FilePath] = []
      try Self.addFiles(in: folder, to: &files)
      files.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      for _ in 0..<min(400, files.count) {
        let file = files[Int.random(in: 0..<files.count, using: &random)]
        let words = try Self.words(in: file)
        if words.count > 20 { texts.append(words) }
      }
    }
  }

  private static func addFiles(in folder: FilePath, to files: inout [FilePath]) throws {
    for name in try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names {
      let path = folder.appending(name)
      switch try FileStatus(of: path).kind {
      case .directory: try addFiles(in: path, to: &files)
      case .regular: files.append(path)
      default: break
      }
    }
  }

  private static func words(in file: FilePath) throws -> [String] {
    let bytes = try FileDescriptor(openingOwn: file).read(upTo: 1 << 16, expecting: 1 << 13)
    guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
    return text.split { !$0.isASCII || !$0.isLetter }.map(String.init)
      .filter { (3...14).contains($0.count) }
  }

  mutating func queries(_ count: Int) -> [String] {
    (0..<count).map { query($0) }
  }

  private mutating func query(_ number: Int) -> String {
    let text = texts[Int.random(in: 0..<texts.count, using: &random)]
    let start = Int.random(in: 0..<text.count - 5, using: &random)
    let (one, two, three) = (text[start], text[start + 1], text[start + 3])
    switch number % 10 {
    case 0: return one
    case 1: return "\(one) \(texts[Int.random(in: 0..<texts.count, using: &random)][3])"
    case 2: return "\(one) \(two) \(three) \(text[start + 4])"
    case 3: return "\"\(one) \(two)\" \(three)"
    case 4: return "\(one.prefix(4))* \(three)"
    case 5: return "\(one.dropLast(2))x\(one.suffix(1)) \(two)"
    case 6: return "the \(one) of \(two) and \(three)"
    case 7: return "\(one)-\(two) \(three)"
    case 8: return "\(one) name:\(two)"
    default: return "\(one) OR \(two) \(number % 20 < 10 ? "type:html" : "modified:>2001-01-01")"
    }
  }
}
