import ExtractionProtocol
import Testing

@testable import ContentTypes

struct ContentTypeTests {
  @Test(
    arguments: [
      ("a.txt", "text", "text/plain", .plainText), ("a.html", "text", "text/html", .format(.html)),
      ("a", "\n <!DOCTYPE HTML><p>", "text/html", .format(.html)),
      ("a.unknown", "<html lang=de>", "text/html", .format(.html)),
      ("a.md", "<html>", "text/markdown", .plainText),
      ("a", "<?xml version='1.0'?>\n<!-- x --><html>", "text/html", .format(.html)),
      ("a", "<table><tr>", "text/plain", .plainText),
      ("a.xls", "<table><tr>", "text/html", .format(.html)),
      ("a.xls", "<!-- x --> <META http-equiv=x>", "text/html", .format(.html)),
      (
        "a.xml",
        "<?xml?><office:document xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\">",
        "application/vnd.oasis.opendocument.text-flat-xml", .format(.flatOpenDocument)
      ),
      ("a.xls", "<tablet>", "application/vnd.ms-excel", .plainText),
      (
        "smime.p7m", "MIME-Version: 1.0\nContent-Type: multipart/signed; x=y\n\n", "message/rfc822",
        .format(.mail)
      ),
      ("a.txt", "%PDF-1.4\n", "application/pdf", .format(.pdf)),
      ("a", "{\\rtf1", "application/rtf", .format(.richText)),
      ("a.pdf", "%PDF-1.4\n", "application/pdf", .format(.pdf)),
      ("a.pdf", "\n\nHeader: x\n%PDF-1.4\n", "application/pdf", .format(.pdf)),
      ("a.pdf", "just text", "application/pdf", .plainText),
      ("a.pdf", "<!doctype html>", "text/html", .format(.html)),
      ("a.doc", "just text", "application/msword", .plainText),
      (
        "a.docx", "PK\u{3}\u{4}",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        .format(.officeOpenXML)
      ),
      ("a.html", "PK\u{3}\u{4}", "application/zip", .format(.archive)),
      ("a.txt", "ID3 is a tag", "text/plain", .plainText),
      ("a.ps", "%!PS-Adobe-3.0", "application/postscript", .none),
      ("a.txt", "a page about %PDF-1.4", "text/plain", .plainText),
      (
        "a.doc", "\u{feff}<?xml version=\"1.0\"?><w:wordDocument " + wordML,
        "application/x-office-xml", .format(.officeXML)
      ),
      (
        "a.xls", "<?xml?>\n<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">",
        "application/x-office-xml", .format(.officeXML)
      ),
      ("a.xml", "<?xml version=\"1.0\"?><wordDocument/>", "application/xml", .plainText),
      ("a.azw3", palm("BOOKMOBI"), "application/vnd.amazon.mobi8-ebook", .format(.mobipocket)),
      ("a.pdb", palm("TEXtREAd"), "application/x-mobipocket-ebook", .format(.mobipocket)),
      ("a.prc", palm("DATAxxxx"), "application/x-mobipocket-ebook", .plainText),
      ("a", "AT&TFORM", "image/vnd.djvu", .format(.djvu)),
      ("a.bak", "!BDN", "application/vnd.ms-outlook-pst", .format(.outlookData)),
      ("a.one", "note", "application/onenote", .plainText),
      ("a.ost", "note", "application/vnd.ms-outlook-pst", .plainText),
      ("a.oxps", "PK\u{3}\u{4}", "application/oxps", .format(.xps)),
      ("a.vsdx", "PK\u{3}\u{4}", "application/vnd.ms-visio.drawing", .format(.officeOpenXML)),
      ("a.odb", "PK\u{3}\u{4}", "application/vnd.oasis.opendocument.base", .format(.openDocument)),
    ] as [(String, String, String, ContentType.Reader)])
  func `Contents win over the name, and what is no text is not read as text`(
    name: String, start: String, type: String, reader: ContentType.Reader
  ) {
    let content = ContentType(fileName: Array(name.utf8), start: Array(start.utf8))
    #expect(content.type == type)
    #expect(content.reader == reader)
  }

