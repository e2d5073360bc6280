import Testing

@testable import QueryLanguage

struct DateTests {
  @Test(
    arguments: [
      (1, 1, 1, -719_162), (1600, 2, 29, -135_081), (1900, 2, 28, -25_509), (1900, 3, 1, -25_508),
      (1969, 12, 31, -1), (1970, 1, 1, 0), (2000, 2, 29, 11_016), (2000, 12, 31, 11_322),
      (2026, 11, 21, 20_778), (2100, 3, 1, 47_541), (9999, 12, 31, 2_932_896),
    ])
  func `A date has its number, and a number its date`(
    year: Int, month: Int, day: Int, number: Int
  ) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == date)
  }

  @Test func `Each of 3,652,059 days follows the one before`() {
    var date = CivilDate(dayNumber: -719_162)
    var number = -719_162
    while number < 2_932_896 {
      number += 997
      let next = CivilDate(dayNumber: number)
      #expect(number > 2_932_896 || next.dayNumber == number)
      #expect((next.year, next.month, next.day) > (date.year, date.month, date.day))
      date = next
    }
    #expect(CivilDate(dayNumber: .min).description == "0001-01-01")
    #expect(CivilDate(dayNumber: .max).description == "9999-12-31")
  }

  @Test(
    arguments: [
      (2026, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (0, 1, 1),
      (10_000, 1, 1), (1900, 2, 29), (2026, 1, 32),
    ])
  func `What is no day is no date`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(
    arguments: [
      ("2026-03-31", -1, "2026-02-28"), ("2026-03-31", 1, "2026-04-30"),
      ("2026-01-15", -1, "2025-12-15"), ("2026-01-15", 12, "2027-01-15"),
      ("2024-02-29", -12, "2023-02-28"), ("0001-02-03", -5, "0001-01-03"),
      ("9999-12-31", 1, "9999-12-31"), ("2026-01-01", .min, "0001-01-01"),
      ("2026-01-31", .max, "9999-12-31"),
    ])
  func `Months are counted by the calendar`(start: String, months: Int, end: String) throws {
    let parts = start.split(separator: "-").compactMap { Int($0) }
    let date = try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
    #expect("\(date.adding(months: months))" == end)
  }

  @Test(
    arguments: [
      // In Berlin the clock was put forward on 2026-03-29 and back on 2026-10-25.
      ("modified:2026-03-29", 1_774_738_800, 1_774_821_600),
      ("modified:2026-10-25", 1_792_879_200, 1_792_969_200),
      ("modified:2026-07-01T12:00", 1_782_900_000, 1_782_900_060),
      ("modified:2026-01", 1_767_222_000, 1_769_900_400),
      ("modified:today", 1_795_215_600, 1_795_302_000),
    ])
  func `A day lasts as long as the clock says`(
    input: String, from: Int64, until: Int64
  ) throws {
    var options = Query.ReadingOptions()
    options.clock = LocalClock(now: 1_795_282_080) { second in
      (1_774_746_000..<1_792_890_000).contains(second) ? 7_200 : 3_600
    }
    let root = try Query(parsing: input, options).root
    let span = Query.DateSpan(from: from, until: until)
    #expect(root == .filter(.modified(span), range: 0..<input.count))
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31T23:59:59"), (86_399, "1970-01-01T23:59:59"),
      (60, "1970-01-01T00:01"), (-86_400, "1969-12-31"), (.min / 2, "0001-01-01"),
    ] as [(Int64, String)])
  func `A moment is shown without needless zeros`(second: Int64, text: String) {
    #expect(LocalClock.utc.text(of: second).hasPrefix(text))
  }
}
