import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct MailCharsetTests {
  @Test(
    arguments: [
      // "über Straße", "Привет, это письмо", "Добрый день, письмо"
      ("iso-8859-1", Array("über Straße".utf8), "über Straße"),
      ("x-unknown", [0xfc, 0x62, 0x65, 0x72], "über"),
      (
        "utf-8",
        [
          0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xfd, 0xf2, 0xee, 0x20, 0xef, 0xe8, 0xf1,
          0xfc, 0xec, 0xee,
        ],
        "Привет, это письмо"
      ),
      (
        "iso-8859-1",
        [
          0xe4, 0xcf, 0xc2, 0xd2, 0xd9, 0xca, 0x20, 0xc4, 0xc5, 0xce, 0xd8, 0x2c, 0x20, 0xd0, 0xc9,
          0xd3, 0xd8, 0xcd, 0xcf,
        ],
        "Добрый день, письмо"
      ),
      ("utf-16", [0x61, 0, 0x20, 0, 0xe4, 0], "a ä"),
      ("utf-16", Array("plain ascii".utf8), "plain ascii"),
      ("us-ascii", Array("für".utf8), "für"), ("big5", [0xa4, 0xa4, 0xa4, 0xe5], "中文"),
    ] as [(String, [UInt8], String)])
  func `A charset counts unless the bytes contradict it`(
    charset: String, bytes: [UInt8], text: String
  ) throws {
    #expect(try read(charset, bytes) == text)
  }

  private func read(_ charset: String, _ bytes: [UInt8]) throws -> String {
    let header =
      "Content-Type: text/plain; charset=\(charset)\nContent-Transfer-Encoding: binary\n\n"
    var sink = CollectingSink()
    try MailReader.read((Array(header.utf8) + bytes).span, into: &sink)
    return sink.text
  }
}
