import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct MediaReadersTests {
  private func image(_ bytes: [UInt8]) -> CollectingSink {
    var sink = CollectingSink()
    try? ImageMetadataReader.read(bytes.span, into: &sink)
    return sink
  }

  private func audio(_ bytes: [UInt8]) -> CollectingSink {
    var sink = CollectingSink()
    try? AudioMetadataReader.read(bytes.span, into: &sink)
    return sink
  }

  private func video(_ bytes: [UInt8]) -> CollectingSink {
    var sink = CollectingSink()
    try? VideoMetadataReader.read(bytes.span, into: &sink)
    return sink
  }

  @Test func `Tags that are labelled Latin-1 are recognized together`() {
    let song: [UInt8] = [0, 0xcf, 0xe5, 0xf1, 0xed, 0xff]  // Песня
    let singer: [UInt8] = [
      0, 0xc0, 0xeb, 0xeb, 0xe0, 0x20, 0xcf, 0xf3, 0xe3, 0xe0, 0xf7, 0xb8, 0xe2, 0xe0,
    ]
    let sink = audio(MediaSamples.id3(3, [("TIT2", song), ("TPE1", singer)]))
    #expect(sink.fields[.title] == ["Песня"])
    #expect(sink.fields[.author] == ["Алла Пугачёва"])
    let western = audio(MediaSamples.id3(3, [("TIT2", [0, 0x42, 0x6a, 0xf6, 0x72, 0x6b])]))
    #expect(western.fields[.title] == ["Björk"])
  }

  @Test(arguments: [true, false])
  func `EXIF is read in both orders of bytes`(isBigEndian: Bool) {
    let sink = image(MediaSamples.tiff(isBigEndian: isBigEndian))
    #expect(sink.text == "A view\nAnn\nAcme")
    #expect(sink.fields == [.author: ["Ann"], .created: ["2024-05-01T10:11:12+02:00"]])
  }

  @Test(
    arguments: [
      ([(0x9003, "2024:05:01 10:11:12"), (0x0132, "2025:06:02 01:02:03")], "2024-05-01"),
      ([(0x9004, "2024:05:01 10:11:12"), (0x0132, "2025:06:02 01:02:03")], "2024-05-01"),
      ([(0x0132, "2025:06:02 01:02:03")], "2025-06-02"),
      ([(0x0132, "2025:06:02 01:02:03"), (0x9010, "+02:00")], "2025-06-02T01:02:03+02:00"),
      ([(0x0132, "2025:06:02 01:02:03"), (0x9011, "+02:00")], "2025-06-02"),
      ([(0x9003, "0000:00:00 00:00:00"), (0x0132, "2025:06:02 01:02:03")], "2025-06-02"),
      ([(0x0132, "    :  :     :  :  ")], nil), ([(0x010f, "Acme")], nil),
    ] as [([(Int, String)], String?)])
  func `The date of a photo is the first that is known`(entries: [(Int, String)], date: String?) {
    #expect(image(MediaSamples.tiff(entries)).fields[.created]?.first == date)
  }

  @Test func `JPEG contains EXIF, XMP, IPTC and comments`() {
    let sink = image(MediaSamples.jpeg)
    #expect(
      sink.text == """
        A view
        Ann
        Acme
        A & B
        Köln
        tree
        über
        Bo
        a comment
        """)
    #expect(sink.fields[.title] == ["A & B"])
    #expect(sink.fields[.author] == ["Ann", "Bo"])
    #expect(sink.fields[.keyword] == ["tree", "über"])
  }

  @Test func `PNG and WebP contain chunks`() {
    let png = image(MediaSamples.png)
    #expect(png.text == "Grün\nlong ä\nA view\nAnn\nAcme")
    #expect(png.fields[.title] == ["Grün"])
    #expect(image(MediaSamples.webp).text == "A view\nAnn\nAcme")
  }

  @Test func `HEIC contains EXIF as an item`() {
    #expect(image(MediaSamples.heic).text == "A view\nAnn\nAcme")
  }

  @Test(arguments: [
    (2, [0x00] + Array("Caf\u{0}".utf8), "Caf"), (3, [0x00, 0x43, 0xe9], "Cé"),
    (3, [0x01, 0xff, 0xfe, 0xe4, 0x00, 0x00, 0x00, 0xff, 0xfe, 0x62, 0x00], "ä\nb"),
    (4, [0x02, 0x00, 0xe4], "ä"), (4, [0x03] + Array("ä\u{0}b".utf8), "ä\nb"),
  ])
  func `Texts of ID3 have four encodings`(version: UInt8, value: [UInt8], text: String) {
    let name = version == 2 ? "TT2" : "TIT2"
    let sink = audio(MediaSamples.id3(version, [(name, value)]))
    #expect(sink.text == text)
    #expect(sink.fields[.title] == [text.split(separator: "\n").map(String.init)[0]])
  }

  @Test func `ID3 gives comments, lyrics and names of genres, and nothing for programs`() {
    let frames: [(String, [UInt8])] = [
      ("APIC", [1, 2, 3]), ("TCON", Array("\u{0}(17)".utf8)), ("TYER", Array("\u{0}1999".utf8)),
      ("COMM", Array("\u{0}engx\u{0}nice".utf8)), ("COMM", Array("\u{0}engiTunNORM\u{0}00".utf8)),
      ("COMM", Array("\u{0}engID3v1 Comment\u{0}old".utf8)),
      ("USLT", Array("\u{3}eng\u{0}la la\nü".utf8)), ("TXXX", Array("\u{0}MOOD\u{0}calm".utf8)),
      ("TPE1", Array("\u{0}Ann".utf8)),
    ]
    let sink = audio(MediaSamples.id3(3, frames))
    #expect(sink.text == "Rock\nnice\nold\nla la\nü\ncalm\nAnn")
    #expect(sink.fields == [.created: ["1999-01-01"], .author: ["Ann"]])
  }

  @Test func `ID3v1 is read where nothing else is`() {
    let sink = audio(MediaSamples.id3v1)
    #expect(sink.text == "Title\nAnn\nAlbum\nnote\nRock")
    #expect(
      sink.fields == [.title: ["Title"], .author: ["Ann"], .created: ["1999-01-01"]])
  }

  @Test func `Vorbis comments are in FLAC and Ogg`() {
    for sink in [audio(MediaSamples.flac), audio(MediaSamples.ogg), video(MediaSamples.ogg)] {
      #expect(sink.text == "Täg\nAnn\nJazz")
      #expect(
        sink.fields == [.title: ["Täg"], .author: ["Ann"], .created: ["2001-02-03"]])
    }
  }

  @Test func `MP4 has tags of iTunes, QuickTime and 3GP, after the sound, too`() {
    let sink = audio(MediaSamples.mp4)
    #expect(sink.text == "Qt\nPhone\nTäg\nRock\nMade")
    #expect(sink.fields == [.title: ["Qt"], .created: ["2024-05-01T00:00:00Z"], .author: ["Made"]])
  }

  @Test func `Matroska has tags before and after the clusters`() {
    let sink = video(MediaSamples.matroska)
    #expect(sink.text == "Film\nOpening\nnice")
    #expect(sink.fields == [.title: ["Film"], .created: ["2001-01-02T00:00:00Z"]])
  }

  @Test func `WAV and AVI have lists of information`() {
    for sink in [audio(MediaSamples.riff("WAVE")), video(MediaSamples.riff("AVI "))] {
      #expect(sink.text == "Täg\nAnn")
      #expect(
        sink.fields == [.title: ["Täg"], .author: ["Ann"], .created: ["2001-02-03"]])
    }
  }

  @Test func `Values that many directories name are read only so often`() {
    var text = MediaText()
    let empty = [0xff, 0xfe] + [UInt8](repeating: 0, count: 64 << 10)
    for _ in 0..<1_000 { text.add(legacy: empty.span) }
    text.add(Array("late".utf8).span)
    #expect(text.isEmpty)
  }

  @Test func `Resources that many directories name are read only so often`() {
    var text = MediaText()
    let resource = Array("8BIM".utf8) + [UInt8](repeating: 0, count: 8)
    for _ in 0..<16 { InterchangeModel.read(resources: resource.span, into: &text) }
    let dataset = [0x1c, 2, 5] + MediaSamples.number(4, 2) + Array("late".utf8)
    InterchangeModel.read(dataset.span, into: &text)
    #expect(text.isEmpty)
  }

  @Test func `Unknown formats are unsupported`() {
    var sink = CollectingSink()
    #expect(throws: ReadingFailure.unsupported("format of the picture")) {
      try ImageMetadataReader.read([1, 2, 3].span, into: &sink)
    }
    #expect(throws: ReadingFailure.unsupported("format of the film")) {
      try VideoMetadataReader.read([1, 2, 3].span, into: &sink)
    }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_709_251_199, "2024-02-29T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    (253_402_300_800, nil),
    (-1, "1969-12-31T23:59:59Z"), (-11_644_473_601, nil),
  ])
  func `Seconds become dates`(seconds: Int, date: String?) {
    #expect(CivilDate.rfc3339(seconds: seconds) == date)
  }

  @Test func `Damaged media do not trap`() {
    var mutations = Mutations(seed: 0x3ed1a)
    for _ in 0..<200 {
      for sample in MediaSamples.all {
        let bytes = mutations.damage(sample)
        _ = (image(bytes), audio(bytes), video(bytes))
      }
    }
    _ = (image([]), audio([]), video([]))
  }

  @Test(arguments: ["moov", "udta"])
  func `Sizes that are too large end at the end`(name: String) {
    for size: [UInt8] in [
      [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 1], [0, 0, 0, 0], [0x80, 0, 0, 0],
    ] {
      let long = [UInt8](repeating: 0xff, count: 8)
      _ = video(Array("\0\0\0\u{8}ftyp".utf8) + size + Array(name.utf8) + long)
    }
  }
}
