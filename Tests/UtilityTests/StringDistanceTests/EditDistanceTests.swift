import Testing

import StringDistance

struct EditDistanceTests {
  @Test(
    arguments: [
      ("seed", "seed", 0), ("seed", "sead", 1), ("seed", "sed", 1), ("seed", "seeds", 1),
      ("seed", "esed", 1), ("seed", "sede", 1), ("memory", "memroy", 1), ("frost", "frsot", 1),
      ("frequency", "freqency", 1), ("receive", "recieve", 1), ("seed", "sxxd", 2),
      ("barrier", "barierr", 2), ("ca", "abc", nil), ("seed", "nuts", nil), ("", "ab", 2),
      ("a", "", 1), ("", "", 0), ("весна", "вестна", 1), ("nuthatch", "nuthtach", 1),
      ("nut", "nutcracker", nil),
    ] as [(String, String, Int?)])
  func `Typing errors are counted in both directions`(left: String, right: String, slips: Int?) {
    let distance = EditDistance(2)
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    #expect(distance.between(left, right) == slips)
    #expect(distance.between(right, left) == slips)
  }

  @Test func `More typing errors than the limit are not counted`() {
    let (left, right) = (Array("seed".unicodeScalars), Array("sxxd".unicodeScalars))
    #expect(EditDistance(1).between(left, right) == nil)
    #expect(EditDistance(0).between(left, left) == 0)
  }
}
