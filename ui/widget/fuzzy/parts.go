package fuzzy

import (
	"iter"
	"slices"

	"channeldeck/ui/text"
)

// Parts cuts s into the parts that are hit and those that are not, in turn: at
// are the bytes that are hit, ascending. A letter as one sees it, with its
// marks, is not cut.
func Parts(s string, at []int) iter.Seq2[string, bool] {
	return func(yield func(part string, hit bool) bool) {
		begin, was := 0, false
		for from, to := range text.Letters(s) {
			if len(at) == 0 && !was {
				break
			}
			n, _ := slices.BinarySearch(at, to)
			hit := n > 0
			at = at[n:]
			if hit != was && from > begin && !yield(s[begin:from], was) {
				return
			}
			if hit != was {
				begin, was = from, hit
			}
		}
		if begin < len(s) {
			yield(s[begin:], was)
		}
	}
}
