import LinuxSystem

/// Real text as a number of documents: the files of some folders, cut into slices if they are too
/// few.
struct Corpus {
  /// A file, or a slice of one.
  struct Piece {
    let path: FilePath
    let status: FileStatus
    let text: ArraySlice<UInt8>
  }

  private let files: [FilePath]
  private let count: Int
  /// How long a slice is; nil if whole files are enough.
  private let slice: Int?

  init(folders: [FilePath], count: Int) throws {
    var files: [FilePath] = []
    var open = folders
    while let folder = open.popLast() {
      let descriptor = try FileDescriptor(openingDirectory: folder)
      for name in try DirectoryListing(of: descriptor).names.map(Array.init).sorted(by: precedes) {
        let path = folder.appending(name)
        switch try? FileStatus(of: path).kind {
        case .regular: files.append(path)
        case .directory: open.append(path)
        default: continue
        }
      }
    }
    self.files = files
    self.count = count
    var (texts, bytes) = (0, 0)
    for file in files {
      guard let text = Self.text(of: file) else { continue }
      texts += 1
      bytes += text.count
    }
    slice = texts >= count ? nil : max(1, bytes / count)
  }

  /// Hands over the documents in the order of their paths.
  func forEach(_ body: (Piece) throws -> Void) throws {
    var number = 0
    for file in files {
      guard let text = Self.text(of: file), let status = try? FileStatus(of: file) else { continue }
      var rest = text[...]
      repeat {
        if number == count { return }
        let end = slice.map { min(rest.startIndex + $0, rest.endIndex) } ?? rest.endIndex
        let piece = rest[..<Self.characterEnd(at: end, in: rest)]
        rest = rest[piece.endIndex...]
        let path = slice == nil ? file : file.appending("\(number)")
        try body(Piece(path: path, status: status, text: piece))
        number += 1
      } while !rest.isEmpty
    }
  }

  /// The text of a file without mark-up; nil if it is no text, or not UTF-8.
  private static func text(of file: FilePath) -> [UInt8]? {
    guard let descriptor = try? FileDescriptor(openingOwn: file),
      let bytes = try? descriptor.read(upTo: 16 << 20, expecting: 1 << 16),
      !bytes.isEmpty, !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    guard bytes.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "<") else { return bytes }
    var text: [UInt8] = []
    var isMarkUp = false
    for byte in bytes {
      if byte == UInt8(ascii: "<") { isMarkUp = true }
      if !isMarkUp { text.append(byte) }
      if byte == UInt8(ascii: ">") { isMarkUp = false }
    }
    return text.isEmpty ? nil : text
  }

  private static func characterEnd(at index: Int, in text: ArraySlice<UInt8>) -> Int {
    var index = index
    while index < text.endIndex, text[index] & 0xc0 == 0x80 { index += 1 }
    return index
  }
}

private func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
  first.lexicographicallyPrecedes(second)
}
