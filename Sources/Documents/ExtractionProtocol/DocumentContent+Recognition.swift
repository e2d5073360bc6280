extension DocumentContent {
  /// The pages with almost no letters; their text may be in an image.
  public var scannedPages: PageNumbers {
    PageNumbers(values(of: .scannedPages).joined(separator: ",")) ?? PageNumbers()
  }

  /// Inserts recognized texts, each at the end of its page.
  ///
  /// Page 1 is the first part that is a page; in a document without pages, it is the whole document. Parts
  /// keep their order and the text at their beginning. O(text).
  ///
  /// - Parameters:
  ///   - texts: the text of each page, in UTF-8.
  ///   - limit: a text is left out if the whole text would become longer than this number of bytes.
  /// - Returns: false if a text was left out because of the limit.
  @discardableResult
  public mutating func insert(_ texts: [UInt32: [UInt8]], limit: Int) -> Bool {
    if texts.values.allSatisfy(\.isEmpty) { return true }
    var merged: [UInt8] = []
    var size = text.count
    var isWhole = true
    func insert(_ page: UInt32) {
      guard let text = texts[page], !text.isEmpty else { return }
      guard size + text.count <= limit else {
        isWhole = false
        return
      }
      size += text.count
      if let last = merged.last, last != 0x0a, last != 0x0c { merged.append(0x0a) }
      merged += String(decoding: text, as: UTF8.self).utf8.map { $0 == 0 ? 0x20 : $0 }
      if merged.last != 0x0a { merged.append(0x0a) }
    }
    guard parts.contains(where: { $0.part.kind == .page }) else {
      merged = text
      insert(1)
      text = merged
      return isWhole
    }
    var (page, end) = (UInt32(0), parts.first?.offset ?? 0)
    merged += text[..<end]
    for index in parts.indices {
      let next = index + 1 < parts.count ? parts[index + 1].offset : text.count
      parts[index].offset = merged.count
      merged += text[end..<next]
      end = next
      if parts[index].part.kind == .page {
        page += 1
        insert(page)
      }
    }
    text = merged
    return isWhole
  }
}