  @Test(
    arguments: [
      ("d/a.html", nil, "text", "text/html", .format(.html)),
      ("d.html/a", nil, "text", "text/plain", .plainText),
      ("note", "text/html", "text", "text/html", .format(.html)),
      ("note.txt", "text/html", "text", "text/plain", .plainText),
      ("note", "application/msword", "text", "text/plain", .plainText),
      ("a.docx", "application/octet-stream", "%PDF-1.4", "application/pdf", .format(.pdf)),
      ("<1@x>", "message/rfc822", "Subject: a", "message/rfc822", .format(.mail)),
      ("Re: b.txt", "Message/RFC822", "Subject: a", "message/rfc822", .format(.mail)),
      ("a.eml", "message/rfc822", "\u{7f}ELF", "application/x-executable", .none),
      ("a.eml", "text/ü", "", "message/rfc822", .format(.mail)),
      ("part 2.bin", "audio/basic", "~~~~", "audio/basic", .none),
      ("a.txt", "audio/basic", "text", "text/plain", .plainText),
      (
        "smime.p7m", "multipart/signed", "Content-Type: multipart/signed\n", "message/rfc822",
        .format(.mail)
      ),
    ] as [(String, String?, String, String, ContentType.Reader)])
  func `The declared type of a member counts where name and content do not tell`(
    path: String, declared: String?, start: String, type: String, reader: ContentType.Reader
  ) {
    let content = ContentType(
      memberAt: Array(path.utf8), declared: declared, start: Array(start.utf8))
    #expect(content.type == type)
    #expect(content.reader == reader)
  }

  @Test(
    arguments: [
      ("From: a\nTo: b\nSubject: c\n\ntext", true),
      ("Received: from a\n by b\nFrom: a\r\nDate: today\r\n\r\n", true),
      ("From: a\nSubject: c\n\ntext", false), ("To do: buy milk\nDate: today\n", false),
      ("a text\nFrom: a\nTo: b\nSubject: c\n", false),
      (" folded\nFrom: a\nTo: b\nDate: c\n", false),
      // Relays put their headers in front.
      (
        "Received: from a\n\(String(repeating: "X-Spam: 1\n", count: 600))From: a\nSubject: c\n\n",
        true
      ),
      ("", false),
    ])
  func `A mail is recognized by its headers`(text: String, isMail: Bool) {
    #expect(ContentSignature.isMail(Array(text.utf8)) == isMail)
  }

  @Test(
    arguments: [
      ("ls.1.gz", .format(.manualPage), true), ("changelog.gz", .format(.plainText), true),
      ("a.html.gz", .format(.html), true), ("a.tar.gz", .format(.archive), false),
      ("a.tgz", .format(.archive), false), ("a.gnumeric", .format(.gnumeric), true),
      ("a.db.gz", .none, false), ("a.docx.gz", .format(.officeOpenXML), true),
      ("a.pdf.gz", .format(.pdf), true),
    ] as [(String, ContentType.Reader, Bool)])
  func `The name of a compressed file tells what is in it`(
    name: String, reader: ContentType.Reader, isCompressed: Bool
  ) {
    let content = ContentType(fileName: Array(name.utf8), start: [0x1f, 0x8b, 8])
    #expect(content.reader == reader)
    #expect(content.isCompressed == isCompressed)
  }

  private static func palm(_ type: String) -> String {
    String(repeating: "a", count: 60) + type
  }

  private static let mail = Array("From: a\nTo: b\nSubject: c\n\ntext".utf8)
  private static let archive = Array(
    "Date: x\nSubject: y\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=z\n\n--z"
      .utf8)

  private static let database = Array("SQLite format 3\0".utf8)
  private static let officeXML = "<?xml version='1.0'?><?mso-application progid='Word.Document'?>"
  private static let wordML = "xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'"

  private static func zip(_ names: String...) -> [UInt8] {
    names.flatMap { name in
      [0x50, 0x4b, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0]
        + Array(name.utf8)
    }
  }

