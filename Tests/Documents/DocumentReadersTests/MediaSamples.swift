/// Small media files, built byte by byte.
enum MediaSamples {
  static let all: [[UInt8]] = [
    tiff(isBigEndian: true), tiff(isBigEndian: false), jpeg, png, webp, heic, id3v1, flac, ogg, mp4,
    matroska, riff("WAVE"), riff("AVI "),
    id3(2, [("TT2", [0, 65]), ("TCO", Array("\u{0}(17)".utf8))]),
    id3(3, [("TIT2", [1, 0xff, 0xfe, 65, 0]), ("COMM", Array("\u{0}eng\u{0}x".utf8))]),
    id3(4, [("TIT2", [3, 65, 0, 66]), ("TXXX", Array("\u{3}a\u{0}b".utf8))]),
  ]

  static func number(_ value: Int, _ size: Int, isBigEndian: Bool = true) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  // MARK: Pictures

  static func tiff(isBigEndian: Bool) -> [UInt8] {
    func n(_ value: Int, _ size: Int) -> [UInt8] { number(value, size, isBigEndian: isBigEndian) }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      n(tag, 2) + n(type, 2) + n(count, 4) + n(value, 4)
    }
    func short(_ tag: Int, _ text: String) -> [UInt8] {
      n(tag, 2) + n(2, 2) + n(text.utf8.count, 4) + Array(text.utf8)
    }
    // The first directory at 8 has 4 entries, the EXIF directory at 62 has 2, values begin at 92.
    let first =
      n(4, 2) + entry(0x10e, 2, 7, 92) + short(0x13b, "Ann\u{0}") + entry(0x8769, 4, 1, 62)
      + short(0x10f, "Acme") + n(0, 4)
    let second = n(2, 2) + entry(0x9003, 2, 20, 99) + entry(0x9011, 2, 7, 119) + n(0, 4)
    let values = "A view\u{0}2024:05:01 10:11:12\u{0}+02:00\u{0}"
    return Array((isBigEndian ? "MM" : "II").utf8) + n(42, 2) + n(8, 4) + first + second
      + Array(values.utf8)
  }

  /// A TIFF file with one directory of texts.
  static func tiff(_ entries: [(tag: Int, text: String)]) -> [UInt8] {
    func n(_ value: Int, _ size: Int) -> [UInt8] { number(value, size, isBigEndian: false) }
    var (directory, values) = (n(entries.count, 2), [UInt8]())
    for (tag, text) in entries {
      let text = Array(text.utf8) + [0]
      directory += n(tag, 2) + n(2, 2) + n(text.count, 4)
      directory += n(8 + 2 + 12 * entries.count + 4 + values.count, 4)
      values += text
    }
    return Array("II".utf8) + n(42, 2) + n(8, 4) + directory + n(0, 4) + values
  }

  static var jpeg: [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xff, marker] + number(content.count + 2, 2) + content
    }
    let xmp = """
      <x:xmpmeta><rdf:Description photoshop:City="K&#xf6;ln"><dc:title><rdf:Alt><rdf:li \
      xml:lang="x-default">A &amp; B</rdf:li></rdf:Alt></dc:title><dc:subject/>x</rdf:Description>
      """.replacing("<rdf:Description photoshop:City=\"K&#xf6;ln\"><dc:title>", with: "<dc:title>")
      .replacing("<dc:subject/>", with: "<r photoshop:City=\"K&#xf6;ln\"/><dc:subject/>")
    func dataset(_ number: UInt8, _ text: [UInt8]) -> [UInt8] {
      [0x1c, 2, number] + MediaSamples.number(text.count, 2) + text
    }
    let iptc =
      dataset(25, Array("tree".utf8)) + dataset(25, [0xfc, 0x62, 0x65, 0x72])
      + dataset(80, Array("Bo".utf8))
    let resources =
      Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0] + number(iptc.count, 4) + iptc
    return [0xff, 0xd8] + segment(0xe1, Array("Exif\u{0}\u{0}".utf8) + tiff(isBigEndian: true))
      + segment(0xe1, Array(("http://ns.adobe.com/xap/1.0/\u{0}" + xmp).utf8))
      + segment(0xed, resources) + segment(0xfe, Array("a comment".utf8)) + [0xff, 0xda, 0, 2]
  }

  static var png: [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("tEXt", Array("Title\u{0}Gr".utf8) + [0xfc, 0x6e])
      + chunk("iTXt", Array("Comment\u{0}\u{0}\u{0}de\u{0}K\u{0}long ä".utf8))
      + chunk("zTXt", Array("Comment\u{0}\u{0}xyz".utf8)) + chunk("eXIf", tiff(isBigEndian: false))
      + chunk("IEND", [])
  }

  static var webp: [UInt8] {
    let exif = tiff(isBigEndian: false)
    return Array("RIFF\0\0\0\0WEBPVP8 ".utf8) + [3, 0, 0, 0, 1, 2, 3, 0] + Array("EXIF".utf8)
      + number(exif.count, 4, isBigEndian: false) + exif
  }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(name.unicodeScalars.map { UInt8($0.value & 0xff) })
      + content
  }

  static var heic: [UInt8] {
    let exif = [0, 0, 0, 6] + Array("Exif\u{0}\u{0}".utf8) + tiff(isBigEndian: true)
    let type = box("ftyp", Array("heic".utf8))
    func meta(_ offset: Int) -> [UInt8] {
      let info = box("infe", [2, 0, 0, 0, 0, 7, 0, 0] + Array("Exif".utf8))
      let location =
        [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 7, 0, 0, 0, 0, 0, 1] + number(offset, 4)
        + number(exif.count, 4)
      return box(
        "meta", [0, 0, 0, 0] + box("iinf", [0, 0, 0, 0, 0, 1] + info) + box("iloc", location))
    }
    let offset = type.count + meta(0).count + 8
    return type + meta(offset) + box("mdat", exif)
  }

  // MARK: Sound and films

  static func id3(_ version: UInt8, _ frames: [(String, [UInt8])]) -> [UInt8] {
    let content = frames.flatMap { name, value in
      Array(name.utf8) + number(value.count, version == 2 ? 3 : 4) + (version == 2 ? [] : [0, 0])
        + value
    }
    return Array("ID3".utf8) + [version, 0, 0, 0, 0] + number(content.count >> 7, 1)
      + number(content.count & 0x7f, 1) + content
  }

  static var id3v1: [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }
    return [0xff, 0xfb, 0, 0] + Array("TAG".utf8) + field("Title", 30) + field("Ann", 30)
      + field("Album", 30) + field("1999", 4) + field("note", 30) + [17]
  }

  private static var comments: [UInt8] {
    let values = [
      "TITLE=Täg", "artist=Ann", "DATE=2001-02-03", "genre=Jazz", "METADATA_BLOCK_PICTURE=AAAA",
      "REPLAYGAIN_TRACK_GAIN=1 dB",
    ]
    func sized(_ text: String) -> [UInt8] {
      number(text.utf8.count, 4, isBigEndian: false) + Array(text.utf8)
    }
    return sized("vendor") + number(values.count, 4, isBigEndian: false) + values.flatMap(sized)
  }

  static var flac: [UInt8] {
    Array("fLaC".utf8) + [0, 0, 0, 2, 9, 9, 0x84] + number(comments.count, 3) + comments
  }

  static var ogg: [UInt8] {
    func page(_ flags: UInt8, _ packet: [UInt8]) -> [UInt8] {
      Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0]
        + [UInt8](repeating: 0, count: 8) + [1, UInt8(packet.count)] + packet
    }
    let packet = Array("OpusTags".utf8) + comments
    return page(2, Array("OpusHead".utf8)) + page(0, packet)
  }

  static var mp4: [UInt8] {
    func data(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
      box("data", [0, 0, 0, type, 0, 0, 0, 0] + value)
    }
    let list =
      box("\u{a9}nam", data(1, Array("Täg".utf8))) + box("gnre", data(0, [0, 18]))
      + box("covr", data(13, [1, 2])) + box("\0\0\0\u{1}", data(1, Array("Made".utf8)))
    let keys = box(
      "keys", [0, 0, 0, 0, 0, 0, 0, 1] + box("mdta", Array("com.apple.quicktime.author".utf8)))
    let meta = box("meta", [0, 0, 0, 0] + box("hdlr", [0, 0, 0, 0]) + keys + box("ilst", list))
    let user =
      box("\u{a9}nam", [0, 2, 0, 0] + Array("Qt".utf8))
      + box("dscp", [0, 0, 0, 0, 0x15, 0xc7] + Array("Phone\u{0}".utf8)) + meta
    let header = [0, 0, 0, 0] + number(1_714_521_600 + 2_082_844_800, 4)
    let movie = box("moov", box("mvhd", header) + box("udta", user))
    return box("ftyp", Array("M4A ".utf8)) + box("mdat", [1, 2, 3]) + movie
  }

  static var matroska: [UInt8] {
    func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
      id + [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
    }
    let date = element([0x44, 0x61], number(86_400 * 1_000_000_000, 8))
    let info = element([0x15, 0x49, 0xa9, 0x66], element([0x7b, 0xa9], Array("Film".utf8)) + date)
    let display = element([0x80], element([0x85], Array("Opening".utf8)))
    let chapters = element(
      [0x10, 0x43, 0xa7, 0x70], element([0x45, 0xb9], element([0xb6], display)))
    let simple = element(
      [0x67, 0xc8],
      element([0x45, 0xa3], Array("COMMENT".utf8)) + element([0x44, 0x87], Array("nice".utf8)))
    let tags = element([0x12, 0x54, 0xc3, 0x67], element([0x73, 0x73], simple))
    let cluster = element([0x1f, 0x43, 0xb6, 0x75], [1, 2, 3])
    func seek(_ offset: Int) -> [UInt8] {
      let entry =
        element([0x53, 0xab], [0x12, 0x54, 0xc3, 0x67]) + element([0x53, 0xac], number(offset, 2))
      return element([0x11, 0x4d, 0x9b, 0x74], element([0x4d, 0xbb], entry))
    }
    let before = seek(0) + info + chapters + cluster
    let segment = seek(before.count) + info + chapters + cluster + tags
    return element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x86, 0x81, 1])
      + element([0x18, 0x53, 0x80, 0x67], segment)
  }

  static func riff(_ type: String) -> [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(content.count, 4, isBigEndian: false) + content
        + (content.count % 2 == 0 ? [] : [0])
    }
    let list =
      Array("INFO".utf8) + chunk("INAM", [0x54, 0xe4, 0x67, 0]) + chunk("IART", Array("Ann".utf8))
      + chunk("ICRD", Array("2001-02-03\u{0}".utf8)) + chunk("ISFT", Array("Program".utf8))
    return chunk("RIFF", Array(type.utf8) + chunk("fmt ", [1, 2, 3]) + chunk("LIST", list))
  }
}
