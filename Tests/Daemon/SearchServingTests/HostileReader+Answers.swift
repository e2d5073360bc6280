import ExtractionProtocol

/// Extreme numbers in every field of every frame.
extension HostileReader {
  /// All answers.
  static let answers = timed + others

  /// One answer of each shape with the numbers of an honest program.
  static let ordinary = [
    Answer(name: "page", file: "html") { _ in [text, .end(ending())] },
    Answer(name: "member", file: "zip") { _ in
      [member("a"), text, .endMember(ending()), .end(ending())]
    },
    Answer(name: "two programs", file: "pdf.gz") {
      unpack($0, ending())
    } pdf: { _ in
      [text, .end(ending())]
    },
    Answer(name: "two programs for a member", file: "zip") {
      unpackMember($0, ending())
    } pdf: { _ in
      [text, .end(ending())]
    },
    Answer(name: "mailbox", file: "mbox") {
      mailbox($0, time: 1, position: min($0.start + 10_000, $0.fileSize))
    },
  ]

  private static let extremes: [UInt64] = [
    0, 1, 255, 256, 65_535, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 32, 1 << 53 + 1,
    1 << 62, 1 << 63 - 2, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, .max - 1, .max,
  ]

  private static func ending(_ time: UInt64 = 1) -> ExtractionFrame.Ending {
    .init(.complete, time: time)
  }

  private static func member(
    _ path: String, _ format: DocumentFormat? = .plainText, size: UInt64 = 5, modified: Int64? = 0,
    checksum: UInt64? = nil
  ) -> ExtractionFrame {
    .member(
      .init(
        path: Array(path.utf8), type: "text/plain", format: format, size: size, modified: modified,
        checksum: checksum))
  }

  /// The times around the longest one that is believed, and the extremes.
  private static func times(_ request: ExtractionRequest, _ index: Int) -> UInt64 {
    let near = [request.longestTime, request.longestTime - 1, request.longestTime + 1]
    return index < near.count ? near[index] : extremes[index - near.count]
  }
  private static let timeCount = extremes.count + 3

  private static let text = ExtractionFrame.text(Array("apple pear\n".utf8))
  private static let file = ExtractionFrame.content(Array("%PDF-1.4\n".utf8))

  /// Answers with an extreme CPU time.
  private static let timed: [Answer] = (0..<timeCount).flatMap { index in
    [
      Answer(name: "time of a page", file: "html") { [text, .end(ending(times($0, index)))] },
      Answer(name: "time of the end of a process", file: "html") {
        [text, .exit(.init(status: .min, time: times($0, index), memory: .max))]
      },
      Answer(name: "time of a member", file: "zip") {
        [member("a"), text, .endMember(ending(times($0, index))), .end(ending())]
      },
      Answer(name: "times of a program that unpacks and of one that reads", file: "pdf.gz") {
        unpack($0, ending(times($0, index)))
      } pdf: {
        [text, .end(ending(times($0, index)))]
      },
      Answer(name: "the same of a member", file: "zip") {
        unpackMember($0, ending(times($0, index)))
      } pdf: {
        [text, .end(ending(times($0, index)))]
      },
      Answer(name: "only of the program that unpacks", file: "pdf.gz") {
        unpack($0, ending(times($0, index)))
      },
      Answer(name: "only of the program that reads", file: "pdf.gz") {
        unpack($0, ending())
      } pdf: {
        [text, .end(ending(times($0, index)))]
      },
      Answer(name: "times of a mailbox that goes on", file: "mbox") { request in
        mailbox(request, time: times(request, index), position: request.start + 10_000)
      },
    ]
  }

  /// The unpacked text also has the number of the answer in its last line.
  private static func unpack(
    _ request: ExtractionRequest, _ ending: ExtractionFrame.Ending
  ) -> [ExtractionFrame] {
    [file, .content(Array(number(in: request).utf8)), .end(ending)]
  }

  private static func unpackMember(
    _ request: ExtractionRequest, _ ending: ExtractionFrame.Ending
  ) -> [ExtractionFrame] {
    [
      member("a.pdf", .pdf), file, .content(Array(number(in: request).utf8)), .endMember(ending),
      .end(self.ending()),
    ]
  }

  /// The size of the file gives its number: the test has made it so.
  private static func number(in request: ExtractionRequest) -> String {
    "\(request.fileSize - UInt64(fileSize))\n"
  }
  static let fileSize = 40_000

  private static func mailbox(
    _ request: ExtractionRequest, time: UInt64, position: UInt64, attachments: String = "1"
  ) -> [ExtractionFrame] {
    [
      .field(.attachments, Array(attachments.utf8)), member("<a\(request.start)@x>", .mail), text,
      .endMember(ending(time)), .position(position),
      .end(.init(request.start > 30_000 ? .complete : .memberLimit, time: time)),
    ]
  }

  /// Answers with an extreme number in another field.
  private static let others: [Answer] =
    extremes.flatMap { number in
      [
        Answer(name: "size of a member", file: "zip") { _ in
          [member("a", size: number), text, .endMember(ending()), .end(ending())]
        },
        Answer(name: "date of a member", file: "zip") { _ in
          [
            member("a", modified: Int64(bitPattern: number)), text, .endMember(ending()),
            .end(ending()),
          ]
        },
        Answer(name: "checksum of a member", file: "zip") { _ in
          [member("a", checksum: number), text, .endMember(ending()), .end(ending())]
        },
        Answer(name: "position in a mailbox", file: "mbox") {
          mailbox($0, time: 1, position: number)
        },
        Answer(name: "position with an offset", file: "mbox") {
          mailbox($0, time: 1, position: $0.start &+ number)
        },
        Answer(name: "memory and status of a process", file: "html") { _ in
          let status = Int32(truncatingIfNeeded: number)
          return [.exit(.init(status: status, time: 1, memory: number))]
        },
        Answer(name: "size of an image", file: "html") { _ in
          let side = UInt32(truncatingIfNeeded: number)
          return [.image(width: side, height: side), .pixels([1]), .end(ending())]
        },
      ] + numbers("\(number)") + numbers("-\(number)")
    } + numbers("99999999999999999999999999999999") + numbers("1e999") + numbers("nan") + dates

  /// Answers with a number in a field that is text.
  private static func numbers(_ number: String) -> [Answer] {
    [
      Answer(name: "pages", file: "html") { _ in
        let fields = [DocumentField.pages, .attachments, .scannedPages, .created, .charset]
        return fields.map { .field($0, Array(number.utf8)) } + [
          .part(.page, label: Array(number.utf8)), text, .end(.init(.textLimit, time: 1)),
        ]
      },
      Answer(name: "attachments of a mailbox", file: "mbox") {
        mailbox($0, time: 1, position: $0.start + 10_000, attachments: number)
      },
      Answer(name: "scanned pages", file: "pdf.gz") {
        unpack($0, ending())
      } pdf: { _ in
        ["1-\(number)", "\(number)-\(number)", number].map {
          .field(.scannedPages, Array($0.utf8))
        } + [.part(.page, label: []), text, .end(ending())]
      },
    ]
  }

  private static let dates = [
    "0000-01-01", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:60-23:59", "9999-12-31T23:59:59",
    "292277026596-12-04T15:30:07Z", "-292277022657-01-27T08:29:52Z", "1900-02-29", "2024-13-01",
    "99999999999999999999", "2024-01-01T99:99:99+99:99",
  ].map { date in
    Answer(name: "date \(date)", file: "html") { _ in
      [
        .field(.created, Array(date.utf8)), .field(.changed, Array(date.utf8)), text,
        .end(ending()),
      ]
    }
  }
}
