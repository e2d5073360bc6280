import ExtractionProtocol
import TestSupport

/// A document of each format, small enough to be written down.
enum SampleDocuments {
  struct Sample {
    let name: String
    let bytes: [UInt8]
    /// Whether its text contains "größe"; other samples are damaged documents with the right signature.
    var hasText = true
  }

  private static let mail = "Subject: A\nTo: b\nFrom: c\n\ngröße\n"

  static let samples: [DocumentFormat: Sample] = [
    // In an encoding that is detected and converted.
    .html: Sample(
      name: "a.html", bytes: Array("<title>A</title><p>gr".utf8) + [0xf6] + Array("&szlig;e".utf8)),
    .mail: text(mail, "a.eml"),
    .appleMail: text("\(mail.utf8.count)\n\(mail)", "a.emlx"),
    .webArchive: text(
      """
      MIME-Version: 1.0
      Content-Type: multipart/related; boundary=x

      --x
      Content-Type: text/html; charset=utf-8

      <p>größe
      --x--
      """, "a.mhtml"),
    .mailbox: text("From c Sun Nov 22 10:00:00 2026\n\(mail)", "a.mbox"),
    .richText: text("{\\rtf1\\ansi\\ansicpg1252 gr\\'f6\\'dfe\\par}", "a.rtf"),
    .compoundFile: damaged([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "a.doc"),
    .flatOpenDocument: text(
      """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>\
      <text:p>größe</text:p></office:text></office:body></office:document>
      """, "a.fodt"),
    .officeXML: text(
      """
      <?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument><w:body><w:p>\
      <w:r><w:t>größe</w:t></w:r></w:p></w:body></w:wordDocument>
      """, "a.xml"),
    .fictionBook: text(
      "<FictionBook><body><section><p>größe</p></section></body></FictionBook>", "a.fb2"),
    .abiWord: text("<abiword><section><p>größe</p></section></abiword>", "a.abw"),
    .gnumeric: text(
      """
      <gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd"><gnm:Sheets><gnm:Sheet><gnm:Cells>\
      <gnm:Cell Row="0" Col="0" ValueType="60">größe</gnm:Cell></gnm:Cells></gnm:Sheet></gnm:Sheets>\
      </gnm:Workbook>
      """, "a.gnumeric"),
    .transportNeutral: damaged([0x78, 0x9f, 0x3e, 0x22], "winmail.dat"),
    .signedData: damaged([0x30, 0x82], "a.p7m"),
    .database: damaged(Array("SQLite format 3\0".utf8), "places.sqlite"),
    .bookmarks: text(
      """
      {"checksum":"0","roots":{"other":{"type":"url","name":"größe","url":"http://a","guid":"1"}}}
      """, "Bookmarks"),
    .chat: text("12/11/20, 13:30 - Ann: größe\n", "WhatsApp Chat with Ann.txt"),
    .dia: text(
      """
      <dia:diagram xmlns:dia="http://www.lysator.liu.se/~alla/dia/"><dia:string>#größe#</dia:string>\
      </dia:diagram>
      """, "a.dia"),
    .svg: text("<svg xmlns='http://www.w3.org/2000/svg'><text>größe</text></svg>", "a.svg"),
    .notebook: text("{\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\"größe\"]}]}", "a.ipynb"),
    .calendar: text(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:größe\nEND:VEVENT\nEND:VCALENDAR\n", "a.ics"),
    .contacts: text("BEGIN:VCARD\nVERSION:3.0\nFN:A\nNOTE:größe\nEND:VCARD\n", "a.vcf"),
    .subtitles: text("1\n00:00:01,000 --> 00:00:02,000\ngröße\n", "a.srt"),
    .translations: text("msgid \"size\"\nmsgstr \"größe\"\n", "a.po"),
    .manualPage: text(".TH A 1\n.SH NAME\na \\- b\n.SH SIZE\ngröße\n", "a.1"),
    .info: text("\u{1f}\nFile: a.info,  Node: Top\n\ngröße\n", "a.info"),
    .tex: text("\\documentclass{article}\\begin{document}größe\\end{document}", "a.tex"),
    .image: damaged([0xff, 0xd8, 0xff, 0xe1], "a.jpg"),
    .audio: damaged(Array("ID3\u{3}".utf8), "a.mp3"),
    .video: damaged([0x1a, 0x45, 0xdf, 0xa3], "a.mkv"),
    .officeOpenXML: encoded(
      """
      UEsDBBQAAAAIAAAAIVysbhJangAAANwAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbF2PsQ7CMBBDf6XKitqr\
      GBhQ24UdGPiBU3JtI5pLlBwF/p4EpA6Mlu1nubu9A6Xq5RZOvZpFwhEg6ZkcpsYH4uyMPjqULOMEAfUdJ4J9\
      2x5AexZiqaUw1NBdVorRGqquGOWMjnoFTx8NGK8fLiebTFPV6Vcry73CEBarUaxnWNn8bdZ+HK2mrV9oIXpN\
      KVme3NJsjkPLu4KHoYPvqeEDUEsDBBQAAAAIAAAAIVxZ3+1chQAAAO8AAAALAAAAX3JlbHMvLnJlbHONzzEO\
      AiEQBdCrEA6ws7GwMEBlY2u8wAQGlrgwBDDq7aWwWI2F5fz/85JRZ1qxR85tiaWJR1pz03LpvRwAml0oYZu4\
      UB6N55qwj7MGKGivGAh287yHujWkUVtTnJyWKMXlWegfmL2Plo5sb4ly/+F/LYaMNVDX8s7VgXvH02AlGAUf\
      /5kXUEsDBBQAAAAIAAAAIVyz34AmeQAAAJkAAAARAAAAd29yZC9kb2N1bWVudC54bWxFzsENwjAMBdBVUAfA\
      FQcOUcguITFppTqOHKPQadiCBboYTTlweV9flqVvm4kcnoRZTy9acjXtNkyqxQDUMCH5euaCeb89WMjrXiVB\
      Y4lFOGCtc060wGUcr0B+zoOzzdw5rj1LRzrqkmyf7Y0WeunKYTn8PcB/jPsCUEsBAhQDFAAAAAgAAAAhXKxu\
      ElqeAAAA3AAAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECFAMUAAAACAAAACFc\
      Wd/tXIUAAADvAAAACwAAAAAAAAAAAAAAgAHPAAAAX3JlbHMvLnJlbHNQSwECFAMUAAAACAAAACFcs9+AJnkA\
      AACZAAAAEQAAAAAAAAAAAAAAgAF9AQAAd29yZC9kb2N1bWVudC54bWxQSwUGAAAAAAMAAwC5AAAAJQIAAAAA
      """, "a.docx"),
    .openDocument: encoded(
      """
      UEsDBBQAAAAIAAAAIVxexjIMKQAAACcAAAAIAAAAbWltZXR5cGVLLCjIyUxOLMnMz9Mvy0vRy08szizWyy9I\
      zUvJTy7NTc0r0StJrSgBAFBLAwQUAAAACAAAACFc1w2TN3oAAAD9AAAACwAAAGNvbnRlbnQueG1ss8lPS8tM\
      TrVKyU8uzU3NK9FNzs8rAdIKFbk5ecVWEFlbpdKiPKv8xOLMYqu8xNzUYquSZKv8gtQ8mC4rZNVWhnoGSlD9\
      JakVJcTqBqkF67WzgRqUlJ9SCeeApO1swIoK7NKLDm87PD/VRh/Kt9FHUaWPYoA+Dj/aAQBQSwECFAMUAAAA\
      CAAAACFcXsYyDCkAAAAnAAAACAAAAAAAAAAAAAAAgAEAAAAAbWltZXR5cGVQSwECFAMUAAAACAAAACFc1w2T\
      N3oAAAD9AAAACwAAAAAAAAAAAAAAgAFPAAAAY29udGVudC54bWxQSwUGAAAAAAIAAgBvAAAA8gAAAAAA
      """, "a.odt"),
    .epub: encoded(
      """
      UEsDBBQAAAAIAAAAIVxvYassFgAAABQAAAAIAAAAbWltZXR5cGVLLCjIyUxOLMnMz9NPLShN0q7KLAAAUEsD\
      BBQAAAAIAAAAIVxjjYMveAAAAK4AAAAWAAAATUVUQS1JTkYvY29udGFpbmVyLnhtbE2NwQ4CIQxEf4VwNSt3\
      wvIvlS1KhLaBkujfSzys3iaTN29CYlIohN28WqWx29nJM4wyPEHD4TV5FqSD02xI6r+YP2c2hs6suVQcv2jy\
      rHUT0Mdu4cqSrWl4FNj0LbgqkVoSaGFyjDcZC01PuONl2a2Lwf053fkVP1BLAwQUAAAACAAAACFcJb0R8YAA\
      AACwAAAABQAAAGEub3BmRc7RCoMwDAXQXyl5HWtkL4NR+y/Fphpm26AB9e9XVNhbyL2cxEkYvmEks+e5rD1M\
      qvJB3LbNcpRk6zLiq+veWCWBdzkUTrSqd6yUDcceAphpodQGu0+aZzCZIoenHkJtKTLzEJRrwTN+tEOA3uGf\
      WoULXWKDGnpxZ+vO8H7T/wBQSwMEFAAAAAgAAAAhXIv3raRHAAAATQAAAAcAAABhLnhodG1ss8koyc1RqMjN\
      ySu2VcooKSmw0tcvLy/XKzfWyy9K1ze0tLTUrwCpUbKzScpPqbSzKbBLLzq87fD8VBv9AjsbfYigPkiJHQBQ\
      SwECFAMUAAAACAAAACFcb2GrLBYAAAAUAAAACAAAAAAAAAAAAAAAgAEAAAAAbWltZXR5cGVQSwECFAMUAAAA\
      CAAAACFcY42DL3gAAACuAAAAFgAAAAAAAAAAAAAAgAE8AAAATUVUQS1JTkYvY29udGFpbmVyLnhtbFBLAQIU\
      AxQAAAAIAAAAIVwlvRHxgAAAALAAAAAFAAAAAAAAAAAAAACAAegAAABhLm9wZlBLAQIUAxQAAAAIAAAAIVyL\
      962kRwAAAE0AAAAHAAAAAAAAAAAAAACAAYsBAABhLnhodG1sUEsFBgAAAAAEAAQA4gAAAPcBAAAAAA==
      """, "a.epub"),
    .archive: encoded(
      """
      UEsDBBQAAAgIAAAAIVxDvrfoAwAAAAEAAAALAAAAZ3LDtsOfZS50eHRLBABQSwECFAMUAAAICAAAACFcQ763\
      6AMAAAABAAAACwAAAAAAAAAAAAAAgAEAAAAAZ3LDtsOfZS50eHRQSwUGAAAAAAEAAQA5AAAALAAAAAAA
      """, "a.zip"),
    .plainText: encoded(
      """
      H4sIAAAAAAACA0svOrzt8PxUAImp01sHAAAA
      """, "a.txt.gz"),
    .mobipocket: damaged([UInt8](repeating: 0, count: 60) + Array("BOOKMOBI".utf8), "a.mobi"),
    .djvu: damaged(Array("AT&TFORM".utf8), "a.djvu"),
    .compiledHelp: damaged(Array("ITSF".utf8) + [3, 0, 0, 0], "a.chm"),
    .oneNote: damaged([0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d], "a.one"),
    .outlookData: damaged(Array("!BDN".utf8), "a.pst"),
    .xps: damaged([0x50, 0x4b, 3, 4], "a.xps"),
    .iWork: damaged([0x50, 0x4b, 3, 4], "a.pages"),
    .pdf: Sample(name: "a.pdf", bytes: portableDocument.bytes),
  ]

  /// German in WinAnsiEncoding on its second page.
  static var portableDocument: PortableDocument {
    var document = PortableDocument(["page one", nil])
    document.pages[1] = Array("gr".utf8) + [0xf6, 0xdf] + Array("e".utf8)
    document.information = "/Title(A title)/Author(Ann B; C)/CreationDate(D:20260102030405+01'00')"
    return document
  }

  private static func text(_ text: String, _ name: String) -> Sample {
    Sample(name: name, bytes: Array(text.utf8))
  }

  private static func damaged(_ signature: [UInt8], _ name: String) -> Sample {
    Sample(name: name, bytes: signature + [UInt8](repeating: 0x5a, count: 2_000), hasText: false)
  }

  /// Decodes base64.
  private static func encoded(_ text: String, _ name: String) -> Sample {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for letter in text.utf8 {
      guard let value = letters.firstIndex(of: letter) else { break }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return Sample(name: name, bytes: bytes)
  }
}
