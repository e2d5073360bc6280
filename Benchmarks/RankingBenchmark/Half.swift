/// Which questions are asked: those for tuning, or those that only judge a finished change.
enum Half: String {
  case tune, test
}