  @Test(
    arguments: [
      ("a.msg", mail, .format(.mail)), ("a.doc", archive, .format(.webArchive)),
      ("a.doc", Array(archive.dropFirst(8)), .format(.webArchive)),
      ("a.eml", archive, .format(.mail)),
      ("a.xls", Array("<html><table>".utf8), .format(.html)), ("a.md", mail, .plainText),
      ("a.doc", zip("[Content_Types].xml", "word/document.xml"), .format(.officeOpenXML)),
      ("a", zip("_rels/.rels", "xl/workbook.xml"), .format(.officeOpenXML)),
      ("a.xls", zip("xl/worksheets/sheet1.xml", "xl/workbook.xml"), .format(.officeOpenXML)),
      ("a.xls", zip("xl/notes.txt"), .format(.archive)),
      ("a.zip", zip("[Content_Types].xml", "word/document.xml"), .format(.archive)),
      ("a.nupkg", zip("[Content_Types].xml", "lib/a.dll"), .format(.archive)),
      (
        "a.docx", zip("mimetype") + Array("application/vnd.oasis.opendocument.textPK".utf8),
        .format(.openDocument)
      ),
      ("a.odt", zip("[Content_Types].xml", "word/document.xml"), .format(.officeOpenXML)),
      ("a.xml", Array((officeXML + "<w:wordDocument " + wordML + ">").utf8), .format(.officeXML)),
      ("winmail.dat", [0x78, 0x9f, 0x3e, 0x22, 0, 0], .format(.transportNeutral)),
      ("a.p7m", [0x30, 0x82], .format(.signedData)),
      ("places.sqlite", database, .format(.database)), ("a.sqlite", database, .none),
      ("abook-2.sqlite", database, .format(.database)), ("a", database, .none),
      ("contacts.db", database, .format(.database)), ("cookies.sqlite", database, .none),
      ("contacts.db", Array("notes".utf8), .plainText),
      ("Bookmarks", Array(#"{ "checksum": "1", "roots": {"#.utf8), .format(.bookmarks)),
      ("a", Array(#"{ "roots": {"#.utf8), .plainText),
      ("a.xml", Array("<?xml version='1.0'?><!DOCTYPE xbel><xbel>".utf8), .format(.bookmarks)),
      ("a.xbel", Array("<xbel>".utf8), .format(.bookmarks)),
      ("a.xml", Array("<a><!-- <xbel> -->".utf8), .plainText),
      ("_chat.txt", Array("\u{200e}[12/11/20, 13:30:05] A: b".utf8), .format(.chat)),
      ("WhatsApp-Chat mit A.txt", Array("12.11.20, 13:30 - A: b".utf8), .format(.chat)),
      ("WhatsApp is down.txt", Array("In 2020 it was".utf8), .plainText),
      ("log.txt", Array("[2020-11-12 13:30:05] ERROR: b".utf8), .plainText),
      ("chat.md", Array("[2020-11-12 13:30:05] A: b".utf8), .format(.chat)),
      (
        "result.json", Array(#"{"name":"A","messages":[{"date":"x","from_id":"u"}"#.utf8),
        .format(.chat)
      ),
      (
        "result.json", Array(#"{"about":"Here is the data you requested.","chats":{"#.utf8),
        .format(.chat)
      ),
      ("2020-11-12.json", Array(#"[{"type":"message","ts":"1","text":"a"}]"#.utf8), .format(.chat)),
      ("a.json", Array(#"[{"type":"message","ts":"1","text":"a"}]"#.utf8), .plainText),
      (
        "data.json", Array(#"{"date":"","sender":"","body":"","attachments":[]}"#.utf8),
        .format(.chat)
      ),
      ("data.json", Array(#"{"body":"","messages":[]}"#.utf8), .plainText),
      (
        "a.xml", Array((officeXML + "<!-- <a> --><xsl:stylesheet " + wordML + ">").utf8),
        .plainText
      ),
      ("a.txt", Array(("<?xml is how it begins, and " + wordML).utf8), .plainText),
      (
        "a.doc", zip("mimetype") + Array("application/vnd.oasis.opendocument.textPK".utf8),
        .format(.openDocument)
      ),
      ("a.mp3", [0xff, 0xfa, 0x90, 0], .format(.audio)),
      ("a.mp3", [0xff, 0xe3, 0x40, 0xc4], .format(.audio)),
      ("a.mp3", [0, 0, 0, 0], .format(.audio)), ("a.mp3", Array("notes".utf8), .plainText),
      ("a", [0xff, 0xfe, 0x61, 0], .plainText),
    ] as [(String, [UInt8], ContentType.Reader)])
  func `The content decides over the name`(name: String, start: [UInt8], reader: ContentType.Reader)
  {
    #expect(ContentType(fileName: Array(name.utf8), start: start).reader == reader)
  }
}
