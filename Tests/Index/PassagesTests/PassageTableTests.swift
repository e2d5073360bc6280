import Testing

@testable import Passages

/// Which passage of a text is shown for a query.
struct PassageTableTests {
  /// A decision: a text, a query, a number of words, and the passage.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let query: String
    let length: Int
    let passage: String

    init(_ name: String, _ text: String, _ query: String, _ length: Int, _ passage: String) {
      (self.name, self.text, self.query, self.length) = (name, text, query, length)
      self.passage = passage
    }

    init(_ name: String, _ text: String, _ query: String, _ passage: String) {
      self.init(name, text, query, 16, passage)
    }

    var testDescription: String { name }
  }

  @Test(arguments: sentences + scripts + kinds + words + hostile)
  func `The passage of a text is the one that was decided`(row: Row) {
    let sample = PassageSample(row.text, row.query, length: row.length)
    #expect(sample.shown == [row.passage])
  }

  // MARK: - Sentences

  static let sentences: [Row] = [
    Row(
      "a short text is shown as a whole", "A seed, and\n\nbark.", "seed", "A «seed», and bark."),
    Row(
      "a whole sentence",
      "We met at noon on the pier. The storm broke the old mast near Dover that night. Nobody saw "
        + "how it fell into the sea.", "mast", 10,
      "The storm broke the old «mast» near Dover that night."),
    Row(
      "abbreviations and numbers end no sentence",
      "It was cold. We used many tools, e.g. Dr. Miller's saw and 3.14 m of rope, on the mast. Then "
        + "we all went home to sleep.", "mast", 20,
      "We used many tools, e.g. Dr. Miller's saw and 3.14 m of rope, on the «mast»."),
    Row(
      "a long sentence is cut on both sides",
      "One two three four five six seven eight nine ten eleven twelve mast fourteen fifteen sixteen "
        + "seventeen eighteen nineteen twenty.", "mast", 8,
      "…ten eleven twelve «mast» fourteen fifteen sixteen seventeen…"),
    Row(
      "questions and quotations",
      "\"Who goes there?\" he asked. \"The mast is down!\" There was no answer from the dark shore.",
      "mast", 9, "\"The «mast» is down!\" There was no answer from…"),
    Row(
      "a short sentence gets the whole one before it",
      "The sun had set over the calm sea. The mast fell. After that many people came running out of "
        + "their houses with lamps and ropes to see it.", "mast", 12,
      "The sun had set over the calm sea. The «mast» fell."),
    Row(
      "wrapped lines are one sentence",
      "Nothing of note. The harbour master had told everybody in the town\nthat the mast of the old "
        + "ship would be taken down\nbefore the winter storms. More text follows here.", "mast", 24,
      "The harbour master had told everybody in the town that the «mast» of the old ship would be "
        + "taken down before the winter storms."),
    Row(
      "short lines are units",
      "Shopping list\nred apples\nRope for the mast\nCandles and oil\nBread", "mast", 4,
      "Rope for the «mast»"),
    Row(
      "list items are units",
      "Tools:\n- a saw for the large beams of oak\n- rope for the mast\n- two hammers and iron nails",
      "mast", 5, "- rope for the «mast»"),
    Row(
      "list items after long lines are units",
      "- the saw for the large beams of oak that came from the north\n- rope for the mast and for the "
        + "sails\n- hammers", "mast", 8, "- rope for the «mast» and for the sails"),
    Row(
      "the last words of a text come with those before",
      "One two three four five six seven eight nine ten mast", "mast", 6,
      "…six seven eight nine ten «mast»"),
    Row(
      "a line of code is a unit",
      "func a() {\n  let boat = 1\n  raise(mast);\n  lower(anchor);\n}\n", "mast", 3,
      "raise(«mast»);"),
  ]

  // MARK: - Scripts

  static let scripts: [Row] = [
    Row(
      "Chinese", "我们昨天去了海边。老船的桅杆在暴风雨中断了。没有人看见它是怎么倒下的。后来大家都回家了。", "桅杆", 8,
      "老船的«桅杆»在暴风雨中断了。"),
    Row(
      "Japanese: one character is marked, not a pair",
      "昨日は海へ行きました。古い船の帆柱が嵐で折れました。誰も見ていませんでした。", "柱", 8, "古い船の帆«柱»が嵐で折れました。"),
    Row("a single character at the end of a run", "山の上の家。川の石。", "石", 16, "山の上の家。川の«石»。"),
    Row("two characters are marked", "漢字を書く", "漢字", 16, "«漢字»を書く"),
    Row("three characters are one mark", "私は日本語を書く", "日本語", 16, "私は«日本語»を書く"),
    Row(
      "Korean", "우리는 어제 바다에 갔다. 오래된 배의 돛대가 폭풍에 부러졌다. 아무도 그것을 보지 못했다.", "돛대", 8,
      "오래된 배의 «돛대»가 폭풍에 부러졌다."),
    Row(
      "Arabic", "ذهبنا إلى البحر أمس. هل انكسر صاري السفينة القديمة؟ لم ير أحد كيف سقط في الماء.",
      "صاري", 6,
      "هل انكسر «صاري» السفينة القديمة؟"),
    Row(
      "Urdu", "ہم کل سمندر گئے۔ پرانے جہاز کا مستول ٹوٹ گیا۔ کسی نے نہیں دیکھا۔", "مستول", 7,
      "پرانے جہاز کا «مستول» ٹوٹ گیا۔"),
    Row(
      "Hindi", "हम कल समुद्र गए। पुराने जहाज़ का मस्तूल टूट गया। किसी ने नहीं देखा।", "मस्तूल", 7,
      "पुराने जहाज़ का «मस्तूल» टूट गया।"),
    Row(
      "Russian",
      "Мы вчера были на море. Старая мачта, т. е. грот, сломалась в бурю. Никто этого не видел.",
      "мачта", 9, "Старая «мачта», т. е. грот, сломалась в бурю."),
    Row(
      "Greek",
      "Πήγαμε στη θάλασσα χθες. Το παλιό κατάρτι έσπασε στην καταιγίδα. Κανείς δεν το είδε.",
      "κατάρτι", 8, "Το παλιό «κατάρτι» έσπασε στην καταιγίδα."),
    Row(
      "German",
      "Wir waren am Meer. Der alte Mast, z. B. am 3. Mai gesetzt, brach im Sturm. Niemand sah es.",
      "mast", 13, "Der alte «Mast», z. B. am 3. Mai gesetzt, brach im Sturm."),
    Row(
      "Armenian", "Մենք երեկ ծովում էինք։ Հին նավի կայմը կոտրվեց։ Ոչ ոք չտեսավ դա։", "կայմը", 5,
      "Հին նավի «կայմը» կոտրվեց։"),
    Row("Thai", "เราไปทะเลเมื่อวาน เสากระโดงหัก", "ทะเล", 16, "เราไป«ทะเล»เมื่อวาน เสากระโดงหัก"),
    Row(
      "accents stay with their letters", "Un e\u{301}clair noir.", "eclair", 16,
      "Un «e\u{301}clair» noir."),
  ]
}
