import ExtractionProtocol

/// Reads the tags of MP4, M4A, QuickTime and 3GP.
///
/// Sources: ISO/IEC 14496-12; QuickTime File Format; 3GPP TS 26.244, 8.
enum MovieTags {
  /// The number of top-level boxes that are read; fragmented films have thousands.
  private static let mostBoxes = 16_384
  /// No program writes more tags.
  private static let mostTags = 1_024

  /// Reads the tags of a file.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) {
    Box.forEach(in: bytes, 0..<bytes.count, most: mostBoxes) { name, content in
      guard bytes.hasBytes("moov", at: name) else { return true }
      readMovie(bytes, content, into: &text)
      return false
    }
  }

  private static func readMovie(
    _ bytes: Span<UInt8>, _ movie: Range<Int>, into text: inout MediaText
  ) {
    if let user = Box.find("udta", in: bytes, movie) { readUserData(bytes, user, into: &text) }
    if let meta = Box.find("meta", in: bytes, movie) { readMeta(bytes, meta, into: &text) }
    if let header = Box.find("mvhd", in: bytes, movie) {
      let isLong = bytes.big(header.lowerBound, 1) == 1
      let seconds = bytes.big(header.lowerBound + 4, isLong ? 8 : 4) ?? 0
      // The time is in seconds since 1904; if programs do not know it, they write zero or 1970.
      let unix = seconds &- 2_082_844_800
      if unix > 86_400, let date = CivilDate.rfc3339(seconds: unix) {
        text.addField(date, .created)
      }
    }
  }

  /// Reads the tags of QuickTime and 3GP, and looks for the tags of iTunes.
  private static func readUserData(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into text: inout MediaText
  ) {
    Box.forEach(in: bytes, range, most: mostTags) { name, content in
      let value = bytes.extracting(content)
      if bytes.hasBytes("meta", at: name) {
        readMeta(bytes, content, into: &text)
      } else if bytes[name] == 0xa9 {
        // A size and a language come before the text.
        let size = value.big(0, 2) ?? 0
        let string = value.extracting(value.clamped(4, size))
        add(string, tag: bytes.extracting(name..<name + 4), into: &text)
      } else if is3GP(bytes.extracting(name..<name + 4)) {
        // A version and a language come before the text.
        let string = value.extracting(value.clamped(6, value.count))
        add(string, tag: bytes.extracting(name..<name + 4), into: &text)
      }
      return true
    }
  }

  /// Reads the tags of iTunes, and the tags of QuickTime with long names.
  private static func readMeta(
    _ bytes: Span<UInt8>, _ meta: Range<Int>, into text: inout MediaText
  ) {
    // In QuickTime this box has no version field.
    let isPlain = bytes.hasBytes("hdlr", at: meta.lowerBound + 4)
    let start = min(meta.lowerBound + (isPlain ? 0 : 4), meta.upperBound)
    let content = start..<meta.upperBound
    guard let list = Box.find("ilst", in: bytes, content) else { return }
    let keys = keyNames(bytes, Box.find("keys", in: bytes, content))
    Box.forEach(in: bytes, list, most: mostTags) { name, item in
      Box.forEach(in: bytes, item, most: 64) { dataName, data in
        guard bytes.hasBytes("data", at: dataName) else { return true }
        let value = bytes.extracting(bytes.clamped(data.lowerBound + 8, data.count - 8))
        let type = bytes.big(data.lowerBound, 4)
        let index = bytes.big(name, 4) ?? 0
        if bytes.hasBytes("gnre", at: name) {
          let genre = (value.big(0, 2) ?? 0) - 1
          let isKnown = MusicGenre.names.indices.contains(genre)
          if isKnown { text.add(Array(MusicGenre.names[genre].utf8).span) }
        } else if type == 1 || type == 2 {
          let utf16 = type == 2 ? SourceText.utf16(value, isBigEndian: true) : []
          let string = type == 2 ? utf16.span : value
          if index > 0, index <= keys.count {
            add(string, key: bytes.extracting(keys[index - 1]), into: &text)
          } else {
            add(string, tag: bytes.extracting(name..<name + 4), into: &text)
          }
        }
        return true
      }
      return true
    }
  }

  private static func keyNames(_ bytes: Span<UInt8>, _ box: Range<Int>?) -> [Range<Int>] {
    var keys: [Range<Int>] = []
    guard let box else { return keys }
    let start = min(box.lowerBound + 8, box.upperBound)
    Box.forEach(in: bytes, start..<box.upperBound, most: mostTags) { _, content in
      keys.append(content)
      return true
    }
    return keys
  }

  private static func is3GP(_ tag: Span<UInt8>) -> Bool {
    tag.isKey("titl") || tag.isKey("auth") || tag.isKey("dscp") || tag.isKey("perf")
      || tag.isKey("cprt") || tag.isKey("albm") || tag.isKey("gnre")
  }

  private static func add(_ value: Span<UInt8>, tag: Span<UInt8>, into text: inout MediaText) {
    // Most tag names begin with a copyright sign, which is 0xa9 in Mac Roman.
    let name = tag[0] == 0xa9 ? tag.extracting(1..<4) : tag
    switch name.string {
    case "nam", "titl": text.add(legacy: value, to: .title)
    case "ART", "auth", "aut": text.add(legacy: value, to: .author)
    case "day": text.add(value, to: .created)
    case "keyw": text.add(legacy: value, to: .keyword)
    case "alb", "aART", "cmt", "gen", "wrt", "lyr", "desc", "ldes", "cprt", "grp", "catg", "tvsh",
      "tven", "dir", "prd", "cpy", "inf", "des", "mak", "mod", "dscp", "perf", "albm", "con", "pub",
      "prf", "com", "trk", "mvn", "st3", "snm":
      text.add(legacy: value)
    default: break
    }
  }

  private static func add(_ value: Span<UInt8>, key: Span<UInt8>, into text: inout MediaText) {
    let prefix = "com.apple.quicktime."
    let name = key.string
    guard name.hasPrefix(prefix) else { return }
    switch name.dropFirst(prefix.count) {
    case "title", "displayname": text.add(value, to: .title)
    case "author", "artist": text.add(value, to: .author)
    case "creationdate": text.add(value, to: .created)
    case "keywords": text.add(value, to: .keyword)
    case "make", "model", "comment", "description", "copyright", "album", "genre", "information":
      text.add(value)
    default: break
    }
  }
}
