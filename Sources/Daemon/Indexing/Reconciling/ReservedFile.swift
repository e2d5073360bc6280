import LinuxSystem

/// A small file that can be replaced as a whole even if the disk is full.
///
/// A spare file of the same size lies beside it. New content overwrites the spare file, which takes
/// no free block, and then the two files are exchanged. Both files are padded with line feeds.
/// After the exchange, the old content is overwritten.
struct ReservedFile {
  /// The smallest size of each file in bytes.
  static let room = 65_536
  /// The largest size of the spare file that is kept, in bytes.
  private static let mostRoom = 64 << 20
  private static let padding = UInt8(ascii: "\n")

  private let file: FilePath
  private let spare: FilePath

  /// - Parameter file: its path; the spare file has `.new` after the name.
  init(at file: FilePath) {
    self.file = file
    spare = file.parent.appending(file.name + Array(".new".utf8))
  }

  /// The content, including the line feeds at its end; empty if the file does not exist.
  func contents() throws(SystemError) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(openingOwn: file)
      return try descriptor.read(upTo: .max, expecting: Int(clamping: descriptor.status().size))
    } catch {
      guard error.isMissing else { throw error }
      return []
    }
  }

  /// Makes both files large enough for later contents, and erases the spare file.
  ///
  /// If the disk has no room for this, ``write(_:)`` may fail later when the disk is full.
  func prepare() {
    guard let contents = try? contents() else { return }
    let text = contents.reversed().drop { $0 == Self.padding }.count
    let size = Self.size(for: text * 2)
    do throws(SystemError) {
      if contents.count < size { try write(Array(contents[..<text]), atLeast: size) }
      try clearSpare(atLeast: size)
    } catch {}
  }

  /// Replaces the content; after a failure or a crash, the file has either the old or the new content.
  ///
  /// - Throws: an error of writing or renaming; then the content is as before.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    let size = Self.size(for: bytes.count * 2)
    do throws(SystemError) {
      try write(bytes, atLeast: size)
    } catch {
      // Try again without reserving more room for later contents.
      try write(bytes, atLeast: Self.room)
    }
    try? clearSpare(atLeast: size)
  }

  private func write(_ bytes: [UInt8], atLeast least: Int) throws(SystemError) {
    let size = max(Self.size(for: bytes.count), size(of: spare), least)
    let filling = [UInt8](repeating: Self.padding, count: size - bytes.count)
    try FileDescriptor.overwriteFile(at: spare, with: bytes + filling)
    do throws(SystemError) {
      try file.exchange(with: spare)
    } catch {
      // The file does not exist yet, or its file system cannot exchange files.
      try spare.rename(to: file)
    }
    try file.parent.synchronize()
  }

  private func clearSpare(atLeast least: Int) throws(SystemError) {
    let size = max(size(of: spare), least)
    let known = try? FileDescriptor(openingOwn: spare).read(upTo: size, expecting: size)
    if let known, known.count == size, known.allSatisfy({ $0 == Self.padding }) { return }
    try FileDescriptor.overwriteFile(
      at: spare, with: [UInt8](repeating: Self.padding, count: size))
  }

  private func size(of path: FilePath) -> Int {
    min(Int(clamping: (try? FileStatus(of: path))?.size ?? 0), Self.mostRoom)
  }

  /// The size in bytes of a file for `count` bytes of content: a multiple of ``room``.
  private static func size(for count: Int) -> Int {
    max(1, (count + room - 1) / room) * room
  }
}
