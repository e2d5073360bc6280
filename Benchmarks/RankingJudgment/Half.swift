/// Which questions are asked: those for tuning, or those that only judge a finished change.
package enum Half: String {
  case tune, test
}
