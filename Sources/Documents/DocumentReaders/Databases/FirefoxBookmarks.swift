/// Reads the bookmarks in `places.sqlite` of Firefox, and of no other page its address.
enum FirefoxBookmarks {
  private struct Folder {
    let parent: Int64
    let title: String
    let identifier: String
  }

  private struct Mark {
    let place: Int64
    var bookmark: Bookmark
    let parent: Int64
  }

  /// The most bookmarks that are read.
  private static let most = 200_000
  /// The identifier of the folder with a folder for each tag.
  private static let tagsFolder = "tags________"

  static func read(
    _ marks: DatabaseFile.Table, _ places: DatabaseFile.Table, of file: DatabaseFile,
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var folders: [Int64: Folder] = [:]
    var entries: [Mark] = []
    var rows = DatabaseRows(
      of: marks, ["type", "fk", "parent", "title", "dateAdded", "guid"], in: file)
    while sink.wantsMore, folders.count + entries.count < most, let row = try rows.next(in: bytes) {
      let identifier = row.text(5) ?? "\(row.number)"
      if row.integer(0) == 2 {
        folders[row.number] = Folder(
          parent: row.integer(2) ?? 0, title: row.text(3) ?? "", identifier: identifier)
      } else if row.integer(0) == 1, let place = row.integer(1) {
        let bookmark = Bookmark(
          identifier: identifier, title: row.text(3) ?? "", address: "",
          added: row.integer(4).map { $0 / 1_000_000 })
        entries.append(Mark(place: place, bookmark: bookmark, parent: row.integer(2) ?? 0))
      }
    }
    func isTag(_ mark: Mark) -> Bool {
      folders[mark.parent].flatMap { folders[$0.parent] }?.identifier == tagsFolder
    }
    var tags: [Int64: [String]] = [:]
    for mark in entries where isTag(mark) {
      tags[mark.place, default: []].append(folders[mark.parent]?.title ?? "")
    }
    let addresses = try addresses(
      of: Set(entries.map(\.place)), places, of: file, bytes, while: sink.wantsMore)
    for mark in entries where sink.wantsMore && !isTag(mark) {
      guard let address = addresses[mark.place], !address.hasPrefix("place:") else { continue }
      var bookmark = mark.bookmark
      (bookmark.address, bookmark.tags) = (address, tags[mark.place] ?? [])
      bookmark.folder = path(of: mark.parent, in: folders)
      sink.add(bookmark)
    }
  }

  /// The addresses of pages by their numbers; those of other pages are not read.
  private static func addresses(
    of numbers: Set<Int64>, _ places: DatabaseFile.Table, of file: DatabaseFile,
    _ bytes: Span<UInt8>, while wantsMore: Bool
  ) throws(ReadingFailure) -> [Int64: String] {
    var addresses: [Int64: String] = [:]
    var rows = DatabaseRows(of: places, ["url"], in: file)
    while wantsMore, addresses.count < numbers.count, let row = try rows.next(in: bytes) {
      if numbers.contains(row.number) { addresses[row.number] = row.text(0) }
    }
    return addresses
  }

  /// The names of a folder and of those above it, without Firefox's own root.
  private static func path(of folder: Int64, in folders: [Int64: Folder]) -> String {
    var (names, next) = ([String](), folder)
    while names.count < 32, let folder = folders[next] {
      if !folder.title.isEmpty { names.append(folder.title) }
      if folder.parent == next { break }
      next = folder.parent
    }
    return names.reversed().joined(separator: " / ")
  }
}
